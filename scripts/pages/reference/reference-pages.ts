/** The pages of `/developers/reference`, made of the OpenAPI document (docs/design/docs-pages.md). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { StaticPage } from "../static-page.ts";
import { type Group, type OperationEntry, type Reference, referenceOf } from "./model.ts";
import { type Entry, errorEntries, groupEntries, objectEntry, webhookEntries } from "./reference-entries.ts";
import { anchorOfObject, HOME, pathOfGroup } from "./render/addresses.ts";
import { groupPage } from "./render/group.ts";
import { operationPage } from "./render/operation.ts";
import { errorsPage, firstPage, objectsPage } from "./render/pages.ts";
import { webhooksPage } from "./render/webhooks.ts";
import { createWords, type Html } from "./render/words.ts";
import { type Samples, samplesOf } from "./samples/samples.ts";
import type { ApiDocument } from "./schema.ts";

export function readDocument(root: string): ApiDocument {
	return JSON.parse(readFileSync(join(root, "public/api/v1/openapi.json"), "utf8"));
}

export function referencePages(root: string): StaticPage[] {
	const document = readDocument(root);
	const reference = referenceOf(document);
	const words = createWords(reference);
	const samples = samplesOf(document);
	const { basePath, groups } = reference;
	const first = {
		path: HOME,
		title: "API reference",
		summary: "Every operation and webhook, with samples in curl, TypeScript and Python.",
	};
	return [
		page({ ...first, found: [] }, firstPage(reference, words)),
		...groups.map((group) => {
			const render = (operation: OperationEntry) => {
				const own = samples.get(operation.id);
				if (!own) throw new Error(`there are no samples of ${operation.id}`);
				return operationPage(operation, { group, words, samples: own, basePath });
			};
			return page(describeGroup(group, samples, render), groupPage(group, words));
		}),
		...otherPages(reference).map(({ render, ...described }) => page(described, render(reference, words))),
	];
}

type Described = Pick<StaticPage, "path" | "title" | "summary" | "sections"> & { found: Entry[] };

function page({ found, ...described }: Described, html: Html): StaticPage {
	const entries = found.map((entry) => ({ ...entry, page: described.title }));
	return { ...described, group: "API", html: String(html), entries, scripts: ["reference"] };
}

function describeGroup(
	group: Group,
	samples: ReadonlyMap<string, Samples>,
	render: (operation: OperationEntry) => Html,
): Described {
	const { name: title, slug, description, operations } = group;
	const [summary = ""] = description.split(/(?<=\.)\s/);
	const sections = operations.map((operation) => ({
		...{ anchor: operation.id, title: operation.summary },
		html: String(render(operation)),
	}));
	return { path: pathOfGroup(slug), title, summary, sections, found: groupEntries(group, samples) };
}

function otherPages(reference: Reference) {
	const { webhooks, shared } = reference;
	return [
		{
			path: `${HOME}/webhooks`,
			title: "Webhook events",
			summary: "Requests that the service sends when a case changes.",
			sections: webhooks.map(({ id, summary }) => ({ anchor: id, title: summary })),
			found: webhookEntries(reference),
			render: webhooksPage,
		},
		{
			path: `${HOME}/errors`,
			title: "Error codes",
			summary: "Every error code, and every rule of fields.",
			found: errorEntries(reference),
			render: errorsPage,
		},
		{
			path: `${HOME}/objects`,
			title: "Objects",
			summary: "Objects that operations of several groups return.",
			sections: shared.map(({ name }) => ({ anchor: anchorOfObject(name), title: name })),
			found: shared.map((object) => objectEntry(`${HOME}/objects`, object)),
			render: objectsPage,
		},
	];
}
