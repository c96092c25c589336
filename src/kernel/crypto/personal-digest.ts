import { keccak256 } from "./keccak/keccak.ts";

/** What `personal_sign` has a wallet sign: ERC-191, version 0x45. @param message text is UTF-8 */
export function personalDigest(message: string | Uint8Array): Uint8Array {
	const bytes = typeof message === "string" ? new TextEncoder().encode(message) : message;
	const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${bytes.length}`);
	const signed = new Uint8Array(prefix.length + bytes.length);
	signed.set(prefix);
	signed.set(bytes, prefix.length);
	return keccak256(signed);
}
