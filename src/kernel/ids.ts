// Ids that follow from what they name (recovery.md, "Ids"): the same intent always has the same case id,
// and the same move of a case the same event id, so neither can exist twice. None of them is a secret.
import { type Hex, hexToBytes } from "./hex.ts";
import { sha256Hex } from "./sha256.ts";

const CASE_TAG = "replevin.case.v1\0";
const EVENT_TAG = "replevin.event.v1\0";
const ID_DIGITS = 32;

const utf8 = new TextEncoder();

/** `rc_` and 32 hex digits. @param jrcHash 32 bytes; its letter case does not matter. */
export function caseIdOf(jrcHash: Hex): string {
	const tag = utf8.encode(CASE_TAG);
	const input = new Uint8Array(tag.length + 32);
	input.set(tag);
	input.set(hexToBytes(jrcHash), tag.length);
	return `rc_${firstDigits(sha256Hex(input))}`;
}

/** `evt_` and 32 hex digits. @param eventSequence counts the case's emitted events, from 1. */
export function eventIdOf(caseId: string, eventSequence: number): string {
	return `evt_${firstDigits(sha256Hex(`${EVENT_TAG}${caseId}\0${eventSequence}`))}`;
}

function firstDigits(hash: Hex): string {
	return hash.slice(2, 2 + ID_DIGITS);
}
