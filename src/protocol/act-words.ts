/** Transactions in words, by what their data says. */
import type { Act } from "./decode-act.ts";

/** Of calls with data. `amount`: of a token, in words. */
export type ActWords = {
	[Kind in Exclude<Act["kind"], "plain_value">]: (
		act: Extract<Act, { kind: Kind }>,
		target: string,
		amount: string,
	) => string;
};

export const actWords: ActWords = {
	transfer: ({ to }, _target, amount) => `Sends ${amount} to ${to}.`,
	transfer_from: ({ from, to, amountOrId }, _target, amount) =>
		`Moves from ${from} to ${to}: ${amount}, or, if it is a collection, the piece with number ${amountOrId}.`,
	approve: ({ spender, amountOrId, isUnlimited }, target, amount) =>
		isUnlimited
			? `Allows ${spender} to spend an unlimited amount of the token ${target}.`
			: `Allows ${spender} to spend up to ${amount}, or, if it is a collection, to move the piece with number ${amountOrId}.`,
	approve_all: ({ operator, approved }, target) =>
		approved
			? `Allows ${operator} to move everything of the collection ${target}.`
			: `No longer allows ${operator} to move anything of the collection ${target}.`,
	transfer_nft: ({ from, to, tokenId }, target) =>
		`Moves the piece with number ${tokenId} of the collection ${target} from ${from} to ${to}.`,
	transfer_multi: ({ from, to, items }, target) =>
		`Moves ${items.map(({ tokenId, amount }) => `${amount} of number ${tokenId}`).join(", ") || "nothing"} of the collection ${target} from ${from} to ${to}.`,
	safe_add_owner: ({ owner, threshold }, target) =>
		`Makes ${owner} an owner of the Safe ${target}. From then on it needs ${threshold} signature(s).`,
	safe_remove_owner: ({ owner, threshold }, target) =>
		`Removes ${owner} from the owners of the Safe ${target}. From then on it needs ${threshold} signature(s).`,
	safe_swap_owner: ({ oldOwner, newOwner }, target) =>
		`Makes ${newOwner} an owner of the Safe ${target} in place of ${oldOwner}.`,
	safe_change_threshold: ({ threshold }, target) =>
		`Changes how many signatures the Safe ${target} needs to ${threshold}.`,
	unknown_call: ({ selector, dataBytes }, target) =>
		`Calls ${target} with ${dataBytes} bytes of data${selector === null ? "" : ` (function ${selector})`}. What this does cannot be told from the data.`,
};
