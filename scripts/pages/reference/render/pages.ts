/** The pages that are not of one group: the first page, objects, errors. */
import { html, raw } from "hono/html";
import { meaningOfRule } from "../../../../src/http/openapi/error-meanings.ts";
import { listing } from "../../guides/highlight.ts";
import type { Reference } from "../model.ts";
import { HOME, pathOfGroup } from "./addresses.ts";
import { shapeList } from "./fields.ts";
import { objectSections, operationTable } from "./group.ts";
import { exampleDetails } from "./operation.ts";
import type { Html, Words } from "./words.ts";

/** Samples take the service and the credential from here. */
const ENVIRONMENT = `export REPLEVIN_URL=http://127.0.0.1:8787
export REPLEVIN_API_KEY=sk_…
export REPLEVIN_API_SECRET=ss_…
`;

/** A list of more tells nobody anything. */
const MANY_OPERATIONS = 25;

export function firstPage({ description, groups, credentials, webhooks }: Reference, words: Words): Html {
	return html`<div class="reference"><h1>API reference</h1>
<p class="lead">Every operation and webhook, with samples in curl, TypeScript and Python, made of recorded requests.</p>
<p>The same as an <a href="/api/v1/openapi.json">OpenAPI 3.1 document</a>, for generators and other tools. <a href="/developers/keys">Make an API key</a> to call the service.</p>
<h2 id="about">Requests and responses</h2>
<div class="prose">${words.blocks(description)}</div>
<h2 id="credentials">Credentials</h2>
<dl class="codes">${credentials.map(({ name, description: text }) => html`<dt><code>${name}</code></dt><dd>${words.inline(text)}</dd>`)}</dl>
<h2 id="samples">Running the samples</h2>
<div class="prose"><p>The samples read the address of the service and the credential from the environment. Operations that take no key pair need a session: <code>REPLEVIN_ACCESS_TOKEN</code> is the <code>accessToken</code> of ${words.inline("`login` or `openWalletSession`")}. TypeScript needs the package <code>@replevin/sdk</code>, Python the package <code>requests</code>. Ids in the samples are those of the recorded examples: put your own in their place.</p>
${raw(listing(ENVIRONMENT, "sh"))}</div>
<h2 id="operations">Operations</h2>
${groups.map(
	(group) =>
		html`<section><h3><a href="${pathOfGroup(group.slug)}">${group.name}</a></h3>${operationTable(group)}</section>`,
)}
<section><h3><a href="${HOME}/webhooks">Webhook events</a></h3><ul class="operations" aria-label="Events">${webhooks.map(
		({ id, type, summary }) =>
			html`<li><a href="${HOME}/webhooks#${id}">${summary}</a> <code>${type}</code></li>`,
	)}</ul></section>
</div>`;
}

export function objectsPage({ shared }: Reference, words: Words): Html {
	return html`<div class="reference"><h1>Objects</h1>
<p class="lead">Objects that operations of several groups return. All others are on the page of their group.</p>
${objectSections(shared, words, "h2")}</div>`;
}

export function errorsPage({ errors, errorBody, groups }: Reference, words: Words): Html {
	const summaries = new Map(
		groups.flatMap(({ operations }) => operations.map(({ id, summary }) => [id, summary])),
	);
	const usersOf = (operations: string[]): Html => {
		if (operations.length === 0) return html``;
		if (operations.length > MANY_OPERATIONS)
			return html`<p>${operations.length} operations respond with it.</p>`;
		const items = operations.map(
			(id) => html`<li><a href="${words.addresses.ofName(id)}">${summaries.get(id)}</a></li>`,
		);
		return html`<details class="inner"><summary>Operations that respond with it: ${operations.length}</summary><ul>${items}</ul></details>`;
	};
	const sections = errors.map(
		({ code, status, meaning, example, operations }) =>
			html`<section class="error-code" id="${code}"><h3><a class="anchor" href="#${code}"><code>${code}</code></a> <span class="status-code">${status}</span></h3><p>${words.inline(meaning)}</p>${usersOf(operations)}${example === undefined ? "" : exampleDetails("Example", example, false)}</section>`,
	);
	const rules = Object.entries(meaningOfRule).map(
		([rule, meaning]) =>
			html`<dt id="rule-${rule}"><code>${rule}</code></dt><dd>${words.inline(meaning)}</dd>`,
	);
	return html`<div class="reference"><h1>Error codes</h1>
<p class="lead">Every error has the same body. Its <code>code</code> is for programs and never changes; its <code>message</code> is for people.</p>
<h2 id="body">The body of an error</h2>
${shapeList(errorBody, words)}
<h2 id="rules">Rules of fields</h2>
<p>What <code>rule</code> says of a field in <code>details</code>:</p>
<dl class="codes">${rules}</dl>
<h2 id="codes">Codes</h2>
${sections}</div>`;
}
