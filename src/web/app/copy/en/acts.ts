/** Transactions in words, by what their data says. Data alone does not tell which kind of contract reads it. */
import type { Act } from "../../../../rules/decode-act.ts";

/** Of calls with data. */
type Words = {
	[Kind in Exclude<Act["kind"], "plain_value">]: (
		act: Extract<Act, { kind: Kind }>,
		target: string,
	) => string;
};

const actWords: Words = {
	transfer: ({ to, amount }, target) => `Sends ${amount} smallest units of the token ${target} to ${to}.`,
	transfer_from: ({ from, to, amountOrId }, target) =>
		`Moves from ${from} to ${to}: ${amountOrId} smallest units, if ${target} is a token, or the piece with number ${amountOrId}, if it is a collection.`,
	approve: ({ spender, amountOrId, isUnlimited }, target) =>
		isUnlimited
			? `Allows ${spender} to spend an unlimited amount of the token ${target}.`
			: `Allows ${spender} to spend up to ${amountOrId} smallest units of the token ${target}, or, if it is a collection, to move the piece with number ${amountOrId}.`,
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

export const acts = {
	words: actWords,
	nothing: (target: string) => `Calls ${target} with no amount and no data.`,
	/** Without data. @param coins decimal, in units of 10^18 wei */
	coins: (coins: string, target: string) => `Sends ${coins} of the network’s own coin to ${target}.`,
	/** Beside data. */
	withCoins: (coins: string) => `It also sends ${coins} of the network’s own coin there.`,
	caution:
		"Data does not tell which kind of contract it is for. Where a sentence says “token”, “collection” or “Safe”, it assumes that the contract is one.",
};
