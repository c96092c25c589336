/** What evidence keys sign: compact JWS (RFC 7515) by ES256, of a bundle, of a case's head and of an archive, told apart by `typ`. */
import { bytesToHex } from "../../kernel/encoding/hex.ts";

export const HEAD_TYPE = "replevin-evidence+jws";
export const CASE_HEAD_TYPE = "replevin-case-head+jws";
export const EXPORT_TYPE = "replevin-export+jws";
export const ARCHIVE_TYPE = "replevin-archive+jws";
export const HEAD_ALGORITHM = "ES256";
export const KEY_ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
export const SCALAR_BYTES = 32;
/** r ‖ s. */
export const SIGNATURE_BYTES = 2 * SCALAR_BYTES;
/** Order of P-256 (SEC 2, section 2.4.2). */
export const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** @param signature SIGNATURE_BYTES long */
export function isLowS(signature: Uint8Array): boolean {
	return scalarS(signature) <= ORDER / 2n;
}

export function scalarS(signature: Uint8Array): bigint {
	return BigInt(bytesToHex(signature.subarray(SCALAR_BYTES)));
}
