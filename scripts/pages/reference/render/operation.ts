/** The page of an operation: prose and fields on one side, samples and responses on the other. */
import { html, raw } from "hono/html";
import { listing } from "../../guides/highlight.ts";
import type { Field } from "../fields.ts";
import type { Group, OperationEntry } from "../model.ts";
import type { Success } from "../responses.ts";
import type { Samples } from "../samples/samples.ts";
import { pathOfGroup } from "./addresses.ts";
import { shapeList, typeName } from "./fields.ts";
import type { Html, Words } from "./words.ts";

const HEADINGS = { path: "Path parameters", query: "Query parameters", header: "Headers" } as const;

type Shown = { group: Group; words: Words; samples: Samples; basePath: string };

export function operationPage(operation: OperationEntry, { group, words, samples, basePath }: Shown): Html {
	const { id, method, path, summary, description, parameters, bodies, successes } = operation;
	return html`<div class="reference"><section class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="telling">
<p class="quiet"><a href="${pathOfGroup(group.slug)}">${group.name}</a></p>
<h1 id="${id}-title">${summary}</h1>
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${raw(breakable(basePath + path))}</code></p>
<p class="quiet">Operation <code>${id}</code>, in the SDK <code>${samples.method.name}</code></p>
${words.blocks(description)}
<p class="access">${words.inline(operation.access)}</p>
${(["path", "query", "header"] as const).map((place) => fieldGroup(html`<h2>${HEADINGS[place]}</h2>`, parameters[place], words))}
${bodies.map(({ mediaType, shape }) => html`<h2>Body <code>${mediaType}</code></h2>${shapeList(shape, words)}`)}
<h2>Responses</h2>
${successes.map((success) => responseItem(success, words))}
${errorList(operation, words)}
</div>
<div class="samples">
${sampleDetails(samples)}
${successes.map((success) => responseExamples(success, success === mainOf(successes)))}
</div>
</section></div>`;
}

/** A long path breaks behind its slashes. */
export function breakable(path: string): string {
	return path.replaceAll("/", "/<wbr>");
}

export function fieldGroup(heading: Html, fields: readonly Field[], words: Words): Html {
	if (fields.length === 0) return html``;
	return html`${heading}${shapeList({ fields: [...fields], choices: [] }, words)}`;
}

export function responseItem({ status, description, contents, headers }: Success, words: Words): Html {
	const types = contents.map(
		({ mediaType, type }) => html`<p>Returns ${typeName(type, words)}, as <code>${mediaType}</code>.</p>`,
	);
	const sent =
		headers.length > 0
			? html`<details class="inner"><summary>Headers</summary>${shapeList({ fields: headers, choices: [] }, words)}</details>`
			: "";
	return html`<div class="response"><p><strong class="status-code">${status}</strong> ${words.inline(description)}</p>${types}${sent}</div>`;
}

function errorList({ errors }: OperationEntry, { addresses }: Words): Html {
	if (errors.length === 0) return html``;
	const rows = errors.map(
		({ status, codes }) =>
			html`<dt>${status}</dt><dd>${codes.map((code) => html`<a href="${addresses.ofName(code)}"><code>${code}</code></a> `)}</dd>`,
	);
	return html`<h2>Errors</h2><dl class="codes">${rows}</dl>`;
}

/** One of a group is open at a time, also without a script. */
function sampleDetails({ call, curl, typescript, python }: Samples): Html {
	const languages = [
		["curl", curl, "sh"],
		["TypeScript", typescript, "ts"],
		["Python", python, "py"],
	] as const;
	return html`<div class="languages-of-samples">${languages.map(
		([name, code, language], index) =>
			html`<details name="sample-${call.operationId}" data-language="${language}" ${index === 0 ? "open" : ""}><summary>${name}</summary>${raw(listing(code, language))}</details>`,
	)}</div>`;
}

/** The response that a reader expects: a repetition responds with 200 where the first request does with 201. */
function mainOf(successes: readonly Success[]): Success | undefined {
	return successes.find(({ status }) => status === "201") ?? successes[0];
}

function responseExamples({ status, contents }: Success, isMain: boolean): Html {
	const examples = contents
		.filter(({ mediaType }) => mediaType === "application/json")
		.flatMap((content) => content.examples);
	return html`${examples.map(({ title, value }, index) => {
		const name = title === "" ? `Response ${status}` : `Response ${status}: ${title}`;
		return exampleDetails(name, value, isMain && index === 0);
	})}`;
}

export function exampleDetails(name: string, value: unknown, isOpen: boolean): Html {
	const code = raw(listing(`${JSON.stringify(value, null, 2)}\n`, "json"));
	return html`<details class="example" ${isOpen ? "open" : ""}><summary>${name}</summary>${code}</details>`;
}
