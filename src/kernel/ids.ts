// Ids that follow from what they name (recovery.md, "Ids"): the same intent always has the same case id,
// and the same move of a case the same event id, so neither can exist twice. None of them is a secret.
import type { Hex } from "./hex.ts";
import { caseIdPreimage, eventIdPreimage, idOfHash } from "./id-preimages.ts";
import { sha256Hex } from "./sha256.ts";

/** `rc_` and 32 hex digits. @param jrcHash 32 bytes; its letter case does not matter. */
export function caseIdOf(jrcHash: Hex): string {
	return idOfHash("rc", sha256Hex(caseIdPreimage(jrcHash)));
}

/** `evt_` and 32 hex digits. @param eventSequence counts the case's emitted events, from 1. */
export function eventIdOf(caseId: string, eventSequence: number): string {
	return idOfHash("evt", sha256Hex(eventIdPreimage(caseId, eventSequence)));
}
