/**
 * Signs with an evidence key: a compact JWS (RFC 7515) by ES256. Only the lower s is valid, so that no character can
 * change unnoticed.
 */
import { base64url } from "jose";
import { canonicalJson } from "../../kernel/encoding/canonical-json.ts";
import { type Hex, hexToBytes } from "../../kernel/encoding/hex.ts";
import type { ArchiveManifest } from "../../protocol/archive/archive-form.ts";
import type { SignedCaseHead } from "../../protocol/evidence/case-head.ts";
import {
	ARCHIVE_TYPE,
	CASE_HEAD_TYPE,
	EXPORT_TYPE,
	HEAD_ALGORITHM,
	HEAD_TYPE,
	isLowS,
	KEY_ALGORITHM,
	ORDER,
	SCALAR_BYTES,
	SIGNATURE_BYTES,
	scalarS,
} from "../../protocol/evidence/head-form.ts";

const utf8 = new TextEncoder();

export type EvidenceSigner = {
	kid: string;
	/** ECDSA over P-256 with SHA-256: the 64 bytes r ‖ s. */
	sign(input: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
};

/** A private key (RFC 7518, section 6.2), never a key of sessions (recovery.md "Evidence keys"). */
export type EvidenceJwk = { kty: "EC"; crv: "P-256"; kid: string; x: string; y: string; d: string };

/** @throws DOMException if the key is not a key pair of P-256 */
export async function createEvidenceSigner({ kid, ...jwk }: EvidenceJwk): Promise<EvidenceSigner> {
	const key = await crypto.subtle.importKey("jwk", jwk, KEY_ALGORITHM, false, ["sign"]);
	return {
		kid,
		sign: async (input) => new Uint8Array(await crypto.subtle.sign(KEY_ALGORITHM, key, input)),
	};
}

/** @throws RangeError if the signer does not return a signature of 64 bytes */
export function signHead(digest: Hex, signer: EvidenceSigner): Promise<string> {
	return signCanonical({ digest }, HEAD_TYPE, signer);
}

/** @throws RangeError as `signHead` */
export function signCaseHead(head: SignedCaseHead, signer: EvidenceSigner): Promise<string> {
	return signCanonical(head, CASE_HEAD_TYPE, signer);
}

/** @throws RangeError as `signHead` */
export function signManifest(manifest: ArchiveManifest, signer: EvidenceSigner): Promise<string> {
	return signCanonical(manifest, ARCHIVE_TYPE, signer);
}

/** @throws RangeError as `signHead` */
export function signExport(digest: Hex, signer: EvidenceSigner): Promise<string> {
	return signCanonical({ digest }, EXPORT_TYPE, signer);
}

async function signCanonical(content: unknown, typ: string, { kid, sign }: EvidenceSigner): Promise<string> {
	const header = base64url.encode(canonicalJson({ alg: HEAD_ALGORITHM, kid, typ }));
	const input = `${header}.${base64url.encode(canonicalJson(content))}`;
	const signature = await sign(new Uint8Array(utf8.encode(input)));
	return `${input}.${base64url.encode(withLowS(signature))}`;
}

function withLowS(signature: Uint8Array): Uint8Array {
	if (signature.length !== SIGNATURE_BYTES) throw new RangeError("an ES256 signature must have 64 bytes");
	if (isLowS(signature)) return signature;
	const low = (ORDER - scalarS(signature)).toString(16).padStart(2 * SCALAR_BYTES, "0");
	return new Uint8Array([...signature.subarray(0, SCALAR_BYTES), ...hexToBytes(`0x${low}`)]);
}
