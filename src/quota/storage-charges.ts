import type { Charge, QuotaUse } from "../../durable/account/account-messages.ts";
import { DAY_MS } from "./budget-table.ts";

/** A forger on one network cannot use up the rest of the quota. */
export const NETWORK_SHARE = 1 / 8;

const WHOLE = "";

/** Charges the holder's whole quota and the share of one client network. */
export function chargesOf({ network, bytes, perDay }: Omit<QuotaUse, "now">): Charge[] {
	return [
		{ part: WHOLE, cost: bytes, budget: { amount: perDay, windowMs: DAY_MS } },
		{ part: network, cost: bytes, budget: { amount: perDay * NETWORK_SHARE, windowMs: DAY_MS } },
	];
}
