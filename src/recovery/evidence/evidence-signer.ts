/** An evidence key at work, by Web Crypto. No key of sessions may be used here (ADR 18). */
import type { EvidenceSigner } from "./sign-head.ts";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** A private key of P-256 as a JSON Web Key (RFC 7518, section 6.2). */
export type EvidenceJwk = { kty: "EC"; crv: "P-256"; kid: string; x: string; y: string; d: string };

/** @throws DOMException where the key is no key pair of P-256 */
export async function createEvidenceSigner({ kid, ...jwk }: EvidenceJwk): Promise<EvidenceSigner> {
	const key = await crypto.subtle.importKey("jwk", jwk, ALGORITHM, false, ["sign"]);
	return { kid, sign: async (input) => new Uint8Array(await crypto.subtle.sign(ALGORITHM, key, input)) };
}
