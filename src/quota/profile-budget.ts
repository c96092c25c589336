/** Charges the estate profiles that a caller initialises (ADR 40). */
import type { Payer } from "./bills.ts";
import type { Budgets } from "./budgets.ts";

/** Refunds the charge unless `isNew`. */
export type WithinProfileBudget = <A extends { isNew: boolean }>(
	reader: { payer: Payer; clientAddress: string; now: number },
	initialise: () => Promise<A>,
) => Promise<A>;

export function createProfileBudget(budgets: Pick<Budgets, "within">): WithinProfileBudget {
	return (reader, initialise) =>
		budgets.within({ ...reader, costs: { profiles: 1 } }, initialise, ({ isNew }) => isNew);
}
