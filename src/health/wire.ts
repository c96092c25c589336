/** Joins the health checks with the bindings, and limits their cost. */
import type { Config } from "../config/config.ts";
import { SCHEMA_GENERATION } from "../db/generation.ts";
import { createMailRows } from "../mail/mails.d1.ts";
import { VERSION } from "../version.ts";
import {
	checkHealth,
	checkNodes,
	checkOtherStorage,
	type Health,
	type NodeHealth,
	type StorageHealth,
} from "./check-health.ts";
import { missingMigrations } from "./missing-migrations.d1.ts";
import { shareResult } from "./shared-result.ts";

/** `deployment`: the platform's id; null on one machine. */
type Build = { version: string; deployment: string | null; schemaGeneration: number };

export type HealthReport = {
	parts: Health["parts"] & StorageHealth;
	/** Oldest first. */
	missingMigrations: string[];
	rpc: NodeHealth;
	build: Build;
};

const KEPT_MS = 5_000;
/** Shorter, so that a repaired part is used again soon. */
const FAILURE_KEPT_MS = 1_000;
/** Nodes charge for calls. */
const NODES_KEPT_MS = 60_000;
const LIMIT_MS = 5_000;

/** Each isolate checks storage at most every five seconds and nodes every minute. */
export function wireHealth(
	env: Env,
	{ rpcUrls, mail }: Pick<Config, "rpcUrls" | "mail">,
): () => Promise<HealthReport> {
	const oldestMail = mail.sender === "none" ? async () => null : createMailRows(env.DB).oldestWaiting;
	const askStorage = async () => {
		const essential = checkHealth(env, () => missingMigrations(env.DB));
		const [{ parts, missingMigrations: missing }, other] = await Promise.all([
			essential,
			checkOtherStorage(env, oldestMail),
		]);
		return { parts: { ...parts, ...other }, missingMigrations: missing };
	};
	const storage = shareResult(askStorage, {
		keptMs: ({ parts, missingMigrations: missing }) =>
			missing.length > 0 || Object.values(parts).includes("failing") ? FAILURE_KEPT_MS : KEPT_MS,
		limitMs: LIMIT_MS,
	});
	const nodes = shareResult(() => checkNodes(rpcUrls), { keptMs: () => NODES_KEPT_MS, limitMs: LIMIT_MS });
	const build = {
		version: VERSION,
		// Absent where workerd serves the Worker without wrangler.
		deployment: env.CF_VERSION_METADATA?.id || null,
		schemaGeneration: SCHEMA_GENERATION,
	};
	return async () => {
		const [asked, rpc] = await Promise.all([storage(), nodes()]);
		return { ...asked, rpc, build };
	};
}
