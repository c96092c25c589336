/** Rejects work on data that a newer build has changed in a breaking way. Each isolate reads D1 once a minute. */
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { AppError } from "../kernel/app-error.ts";
import { log } from "../kernel/log.ts";
import { withTimeout } from "../kernel/with-timeout.ts";
import { isTooOld, tooOldMessage } from "./generation.ts";
import { schemaGeneration } from "./schema.ts";
import { sealedQuery } from "./sealed-query.ts";

const KNOWN_FOR_MS = 60_000;
/** Shorter, so that an outage of D1 is retried soon. */
const UNKNOWN_FOR_MS = 5_000;
const TIMEOUT_MS = 1_000;

type Known = { required: number | undefined; until: number };

const knownByEnv = new WeakMap<object, Known>();

/** @throws AppError SERVICE_UNAVAILABLE if this build is too old for its data */
export async function requireGeneration(env: Pick<Env, "DB">): Promise<void> {
	const required = await generationBeyondUs(env);
	if (required === undefined) return;
	throw new AppError({ code: "SERVICE_UNAVAILABLE", message: tooOldMessage(required) });
}

/** For background work, which the caller postpones. Logs the rejection. */
export async function isBuildTooOld(env: Pick<Env, "DB">, work: string): Promise<boolean> {
	const required = await generationBeyondUs(env);
	if (required !== undefined) log.error("build-too-old", { work, required });
	return required !== undefined;
}

/**
 * The generation that the data needs, if this build is too old for it. An outage of D1 is no reason to reject,
 * because much of the service works without D1.
 */
async function generationBeyondUs(env: Pick<Env, "DB">, now = Date.now()): Promise<number | undefined> {
	const known = knownByEnv.get(env);
	if (known && now < known.until) return beyondUs(known);
	// Concurrent requests use the old value meanwhile.
	if (known) known.until = now + TIMEOUT_MS;
	const required = await withTimeout(requiredGeneration(env.DB), TIMEOUT_MS).catch(() => undefined);
	const read = { required, until: now + (required === undefined ? UNKNOWN_FOR_MS : KNOWN_FOR_MS) };
	// A known rejection holds while D1 does not respond.
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
