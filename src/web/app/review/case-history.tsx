/** A case's history for reviewers: who decided, why, and how much was compared. */
import { type Entry, History } from "../core/case-view.tsx";
import { Hash } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { type ReviewedCase, reasonAt } from "./case-table.tsx";
import { DECISIONS } from "./decision-form.tsx";

/** `values`: how many could be compared. */
type Props = { c: PageContext; of: ReviewedCase; values: number };

/** Reviewers see which colleague decided. */
export function CaseHistory({ c, of, values }: Props) {
	const { labels, review } = c.get("copy");
	return (
		<History
			c={c}
			history={of.history}
			below={({ sequence, move }) => (
				<Said c={c} said={isDecision(move) && reasonAt(of, sequence)} values={isShown(of) ? values : 0} />
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

const isDecision = (move: string): boolean => DECISIONS.some((decision) => decision === move);

/** A second reviewer is not shown what the first one found (recovery.md "What a reviewer compared"). */
const isShown = ({ courtOrder }: ReviewedCase): boolean => courtOrder?.verification !== "verified_once";

type SaidProps = Pick<Props, "c" | "values"> & { said: ReturnType<typeof reasonAt> | false };

function Said({ c, said, values }: SaidProps) {
	const { labels, desk } = c.get("copy");
	if (!said) return null;
	const { text, compared = [] } = said;
	const differing = compared.filter(({ differs }) => differs !== undefined).length;
	return (
		<div class="quiet">
			{labels.reason}: <bdi>{text}</bdi>
			{values > 0 && (
				<>
					<br />
					{desk.comparison.stored(compared.length, values, differing)}
				</>
			)}
		</div>
	);
}
