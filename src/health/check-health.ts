import { configOf } from "../config/config.ts";
import { checkSigningKeys } from "./check-signing-keys.ts";
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
