/** `/review`: the cases whose court order waits for a reviewer, one line for each filer, oldest first. */

import { shortened } from "../core/addresses.ts";
import { LinkLine } from "../core/form.tsx";
import { Hash, Network } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { Plot, type PlotBar } from "../core/plot.tsx";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { queryOf } from "../core/search.tsx";
import { type Column, Table } from "../core/table.tsx";
import { agoInWords, dayInWords } from "../core/times.ts";
import { read } from "./access.tsx";
import { CaseLink, Warnings } from "./case-table.tsx";
import { isObjectedTo } from "./objection.tsx";
import { HowToCheck, Rest } from "./parts.tsx";
import { TakenBy } from "./taking.tsx";

type Waiting = ResponseBody<"listWaitingCases">;
type Line = Waiting["data"][number];
type Weekly = ResponseBody<"listReviewWeeks">;

/** The service counts no further. */
const MOST = 1000;
const counted = (count: number) => (count < MOST ? String(count) : `${MOST}+`);

export async function queuePage(c: PageContext): Promise<Response> {
	const { queue: copy } = c.get("copy").review;
	const filer = c.req.query("filer");
	const { lines, heads, isPartial, nextCursor, weeks } = await readQueue(c);
	const { waiting } = weeks;
	return page(
		c,
		{
			...{ title: copy.title, area: "reviewers", scripts: ["queue"] },
			lead:
				filer === undefined ? copy.lead(counted(waiting.all), counted(waiting.filers)) : copy.ofFiler(filer),
		},
		<>
			{filer === undefined ? (
				<Groups c={c} waiting={waiting} />
			) : (
				<p class="unprinted">
					<a href="/review">{copy.all}</a>
				</p>
			)}
			<div class="queue">
				<Table
					caption={copy.title}
					rows={lines}
					columns={columnsOf(c, filer)}
					below={(line) => heads.has(line.caseId) && line.otherWaiting > 0 && <Others c={c} of={line} />}
				/>
			</div>
			{isPartial && <LinkLine href="/review?group=contested" text={copy.moreObjected} />}
			<Rest c={c} nextCursor={nextCursor} hasRows={lines.length > 0} />
			<Keys c={c} />
			{filer === undefined && <HowToCheck c={c} />}
			{filer === undefined && <Weeks c={c} weeks={weeks.data} />}
		</>,
	);
}

/** The groups that have one line for each filer. */
const COLLAPSED = new Set([undefined, "new"]);

/** Of each filer, so that nobody fills the top of the queue alone. */
const MAX_OBJECTIONS_OF_FILER = 3;

/**
 * The objections stand above the first page, because somebody can object to any case of a filer.
 * `heads`: the cases that stand for all of their filer. `isPartial`: more objections wait than stand above.
 */
async function readQueue(c: PageContext) {
	const query = queryOf(c, ["filer", "group"]);
	const [{ data, nextCursor }, weeks] = await Promise.all([
		read<Waiting>(c, `/review/waiting-cases?${query}`),
		read<Weekly>(c, "/review/weeks"),
	]);
	const isCollapsed = !query.has("filer") && COLLAPSED.has(c.req.query("group"));
	const isFirst = !["filer", "group", "cursor"].some((name) => query.has(name));
	const objected =
		isFirst && weeks.waiting.contested > 0
			? await read<Waiting>(c, "/review/waiting-cases?group=contested&limit=100")
			: { data: [] };
	const top = objected.data.filter(({ filer }, at, all) => {
		const older = all.slice(0, at).filter((line) => line.filer === filer);
		return older.length < MAX_OBJECTIONS_OF_FILER;
	});
	const above = new Set(top.map(({ caseId }) => caseId));
	return {
		isPartial: isFirst && weeks.waiting.contested > top.length,
		lines: [...top, ...objectedFirst(data).filter(({ caseId }) => !above.has(caseId))],
		heads: new Set(isCollapsed ? data.map(({ caseId }) => caseId) : []),
		...{ nextCursor, weeks },
	};
}

const objectedFirst = (lines: readonly Line[]): Line[] =>
	lines.toSorted((a, b) => Number(isObjectedTo(b)) - Number(isObjectedTo(a)));

function columnsOf(c: PageContext, filer: string | undefined): Column<Line>[] {
	const { labels, review } = c.get("copy");
	const { queue: copy } = review;
	const filedBy: Column<Line> = [copy.filer, ({ filer }) => <Hash text={shortened(filer)} />];
	return [
		[labels.case, (line) => <CaseLink of={line} />],
		[copy.asked, (line) => <Asked c={c} of={line} />],
		[
			labels.lostAccount,
			({ lostAccount, chainId }) => (
				<>
					<Hash text={shortened(lostAccount)} /> <Network c={c} chainId={chainId} />
				</>
			),
		],
		...(filer === undefined ? [filedBy] : []),
	];
}

/** What is asked of the reviewer, since when, and what stands in the way. */
function Asked({ c, of }: { c: PageContext; of: Line }) {
	const { queue: copy } = c.get("copy").review;
	const { taken } = of;
	const asked = copy.asks[askOf(of)];
	return (
		<>
			{isObjectedTo(of) ? <span class="status stopped">{asked}</span> : <strong>{asked}</strong>}
			<br />
			{copy.changed(agoInWords(of.answeredAt ?? of.updatedAt, Date.now(), c.get("language")))},{" "}
			{of.documentCount > 0 ? (
				copy.documents(of.documentCount)
			) : (
				<span class="status stopped">{copy.noDocument}</span>
			)}
			<Warnings c={c} of={of} />
			{taken && <br />}
			<TakenBy c={c} taken={taken} />
		</>
	);
}

function Others({ c, of: { filer, otherWaiting } }: { c: PageContext; of: Line }) {
	const { queue: copy } = c.get("copy").review;
	return <a href={`/review?${new URLSearchParams({ filer })}`}>{copy.more(otherWaiting)}</a>;
}

/** A hint for who has a keyboard, and the way to turn the keys off (WCAG 2.1.4). The script shows the button. */
function Keys({ c }: { c: PageContext }) {
	const { keys, keysOff, keysOn } = c.get("copy").review.queue;
	return (
		<p class="quiet unprinted keys">
			{keys}{" "}
			<button type="button" class="quiet" data-keys data-on={keysOn} data-off={keysOff}>
				{keysOff}
			</button>
		</p>
	);
}

/** After a case: the next one of its filer, else of the next filer; the queue if no other waits. */
export async function nextCasePage(c: PageContext): Promise<Response> {
	const { after, filer } = c.req.query();
	const waiting = async (query: Record<string, string>) =>
		(await read<Waiting>(c, `/review/waiting-cases?${new URLSearchParams(query)}`)).data;
	const own = filer === undefined ? [] : await waiting({ filer });
	// A case that was decided just now waits no more.
	const next = own[own.findIndex(({ caseId }) => caseId === after) + 1] ?? afterFiler(await waiting({}));
	return redirect(c, next === undefined ? "/review" : `/review/cases/${next.caseId}`);

	function afterFiler(heads: Line[]): Line | undefined {
		const at = heads.findIndex((head) => head.caseId === after || head.filer === filer);
		return heads[at + 1] ?? heads.find(({ caseId }) => caseId !== after);
	}
}

const GROUPS = [undefined, "new", "contested", "answered", "second", "mine"] as const;

function Groups({ c, waiting }: { c: PageContext; waiting: Weekly["waiting"] }) {
	const { groups } = c.get("copy").desk;
	const shown = c.req.query("group");
	const isNeeded = c.env.settings.reviewersToVerify > 1 || waiting.second > 0;
	return (
		<nav class="links unprinted" aria-label={groups.label}>
			{GROUPS.filter((group) => group !== "second" || isNeeded).map((group) => (
				<a
					href={group === undefined ? "/review" : `/review?group=${group}`}
					aria-current={group === shown ? "page" : undefined}
				>
					{groups[group ?? "all"]} ({counted(waiting[group ?? "all"])})
				</a>
			))}
		</nav>
	);
}

/** What the case asks of a reviewer. */
function askOf(line: Line): "stop" | "contested" | "answered" | "second" | "order" | "halted" {
	if (isObjectedTo(line)) return "contested";
	if (line.stopUntil !== null) return "stop";
	if (line.answeredAt !== null) return "answered";
	if (line.status === "action_required") return "halted";
	return line.verification === "verified_once" ? "second" : "order";
}

type Week = ResponseBody<"listReviewWeeks">["data"][number];

const WEEK_MS = 604_800_000;
const SHOWN_WEEKS = 12;

/** Nothing before the first count. */
function Weeks({ c, weeks }: { c: PageContext; weeks: readonly Week[] }) {
	const { weeks: copy } = c.get("copy").desk;
	const last = weeks.at(-1);
	if (!last) return null;
	const known = new Map(weeks.map((week) => [Date.parse(week.week), week]));
	const mondays = Array.from(
		{ length: SHOWN_WEEKS },
		(_, at) => Date.parse(last.week) - (SHOWN_WEEKS - 1 - at) * WEEK_MS,
	);
	const bars = (value: (week: Week | undefined) => number | null): PlotBar[] =>
		mondays.map((at) => ({
			label: dayInWords(new Date(at).toISOString(), c.get("language")),
			values: [value(known.get(at))],
		}));
	return (
		<details class="unprinted">
			<summary>{copy.title}</summary>
			<div class="plots">
				<Plot
					c={c}
					title={copy.waiting}
					of={copy.week}
					series={[{ name: copy.cases, tone: "wait" }]}
					bars={bars((week) => week?.waiting ?? null)}
				/>
				<Plot
					c={c}
					title={copy.decided}
					of={copy.week}
					series={[{ name: copy.decisions, tone: "finished" }]}
					bars={bars((week) => week?.decided ?? 0)}
				/>
			</div>
		</details>
	);
}
