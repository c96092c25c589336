/** `/developers/endpoints/{endpointId}/deliveries`: requests, responses, and repetitions. */

import { callApi, readApi } from "../core/api.ts";
import { Facts } from "../core/facts.tsx";
import { TextField } from "../core/fields.tsx";
import { ButtonForm, LinkLine } from "../core/form.tsx";
import { Code, Hash, Time } from "../core/format.tsx";
import { type Form, readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { Pager } from "../core/pager.tsx";
import { type Rejected, rejectedBy } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { Search } from "../core/search.tsx";
import { AttemptsTable } from "./attempts.tsx";
import { endpointPathsOf } from "./endpoint.tsx";
import { TimeOr } from "./parts.tsx";

type Delivery = ResponseBody<"listWebhookDeliveries">["data"][number];
type Recovered = ResponseBody<"recoverWebhookEvents">;

const STATUSES = ["waiting", "delivered", "failed", "skipped"] as const;
const SHAPES = { waiting: "waiting", delivered: "done", failed: "stopped", skipped: "" };

/** Failed deliveries of any age that the first page begins with. */
const FAILED_FIRST = 10;
const RANK_OF_REST = 2;

/** Failed for good, then those of which an attempt has failed, then all others. */
function rankOf({ status, attempts }: Delivery): number {
	if (status === "failed") return 0;
	return status === "waiting" && attempts.length > 0 ? 1 : RANK_OF_REST;
}

type Shown = Rejected & { since?: string; recovered?: Recovered };

export async function deliveriesPage(c: PageContext, shown: Shown = {}): Promise<Response> {
	const { labels, common } = c.get("copy");
	const { since, recovered, ...rejected } = shown;
	const { deliveries } = c.get("copy").developers;
	const paths = endpointPathsOf(c);
	const path = `${paths.page}/deliveries`;
	const chosen = STATUSES.find((name) => name === c.req.query("status"));
	const cursor = c.req.query("cursor");
	const query = new URLSearchParams({ ...(chosen && { status: chosen }), ...(cursor && { cursor }) });
	const read = (query: string) =>
		readApi<ResponseBody<"listWebhookDeliveries">>(c, "developer", `${paths.api}/deliveries?${query}`);
	const [endpoint, list, failed] = await Promise.all([
		readApi<ResponseBody<"getWebhookEndpoint">>(c, "developer", paths.api),
		read(query.toString()),
		// Errors stand first, also old ones.
		query.size === 0 ? read(`status=failed&limit=${FAILED_FIRST}`) : { data: [] },
	]);
	const rows = [
		...failed.data,
		...list.data.filter(({ eventId }) => failed.data.every((other) => other.eventId !== eventId)),
	].toSorted((a, b) => rankOf(a) - rankOf(b));
	const { url } = endpoint;
	const statuses = STATUSES.map((name) => [name, deliveries.statuses[name]] as const);
	return page(
		c,
		{
			...{ title: deliveries.title, area: "developers", done: deliveries.done },
			...rejected,
			labels: deliveries.labels,
		},
		<>
			<p>
				<a href={paths.page}>
					<Hash text={url} />
				</a>
			</p>
			{recovered && (
				<p class="note" role="status">
					{recovered.dryRun ? deliveries.counted(recovered.count) : deliveries.recovered(recovered.count)}
					{recovered.hasMore && ` ${deliveries.more}`}
				</p>
			)}
			<Search
				c={c}
				fields={[
					{
						name: "status",
						label: deliveries.labels.status,
						options: [["", labels.any], ...statuses],
					},
				]}
				submit={common.action.filter}
			/>
			{rows.length === 0 && <p>{deliveries.none}</p>}
			{rows.map((delivery, at) => (
				<DeliveryLine
					c={c}
					delivery={delivery}
					url={url}
					path={path}
					isOpen={at === 0 && rankOf(delivery) < RANK_OF_REST}
				/>
			))}
			<Pager c={c} nextCursor={list.nextCursor} />
			<Recover c={c} path={path} since={since} problems={rejected.problems} />
		</>,
	);
}

type RecoverProps = {
	c: PageContext;
	path: string;
	since: string | undefined;
	problems: Rejected["problems"];
};

/** Sends all events since a time again, or counts them first. */
function Recover({ c, path, since, problems }: RecoverProps) {
	const { recover, labels } = c.get("copy").developers.deliveries;
	return (
		<>
			<h2>{recover.title}</h2>
			<p>{recover.text}</p>
			<form novalidate method="post" action={path}>
				<TextField
					name="since"
					type="datetime-local"
					label={labels.since}
					hint={recover.hint}
					value={since}
					problems={problems}
					required
				/>
				<div class="actions">
					<button type="submit" class="second" name="recover" value="count">
						{recover.count}
					</button>
					<button type="submit" name="recover" value="send">
						{recover.send}
					</button>
				</div>
			</form>
		</>
	);
}

type DeliveryProps = {
	c: PageContext;
	delivery: Delivery;
	url: string;
	/** Of the list. */
	path: string;
};

/** What matters of a delivery in one line, which opens. */
function DeliveryLine({ isOpen, ...props }: DeliveryProps & { isOpen: boolean }) {
	const { c, delivery, path } = props;
	const { deliveries } = c.get("copy").developers;
	const { eventId, type, attempts } = delivery;
	const last = attempts.at(-1);
	return (
		<details class="line" open={isOpen}>
			<summary>
				<DeliveryStatus {...props} /> <code>{type}</code>{" "}
				{last && (
					<>
						{last.httpStatus !== null && <span class="quiet">{last.httpStatus}</span>}{" "}
						<Time c={c} only="short" iso={last.at} />
					</>
				)}
			</summary>
			<div class="pair">
				<DeliveryFacts {...props} />
				<Attempts {...props} />
			</div>
			<p>
				<a href={`${path}/${eventId}`} aria-label={`${deliveries.see}: ${eventId}`}>
					{deliveries.see}
				</a>
			</p>
			<Redeliver {...props} />
		</details>
	);
}

function DeliveryStatus({ c, delivery: { status } }: DeliveryProps) {
	const { statuses } = c.get("copy").developers.deliveries;
	return <span class={`status ${SHAPES[status]}`}>{statuses[status]}</span>;
}

function DeliveryFacts({ c, delivery, url }: DeliveryProps) {
	const { labels } = c.get("copy");
	const { deliveries } = c.get("copy").developers;
	return (
		<Facts
			of={[
				[labels.request, <code class="hash">{`POST ${url}`}</code>],
				["webhook-id", <Code c={c} text={delivery.eventId} />],
				[deliveries.next, <TimeOr c={c} iso={delivery.nextAttemptAt} otherwise={labels.none} />],
			]}
		/>
	);
}

function Attempts({ c, delivery: { attempts } }: DeliveryProps) {
	if (attempts.length === 0) return <p>{c.get("copy").developers.deliveries.noAttempt}</p>;
	return <AttemptsTable c={c} attempts={attempts.toReversed()} />;
}

function Redeliver({ c, delivery: { eventId }, path }: DeliveryProps) {
	const { redeliver } = c.get("copy").developers.deliveries;
	return <ButtonForm action={path} submit={redeliver} name="eventId" value={eventId} about={eventId} />;
}

export async function sendAgain(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	return form.has("eventId") ? redeliver(c, form) : recover(c, form);
}

async function redeliver(c: PageContext, form: Form): Promise<Response> {
	const paths = endpointPathsOf(c);
	const path = `${paths.api}/deliveries/${encodeURIComponent(form.text("eventId"))}/redeliver`;
	const response = await callApi(c, { method: "POST", path, as: "developer" });
	if (response.ok) return redirect(c, `${paths.page}/deliveries`, "redelivered");
	const { words } = c.get("copy").developers.deliveries;
	return deliveriesPage(c, rejectedBy(c, response, words));
}

async function recover(c: PageContext, form: Form): Promise<Response> {
	const { words } = c.get("copy").developers.deliveries;
	const since = form.text("since");
	const response = await callApi<Recovered>(c, {
		method: "POST",
		path: `${endpointPathsOf(c).api}/recover`,
		as: "developer",
		// The control gives local time without a zone; the page names UTC.
		body: {
			since: /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(since) ? `${since}:00Z` : since,
			dryRun: form.text("recover") === "count",
		},
	});
	const result = response.ok ? { recovered: response.body } : rejectedBy(c, response, words);
	return deliveriesPage(c, { since, ...result });
}

type Detail = ResponseBody<"getWebhookDelivery">;

/** `…/deliveries/{eventId}`: one delivery, with its request. */
export async function deliveryPage(c: PageContext): Promise<Response> {
	const paths = endpointPathsOf(c);
	const eventId = encodeURIComponent(c.req.param("eventId") ?? "");
	const delivery = await readApi<Detail>(c, "developer", `${paths.api}/deliveries/${eventId}`);
	const { deliveries } = c.get("copy").developers;
	const { url, headers, body } = delivery.request;
	const props = { c, delivery, url, path: `${paths.page}/deliveries` };
	return page(
		c,
		{
			title: deliveries.one,
			area: "developers",
		},
		<>
			<LinkLine href={props.path} text={deliveries.title} />
			<p>
				<DeliveryStatus {...props} /> <code>{delivery.type}</code>
			</p>
			<DeliveryFacts {...props} />
			<Redeliver {...props} />
			<div class="pair">
				<section>
					<h2>{deliveries.body}</h2>
					<pre class="document" tabindex={0}>
						{body}
					</pre>
					<h2>{deliveries.headers}</h2>
					<p>{deliveries.headersText}</p>
					<pre tabindex={0}>
						{Object.entries(headers)
							.map(([name, value]) => `${name}: ${value}`)
							.join("\n")}
					</pre>
				</section>
				<section>
					<h2>{deliveries.attempts}</h2>
					<Attempts {...props} />
				</section>
			</div>
		</>,
	);
}
