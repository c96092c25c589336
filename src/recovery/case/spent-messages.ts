/**
 * A signed message moves a case once. Nothing in it says when it was signed, so whoever has seen it could bring it
 * again after a reviewer has undone what it did. What counts is the message, not its signature: a wallet can sign
 * the same one in many ways. Pure.
 */
import { bytesToHex, type Hex } from "../../kernel/hex.ts";
import { closeCaseDigest, courtOrderDigest } from "../intent/typed-data.ts";
import type { CaseState, MoveCommand } from "./case-state.ts";

/** The EIP-712 digest of what a wallet signed for this move; null for a move that needs no wallet. */
export function signedMessageOf({ rec, jrcHash }: CaseState, command: MoveCommand): Hex | null {
	if (!("signature" in command)) return null;
	const { chainId } = rec;
	switch (command.kind) {
		case "attach_order":
			return bytesToHex(courtOrderDigest({ chainId, jrcHash, courtInfo: command.courtInfo }));
		case "contest":
		case "withdraw":
			return bytesToHex(closeCaseDigest({ chainId, jrcHash, action: command.kind, reason: command.reason }));
	}
}
