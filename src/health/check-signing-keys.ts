import type { SigningKeys } from "../env.ts";
import { AppError } from "../kernel/app-error.ts";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** Sets that have passed: a deployment's keys do not change, so each isolate looks at them once. */
const sound = new WeakSet<SigningKeys>();

/**
 * Signs with each key and verifies with its public half, so that a key whose halves do not belong together
 * shows in the health of the service and not at the first login.
 * @throws AppError SERVICE_UNAVAILABLE that names the setting and the key's place in it
 */
export async function checkSigningKeys(keys: SigningKeys): Promise<void> {
	if (sound.has(keys)) return;
	for (const [place, key] of keys.entries()) {
		if (await worksBothWays(key)) continue;
		throw new AppError({
			code: "SERVICE_UNAVAILABLE",
			message: `This service is not set up: SESSION_SIGNING_KEYS: keys.${place} is no key pair: what its d signs, its x and y do not verify. docs/operations.md says what each setting holds.`,
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
