/** Rejects work on data of a generation that this build does not serve. Each isolate reads D1 once a minute. */
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { AppError } from "../kernel/errors/app-error.ts";
import { log } from "../kernel/log.ts";
import { withTimeout } from "../kernel/time/with-timeout.ts";
import { generationRefusal } from "./generation.ts";
import { schemaGeneration } from "./schema.ts";
import { sealedQuery } from "./sealed-query.ts";

const KNOWN_FOR_MS = 60_000;
/** Shorter, so that an outage of D1 is retried soon. */
const UNKNOWN_FOR_MS = 5_000;
const TIMEOUT_MS = 1_000;

type Known = { generation: number | undefined; until: number };

const knownByEnv = new WeakMap<object, Known>();

/** @throws AppError SERVICE_UNAVAILABLE if this build does not serve its data */
export async function requireGeneration(env: Pick<Env, "DB">): Promise<void> {
	const message = generationRefusal(await knownGeneration(env));
	if (message !== undefined) throw new AppError({ code: "SERVICE_UNAVAILABLE", message });
}

/** For background work, which the caller postpones. Logs the rejection. */
export async function isGenerationRefused(env: Pick<Env, "DB">, work: string): Promise<boolean> {
	const generation = await knownGeneration(env);
	const isRefused = generationRefusal(generation) !== undefined;
	if (isRefused) log.error("generation-refused", { work, generation });
	return isRefused;
}

/**
 * The generation of the data. It is undefined in an outage of D1, which is no reason to reject, because much of the
 * service works without D1.
 */
async function knownGeneration(env: Pick<Env, "DB">, now = Date.now()): Promise<number | undefined> {
	const known = knownByEnv.get(env);
	if (known && now < known.until) return known.generation;
	// Concurrent requests use the old value meanwhile.
	if (known) known.until = now + TIMEOUT_MS;
	const generation = await withTimeout(readGeneration(env.DB), TIMEOUT_MS).catch(() => undefined);
	const read = { generation, until: now + (generation === undefined ? UNKNOWN_FOR_MS : KNOWN_FOR_MS) };
	// A known rejection holds while D1 does not respond.
	const kept = generation === undefined && known ? { ...read, generation: known.generation } : read;
	knownByEnv.set(env, kept);
	return kept.generation;
}

async function readGeneration(database: D1Database): Promise<number | undefined> {
	const select = drizzle(database)
		.select({ generation: schemaGeneration.generation })
		.from(schemaGeneration)
		.where(eq(schemaGeneration.id, 1));
	return (await sealedQuery("read the schema generation", select))[0]?.generation;
}
