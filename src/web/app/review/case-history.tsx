/** A case's history for reviewers: who decided, why, and how much was compared. */
import { type Entry, History } from "../core/case-view.tsx";
import { Hash } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { ReviewedCase } from "./case-table.tsx";
import { DECISIONS } from "./decision-form.tsx";
import type { Payloads } from "./payloads.ts";

/** `values`: how many could be compared. */
type Props = { c: PageContext; of: ReviewedCase; payloads: Payloads; values: number };

/** Reviewers see which colleague decided. */
export function CaseHistory({ c, of, payloads, values }: Props) {
	const { labels, review } = c.get("copy");
	return (
		<History
			c={c}
			history={of.history}
			below={({ sequence, move }) => (
				<Said c={c} payload={payloads.get(sequence)} values={isShown(of, move) ? values : 0} />
			)}
			more={[
				[review.case.by, ({ actor }) => actor.includes(":") && <Hash text={actor.split(":")[1] ?? ""} />],
				[labels.status, (entry) => newStatus(c, entry)],
			]}
		/>
	);
}

/** A dash if the entry led to no other status. What else it changed, such as the verification, is told by the move. */
function newStatus(c: PageContext, { from, to, reason, eventId }: Entry): string {
	const { statuses, statusReasons } = c.get("copy").verify;
	if (eventId === null || (from === "pending" && to === "pending")) return "–";
	return reason === null ? statuses[to] : `${statuses[to]}: ${statusReasons[reason]}`;
}

/** Of decisions. A second reviewer is not shown what the first one found (recovery.md "What a reviewer compared"). */
const isShown = ({ courtOrder }: ReviewedCase, move: string): boolean =>
	DECISIONS.some((decision) => decision === move) && courtOrder?.verification !== "verified_once";

type SaidProps = Pick<Props, "c" | "values"> & { payload: ReturnType<Payloads["get"]> };

function Said({ c, payload, values }: SaidProps) {
	const { labels, desk } = c.get("copy");
	if (payload?.note === undefined) return null;
	const { note, compared = [] } = payload;
	const differing = compared.filter(({ differs }) => differs !== undefined).length;
	return (
		<div class="quiet">
			{labels.reason}: <bdi>{note}</bdi>
			{values > 0 && (
				<>
					<br />
					{desk.comparison.stored(compared.length, values, differing)}
				</>
			)}
		</div>
	);
}
