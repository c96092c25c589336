/** `/review`: the cases whose court order waits for a reviewer, one line for each filer, oldest first. */

import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { queryOf } from "../core/search.tsx";
import type { Column } from "../core/table.tsx";
import { agoInWords } from "../core/times.ts";
import { read } from "./access.tsx";
import { CaseTable } from "./case-table.tsx";
import { Rest } from "./parts.tsx";
import { TakenBy } from "./taking.tsx";
import { Weeks } from "./weeks.tsx";

type Waiting = ResponseBody<"listWaitingCases">;

export async function queuePage(c: PageContext): Promise<Response> {
	const { queue: copy } = c.get("copy").review;
	const [{ data, nextCursor }, weeks] = await Promise.all([
		read<Waiting>(c, `/review/waiting-cases?${queryOf(c, ["filer", "group"])}`),
		read<ResponseBody<"listReviewWeeks">>(c, "/review/weeks"),
	]);
	const filer = c.req.query("filer");
	const now = Date.now();
	const filedBy: Column<Waiting["data"][number]> = [
		copy.filer,
		({ filer: of, otherWaiting }) => (
			<>
				<code class="hash">{of}</code>{" "}
				{otherWaiting > 0 && (
					<a href={`/review?${new URLSearchParams({ filer: of })}`}>{copy.more(otherWaiting)}</a>
				)}
			</>
		),
	];
	return page(
		c,
		{
			...{ title: copy.title, area: "reviewers", scripts: ["queue"] },
			lead: filer === undefined ? copy.lead : copy.ofFiler(filer),
		},
		<>
			<p>
				{filer !== undefined && <a href="/review">{copy.all}</a>} <a href="/review/cases">{copy.search}</a>
			</p>
			{filer === undefined && <Groups c={c} />}
			{data.length > 1 && <p class="quiet unprinted">{copy.keys}</p>}
			<CaseTable
				c={c}
				cases={data}
				caption={copy.title}
				before={[
					[
						copy.asked,
						(line) => (
							<>
								{copy.asks[askOf(line)]}
								<br />
								{copy.changed(agoInWords(line.answeredAt ?? line.updatedAt, now, c.get("language")))}
								{line.taken && <br />}
								<TakenBy c={c} taken={line.taken} />
							</>
						),
					],
					[copy.documents, ({ documentCount }) => documentCount],
				]}
				after={filer === undefined ? [filedBy] : []}
			/>
			<Rest c={c} nextCursor={nextCursor} hasRows={data.length > 0} />
			{filer === undefined && <Weeks c={c} weeks={weeks.data} />}
		</>,
	);
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
function askOf(line: Waiting["data"][number]): "stop" | "answered" | "second" | "order" | "halted" {
	if (line.stopUntil !== null) return "stop";
	if (line.answeredAt !== null) return "answered";
	if (line.status === "action_required") return "halted";
	return line.verification === "verified_once" ? "second" : "order";
}
