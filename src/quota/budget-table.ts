/** Budgets of a developer account (auth.md "Quotas"). */
import type { Budget } from "./budget.ts";

const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** Account objects store the names. */
export const DEVELOPER_BUDGETS = {
	/** At most five are active, but each leaves rows for ninety days. */
	issued_keys: { amount: 60, windowMs: DAY_MS },
	/** Each sample sends a request to a URL that the developer chose. */
	webhook_samples: { amount: 10, windowMs: MINUTE_MS },
} as const satisfies Record<string, Budget>;
