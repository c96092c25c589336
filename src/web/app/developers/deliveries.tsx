/** `/developers/endpoints/{endpointId}/deliveries`: requests, responses, and repetitions. */
import type { Answer } from "../core/answers.ts";
import { callApi, readApi } from "../core/api.ts";
import { ProblemList, SelectField, TextField } from "../core/fields.tsx";
import { Code } from "../core/format.tsx";
import { type Form, readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { Pager } from "../core/pager.tsx";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { AttemptsTable } from "./attempts.tsx";
import { endpointPathsOf } from "./endpoint.tsx";
import { DoneNote, TimeOr } from "./parts.tsx";

type Delivery = Answer<"listWebhookDeliveries">["data"][number];
type Recovered = Answer<"recoverWebhookEvents">;

const STATUSES = ["waiting", "delivered", "failed", "skipped"] as const;
const SHAPES = { waiting: "waiting", delivered: "done", failed: "stopped", skipped: "" };

export const deliveriesPage = (c: PageContext): Promise<Response> => show(c, {});

export async function sendAgain(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	return form.has("eventId") ? redeliver(c, form) : recover(c, form);
}

async function redeliver(c: PageContext, form: Form): Promise<Response> {
	const paths = endpointPathsOf(c);
	const path = `${paths.api}/deliveries/${encodeURIComponent(form.text("eventId"))}/redeliver`;
	const answer = await callApi(c, { method: "POST", path, as: "developer" });
	if (answer.ok) return redirect(c, `${paths.page}/deliveries`, "redelivered");
	const { words } = c.get("copy").developers.deliveries;
	return show(c, { problems: problemsOf(c, answer, words), status: answer.status });
}

async function recover(c: PageContext, form: Form): Promise<Response> {
	const { words } = c.get("copy").developers.deliveries;
	const since = form.text("since");
	const answer = await callApi<Recovered>(c, {
		method: "POST",
		path: `${endpointPathsOf(c).api}/recover`,
		as: "developer",
		// The control gives local time without a zone; the page names UTC.
		body: {
			since: /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(since) ? `${since}:00Z` : since,
			dryRun: form.text("recover") === "count",
		},
	});
	return answer.ok
		? show(c, { since, recovered: answer.body })
		: show(c, { since, problems: problemsOf(c, answer, words), status: answer.status });
}

type State = { since?: string; recovered?: Recovered; problems?: Problem[]; status?: number };

async function show(
	c: PageContext,
	{ since, recovered, problems = [], status = 200 }: State,
): Promise<Response> {
	const { deliveries } = c.get("copy").developers;
	const paths = endpointPathsOf(c);
	const chosen = STATUSES.find((name) => name === c.req.query("status"));
	const cursor = c.req.query("cursor");
	const query = new URLSearchParams({ ...(chosen && { status: chosen }), ...(cursor && { cursor }) });
	const [endpoint, list] = await Promise.all([
		readApi<Answer<"getWebhookEndpoint">>(c, "developer", paths.api),
		readApi<Answer<"listWebhookDeliveries">>(c, "developer", `${paths.api}/deliveries?${query}`),
	]);
	return page(
		c,
		{ title: deliveries.title, area: "developers", status },
		<>
			<h1>{deliveries.title}</h1>
			<p>
				<a href={paths.page}>
					<span class="hash">{endpoint.url}</span>
				</a>
			</p>
			<DoneNote c={c} words={deliveries.done} />
			<ProblemList c={c} problems={problems} labels={deliveries.labels} />
			{recovered && (
				<p class="note" role="status">
					{recovered.dryRun ? deliveries.counted(recovered.count) : deliveries.recovered(recovered.count)}
					{recovered.hasMore && ` ${deliveries.more}`}
				</p>
			)}
			<form novalidate method="get" action={`${paths.page}/deliveries`} class="search">
				<SelectField
					name="status"
					label={deliveries.labels.status}
					value={chosen ?? ""}
					options={[
						["", deliveries.anyStatus],
						...STATUSES.map((name) => [name, deliveries.statuses[name]] as const),
					]}
				/>
				<button type="submit" class="second">
					{deliveries.filter}
				</button>
			</form>
			{list.data.length === 0 && <p>{deliveries.none}</p>}
			{list.data.map((delivery) => (
				<OneDelivery c={c} delivery={delivery} url={endpoint.url} path={`${paths.page}/deliveries`} />
			))}
			<Pager c={c} nextCursor={list.nextCursor} />
			<h2>{deliveries.recover.title}</h2>
			<p>{deliveries.recover.text}</p>
			<form novalidate method="post" action={`${paths.page}/deliveries`}>
				<TextField
					name="since"
					type="datetime-local"
					label={deliveries.labels.since}
					hint={deliveries.recover.hint}
					value={since}
					problems={problems}
					required
				/>
				<div class="actions">
					<button type="submit" class="second" name="recover" value="count">
						{deliveries.recover.count}
					</button>
					<button type="submit" name="recover" value="send">
						{deliveries.recover.send}
					</button>
				</div>
			</form>
		</>,
	);
}

type DeliveryProps = {
	c: PageContext;
	delivery: Delivery;
	url: string;
	/** Of the list. */
	path: string;
	/** On the page that shows what was sent. */
	isAlone?: boolean;
};

export function OneDelivery({ c, delivery, url, path, isAlone = false }: DeliveryProps) {
	const { deliveries } = c.get("copy").developers;
	const { eventId, type, status, attempts, nextAttemptAt } = delivery;
	return (
		<article aria-labelledby={eventId}>
			<h2 id={eventId}>
				<code>{type}</code> <span class={`status ${SHAPES[status]}`}>{deliveries.statuses[status]}</span>
			</h2>
			<dl>
				<dt>{deliveries.request}</dt>
				<dd>
					<code class="hash">{`POST ${url}`}</code>
				</dd>
				<dt>webhook-id</dt>
				<dd>
					<Code c={c} text={eventId} />{" "}
					{!isAlone && (
						<a href={`${path}/${eventId}`} aria-label={`${deliveries.see}: ${eventId}`}>
							{deliveries.see}
						</a>
					)}
				</dd>
				<dt>{deliveries.next}</dt>
				<dd>
					<TimeOr c={c} iso={nextAttemptAt} otherwise={deliveries.noNext} />
				</dd>
			</dl>
			{attempts.length === 0 ? <p>{deliveries.noAttempt}</p> : <AttemptsTable c={c} attempts={attempts} />}
			<form novalidate method="post" action={path}>
				<button
					type="submit"
					class="second"
					name="eventId"
					value={eventId}
					aria-label={`${deliveries.redeliver}: ${eventId}`}
				>
					{deliveries.redeliver}
				</button>
			</form>
		</article>
	);
}
