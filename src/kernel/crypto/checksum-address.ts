/** EIP-55 addresses. */
import type { HashFunctions } from "./hash-functions.ts";

const MAX_CACHED = 4096;

export type ChecksumAddresses = {
	/** @param address `0x` and 40 hex digits, in any letter case */
	toChecksumAddress: (address: string) => string;
	/** An address in a single letter case has no EIP-55 checksum and passes. */
	hasValidChecksum: (address: string) => boolean;
};

export function createChecksumAddresses({
	keccak256Utf8,
}: Pick<HashFunctions, "keccak256Utf8">): ChecksumAddresses {
	// Forms by spelling. Hashing every mention would be a third of the cost of a large intent.
	const checksummed = new Map<string, string>();
	const toChecksumAddress = (address: string): string => {
		const known = checksummed.get(address);
		if (known !== undefined) return known;
		const lowerCase = address.toLowerCase();
		const form = checksumOf(lowerCase, keccak256Utf8(lowerCase.slice(2)));
		if (checksummed.size >= MAX_CACHED) checksummed.clear();
		checksummed.set(address, form);
		return form;
	};
	const hasValidChecksum = (address: string): boolean => {
		if (checksummed.get(address) === address) return true;
		const digits = address.slice(2);
		return (
			digits === digits.toLowerCase() ||
			digits === digits.toUpperCase() ||
			toChecksumAddress(address) === address
		);
	};
	return { toChecksumAddress, hasValidChecksum };
}

/** @param hash the Keccak-256 of the address's digits */
function checksumOf(lowerHexAddress: string, hash: Uint8Array): string {
	// Joining forty one-letter strings takes twice as long.
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
