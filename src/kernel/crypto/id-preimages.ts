/** The SHA-256 inputs of derived ids (recovery.md "Ids"). Browsers hash them asynchronously. */
import { type Hex, hexToBytes } from "../encoding/hex.ts";

const CASE_TAG = "replevin.case.v1\0";
const EVENT_TAG = "replevin.event.v1\0";
const ID_DIGITS = 32;

const utf8 = new TextEncoder();

/** @param jrcHash 32 bytes, in any letter case */
export function caseIdPreimage(jrcHash: Hex): Uint8Array<ArrayBuffer> {
	const tag = utf8.encode(CASE_TAG);
	const input = new Uint8Array(tag.length + 32);
	input.set(tag);
	input.set(hexToBytes(jrcHash), tag.length);
	return input;
}

/** @param eventSequence number of the case's emitted event, from 1 */
export function eventIdPreimage(caseId: string, eventSequence: number): string {
	return `${EVENT_TAG}${caseId}\0${eventSequence}`;
}

export function idOfHash(prefix: "rc" | "evt" | "mail", hash: Hex): string {
	return `${prefix}_${hash.slice(2, 2 + ID_DIGITS)}`;
}
