/** Rows of fields: name, type, words and rules, and below them the fields within. */
import { html } from "hono/html";
import type { Field, Shape, TypePart } from "../fields.ts";
import type { Html, Words } from "./words.ts";

/** More inner fields than this are folded. */
const MANY = 12;
/** Enumerations longer than this are folded. */
const MANY_VALUES = 12;

export function shapeList({ fields, choices }: Shape, words: Words): Html {
	if (choices.length > 0)
		return html`<p>One of these forms:</p>${choices.map((choice) => choiceDetails(choice, words))}`;
	if (fields.length === 0) return html``;
	return html`<ul class="fields">${fields.map((field) => fieldItem(field, words))}</ul>`;
}

function choiceDetails({ title, fields }: Shape["choices"][number], words: Words): Html {
	return html`<details class="inner"><summary><code>${title}</code></summary>${shapeList({ fields, choices: [] }, words)}</details>`;
}

function fieldItem(field: Field, words: Words): Html {
	const { name, type, isRequired, description, inner } = field;
	const mark = isRequired ? html`<span class="required">required</span>` : "";
	return html`<li><p class="field-name"><code>${name}</code> <span class="type">${typeName(type, words)}</span> ${mark}</p>${
		description ? html`<div>${words.blocks(description)}</div>` : ""
	}${rules(field, words)}${innerFields(field.name, inner, words)}</li>`;
}

export function typeName(type: readonly TypePart[], words: Words): Html {
	return html`${type.map((part) =>
		typeof part === "string"
			? words.inline(part)
			: html`<a href="${words.addresses.ofObject(part.object)}"><code>${part.object}</code></a>`,
	)}`;
}

function rules({ constraints, values, hasMoreValues }: Field, words: Words): Html {
	const words_ = constraints.join("; ");
	const line = words_ ? html`<p class="rules">${words.inline(words_)}</p>` : "";
	if (values.length === 0) return html`${line}`;
	const list = html`${values.map((value, index) => html`${index > 0 ? ", " : ""}<code>${String(value)}</code>`)}`;
	const more = hasMoreValues ? "; later versions may add values" : "";
	const shown =
		values.length > MANY_VALUES
			? html`<details class="inner"><summary>One of ${values.length} values</summary><p class="rules">${list}${more}</p></details>`
			: html`<p class="rules">One of ${list}${more}</p>`;
	return html`${line}${shown}`;
}

function innerFields(name: string, inner: Shape, words: Words): Html {
	const { fields, choices } = inner;
	if (choices.length > 0) return shapeList(inner, words);
	if (fields.length === 0) return html``;
	const isOpen = fields.length <= MANY;
	return html`<details class="inner" ${isOpen ? "open" : ""}><summary>Fields of <code>${name}</code></summary>${shapeList(inner, words)}</details>`;
}
