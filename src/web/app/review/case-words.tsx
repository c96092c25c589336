/** Status, accounts and chains of a case in words, as lists and the page of a case show them. */
import { statusClass, statusWords } from "../cases/standing.ts";
import type { Answer } from "../core/answers.ts";
import type { PageContext } from "../core/page-env.ts";

export type ReviewedCase = Answer<"reviewRecoveryCase">;

export function CaseStatus({ c, of }: { c: PageContext; of: Parameters<typeof statusWords>[0] }) {
	return <span class={statusClass(of)}>{statusWords(of, c.get("copy"))}</span>;
}

/** A case by its id, which its page shows in full. */
export function CaseLink({ caseId }: { caseId: string }) {
	return (
		<a class="hash" href={`/review/cases/${caseId}`}>
			{caseId}
		</a>
	);
}
