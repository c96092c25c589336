/** A transaction of a recovery in words, by what its data says. Pages and their scripts share it. */
import type { TokenDecimals } from "../../../protocol/case-state.ts";
import { type Act, decodeAct } from "../../../protocol/decode-act.ts";
import type { Call } from "../../../protocol/intent.ts";
import type { Copy } from "../copy/copy.ts";
import type { Decimals } from "../copy/en/acts.ts";
import { shortened, toChecksumAddress } from "../core/addresses.ts";
import { amountInWords, COIN_DECIMALS } from "../core/amounts.ts";

/** `told`: by the contract. `stated`: by the claimant. `isOwn`: the reader is the claimant. `coin`: the network's, by symbol. */
export type KnownDecimals = {
	told?: number | null;
	stated?: number | undefined;
	isOwn?: boolean;
	coin?: string | undefined;
};

/** `smallPrint`: the exact amount and the full address. */
export type CallWords = { sentence: string; smallPrint: readonly string[] };

type ActsCopy = Pick<Copy, "acts">;

export function callInWords(call: Call, copy: ActsCopy, known: KnownDecimals = {}): CallWords {
	const { dest, value, data } = call;
	const { acts } = copy;
	const act = decodeAct(data, toChecksumAddress);
	const wei = BigInt(value);
	const amountOfCoin = amountInWords(wei, COIN_DECIMALS, copy);
	const coins = known.coin === undefined ? acts.ownCoin(amountOfCoin) : `${amountOfCoin} ${known.coin}`;
	if (act.kind === "plain_value") {
		return { sentence: wei === 0n ? acts.nothing(dest) : acts.coins(coins, dest), smallPrint: [] };
	}
	const { amount, smallPrint } = tokenAmount(act, dest, known, copy);
	// The cast is safe, because `words` has for each kind the words of that kind.
	const wording = acts.words[act.kind] as (of: typeof act, target: string, amount: string) => string;
	const sent = wei === 0n ? "" : ` ${acts.withCoins(coins)}`;
	return { sentence: `${wording(act, dest, amount)}${sent}`, smallPrint };
}

/** Without decimals the amount stands in smallest units, beside the full address. */
function tokenAmount(act: Act, token: string, known: KnownDecimals, copy: ActsCopy) {
	const units = unitsOf(act);
	const { amount: words } = copy.acts;
	if (units === null) return { amount: "", smallPrint: [] };
	const found = decimalsOf(known);
	const exact = words.units(units, token);
	if (found === null) return { amount: exact, smallPrint: [words.unknown] };
	const whole = (decimals: number) => amountInWords(BigInt(units), decimals, copy);
	const { stated } = known;
	const smallPrint = [words.exact(exact)];
	if (stated !== undefined && stated !== found.decimals)
		smallPrint.push(words.differs(whole(stated), stated));
	return { amount: words.whole(whole(found.decimals), shortened(token), found), smallPrint };
}

/** The contract's own word comes first. */
function decimalsOf({ told, stated, isOwn }: KnownDecimals): Decimals | null {
	if (typeof told === "number") return { decimals: told, by: "token" };
	return stated === undefined ? null : { decimals: stated, by: isOwn ? "you" : "claimant" };
}

/** In smallest units; null if the call moves no amount of a token. */
function unitsOf(act: Act): string | null {
	switch (act.kind) {
		case "transfer":
			return act.amount;
		case "transfer_from":
			return act.amountOrId;
		case "approve":
			return act.isUnlimited ? null : act.amountOrId;
		default:
			return null;
	}
}

/** By address in lower case. */
export const statedIn = (tokenDecimals: readonly TokenDecimals[]): Record<string, number> =>
	Object.fromEntries(tokenDecimals.map(({ token, decimals }) => [token.toLowerCase(), decimals]));

/** Whether the call's words have an amount of a token, whose decimals matter. */
export const movesToken = ({ data }: Pick<Call, "data">): boolean =>
	unitsOf(decodeAct(data, toChecksumAddress)) !== null;

/** Whether a sentence is only as certain as `acts.caution` says, because it was read from data. */
export const isReadFromData = ({ data }: Pick<Call, "data">): boolean => data !== "0x";
