import { log } from "../kernel/log.ts";
import { withTimeout } from "../kernel/time/with-timeout.ts";

export type PartState = "ok" | "failing";

/** Per part, so that a slow part delays no other. */
export const PART_TIMEOUT_MS = 2_000;

/** Logs the reason of a failure. */
export async function stateOf(
	part: string,
	ask: () => Promise<unknown>,
	level: "warn" | "error" = "error",
): Promise<PartState> {
	try {
		await withTimeout(ask(), PART_TIMEOUT_MS);
		return "ok";
	} catch (cause) {
		if (level === "warn") log.warn("health", { part, cause });
		else log.error("health", { part, cause });
		return "failing";
	}
}
