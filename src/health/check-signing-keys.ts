import { Misconfigured } from "../config/misconfigured.ts";
import type { EvidenceKeys, SigningKeys } from "../config/signing-key-sets.ts";

type Keys = SigningKeys | EvidenceKeys;

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** Valid key sets. A deployment's keys do not change, so each isolate checks them once. */
const sound = new WeakSet<Keys>();

/**
 * Signs with each private key and verifies with its public half, so that mismatched halves fail before the first
 * login.
 *
 * @throws Misconfigured naming the setting and the key's index
 */
export async function checkSigningKeys(
	setting: "SESSION_SIGNING_KEYS" | "EVIDENCE_SIGNING_KEYS",
	keys: Keys,
): Promise<void> {
	if (sound.has(keys)) return;
	for (const [place, key] of keys.entries()) {
		const { d } = key;
		if (d === undefined || (await worksBothWays({ ...key, d }))) continue;
		throw new Misconfigured([
			`${setting}: keys.${place} is not a key pair, because its x and y do not verify what its d signs`,
		]);
	}
	sound.add(keys);
}

async function worksBothWays({ kty, crv, x, y, d }: SigningKeys[number]): Promise<boolean> {
	try {
		const { subtle } = crypto;
		const probe = new TextEncoder().encode("health");
		const signer = await subtle.importKey("jwk", { kty, crv, x, y, d }, ALGORITHM, false, ["sign"]);
		const verifier = await subtle.importKey("jwk", { kty, crv, x, y }, ALGORITHM, false, ["verify"]);
		return await subtle.verify(ALGORITHM, verifier, await subtle.sign(ALGORITHM, signer, probe), probe);
	} catch {
		return false;
	}
}
