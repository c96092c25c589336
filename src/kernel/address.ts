import { keccak256Utf8 } from "./keccak/keccak.ts";

/** EIP-55 forms by spelling. Hashing every mention would be a third of the cost of a large intent. */
const checksummed = new Map<string, string>();
const MAX_CACHED = 4096;

export function toChecksumAddress(address: string): string {
	const known = checksummed.get(address);
	if (known !== undefined) return known;
	const form = checksumOf(address.toLowerCase());
	if (checksummed.size >= MAX_CACHED) checksummed.clear();
	checksummed.set(address, form);
	return form;
}

function checksumOf(lowerHexAddress: string): string {
	const hash = keccak256Utf8(lowerHexAddress.slice(2));
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

/** An address in a single letter case has no EIP-55 checksum and passes. */
export function hasValidChecksum(address: string): boolean {
	if (checksummed.get(address) === address) return true;
	const digits = address.slice(2);
	return (
		digits === digits.toLowerCase() ||
		digits === digits.toUpperCase() ||
		toChecksumAddress(address) === address
	);
}
