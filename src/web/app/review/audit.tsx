/** `/review/audit`: who did what, newest first. */
import { AUDIT_ACTIONS } from "../../../audit/audit-event.ts";
import { Hash, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { queryOf, readSearch, Search } from "../core/search.tsx";
import { Table } from "../core/table.tsx";
import { Rest } from "./parts.tsx";

type Events = ResponseBody<"listAuditEvents">;

export async function auditPage(c: PageContext): Promise<Response> {
	const { audit: copy, list: words, failures } = c.get("copy").review;
	const query = queryOf(c, ["action", "actor", "target", "from", "to"]);
	for (const name of ["from", "to"]) {
		const time = query.get(name);
		if (time !== null) query.set(name, inUtc(time));
	}
	const { list, rejected } = await readSearch<Events>(c, "/review/audit", {
		query,
		words: failures,
	});
	const actions = AUDIT_ACTIONS.map((action) => [action, action] as const);
	return page(
		c,
		{ title: copy.title, area: "reviewers", lead: copy.lead, ...rejected, labels: copy },
		<>
			<Search
				c={c}
				problems={rejected.problems}
				fields={[
					{ name: "action", label: copy.action, options: [["", words.any], ...actions] },
					{ name: "actor", label: copy.actor },
					{ name: "target", label: copy.target },
					{ name: "from", label: copy.from, type: "datetime-local" },
					{ name: "to", label: copy.to, type: "datetime-local" },
				]}
				submit={words.show}
			/>
			{list && (
				<>
					<EventTable c={c} events={list.data} />
					<Rest c={c} nextCursor={list.nextCursor} hasRows={list.data.length > 0} />
				</>
			)}
		</>,
	);
}

/** The control gives a time without a zone; its label names UTC. */
function inUtc(text: string): string {
	if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return `${text}:00Z`;
	return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) ? `${text}Z` : text;
}

function EventTable({ c, events }: { c: PageContext; events: Events["data"] }) {
	const { labels, review } = c.get("copy");
	const { audit: copy } = review;
	return (
		<Table
			caption={copy.title}
			rows={events}
			columns={[
				[labels.time, ({ at }) => <Time c={c} only="short" iso={at} />],
				[copy.action, ({ action }) => <code>{action}</code>],
				[copy.actor, ({ actor }) => (actor === null ? labels.none : <Who name="actor" id={actor} />)],
				[copy.target, ({ target }) => (target === null ? labels.none : <Who name="target" id={target} />)],
				[copy.count, ({ count }) => count],
				[
					labels.request,
					({ requestId, ipHash }) => (
						<>
							<Hash text={requestId} /> {copy.network} <Hash text={ipHash} />
						</>
					),
				],
			]}
		/>
	);
}

/** Leads to everything by, or on, the same one. */
function Who({ name, id }: { name: "actor" | "target"; id: string }) {
	return (
		<a class="hash" href={`/review/audit?${new URLSearchParams({ [name]: id })}`}>
			{id}
		</a>
	);
}
