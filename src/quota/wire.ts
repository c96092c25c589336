import { createHmac } from "node:crypto";
import type { Config } from "../config/config.ts";
import { createOriginRows } from "../developers/origins/origins.d1.ts";
import { type NetworkBits, wideNetworkOf } from "../kernel/client-network.ts";
import { createPeppers, type Peppers } from "../kernel/crypto/pepper.ts";
import { lazy } from "../kernel/once.ts";
import { type Budgets, createBudgets } from "./budgets.ts";

/** For the Worker and for objects. */
export function wireBudgets(env: Pick<Env, "ACCOUNTS" | "DB">, config: Config): Budgets {
	const nameOf = lazy(() => networkNames(createPeppers(config.peppers), config.budgetNetwork));
	return createBudgets({
		objectOf: (name) => env.ACCOUNTS.getByName(name),
		table: config.budgets,
		networkNameOf: (clientAddress) => nameOf()(clientAddress),
		hasAllowedOrigin: (developerId) => createOriginRows(env.DB).hasAllowed(developerId),
	});
}

/** A keyed hash, so that budgets store no client address. */
export function networkNames(peppers: Peppers, bits: NetworkBits): (clientAddress: string) => string {
	const key = peppers.keyFor("origin-network", peppers.currentVersion);
	if (!key) throw new Error("the current pepper is not configured");
	return (clientAddress) =>
		createHmac("sha256", key).update(wideNetworkOf(clientAddress, bits)).digest("hex");
}
