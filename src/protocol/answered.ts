import type { CaseState, HistoryEntry } from "./case-state.ts";
import { REQUEST_REASONS } from "./enumerations.ts";

type Standing = Pick<CaseState, "status" | "statusReason">;

/** A reviewer has halted the case and asked its claimant for something. */
export function isAsked({ status, statusReason }: Standing): boolean {
	return status === "action_required" && REQUEST_REASONS.some((reason) => reason === statusReason);
}

/**
 * When the claimant answered a reviewer's halt by a document (recovery.md "Answers to a halt"); null if no answer waits
 * for a reviewer.
 */
export function answeredAt(
	standing: Standing,
	history: readonly Pick<HistoryEntry, "move" | "at">[],
): string | null {
	if (!isAsked(standing)) return null;
	const asked = history.findLastIndex(({ move }) => move === "require_action");
	return history.slice(asked + 1).find(({ move }) => move === "add_document")?.at ?? null;
}
