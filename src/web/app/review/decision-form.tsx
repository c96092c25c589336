/** The form of a reviewer's decision. It offers the moves that the lifecycle allows; the API decides. */
import type { PropsWithChildren } from "hono/jsx";
import { isAsked } from "../../../protocol/answered.ts";
import { REQUEST_REASONS } from "../../../protocol/enumerations.ts";
import { isOpen } from "../cases/standing.ts";
import { FieldGroup, ProblemList, SelectField, TextField } from "../core/fields.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import type { ReviewedCase } from "./case-table.tsx";
import type { Claimed } from "./claimed.ts";
import type { TypedValues } from "./compared.ts";
import { Comparison } from "./comparison.tsx";
import { documentQuery } from "./document-viewer.tsx";

export const DECISIONS = [
	"verify_and_resume",
	"verify_order",
	"require_action",
	"clear",
	"attest_execution",
	"reject",
] as const;
export type Decision = (typeof DECISIONS)[number];

/** The input, to show again. */
export type Typed = { [Name in keyof Decided]?: Decided[Name] | undefined };
export type Decided = {
	decision: Decision;
	reason: string;
	/** Of a halt. */
	statusReason: (typeof REQUEST_REASONS)[number] | undefined;
	txHash: string;
	/** What the reviewer found in the court's papers. */
	values: TypedValues;
};

/** `children`: what to read before the decision. */
type Props = PropsWithChildren<{
	c: PageContext;
	of: ReviewedCase;
	claimed: readonly Claimed[];
	typed: Typed;
	problems: readonly Problem[];
	/** Of the fields, by name. */
	labels: Readonly<Record<string, string>>;
	/** Under which the script keeps what is typed. */
	draft: string;
}>;

export function possible(of: ReviewedCase): readonly Decision[] {
	const { status, courtOrder } = of;
	const isVerified = courtOrder?.verification === "verified";
	const isUnverified = courtOrder !== null && !isVerified;
	const allowed: Record<Decision, boolean> = {
		verify_and_resume: isUnverified && status === "action_required",
		verify_order: isUnverified && (status === "pending" || status === "action_required"),
		require_action: status === "created" || status === "pending",
		clear: status === "action_required" && (courtOrder !== null || isAsked(of)),
		attest_execution: status === "pending" && isVerified,
		reject: isOpen(of),
	};
	return DECISIONS.filter((decision) => allowed[decision]);
}

/** The words for a decision: to verify the order of a halted case ends no halt, and to end a halt verifies no order. */
export function wordedAs(decision: Decision, { status, courtOrder }: ReviewedCase) {
	if (decision === "verify_order" && status === "action_required") return "verify_halted";
	const isUnverified = courtOrder !== null && courtOrder.verification !== "verified";
	return decision === "clear" && isUnverified ? "clear_unverified" : decision;
}

/** Whether the decision verifies the order. */
export const isVerification = (decision: Decision) =>
	decision === "verify_order" || decision === "verify_and_resume";

export function DecisionForm({ c, of, claimed, typed, problems, labels, draft, children }: Props) {
	const { decision: copy } = c.get("copy").desk;
	const { statusReasons } = c.get("copy").verify;
	const decisions = possible(of);
	const hasTyped = typed.reason !== undefined;
	if (decisions.length === 0) return <p class="quiet">{copy.closed}</p>;
	return (
		<form
			novalidate
			method="post"
			action={`/review/cases/${of.caseId}${documentQuery(c)}`}
			data-draft={draft}
			data-typed={hasTyped || undefined}
			data-chosen={!hasTyped && typed.decision ? "decision statusReason" : undefined}
		>
			<input type="hidden" name="version" value={of.version} />
			<Comparison c={c} claimed={claimed} typed={typed.values ?? {}} problems={problems} />
			{children}
			<ProblemList c={c} problems={problems} labels={labels} />
			<h2 id="decide">{copy.heading}</h2>
			<FieldGroup name="decision" legend={copy.which} problems={problems}>
				{decisions.map((decision) => (
					<label>
						<input
							type="radio"
							name="decision"
							value={decision}
							required
							id={`decision-${decision}`}
							checked={typed.decision === decision}
						/>
						{copy.choices[wordedAs(decision, of)]}
					</label>
				))}
			</FieldGroup>
			{decisions.includes("require_action") && (
				<div class="of-hold">
					<SelectField
						name="statusReason"
						label={copy.statusReason}
						value={typed.statusReason ?? (!hasTyped && of.documents.length === 0 ? "documents_missing" : "")}
						problems={problems}
						options={[
							["", copy.statusReasonOpen],
							...REQUEST_REASONS.map((reason) => [reason, statusReasons[reason]] as const),
						]}
					/>
				</div>
			)}
			{decisions.includes("attest_execution") && (
				<div class="of-attestation">
					<TextField
						name="txHash"
						label={copy.txHash}
						hint={copy.txHashHint}
						value={typed.txHash}
						problems={problems}
						spellcheck="false"
					/>
				</div>
			)}
			<TextField
				name="reason"
				label={c.get("copy").labels.yourReason}
				hint={copy.reasonHint}
				value={typed.reason}
				problems={problems}
				maxlength={500}
				required
			/>
			<button type="submit">{copy.look}</button>
		</form>
	);
}
