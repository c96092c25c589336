/** Derived ids (recovery.md "Ids"): the same intent or event always has the same id. They are not secret. */
import type { Hex } from "../hex.ts";
import { caseIdPreimage, eventIdPreimage, idOfHash } from "./id-preimages.ts";
import { sha256Hex } from "./sha256.ts";

/** `rc_` and 32 hex digits. @param jrcHash 32 bytes, in any letter case */
export function caseIdOf(jrcHash: Hex): string {
	return idOfHash("rc", sha256Hex(caseIdPreimage(jrcHash)));
}

/** `evt_` and 32 hex digits. @param eventSequence number of the case's emitted event, from 1 */
export function eventIdOf(caseId: string, eventSequence: number): string {
	return idOfHash("evt", sha256Hex(eventIdPreimage(caseId, eventSequence)));
}
