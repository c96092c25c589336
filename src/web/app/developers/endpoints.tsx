/** `/developers/endpoints`: the webhook endpoints, and a form for another. */
import type { Answer } from "../core/answers.ts";
import { callApi, readApi } from "../core/api.ts";
import { ProblemList } from "../core/fields.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf, withMissing } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import { Table } from "../core/table.tsx";
import {
	type EndpointFields,
	EndpointFieldset,
	endpointBodyOf,
	endpointFieldsOf,
	NEW_ENDPOINT,
} from "./endpoint-form.tsx";
import { AttemptField, attemptOf, DoneNote, madeAlreadyPage, secretPage, TimeOr } from "./parts.tsx";

type Endpoint = Answer<"getWebhookEndpoint">;
type EndpointWithSecret = Answer<"createWebhookEndpoint", 201>;

export const endpointsPage = (c: PageContext): Promise<Response> => show(c, {});

export async function createEndpoint(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const fields = endpointFieldsOf(form);
	const answer = await callApi<EndpointWithSecret>(c, {
		method: "POST",
		path: "/webhook-endpoints",
		as: "developer",
		body: endpointBodyOf(fields),
		headers: attemptOf(form),
	});
	if (!answer.ok) {
		const problems = problemsOf(c, answer, c.get("copy").developers.endpoints.words);
		const all = withMissing(c, form, ["url"], problems);
		return show(c, { fields, problems: all, status: answer.status });
	}
	return showSecret(c, answer.body);
}

/** @param endpoint without a secret if the same form was sent before */
export function showSecret(
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
		secrets: [{ label: secret.label, value: endpoint.secret }],
		children: (
			<>
				<p>
					<code class="hash">{endpoint.url}</code>
				</p>
				<p class="quiet">{secret.use}</p>
			</>
		),
		back,
	});
}

type State = { fields?: EndpointFields; problems?: Problem[]; status?: number };

async function show(
	c: PageContext,
	{ fields = NEW_ENDPOINT, problems = [], status = 200 }: State,
): Promise<Response> {
	const { endpoints } = c.get("copy").developers;
	const { data } = await readApi<Answer<"listWebhookEndpoints">>(c, "developer", "/webhook-endpoints");
	return page(
		c,
		{ title: endpoints.title, area: "developers", status },
		<>
			<h1>{endpoints.title}</h1>
			<DoneNote c={c} words={endpoints.done} />
			<p>{endpoints.lead}</p>
			<ProblemList c={c} problems={problems} labels={endpoints.labels} />
			{data.length === 0 ? <p>{endpoints.none}</p> : <EndpointTable c={c} endpoints={data} />}
			<h2>{endpoints.create}</h2>
			<form novalidate method="post" action="/developers/endpoints">
				<AttemptField />
				<EndpointFieldset c={c} fields={fields} problems={problems} />
				<div class="actions">
					<button type="submit">{endpoints.createAction}</button>
				</div>
			</form>
		</>,
	);
}

export function EndpointStatus({ c, endpoint }: { c: PageContext; endpoint: Endpoint }) {
	const shapes = { healthy: "done", failing: "waiting", disabled: "stopped", untried: "" };
	const { status, lastSuccessAt } = endpoint;
	// The API calls an endpoint healthy until a delivery fails.
	const shown = status === "healthy" && lastSuccessAt === null ? "untried" : status;
	return <span class={`status ${shapes[shown]}`}>{c.get("copy").developers.endpoints.statuses[shown]}</span>;
}

function EndpointTable({ c, endpoints: data }: { c: PageContext; endpoints: readonly Endpoint[] }) {
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
							<span class="hash">{url}</span>
						</a>
					),
				],
				[endpoints.labels.description, ({ description }) => <span class="typed">{description ?? "–"}</span>],
				[endpoints.status, (endpoint) => <EndpointStatus c={c} endpoint={endpoint} />],
				[
					endpoints.lastSuccess,
					({ lastSuccessAt }) => (
						<TimeOr c={c} only="short" iso={lastSuccessAt} otherwise={endpoints.never} />
					),
				],
			]}
		/>
	);
}
