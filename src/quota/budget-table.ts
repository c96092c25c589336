/** What one developer account may spend (auth.md "Quotas"). */
import type { Budget } from "./budget.ts";

const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** The names are stored in Account objects. */
export const DEVELOPER_BUDGETS = {
	/** Five may be active. Each leaves rows for ninety days. */
	issued_keys: { amount: 60, windowMs: DAY_MS },
	/** A sample is a request to a URL that the developer chose. */
	webhook_samples: { amount: 10, windowMs: MINUTE_MS },
} as const satisfies Record<string, Budget>;
