/** Transactions in words, by what their data says. Data alone does not tell which kind of contract reads it. */
import type { Act } from "../../../../protocol/decode-act.ts";

/** A token's decimals, and by whose word: the contract's, the reader's, or the claimant's. */
export type Decimals = { decimals: number; by: "token" | "you" | "claimant" };

/** Of calls with data. `amount`: of a token, as `amount.units` or `amount.whole` words it. */
type Words = {
	[Kind in Exclude<Act["kind"], "plain_value">]: (
		act: Extract<Act, { kind: Kind }>,
		target: string,
		amount: string,
	) => string;
};

const whoStated: Record<Decimals["by"], string> = {
	token: "by its own word",
	you: "as you stated",
	claimant: "as the claimant stated",
};

const actWords: Words = {
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

export const acts = {
	words: actWords,
	/** Before the fraction of an amount. */
	decimalSign: ".",
	amount: {
		units: (units: string, token: string) => `${units} smallest units of the token ${token}`,
		whole: (amount: string, token: string, { decimals, by }: Decimals) =>
			`${amount} (token ${token}, with ${decimals} decimal${decimals === 1 ? "" : "s"}, ${whoStated[by]})`,
		/** @param units in words */
		exact: (units: string) => `Exactly: ${units}.`,
		unknown:
			"How many decimals the token has is not stated here, so the amount in whole tokens is not known.",
		differs: (amount: string, decimals: number) =>
			`The claim was filed with ${decimals} decimals instead; the amount would then be ${amount}.`,
	},
	/** About the token's contract. */
	contract: {
		calls: "The contract calls itself",
		quoted: ["“", "”"],
		ownWord: "Anyone can make a contract say this, so compare its address.",
	},
	nothing: (target: string) => `Calls ${target} with no amount and no data.`,
	/** Without data. @param coins with their name */
	coins: (coins: string, target: string) => `Sends ${coins} to ${target}.`,
	/** Beside data. */
	withCoins: (coins: string) => `It also sends ${coins} there.`,
	/** Of a network whose coin has no name here. */
	ownCoin: (amount: string) => `${amount} of the network’s own coin`,
	caution:
		"Data does not tell which kind of contract it is for. Where a sentence says “token”, “collection” or “Safe”, it assumes that the contract is one.",
};
