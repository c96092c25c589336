import type { CaseState, HistoryEntry } from "./case-state.ts";
import { REQUEST_REASONS } from "./enumerations.ts";

/**
 * When the claimant answered a reviewer's halt by a document (recovery.md "Answers to a halt"); null if no answer waits
 * for a reviewer. A case without an order is not answered by a document, because only an order moves it on.
 */
export function answeredAt(
	{
		status,
		statusReason,
		courtOrder,
	}: Pick<CaseState, "status" | "statusReason"> & { courtOrder: object | null },
	history: readonly Pick<HistoryEntry, "move" | "at">[],
): string | null {
	const isAsked = REQUEST_REASONS.some((reason) => reason === statusReason);
	if (status !== "action_required" || !isAsked || courtOrder === null) return null;
	const asked = history.findLastIndex(({ move }) => move === "require_action");
	return history.slice(asked + 1).find(({ move }) => move === "add_document")?.at ?? null;
}
