/** Transactions in words, by what their data says. Data alone does not tell which kind of contract reads it. */
import { actWords } from "../../../../protocol/act-words.ts";

/** A token's decimals, and by whose word: this service's list, the contract's, the reader's, or the claimant's. */
export type Decimals = { decimals: number; by: "list" | "token" | "you" | "claimant" };

const whoStated: Record<Exclude<Decimals["by"], "list">, string> = {
	token: "by its own word",
	you: "as you stated",
	claimant: "as the claimant stated",
};

export const acts = {
	words: actWords,
	/** Before the fraction of an amount. */
	decimalSign: ".",
	amount: {
		units: (units: string, token: string) => `${units} smallest units of the token ${token}`,
		whole: (amount: string, token: string, { decimals, by }: Decimals) =>
			by === "list"
				? `${amount} (token ${token})`
				: `${amount} (token ${token}, with ${decimals} decimal${decimals === 1 ? "" : "s"}, ${whoStated[by]})`,
		/** Of a number that was typed. */
		either: (whole: string, withFraction: string) =>
			`This can mean two amounts. Write ${whole} or ${withFraction}.`,
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
	/** In papers for a court. */
	court: {
		transfer: (amount: string, to: string) => `a transfer of ${amount} to ${to}`,
		ofToken: (amount: string, token: string, units: string) =>
			`${amount} (token contract ${token}, exactly ${units} of its smallest units)`,
		andCoins: (coins: string, to: string) => `and, in the same transaction, of ${coins} to ${to}`,
		other: (sentence: string) => `a transaction with this effect: ${sentence.replace(/\.$/, "")}`,
	},
	count: (transactions: number) => `${transactions} transaction${transactions === 1 ? "" : "s"}`,
	nothing: (target: string) => `Calls ${target} with no amount and no data.`,
	/** Without data. @param coins with their name */
	coins: (coins: string, target: string) => `Sends ${coins} to ${target}.`,
	/** Beside data. */
	withCoins: (coins: string) => `It also sends ${coins} there.`,
	/** Of a network whose coin has no name here. */
	ownCoin: (amount: string) => `${amount} of the network’s own coin`,
	caution:
		"Whether a contract is a token, a collection or a Safe was read from the transaction, not from the network.",
};
