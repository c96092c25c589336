import { log } from "../kernel/log.ts";
import { withTimeout } from "../kernel/with-timeout.ts";

export type PartState = "ok" | "failing";

/** Each part is asked on its own, so that a slow one delays no other. */
export const PART_TIMEOUT_MS = 2_000;

/** Asks one part, and logs why it failed. */
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
