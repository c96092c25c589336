/** Charges daily looks at lost accounts to the reserve that only they use (recovery.md "The watch over the lost account"). */
import type { Payer } from "./bills.ts";
import type { Budgets } from "./budgets.ts";
import type { BudgetExhausted } from "./errors.ts";

/** `payer`: whose part of the reserve counts. `network`: the filer's network, if it is known. */
export type Look = { payer: Payer; network: string | null; hasOrder: boolean };

/** Refunds the charge unless the node told about the account. */
export type WithinLookBudget = <A extends { kind: string }>(
	look: Look,
	read: () => Promise<A>,
) => Promise<A | BudgetExhausted>;

export function createLookBudget(budgets: Pick<Budgets, "charge">): WithinLookBudget {
	return async ({ payer, network, hasOrder }, read) => {
		const costs = { looks: 1, ...(!hasOrder && { looks_without_order: 1 }) };
		const charge = { clientAddress: null, costs, now: Date.now(), isRead: true };
		const own = await budgets.charge({ ...charge, payer, network });
		if (own.kind === "budget_exhausted") return own;
		const shared = await budgets.charge({ ...charge, payer: { kind: "service", for: payer } });
		const result = shared.kind === "charged" ? await read() : shared;
		if (result.kind === "seen") return result;
		await own.refund();
		if (shared.kind === "charged") await shared.refund();
		return result;
	};
}
