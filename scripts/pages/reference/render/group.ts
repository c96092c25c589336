/** The page of a group of operations: their list, and the objects that only they return. */
import { html, raw } from "hono/html";
import type { Group, ObjectEntry } from "../model.ts";
import { anchorOfObject, pathOfOperation } from "./addresses.ts";
import { shapeList } from "./fields.ts";
import { breakable } from "./operation.ts";
import type { Html, Words } from "./words.ts";

export function groupPage({ name, slug, description, operations, objects }: Group, words: Words): Html {
	return html`<div class="reference"><h1>${name}</h1>
<div class="lead-text">${words.blocks(description)}</div>
${operationTable({ name, slug, operations })}
${objects.length > 0 ? html`<h2 id="objects">Objects</h2>${objectSections(objects, words, "h3")}` : ""}
</div>`;
}

/** The ids are the anchors that links from elsewhere have. */
export function operationTable({
	name,
	slug,
	operations,
}: Pick<Group, "name" | "slug" | "operations">): Html {
	return html`<ul class="operations" aria-label="Operations of ${name}">${operations.map(
		({ id, method, path, summary }) =>
			html`<li id="${id}"><a href="${pathOfOperation(slug, id)}">${summary}</a> <span class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${raw(breakable(path))}</code></span></li>`,
	)}</ul>`;
}

/** @param heading above the sections is one level higher */
export function objectSections(objects: readonly ObjectEntry[], words: Words, heading: "h2" | "h3"): Html {
	const tag = raw(heading);
	return html`${objects.map(
		({ name, description, shape }) =>
			html`<section class="object" id="${anchorOfObject(name)}"><${tag}><a class="anchor" href="#${anchorOfObject(name)}">${name}</a></${tag}>${words.blocks(description)}${shapeList(shape, words)}</section>`,
	)}`;
}
