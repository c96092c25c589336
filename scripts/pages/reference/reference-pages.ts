/** The pages of `/developers/reference`, made of the OpenAPI document (docs/design/reference.md). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { StaticPage } from "../static-page.ts";
import { type Group, type Reference, referenceOf } from "./model.ts";
import { anchorOfObject, HOME, pathOfGroup } from "./render/addresses.ts";
import { groupPage } from "./render/group.ts";
import { errorsPage, firstPage, objectsPage } from "./render/pages.ts";
import { webhooksPage } from "./render/webhooks.ts";
import { createWords, type Html } from "./render/words.ts";
import { samplesOf } from "./samples/samples.ts";
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
		page(first, firstPage(reference, words)),
		...groups.map((group) => page(describeGroup(group), groupPage(group, { words, samples, basePath }))),
		...otherPages(reference).map(({ render, ...described }) => page(described, render(reference, words))),
	];
}

type Described = Pick<StaticPage, "path" | "title" | "summary" | "sections">;

function page(described: Described, html: Html): StaticPage {
	return { ...described, group: "Reference", html: String(html), scripts: ["reference"] };
}

function describeGroup({ name: title, slug, description, operations }: Group): Described {
	const [summary = ""] = description.split(/(?<=\.)\s/);
	const sections = operations.map(({ id, summary: name }) => ({ anchor: id, title: name }));
	return { path: pathOfGroup(slug), title, summary, sections };
}

function otherPages({ webhooks, shared }: Reference) {
	return [
		{
			path: `${HOME}/webhooks`,
			title: "Webhook events",
			summary: "Requests that the service sends when a case changes.",
			sections: webhooks.map(({ id, summary }) => ({ anchor: id, title: summary })),
			render: webhooksPage,
		},
		{
			path: `${HOME}/errors`,
			title: "Errors",
			summary: "Every error code, and every rule of fields.",
			render: errorsPage,
		},
		{
			path: `${HOME}/objects`,
			title: "Objects",
			summary: "Objects that operations of several groups return.",
			sections: shared.map(({ name }) => ({ anchor: anchorOfObject(name), title: name })),
			render: objectsPage,
		},
	];
}
