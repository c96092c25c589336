/** Refuses to serve data that a newer build has changed in a breaking way. Reads D1 once a minute for each isolate. */
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { AppError } from "../kernel/app-error.ts";
import { log } from "../kernel/log.ts";
import { withTimeout } from "../kernel/with-timeout.ts";
import { isTooOld, tooOldMessage } from "./generation.ts";
import { schemaGeneration } from "./schema.ts";
import { sealedQuery } from "./sealed-query.ts";

const KNOWN_FOR_MS = 60_000;
/** Soon again, because nothing is known. */
const UNKNOWN_FOR_MS = 5_000;
/** A request waits no longer for a database that does not respond. */
const TIMEOUT_MS = 1_000;

type Known = { required: number | undefined; until: number };

const knownByEnv = new WeakMap<object, Known>();

/** @throws AppError SERVICE_UNAVAILABLE if this build is too old for its data */
export async function requireGeneration(env: Pick<Env, "DB">): Promise<void> {
	const required = await generationBeyondUs(env);
	if (required === undefined) return;
	throw new AppError({ code: "SERVICE_UNAVAILABLE", message: tooOldMessage(required) });
}

/** For work without a caller: logs a refusal, and the work has to be postponed. */
export async function isBuildTooOld(env: Pick<Env, "DB">, work: string): Promise<boolean> {
	const required = await generationBeyondUs(env);
	if (required !== undefined) log.error("build-too-old", { work, required });
	return required !== undefined;
}

/**
 * The generation that the data needs, if this build is too old for it. A database that does not respond is no reason
 * to refuse, because much of the service works without it.
 */
async function generationBeyondUs(env: Pick<Env, "DB">, now = Date.now()): Promise<number | undefined> {
	const known = knownByEnv.get(env);
	if (known && now < known.until) return beyondUs(known);
	// Concurrent requests use the old value meanwhile.
	if (known) known.until = now + TIMEOUT_MS;
	const required = await withTimeout(requiredGeneration(env.DB), TIMEOUT_MS).catch(() => undefined);
	const read = { required, until: now + (required === undefined ? UNKNOWN_FOR_MS : KNOWN_FOR_MS) };
	// What was too old stays so while D1 does not respond.
	const kept = required === undefined && known ? { ...read, required: known.required } : read;
	knownByEnv.set(env, kept);
	return beyondUs(kept);
}

const beyondUs = ({ required }: Known) => (isTooOld(required) ? required : undefined);

async function requiredGeneration(database: D1Database): Promise<number | undefined> {
	const select = drizzle(database)
		.select({ generation: schemaGeneration.generation })
		.from(schemaGeneration)
		.where(eq(schemaGeneration.id, 1));
	return (await sealedQuery("read the schema generation", select))[0]?.generation;
}
