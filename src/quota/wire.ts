import type { Config } from "../config/config.ts";
import { createOriginRows } from "../developers/origins/origins.d1.ts";
import { createPeppers } from "../kernel/crypto/pepper.ts";
import { lazy } from "../kernel/once.ts";
import { type Budgets, createBudgets } from "./budgets.ts";
import { networkNames } from "./network-name.ts";

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
