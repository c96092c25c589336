/** What the search knows of the reference: operations, events, error codes and objects, each by all of its names. */
import type { SearchEntry } from "../../../src/web/app/developers/docs/search.ts";
import type { Field } from "./fields.ts";
import type { Group, ObjectEntry, Reference } from "./model.ts";
import { anchorOfObject, HOME, pathOfGroup, pathOfOperation } from "./render/addresses.ts";
import type { Samples } from "./samples/samples.ts";

export type Entry = Omit<SearchEntry, "page">;

export function groupEntries(
	{ slug, operations, objects }: Group,
	samples: ReadonlyMap<string, Samples>,
): Entry[] {
	const path = pathOfGroup(slug);
	return [
		...operations.map(({ id, method, path: route, summary, description, bodies }) => ({
			path: pathOfOperation(slug, id),
			title: summary,
			words: [
				...[id, method, route, samples.get(id)?.method.name ?? ""],
				...bodies.flatMap(({ shape }) => namesOf(shape.fields)),
				description,
			].join(" "),
		})),
		...objects.map((object) => objectEntry(path, object)),
	];
}

export function objectEntry(path: string, { name, description, shape }: ObjectEntry): Entry {
	const fields = [...shape.fields, ...shape.choices.flatMap((choice) => choice.fields)];
	return {
		path: `${path}#${anchorOfObject(name)}`,
		title: name,
		words: ["object", ...namesOf(fields), description].join(" "),
	};
}

export const webhookEntries = ({ webhooks }: Reference): Entry[] =>
	webhooks.map(({ id, type, summary }) => ({
		path: `${HOME}/webhooks#${id}`,
		title: type,
		words: `event ${summary}`,
	}));

export const errorEntries = ({ errors }: Reference): Entry[] =>
	errors.map(({ code, status, meaning }) => ({
		path: `${HOME}/errors#${code}`,
		title: code,
		words: `error ${status} ${meaning}`,
	}));

function namesOf(fields: readonly Field[]): string[] {
	return [...new Set(fields.flatMap(({ name, inner }) => [name, ...namesOf(inner.fields)]))];
}
