/** Charges the bytes that a signed message stores. */
import type { Payer } from "./bills.ts";
import type { Budgets } from "./budgets.ts";

/** For the rows of a call, besides its signature and file. */
const ROWS_BYTES = 16 * 1024;

type StoringCall = {
	caller: Payer;
	/** As in the request. */
	clientAddress: string;
	signature?: string;
	fileBytes?: number;
	/** Unix milliseconds. */
	now: number;
};

/** @param hasStored whether the result means that something was stored; otherwise the bytes are refunded */
export type WithinStorageBudget = <A>(
	call: StoringCall,
	store: () => Promise<A>,
	hasStored?: (result: A) => boolean,
) => Promise<A>;

export function createStorageBudget(budgets: Pick<Budgets, "within">): WithinStorageBudget {
	return ({ caller, clientAddress, signature = "", fileBytes = 0, now }, store, hasStored) => {
		const costs = { stored_bytes: ROWS_BYTES + signature.length + fileBytes };
		return budgets.within({ payer: caller, clientAddress, costs, now }, store, hasStored);
	};
}
