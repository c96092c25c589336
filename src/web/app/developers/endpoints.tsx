/** `/developers/endpoints`: the webhook endpoints, and a form for another. */

import { callApi, readApi } from "../core/api.ts";
import { LinkLine, PostForm } from "../core/form.tsx";
import { Hash } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { problemsOf, type Rejected, withMissing } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { Table } from "../core/table.tsx";
import {
	type EndpointFields,
	EndpointFieldset,
	endpointBodyOf,
	endpointFieldsOf,
	NEW_ENDPOINT,
} from "./endpoint-form.tsx";
import { attemptOf, madeAlreadyPage, newAttempt, Snippet, secretPage, TimeOr } from "./parts.tsx";

type Endpoint = ResponseBody<"getWebhookEndpoint">;
type EndpointWithSecret = ResponseBody<"createWebhookEndpoint", 201>;

type Shown = Rejected & { typed?: EndpointFields };

/** The program of the quick start, which the build reads there. */
declare const WEBHOOK_RECEIVER: string;

export async function endpointsPage(c: PageContext, shown: Shown = {}): Promise<Response> {
	const { typed = NEW_ENDPOINT, ...rejected } = shown;
	const { endpoints } = c.get("copy").developers;
	const { data } = await readApi<ResponseBody<"listWebhookEndpoints">>(c, "developer", "/webhook-endpoints");
	return page(
		c,
		{
			...{ title: endpoints.title, area: "developers", done: endpoints.done },
			...rejected,
			labels: endpoints.labels,
		},
		<>
			<p>{endpoints.lead}</p>
			{data.length === 0 ? <p>{endpoints.none}</p> : <EndpointTable c={c} endpoints={data} />}
			<h2>{endpoints.create}</h2>
			<PostForm action="/developers/endpoints" submit={endpoints.createAction} fields={newAttempt()}>
				<EndpointFieldset c={c} typed={typed} problems={rejected.problems ?? []} />
			</PostForm>
		</>,
	);
}

export async function createEndpoint(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const typed = endpointFieldsOf(form);
	const response = await callApi<EndpointWithSecret>(c, {
		method: "POST",
		path: "/webhook-endpoints",
		as: "developer",
		body: endpointBodyOf(typed),
		headers: attemptOf(form),
	});
	if (response.ok) return endpointSecretPage(c, response.body);
	const { words } = c.get("copy").developers.endpoints;
	const problems = withMissing(c, form, ["url"], problemsOf(c, response, words));
	return endpointsPage(c, { typed, problems, status: response.status });
}

/** @param endpoint without a secret if the same form was sent before */
export function endpointSecretPage(
	c: PageContext,
	endpoint: Omit<EndpointWithSecret, "secret"> & { secret?: string },
) {
	const { secret } = c.get("copy").developers.endpoints;
	const back = { href: `/developers/endpoints/${endpoint.endpointId}`, text: secret.back };
	if (endpoint.secret === undefined) {
		return madeAlreadyPage(c, { title: secret.already, text: secret.alreadyText, back });
	}
	return secretPage(c, {
		title: secret.title,
		secrets: [[secret.label, endpoint.secret]],
		children: (
			<>
				<p>
					<code class="hash">{endpoint.url}</code>
				</p>
				<h2>{secret.receive}</h2>
				<p>{secret.save}</p>
				<Snippet c={c} text={receiverOf(endpoint)} of={secret.receive} />
				<p>{secret.start}</p>
				<Snippet
					c={c}
					text={`npm install ${c.env.settings.appOrigin}/sdk.tgz\nWEBHOOK_SECRET=${endpoint.secret} node receive.mjs`}
					of={secret.start}
				/>
				<LinkLine href="/developers/docs/webhook-languages" text={secret.languages} />
			</>
		),
		back,
	});
}

/** The quick start's receiver. On the developer's machine it listens at the endpoint's own port. */
function receiverOf({ url }: Pick<Endpoint, "url">): string {
	const { protocol, port } = new URL(url);
	return protocol === "http:" ? WEBHOOK_RECEIVER.replace("9000", port || "80") : WEBHOOK_RECEIVER;
}

export function EndpointStatus({ c, endpoint }: { c: PageContext; endpoint: Endpoint }) {
	const shapes = { healthy: "done", failing: "waiting", failed: "waiting", disabled: "stopped", untried: "" };
	const { status, lastSuccessAt, lastFailureAt } = endpoint;
	// The API calls an endpoint healthy until five attempts have failed.
	const ofLast =
		(lastFailureAt ?? "") > (lastSuccessAt ?? "") ? "failed" : lastSuccessAt === null ? "untried" : status;
	const shown = status === "healthy" ? ofLast : status;
	return <span class={`status ${shapes[shown]}`}>{c.get("copy").developers.endpoints.statuses[shown]}</span>;
}

function EndpointTable({ c, endpoints: data }: { c: PageContext; endpoints: readonly Endpoint[] }) {
	const { labels } = c.get("copy");
	const { endpoints } = c.get("copy").developers;
	return (
		<Table
			caption={endpoints.title}
			rows={data}
			columns={[
				[
					endpoints.labels.url,
					({ endpointId, url }) => (
						<a href={`/developers/endpoints/${endpointId}`}>
							<Hash text={url} />
						</a>
					),
				],
				[endpoints.labels.description, ({ description }) => <span class="typed">{description ?? "–"}</span>],
				[labels.status, (endpoint) => <EndpointStatus c={c} endpoint={endpoint} />],
				[
					endpoints.lastSuccess,
					({ lastSuccessAt }) => <TimeOr c={c} only="short" iso={lastSuccessAt} otherwise={labels.never} />,
				],
			]}
		/>
	);
}
