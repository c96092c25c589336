// Addresses in the letter case of EIP-55, which doubles as their checksum.
import { keccak256Utf8 } from "./keccak/keccak.ts";

/**
 * EIP-55 forms by the spellings that have come in. A recovery names the same few tokens over and over, and a
 * hash per mention is a third of what a large intent costs. Bounded, since callers choose what they send.
 */
const checksummed = new Map<string, string>();
const MAX_REMEMBERED = 4096;

/** The EIP-55 form of a `0x` address in any letter case. */
export function toChecksumAddress(address: string): string {
	const known = checksummed.get(address);
	if (known !== undefined) return known;
	const form = checksumOf(address.toLowerCase());
	if (checksummed.size >= MAX_REMEMBERED) checksummed.clear();
	checksummed.set(address, form);
	return form;
}

function checksumOf(lowerHexAddress: string): string {
	const hash = keccak256Utf8(lowerHexAddress.slice(2));
	// By character codes: forty one-letter texts joined together take twice as long.
	const codes = new Array<number>(42);
	codes[0] = 48;
	codes[1] = 120;
	for (let i = 0; i < 40; i++) {
		const byte = hash[i >> 1] ?? 0;
		const nibble = i % 2 === 0 ? byte >> 4 : byte & 15;
		const code = lowerHexAddress.charCodeAt(i + 2);
		codes[i + 2] = nibble >= 8 && code >= 97 ? code - 32 : code;
	}
	return String.fromCharCode.apply(null, codes);
}

/**
 * Whether a `0x` address of 40 digits carries no wrong checksum. One in a single letter case carries none
 * and passes; one in mixed case must be in exactly the case of EIP-55.
 */
export function hasValidChecksum(address: string): boolean {
	if (checksummed.get(address) === address) return true;
	const digits = address.slice(2);
	return (
		digits === digits.toLowerCase() ||
		digits === digits.toUpperCase() ||
		toChecksumAddress(address) === address
	);
}
