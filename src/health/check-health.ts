import { configOf } from "../config/config.ts";
import { checkSigningKeys } from "./check-signing-keys.ts";

type PartState = "ok" | "failing";
export type Health = { database: PartState; keyValue: PartState; objects: PartState };

/**
 * Asks each kind of storage something small.
 * @throws AppError SERVICE_UNAVAILABLE that names a setting which does not work; nothing where a part fails
 */
export async function checkHealth(env: Env): Promise<Health> {
	const { sessionSigningKeys, evidenceSigningKeys } = configOf(env);
	await checkSigningKeys("SESSION_SIGNING_KEYS", sessionSigningKeys.keys);
	await checkSigningKeys("EVIDENCE_SIGNING_KEYS", evidenceSigningKeys.keys);
	const [database, keyValue, objects] = await Promise.all([
		// A table of the schema, so that a database without its migrations does not count as healthy.
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
		console.error(JSON.stringify({ level: "error", event: "health", part, cause: String(cause) }));
		return "failing";
	}
}
