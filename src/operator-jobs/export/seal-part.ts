/**
 * Seals a part to the operator's public key: JWE (RFC 7516) by ECDH-ES on P-256 with A256GCM. The service cannot open what it
 * has sealed. The name of the part is in the protected header, so that no part stands for another.
 */
import { CompactEncrypt, importJWK } from "jose";
import type { PublicKey } from "../../config/signing-key-sets.ts";

export async function createPartSealer(
	jwk: PublicKey,
): Promise<(name: string, content: Uint8Array) => Promise<string>> {
	const key = await importJWK(jwk, "ECDH-ES");
	return (part, content) =>
		new CompactEncrypt(content)
			.setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM", kid: jwk.kid, part })
			.encrypt(key);
}
