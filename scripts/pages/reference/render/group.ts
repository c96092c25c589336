/** The page of a group of operations, with the objects that only they return. */
import { html, raw } from "hono/html";
import type { Group, ObjectEntry } from "../model.ts";
import type { Samples } from "../samples/samples.ts";
import { anchorOfObject } from "./addresses.ts";
import { shapeList } from "./fields.ts";
import { breakable, operationSection } from "./operation.ts";
import type { Html, Words } from "./words.ts";

export function groupPage(
	{ name, description, operations, objects }: Group,
	{ words, samples, basePath }: { words: Words; samples: ReadonlyMap<string, Samples>; basePath: string },
): Html {
	return html`<div class="reference"><h1>${name}</h1>
<div class="lead-text">${words.blocks(description)}</div>
${operationTable({ operations, label: `Operations of ${name}`, addressOf: (id) => `#${id}` })}
${operations.map((operation) => {
	const own = samples.get(operation.id);
	if (!own) throw new Error(`there are no samples of ${operation.id}`);
	return operationSection(operation, { words, samples: own, basePath });
})}
${objects.length > 0 ? html`<h2 id="objects">Objects</h2>${objectSections(objects, words, "h3")}` : ""}
</div>`;
}

export function operationTable({
	operations,
	label,
	addressOf,
}: {
	operations: Group["operations"];
	label: string;
	addressOf: (id: string) => string;
}): Html {
	return html`<ul class="operations" aria-label="${label}">${operations.map(
		({ id, method, path, summary }) =>
			html`<li><a href="${addressOf(id)}">${summary}</a> <span class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${raw(breakable(path))}</code></span></li>`,
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
