import { configOf } from "../config/config.ts";
import { log } from "../kernel/log.ts";
import { checkSigningKeys } from "./check-signing-keys.ts";

type PartState = "ok" | "failing";
export type Health = { database: PartState; keyValue: PartState; objects: PartState };

/**
 * Makes one small request to each kind of storage.
 * @throws AppError SERVICE_UNAVAILABLE if a signing key does not work; a storage that fails is a result, not an error
 */
export async function checkHealth(env: Env): Promise<Health> {
	const { sessionSigningKeys, evidenceSigningKeys } = configOf(env);
	await checkSigningKeys("SESSION_SIGNING_KEYS", sessionSigningKeys.keys);
	await checkSigningKeys("EVIDENCE_SIGNING_KEYS", evidenceSigningKeys.keys);
	const [database, keyValue, objects] = await Promise.all([
		// Reads a table of the schema, so that a database without its migrations is unhealthy.
		stateOf("database", () => env.DB.prepare("SELECT 1 FROM recovery_cases LIMIT 1").all()),
		stateOf("keyValue", () => env.API_KEYS.get("health")),
		stateOf("objects", () => env.RECOVERY_CASES.getByName("health").openness()),
	]);
	return { database, keyValue, objects };
}

async function stateOf(part: keyof Health, ask: () => Promise<unknown>): Promise<PartState> {
	try {
		await ask();
		return "ok";
	} catch (cause) {
		log.error("health", { part, cause });
		return "failing";
	}
}
