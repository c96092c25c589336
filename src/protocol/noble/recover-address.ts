/** Recovery of signers without WebAssembly, for pages and for the SDK. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { parseSignature, type RecoverAddress } from "../../kernel/crypto/secp256k1/parse-signature.ts";
import { bytesToHex } from "../../kernel/encoding/hex.ts";
import { keccak256 } from "./keccak256.ts";

export const recoverAddress: RecoverAddress = (digest, signature) => {
	const parsed = parseSignature(signature);
	if (parsed === null || digest.length !== 32) return null;
	try {
		const point = secp256k1.Signature.fromCompact(parsed.compact)
			.addRecoveryBit(parsed.recoveryId)
			.recoverPublicKey(digest);
		return bytesToHex(keccak256(point.toRawBytes(false).subarray(1)).subarray(12));
	} catch {
		// No point of the curve belongs to r, or the key is the point at infinity.
		return null;
	}
};
