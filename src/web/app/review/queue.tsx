/** `/review`: the cases whose court order waits for a reviewer, one line for each filer, oldest first. */

import { shortened } from "../core/addresses.ts";
import { Hash, Network } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { queryOf } from "../core/search.tsx";
import { type Column, Table } from "../core/table.tsx";
import { agoInWords } from "../core/times.ts";
import { read } from "./access.tsx";
import { HowToCheck } from "./case.tsx";
import { CaseLink, Warnings } from "./case-table.tsx";
import { Rest } from "./parts.tsx";
import { TakenBy } from "./taking.tsx";
import { Weeks } from "./weeks.tsx";

type Waiting = ResponseBody<"listWaitingCases">;
type Line = Waiting["data"][number];

export async function queuePage(c: PageContext): Promise<Response> {
	const { queue: copy } = c.get("copy").review;
	const [{ data, nextCursor }, weeks] = await Promise.all([
		read<Waiting>(c, `/review/waiting-cases?${queryOf(c, ["filer", "group"])}`),
		read<ResponseBody<"listReviewWeeks">>(c, "/review/weeks"),
	]);
	const filer = c.req.query("filer");
	// A line stands for all of its filer where the list has one line a filer.
	const isCollapsed = filer === undefined && COLLAPSED.has(c.req.query("group"));
	const isWhole = isCollapsed && nextCursor === null && c.req.query("cursor") === undefined;
	return page(
		c,
		{
			...{ title: copy.title, area: "reviewers", scripts: ["queue"] },
			lead: filer === undefined ? copy.lead : copy.ofFiler(filer),
		},
		<>
			<nav class="links unprinted" aria-label={copy.title}>
				{filer !== undefined && <a href="/review">{copy.all}</a>}
				<a href="/review/cases">{copy.search}</a>
			</nav>
			{filer === undefined && <Groups c={c} />}
			{isWhole && data.length > 0 && (
				<p>
					<strong>
						{copy.waiting(
							data.reduce((sum, line) => sum + line.otherWaiting + 1, 0),
							data.length,
						)}
					</strong>
				</p>
			)}
			<Keys c={c} />
			<Table
				caption={copy.title}
				rows={data.toSorted((one, other) => Number(isContested(other)) - Number(isContested(one)))}
				columns={columnsOf(c, isCollapsed)}
				below={(line) => isCollapsed && line.otherWaiting > 0 && <Others c={c} of={line} />}
			/>
			<Rest c={c} nextCursor={nextCursor} hasRows={data.length > 0} />
			{filer === undefined && <HowToCheck c={c} />}
			{filer === undefined && <Weeks c={c} weeks={weeks.data} />}
		</>,
	);
}

/** The groups that have one line for each filer. */
const COLLAPSED = new Set([undefined, "new"]);

const isContested = ({ statusReason }: Line) => statusReason === "contested";

function columnsOf(c: PageContext, isCollapsed: boolean): Column<Line>[] {
	const { queue: copy } = c.get("copy").review;
	const filedBy: Column<Line> = [copy.filer, ({ filer }) => <Hash text={shortened(filer)} />];
	return [
		[copy.case, (line) => <CaseLink of={line} />],
		[copy.asked, (line) => <Asked c={c} of={line} />],
		[
			copy.documents,
			({ documentCount }) =>
				documentCount > 0 ? documentCount : <span class="status stopped">{copy.noDocument}</span>,
		],
		[
			copy.lost,
			({ lostAccount, chainId }) => (
				<>
					<Hash text={shortened(lostAccount)} /> <Network c={c} chainId={chainId} />
				</>
			),
		],
		...(isCollapsed ? [filedBy] : []),
	];
}

/** What is asked of the reviewer, since when, and what stands in the way. */
function Asked({ c, of }: { c: PageContext; of: Line }) {
	const { queue: copy } = c.get("copy").review;
	const { taken } = of;
	const asked = copy.asks[askOf(of)];
	return (
		<>
			{isContested(of) ? <span class="status stopped">{asked}</span> : <strong>{asked}</strong>}
			<br />
			{copy.changed(agoInWords(of.answeredAt ?? of.updatedAt, Date.now(), c.get("language")))}
			<Warnings c={c} of={of} />
			{taken && <br />}
			<TakenBy c={c} taken={taken} />
		</>
	);
}

function Others({ c, of: { filer, otherWaiting } }: { c: PageContext; of: Line }) {
	const { queue: copy } = c.get("copy").review;
	return (
		<a href={`/review?${new URLSearchParams({ filer })}`}>{copy.more(otherWaiting, shortened(filer))}</a>
	);
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

const GROUPS = [undefined, "new", "answered", "second", "mine"] as const;

function Groups({ c }: { c: PageContext }) {
	const { groups } = c.get("copy").desk;
	const shown = c.req.query("group");
	return (
		<nav class="links unprinted" aria-label={groups.label}>
			{GROUPS.map((group) => (
				<a
					href={group === undefined ? "/review" : `/review?group=${group}`}
					aria-current={group === shown ? "page" : undefined}
				>
					{groups[group ?? "all"]}
				</a>
			))}
		</nav>
	);
}

/** What the case asks of a reviewer. */
function askOf(line: Line): "stop" | "contested" | "answered" | "second" | "order" | "halted" {
	if (isContested(line)) return "contested";
	if (line.stopUntil !== null) return "stop";
	if (line.answeredAt !== null) return "answered";
	if (line.status === "action_required") return "halted";
	return line.verification === "verified_once" ? "second" : "order";
}
