/** The numbers of a developer on `/developers`, as plots. Nothing for somebody who has neither cases nor deliveries. */
import { CASE_STATUSES, type CaseStatus } from "../../../protocol/enumerations.ts";
import { Facts } from "../core/facts.tsx";
import type { PageContext } from "../core/page-env.ts";
import { Plot } from "../core/plot.tsx";
import { dayInWords } from "../core/times.ts";
import type { Day, Start } from "./start-data.ts";

export function Numbers({ c, start }: { c: PageContext; start: Start }) {
	const { numbers } = c.get("copy").developers.account.overview;
	const hasDeliveries = start.total.delivered + start.total.failed > 0;
	if (start.cases.length === 0 && !hasDeliveries) return null;
	return (
		<>
			<h2>{numbers.title}</h2>
			<div class="plots">
				{start.cases.length > 0 && <Cases c={c} start={start} />}
				{hasDeliveries && <Deliveries c={c} start={start} />}
			</div>
			<p class="quiet">
				{start.hasMoreCases && `${numbers.newestCases(start.cases.length)} `}
				{hasDeliveries && numbers.newestDeliveries}
			</p>
		</>
	);
}

function Cases({ c, start }: { c: PageContext; start: Start }) {
	const { numbers } = c.get("copy").developers.account.overview;
	const countOf = (status: CaseStatus) => start.cases.filter((entry) => entry.status === status).length;
	return (
		<Plot
			c={c}
			title={numbers.cases}
			of={c.get("copy").labels.status}
			series={[{ name: numbers.count, tone: "act" }]}
			bars={CASE_STATUSES.map((status) => ({ label: numbers.statuses[status], values: [countOf(status)] }))}
			isLying
		/>
	);
}

function Deliveries({ c, start }: { c: PageContext; start: Start }) {
	const { numbers } = c.get("copy").developers.account.overview;
	const { total, deliveries } = start;
	const label = ({ date }: Day) => dayInWords(date, c.get("language"));
	const milliseconds = (value: number) => `${value} ms`;
	return (
		<>
			<div>
				<Plot
					c={c}
					title={numbers.deliveries}
					of={numbers.day}
					series={[
						{ name: numbers.delivered, tone: "finished" },
						{ name: numbers.failed, tone: "danger" },
					]}
					more={[numbers.rate]}
					bars={deliveries.map((day) => ({
						label: label(day),
						values: [day.delivered, day.failed],
						more: [rateOf(day)],
					}))}
				/>
				<Facts of={[[numbers.rate, rateOf(total)]]} />
			</div>
			<div>
				<Plot
					c={c}
					title={numbers.times}
					of={numbers.day}
					series={[{ name: numbers.median, tone: "act" }]}
					bars={deliveries.map((day) => ({ label: label(day), values: [day.medianMs] }))}
					say={milliseconds}
				/>
				<Facts of={[[numbers.median, total.medianMs !== null && milliseconds(total.medianMs)]]} />
			</div>
		</>
	);
}

function rateOf({ delivered, failed }: Omit<Day, "date">): string {
	const all = delivered + failed;
	return all === 0 ? "–" : `${Math.floor((100 * delivered) / all)} %`;
}
