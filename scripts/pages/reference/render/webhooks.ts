/** The page of the webhooks. What all events have in common is said once. */
import { html, raw } from "hono/html";
import { listing } from "../../guides/highlight.ts";
import type { Reference, WebhookEntry } from "../model.ts";
import { deliverySample, pythonReceiver, typescriptReceiver } from "../samples/receivers.ts";
import { shapeList, typeName } from "./fields.ts";
import { exampleDetails, fieldGroup, responseItem } from "./operation.ts";
import type { Html, Words } from "./words.ts";

const RECEIVERS = [
	["TypeScript", typescriptReceiver, "ts"],
	["Python", pythonReceiver, "py"],
] as const;

export function webhooksPage({ webhooks, deliveries }: Reference, words: Words): Html {
	const [first] = webhooks;
	if (!first) throw new Error("the OpenAPI document has no webhooks");
	return html`<div class="reference"><h1>Webhook events</h1>
<div class="prose">${words.blocks(deliveries)}</div>
<h2 id="request">The request</h2>
${fieldGroup(html`<h3>Headers</h3>`, first.headers, words)}
<h3>Body: ${typeName(first.bodyType, words)}</h3>
${shapeList(first.body, words)}
<h2 id="response">Your response</h2>
${first.successes.map((success) => responseItem(success, words))}
<h2 id="receivers">Receivers</h2>
<p>The secret is the <code>secret</code> of ${words.inline("`createWebhookEndpoint`")}. Both check the three headers of Standard Webhooks.</p>
<div class="samples">${RECEIVERS.map(
		([name, code, language], index) =>
			html`<details name="receivers" data-language="${language}" ${index === 0 ? "open" : ""}><summary>${name}</summary>${raw(listing(code, language))}</details>`,
	)}</div>
<h2 id="events">Events</h2>
${webhooks.map(eventSection)}
</div>`;
}

function eventSection({ id, type, summary, example, parameters }: WebhookEntry): Html {
	return html`<section class="operation" id="${id}"><div class="telling"><h3><a class="anchor" href="#${id}"><code>${type}</code></a></h3><p>${summary}</p></div>
<div class="samples">${exampleDetails("Body", example, true)}
<details class="example"><summary>The recorded request, sent with curl</summary>${raw(listing(deliverySample(parameters, example), "sh"))}</details></div></section>`;
}
