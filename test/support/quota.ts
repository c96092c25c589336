/** Charges budgets as the service does. */
import { env } from "cloudflare:workers";
import { configOf } from "../../src/config/config.ts";
import type { ChargeRequest } from "../../src/quota/budgets.ts";
import { wireBudgets } from "../../src/quota/wire.ts";

/** Tells whether the budgets were charged. */
export async function charge(request: Omit<ChargeRequest, "now">): Promise<boolean> {
	const { kind } = await wireBudgets(env, configOf(env)).charge({ ...request, now: Date.now() });
	return kind === "charged";
}
