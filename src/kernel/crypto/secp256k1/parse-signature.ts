/** The forms of wallets' signatures by keys. Accepts only the low-s form. */
import { hexToBytes } from "../../encoding/hex.ts";

/** Of a wallet's signature, by a key or a contract (signatures.md "Verifying"). */
export const MAX_SIGNATURE_BYTES = 16 * 1024;

/**
 * Recovers the lower-case address that signed a 32-byte digest; null unless the signature has an accepted form and a
 * key matches.
 */
export type RecoverAddress = (digest: Uint8Array, signature: Uint8Array) => string | null;

/** n/2, rounded down, in big-endian bytes: the largest s of a signature that is not malleated. */
const HALF_ORDER = hexToBytes("0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0");
export const ORDER = hexToBytes("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
const ZERO = new Uint8Array(32);

export type ParsedSignature = {
	/** r ‖ s */
	readonly compact: Uint8Array;
	readonly recoveryId: 0 | 1;
};

/**
 * @param signature 65 bytes r ‖ s ‖ v with v of 0, 1, 27 or 28, or 64 bytes of ERC-2098
 * @returns null for another form, r or s outside [1, n-1], or s above n/2
 */
export function parseSignature(signature: Uint8Array): ParsedSignature | null {
	if (signature.length !== 64 && signature.length !== 65) return null;
	const compact = signature.slice(0, 64);
	let v = signature[64];
	if (v === undefined) {
		// ERC-2098 puts the parity into the top bit of s, which a low s leaves free.
		const top = compact[32] ?? 0;
		v = top >> 7;
		compact[32] = top & 0x7f;
	}
	const recoveryId = v >= 27 ? v - 27 : v;
	if (recoveryId !== 0 && recoveryId !== 1) return null;

	const r = compact.subarray(0, 32);
	const s = compact.subarray(32);
	if (compare(r, ZERO) === 0 || compare(r, ORDER) >= 0) return null;
	if (compare(s, ZERO) === 0 || compare(s, HALF_ORDER) > 0) return null;
	return { compact, recoveryId };
}

function compare(a: Uint8Array, b: Uint8Array): number {
	for (let i = 0; i < a.length; i++) {
		const difference = (a[i] ?? 0) - (b[i] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
}
