/** Derived ids (recovery.md "Ids"): the same intent or event always has the same id. They are not secret. */
import type { Hex } from "../encoding/hex.ts";
import { caseIdPreimage, eventIdPreimage, idOfHash } from "./id-preimages.ts";
import { sha256Hex } from "./sha256.ts";

/** `rc_` and 32 hex digits. @param jrcHash 32 bytes, in any letter case */
export function caseIdOf(jrcHash: Hex): string {
	return idOfHash("rc", sha256Hex(caseIdPreimage(jrcHash)));
}

/** @param name a caseId, or a jrcHash in any letter case. Returns any other text as it is. */
export function caseIdOfName(name: string): string {
	return /^0x[0-9a-f]{64}$/i.test(name) ? caseIdOf(name as Hex) : name;
}

/** `evt_` and 32 hex digits. @param eventSequence number of the case's emitted event, from 1 */
export function eventIdOf(caseId: string, eventSequence: number): string {
	return idOfHash("evt", sha256Hex(eventIdPreimage(caseId, eventSequence)));
}
