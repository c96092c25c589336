/**
 * A reviewer's decision as her passkey signs it (recovery.md "Signed decisions"). The challenge of the passkey is the SHA-256 of
 * `decisionText`, so the signature is of the decision.
 */
import { canonicalJson } from "../kernel/encoding/canonical-json.ts";
import type { Hex } from "../kernel/encoding/hex.ts";
import { isoTime } from "../kernel/time/iso-time.ts";
import type { MoveCommand } from "./case-state.ts";
import type { DecisionSignature } from "./passkey-signature.ts";

export type ReviewerMove = Extract<MoveCommand, { reviewerId: string; note: string }>;

export type DecidedCase = {
	jrcHash: Hex;
	/** Of the case before the decision. */
	version: number;
};

/** Chosen when the reviewer is asked to sign. */
export type DecisionTerms = Pick<DecisionSignature, "service" | "expiresAt" | "nonce">;

/** Canonical JSON (RFC 8785). */
export function decisionText(
	move: ReviewerMove,
	{ jrcHash, version }: DecidedCase,
	{ service, expiresAt, nonce }: DecisionTerms,
): string {
	return canonicalJson({
		purpose: "replevin-decision/1",
		...{ service, jrcHash, version },
		reviewer: move.reviewerId,
		decision: move.kind === "verify_order" && move.resumes ? "verify_and_resume" : move.kind,
		...(move.kind === "require_action" && { statusReason: move.statusReason }),
		...(move.kind === "attest_execution" && { txHash: move.txHash }),
		...(move.compared && { compared: move.compared }),
		reason: move.note,
		expiresAt: isoTime(expiresAt),
		nonce,
	});
}
