/** The reviewers' work by week (recovery.md "Weeks of the review"). */
import type { PageContext } from "../core/page-env.ts";
import { Plot, type PlotBar } from "../core/plot.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { dayInWords } from "../core/times.ts";

type Week = ResponseBody<"listReviewWeeks">["data"][number];

const WEEK_MS = 604_800_000;
const SHOWN_WEEKS = 12;

/** Nothing before the first count. */
export function Weeks({ c, weeks }: { c: PageContext; weeks: readonly Week[] }) {
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
