/** Recovers the account that signed a digest, by libsecp256k1. Accepts only the low-s form. */
import { bytesToHex } from "../../encoding/hex.ts";
import { keccak256 } from "../keccak/keccak.ts";
import { loadSecp256k1, type Secp256k1 } from "./load-secp256k1.ts";
import { ORDER, parseSignature } from "./parse-signature.ts";

/** SECP256K1_EC_UNCOMPRESSED: 65 bytes, 0x04 ‖ x ‖ y. */
const UNCOMPRESSED = 2;
const PUBLIC_KEY_BYTES = 65;

/** The malleated form of a 65-byte signature: n - s, and the other parity. Anyone can compute it. */
export function malleatedForm(signature: Uint8Array): Uint8Array {
	const other = signature.slice();
	let borrow = 0;
	for (let at = 63; at >= 32; at--) {
		const difference = (ORDER[at - 32] ?? 0) - (signature[at] ?? 0) - borrow;
		borrow = difference < 0 ? 1 : 0;
		other[at] = difference & 0xff;
	}
	const v = signature[64] ?? 0;
	other[64] = v >= 27 ? 55 - v : 1 - v;
	return other;
}

/** Addresses in the library's memory, allocated once per isolate. */
type Arguments = Record<"compact" | "digest" | "signature" | "publicKey" | "output" | "length", number>;
type Engine = Secp256k1 & { readonly at: Arguments };

let engine: Engine | undefined;

/**
 * Recovers the lower-case address that signed a 32-byte digest.
 * @param signature 65 bytes r ‖ s ‖ v with v of 0, 1, 27 or 28, or 64 bytes of ERC-2098
 * @returns null for another form, r or s outside [1, n-1], s above n/2, or if no key matches
 */
export function recoverAddress(digest: Uint8Array, signature: Uint8Array): string | null {
	const parsed = parseSignature(signature);
	if (parsed === null || digest.length !== 32) return null;
	engine ??= loadEngine();
	const { library, memory, context, at } = engine;
	memory.set(parsed.compact, at.compact);
	memory.set(digest, at.digest);
	const recovered =
		library._secp256k1_ecdsa_recoverable_signature_parse_compact(
			context,
			at.signature,
			at.compact,
			parsed.recoveryId,
		) === 1 && library._secp256k1_ecdsa_recover(context, at.publicKey, at.signature, at.digest) === 1;
	if (!recovered) return null;

	memory.set([PUBLIC_KEY_BYTES, 0, 0, 0], at.length);
	library._secp256k1_ec_pubkey_serialize(context, at.output, at.length, at.publicKey, UNCOMPRESSED);
	const point = memory.subarray(at.output + 1, at.output + PUBLIC_KEY_BYTES);
	return bytesToHex(keccak256(point).subarray(12));
}

function loadEngine(): Engine {
	const secp256k1 = loadSecp256k1();
	const start = secp256k1.library._malloc(512);
	const at = {
		compact: start,
		digest: start + 64,
		signature: start + 128,
		publicKey: start + 256,
		output: start + 320,
		length: start + 448,
	};
	return { ...secp256k1, at };
}
