import { configOf } from "../config/config.ts";
import { Misconfigured } from "../config/misconfigured.ts";
import type { EvidenceKeys, SigningKeys } from "../config/signing-key-sets.ts";
import { type PartState, stateOf } from "./part-state.ts";

export type Health = {
	parts: { database: PartState; keyValue: PartState; objects: PartState };
	/** Oldest first. Empty while the database does not respond. */
	missingMigrations: string[];
};

/**
 * Makes one small request to each kind of storage. A storage that fails is a result, not an error.
 * @throws Misconfigured if a signing key does not work
 */
export async function checkHealth(env: Env, missingMigrations: () => Promise<string[]>): Promise<Health> {
	const { sessionSigningKeys, evidenceSigningKeys } = configOf(env);
	await checkSigningKeys("SESSION_SIGNING_KEYS", sessionSigningKeys.keys);
	await checkSigningKeys("EVIDENCE_SIGNING_KEYS", evidenceSigningKeys.keys);
	let missing: string[] = [];
	const [database, keyValue, objects] = await Promise.all([
		stateOf("database", async () => {
			missing = await missingMigrations();
			// Reads a table of the schema, because a restored database may lack it.
			if (missing.length === 0) await env.DB.prepare("SELECT 1 FROM recovery_cases LIMIT 1").all();
		}),
		stateOf("keyValue", () => env.API_KEYS.get("health")),
		stateOf("objects", () => env.RECOVERY_CASES.getByName("health").openness()),
	]);
	return { parts: { database, keyValue, objects }, missingMigrations: missing };
}

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
