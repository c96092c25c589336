import type { Charge, QuotaUse } from "../../durable/account/account-messages.ts";
import { DAY_MS } from "./budget-table.ts";

/** A forger on one network leaves the rest of the quota to others. */
export const NETWORK_SHARE = 1 / 8;

/** No network has this name. */
const WHOLE = "";

/** The holder's whole quota of stored bytes, and the part of one client network. */
export function chargesOf({ network, bytes, perDay }: Omit<QuotaUse, "now">): Charge[] {
	return [
		{ part: WHOLE, cost: bytes, budget: { amount: perDay, windowMs: DAY_MS } },
		{ part: network, cost: bytes, budget: { amount: perDay * NETWORK_SHARE, windowMs: DAY_MS } },
	];
}
