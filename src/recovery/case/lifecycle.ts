/** The transition table of a case (recovery.md "Lifecycle"), with the service's digests. */
import type { Hex } from "../../kernel/encoding/hex.ts";
import type { CaseState, MoveCommand } from "../../protocol/case-state.ts";
import type { Decision } from "../../protocol/decision.ts";
import * as lifecycle from "../../protocol/lifecycle.ts";
import { signedMessages } from "../intent/typed-data.ts";

/** Decides a later move. @param now unix milliseconds */
export function decide(state: CaseState, command: MoveCommand, now: number): Decision {
	return lifecycle.decide(state, command, now, signedMessages);
}

/** The EIP-712 digest of a move's message; null without a message. */
export function signedMessageOf(state: CaseState, command: MoveCommand): Hex | null {
	return lifecycle.signedMessageOf(state, command, signedMessages);
}
