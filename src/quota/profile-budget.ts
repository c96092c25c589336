/** Charges the estate profiles that a caller initialises (ADR 40). */
import type { Payer } from "./bills.ts";
import type { BudgetExhausted, Budgets } from "./budgets.ts";

/** Refunds the charge unless `isNew`. */
export type WithinProfileBudget = <A extends { isNew: boolean }>(
	reader: { payer: Payer; clientAddress: string; now: number },
	initialise: () => Promise<A>,
) => Promise<({ kind: "within" } & A) | BudgetExhausted>;

export function createProfileBudget(budgets: Pick<Budgets, "within">): WithinProfileBudget {
	return (reader, initialise) =>
		budgets.within(
			{ ...reader, costs: { profiles: 1 } },
			async () => ({ kind: "within" as const, ...(await initialise()) }),
			(result) => result.isNew,
		);
}
