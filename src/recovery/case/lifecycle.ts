/** The transition table of a case (recovery.md "Lifecycle"), with the service's digests. */
import type { Hex } from "../../kernel/hex.ts";
import type { CaseState, MoveCommand } from "../../rules/case-state.ts";
import type { Decision } from "../../rules/decision.ts";
import * as rules from "../../rules/lifecycle.ts";
import { signedMessages } from "../intent/typed-data.ts";

export { clockMoveOf, createCase, followUpOf, isDormant, isOpen } from "../../rules/lifecycle.ts";

/** Decides a later move. @param now unix milliseconds */
export function decide(state: CaseState, command: MoveCommand, now: number): Decision {
	return rules.decide(state, command, now, signedMessages);
}

/** The EIP-712 digest of a move's message; null without a message. */
export function signedMessageOf(state: CaseState, command: MoveCommand): Hex | null {
	return rules.signedMessageOf(state, command, signedMessages);
}
