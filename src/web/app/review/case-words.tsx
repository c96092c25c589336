/** Status, accounts and chains of a case in words, as lists and the page of a case show them. */
import type { CaseState } from "../../../rules/case-state.ts";
import { statusClass } from "../cases/standing.ts";
import type { Answer } from "../core/answers.ts";
import { chainName } from "../core/chains.ts";
import type { PageContext } from "../core/page-env.ts";

export type ReviewedCase = Answer<"reviewRecoveryCase">;
type Standing = Pick<CaseState, "status" | "statusReason">;

export function CaseStatus({ c, of }: { c: PageContext; of: Standing }) {
	const { statuses, statusReasons } = c.get("copy").verify;
	const { status, statusReason } = of;
	return (
		<>
			<span class={statusClass(of)}>{statuses[status]}</span>
			{statusReason !== null && <> {statusReasons[statusReason]}</>}
		</>
	);
}

export function chainWords(c: PageContext, chainId: number): string {
	return c.get("copy").verify.chain(chainName(chainId), chainId);
}

/** A case by its id, which its page shows in full. */
export function CaseLink({ caseId }: { caseId: string }) {
	return (
		<a class="hash" href={`/review/cases/${caseId}`}>
			{caseId}
		</a>
	);
}
