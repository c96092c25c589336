/** What was objected to a case, beside the decision about it (hosted-app.md "Reviewers"). */
import { Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { type ReviewedCase, reasonAt } from "./case-table.tsx";

/** `reason`: null if the message has none. */
type Objection = { at: string; reason: string | null };

export const isObjectedTo = ({ statusReason }: Pick<ReviewedCase, "statusReason">): boolean =>
	statusReason === "contested";

/** The newest objection, also of a case that went on after it. */
export const objectionIn = ({ history }: ReviewedCase) =>
	history.findLast(({ move }) => move === "contest" || move === "contest_all");

export function objectionOf(of: ReviewedCase): Objection | null {
	const entry = objectionIn(of);
	return entry ? { at: entry.at, reason: reasonAt(of, entry.sequence)?.text ?? null } : null;
}

/** Its words, or why there are none. */
export function ObjectionWords({ c, of: { reason } }: { c: PageContext; of: Objection }) {
	const { objection: copy } = c.get("copy").desk;
	const [open, close] = c.get("copy").acts.contract.quoted;
	if (reason === null) return <>{copy.ofAll}</>;
	return (
		<>
			{open}
			<bdi>{reason}</bdi>
			{close}
		</>
	);
}

export function ObjectionPart({ c, objection }: { c: PageContext; objection: Objection | null }) {
	const { objection: copy } = c.get("copy").desk;
	if (objection === null) return null;
	return (
		<>
			<p class="lead">
				<ObjectionWords c={c} of={objection} />
			</p>
			<p>
				{copy.signed} <Time c={c} iso={objection.at} />. {copy.proof}
			</p>
		</>
	);
}
