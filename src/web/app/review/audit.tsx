/** `/review/audit`: who did what, newest first. */
import { AUDIT_ACTIONS } from "../../../audit/audit-event.ts";
import type { Answer } from "../core/answers.ts";
import { callApi } from "../core/api.ts";
import { ProblemList } from "../core/fields.tsx";
import { Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { Table } from "../core/table.tsx";
import { failOn } from "./access.tsx";
import { problemsIn, queryOf, Rest } from "./parts.tsx";
import { Search } from "./search.tsx";

type Events = Answer<"listAuditEvents">;

export async function auditPage(c: PageContext): Promise<Response> {
	const { audit: copy, list } = c.get("copy").review;
	const query = queryOf(c, ["action", "actor", "target", "from", "to"]);
	for (const name of ["from", "to"]) {
		const time = query.get(name);
		if (time !== null) query.set(name, inUtc(time));
	}
	const path = `/review/audit?${query}`;
	const answer = await callApi<Events>(c, { method: "GET", path, as: "developer" });
	if (!answer.ok) failOn(answer, 400);
	const problems = answer.ok ? [] : problemsIn(c, answer);
	const actions = AUDIT_ACTIONS.map((action) => [action, action] as const);
	return page(
		c,
		{ title: copy.title, area: "reviewers", status: answer.status },
		<>
			<h1>{copy.title}</h1>
			<p class="lead">{copy.lead}</p>
			<ProblemList c={c} problems={problems} labels={copy} />
			<Search
				c={c}
				problems={problems}
				fields={[
					{ name: "action", label: copy.action, options: [["", list.any], ...actions] },
					{ name: "actor", label: copy.actor },
					{ name: "target", label: copy.target },
					{ name: "from", label: copy.from, type: "datetime-local" },
					{ name: "to", label: copy.to, type: "datetime-local" },
				]}
			/>
			{answer.ok && (
				<>
					<EventTable c={c} events={answer.body.data} />
					<Rest c={c} nextCursor={answer.body.nextCursor} hasRows={answer.body.data.length > 0} />
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
	const { audit: copy, list } = c.get("copy").review;
	return (
		<Table
			caption={copy.title}
			rows={events}
			columns={[
				[copy.time, ({ at }) => <Time c={c} only="short" iso={at} />],
				[copy.action, ({ action }) => <code>{action}</code>],
				[copy.actor, ({ actor }) => (actor === null ? list.none : <Who name="actor" id={actor} />)],
				[copy.target, ({ target }) => (target === null ? list.none : <Who name="target" id={target} />)],
				[copy.count, ({ count }) => count],
				[
					copy.request,
					({ requestId, ipHash }) => (
						<>
							<span class="hash">{requestId}</span> {copy.network} <span class="hash">{ipHash}</span>
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
