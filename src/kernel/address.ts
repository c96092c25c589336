// Addresses in the letter case of EIP-55, which doubles as their checksum.
import { keccak256Utf8 } from "./keccak/keccak.ts";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

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
	let address = "0x";
	for (let i = 0; i < 40; i++) {
		const nibble = i % 2 === 0 ? (hash[i >> 1] ?? 0) >> 4 : (hash[i >> 1] ?? 0) & 15;
		const digit = lowerHexAddress.charAt(i + 2);
		address += nibble >= 8 ? digit.toUpperCase() : digit;
	}
	return address;
}

/**
 * Whether text is a 20-byte `0x` address. One in a single letter case carries no checksum and passes;
 * one in mixed case must be in exactly the case of EIP-55.
 */
export function isValidAddress(text: string): boolean {
	if (!ADDRESS.test(text)) return false;
	if (checksummed.get(text) === text) return true;
	const digits = text.slice(2);
	return (
		digits === digits.toLowerCase() || digits === digits.toUpperCase() || toChecksumAddress(text) === text
	);
}
