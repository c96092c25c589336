/**
 * Makes the head of an evidence bundle: a compact JWS (RFC 7515) by ES256 over the bundle's digest, by a key that
 * signs nothing else. A head has one spelling: of the two forms that ECDSA gives every signature only the one
 * with the lower s is made and taken, so that no letter of a bundle can be changed unnoticed.
 */
import { base64url } from "jose";
import { canonicalJson } from "../../kernel/canonical-json.ts";
import { bytesToHex, type Hex, hexToBytes } from "../../kernel/hex.ts";

export const HEAD_TYPE = "replevin-evidence+jws";
export const HEAD_ALGORITHM = "ES256";
const SCALAR_BYTES = 32;
/** r ‖ s. */
export const SIGNATURE_BYTES = 2 * SCALAR_BYTES;
/** Order of P-256 (SEC 2, section 2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const utf8 = new TextEncoder();

export type EvidenceSigner = {
	/** Names the key in the published set. */
	kid: string;
	/** ECDSA over P-256 with SHA-256: the 64 bytes r ‖ s. */
	sign(input: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
};

/** @throws RangeError where the signer returns no signature of 64 bytes */
export async function signHead(digest: Hex, { kid, sign }: EvidenceSigner): Promise<string> {
	const header = base64url.encode(canonicalJson({ alg: HEAD_ALGORITHM, kid, typ: HEAD_TYPE }));
	const input = `${header}.${base64url.encode(canonicalJson({ digest }))}`;
	const signature = await sign(new Uint8Array(utf8.encode(input)));
	return `${input}.${base64url.encode(withLowS(signature))}`;
}

function withLowS(signature: Uint8Array): Uint8Array {
	if (signature.length !== SIGNATURE_BYTES) throw new RangeError("an ES256 signature must have 64 bytes");
	if (isLowS(signature)) return signature;
	const low = (ORDER - scalarS(signature)).toString(16).padStart(2 * SCALAR_BYTES, "0");
	return new Uint8Array([...signature.subarray(0, SCALAR_BYTES), ...hexToBytes(`0x${low}`)]);
}

/** @param signature of SIGNATURE_BYTES */
export function isLowS(signature: Uint8Array): boolean {
	return scalarS(signature) <= ORDER / 2n;
}

function scalarS(signature: Uint8Array): bigint {
	return BigInt(bytesToHex(signature.subarray(SCALAR_BYTES)));
}
