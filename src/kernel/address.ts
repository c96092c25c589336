// Addresses in the letter case of EIP-55, which doubles as their checksum.
import { keccak256Utf8 } from "./keccak/keccak.ts";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** The EIP-55 form of a lower-case `0x` address. */
export function toChecksumAddress(lowerHexAddress: string): string {
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
	const digits = text.slice(2);
	const lower = digits.toLowerCase();
	return digits === lower || digits === digits.toUpperCase() || toChecksumAddress(`0x${lower}`) === text;
}
