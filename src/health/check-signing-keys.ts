import type { EvidenceKeys, SigningKeys } from "../config/signing-key-sets.ts";
import { AppError } from "../kernel/app-error.ts";

type Keys = SigningKeys | EvidenceKeys;

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** Sets that have passed: a deployment's keys do not change, so each isolate looks at them once. */
const sound = new WeakSet<Keys>();

/**
 * Signs with each key and verifies with its public half, so that a key whose halves do not belong together
 * shows in the health of the service and not at the first login or the first evidence. A retired key without its
 * private half signs nothing, so there is nothing to try.
 * @throws AppError SERVICE_UNAVAILABLE that names the setting and the key's place in it
 */
export async function checkSigningKeys(
	setting: "SESSION_SIGNING_KEYS" | "EVIDENCE_SIGNING_KEYS",
	keys: Keys,
): Promise<void> {
	if (sound.has(keys)) return;
	for (const [place, key] of keys.entries()) {
		const { d } = key;
		if (d === undefined || (await worksBothWays({ ...key, d }))) continue;
		throw new AppError({
			code: "SERVICE_UNAVAILABLE",
			message: `This service is not set up: ${setting}: keys.${place} is no key pair: what its d signs, its x and y do not verify. docs/operations.md says what each setting holds.`,
		});
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
