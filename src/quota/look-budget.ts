/** Charges daily looks at lost accounts to the reserve that only they use (recovery.md "The watch over the lost account"). */
import type { Payer } from "./bills.ts";
import type { BudgetExhausted, Budgets } from "./budgets.ts";

/** `payer`: whose part of the reserve counts. `network`: the name of the one that filed the case, if it is known. */
export type Look = { payer: Payer; network: string | null; hasOrder: boolean };

/** Refunds the charge unless the account was seen. */
export type WithinLookBudget = <A extends { kind: string }>(
	look: Look,
	read: () => Promise<A>,
) => Promise<A | BudgetExhausted>;

export function createLookBudget(budgets: Pick<Budgets, "within">): WithinLookBudget {
	return ({ payer, network, hasOrder }, read) => {
		const costs = { looks: 1, ...(!hasOrder && { looks_without_order: 1 }) };
		const charge = { clientAddress: null, costs, now: Date.now(), isRead: true };
		const wasSeen = ({ kind }: { kind: string }) => kind === "seen";
		const readWithinReserve = () =>
			budgets.within({ ...charge, payer: { kind: "service", for: payer } }, read, wasSeen);
		return budgets.within({ ...charge, payer, network }, readWithinReserve, wasSeen);
	};
}
