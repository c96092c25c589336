/** A transaction of a recovery in words, by what its data says. Pages and their scripts share it. */
import type { TokenDecimals } from "../../../protocol/case-state.ts";
import { type Act, decodeAct } from "../../../protocol/decode-act.ts";
import type { Call } from "../../../protocol/intent.ts";
import type { Copy } from "../copy/copy.ts";
import type { Decimals } from "../copy/en/acts.ts";
import { shortened, toChecksumAddress } from "../core/addresses.ts";
import { amountInWords, COIN_DECIMALS } from "../core/amounts.ts";
import { coinOf } from "../core/chains.ts";
import { issuedToken } from "../core/issued-tokens.ts";

/** So many bytes of a transaction's data fit on a printed page. The page that is compared with it shows as many at once. */
export const PRINTED_BYTES = 512;

/**
 * `told`, `symbol`: by the contract. `stated`: by the claimant. `isOwn`: the reader is the claimant. `isExact`: tokens stay in
 * smallest units, beside their whole address.
 */
export type KnownDecimals = {
	told?: number | null;
	symbol?: string | null | undefined;
	stated?: number | undefined;
	isOwn?: boolean;
	isExact?: boolean;
	chainId?: number;
};

/** `smallPrint`: the exact amount and the full address. */
export type CallWords = { sentence: string; smallPrint: readonly string[] };

type ActsCopy = Pick<Copy, "acts">;

export function callInWords(call: Call, copy: ActsCopy, known: KnownDecimals = {}): CallWords {
	const { dest, value, data } = call;
	const { acts } = copy;
	const act = decodeAct(data, toChecksumAddress);
	const wei = BigInt(value);
	const coins = coinsInWords(wei, known.chainId, copy);
	if (act.kind === "plain_value") {
		return { sentence: wei === 0n ? acts.nothing(dest) : acts.coins(coins, dest), smallPrint: [] };
	}
	const { amount, smallPrint } = tokenAmount(act, dest, known, copy);
	// The cast is safe, because `words` has for each kind the words of that kind.
	const wording = acts.words[act.kind] as (of: typeof act, target: string, amount: string) => string;
	const sent = wei === 0n ? "" : ` ${acts.withCoins(coins)}`;
	return { sentence: `${wording(act, dest, amount)}${sent}`, smallPrint };
}

export function coinsInWords(wei: bigint, chainId: number | undefined, copy: ActsCopy): string {
	const amount = amountInWords(wei, COIN_DECIMALS, copy);
	const coin = chainId === undefined ? undefined : coinOf(chainId);
	return coin === undefined ? copy.acts.ownCoin(amount) : `${amount} ${coin}`;
}

/** Without decimals the amount stands in smallest units, beside the full address. */
function tokenAmount(act: Act, token: string, known: KnownDecimals, copy: ActsCopy) {
	const units = unitsOf(act);
	const { amount: words } = copy.acts;
	if (units === null) return { amount: "", smallPrint: [] };
	const found = decimalsOf(token, known);
	const exact = words.units(units, token);
	if (found === null) return { amount: exact, smallPrint: [words.unknown] };
	const whole = (decimals: number) => amountInWords(BigInt(units), decimals, copy);
	const { stated } = known;
	const smallPrint = [words.exact(exact)];
	if (stated !== undefined && stated !== found.decimals)
		smallPrint.push(words.differs(whole(stated), stated));
	const name = nameOf(token, known, copy);
	const amount = `${whole(found.decimals)}${name}`;
	return { amount: words.whole(amount, shortened(token), found), smallPrint };
}

/** A symbol that the contract gives itself stands in quotes, and only plain letters and digits can be one. */
export function nameOf(token: string, { chainId = 0, symbol }: KnownDecimals, { acts }: ActsCopy): string {
	const issued = issuedToken(chainId, token);
	if (issued) return ` ${issued.symbol}`;
	const [open, close] = acts.contract.quoted;
	return typeof symbol === "string" && /^[\w.$₮-]{1,16}$/.test(symbol) ? ` ${open}${symbol}${close}` : "";
}

/** The words for a court. They have the exact amount and whole addresses, because stated decimals can be wrong. */
export function transferInWords(call: Call, copy: ActsCopy, known: KnownDecimals): string | undefined {
	const { dest, value, data } = call;
	const act = decodeAct(data, toChecksumAddress);
	const { transfer, ofToken, andCoins } = copy.acts.court;
	const coins = coinsInWords(BigInt(value), known.chainId, copy);
	if (act.kind === "plain_value") return transfer(coins, dest);
	if (act.kind !== "transfer") return undefined;
	const also = BigInt(value) > 0n ? ` ${andCoins(coins, dest)}` : "";
	const found = decimalsOf(dest, { ...known, stated: undefined });
	if (found === null) return `${transfer(copy.acts.amount.units(act.amount, dest), act.to)}${also}`;
	const amount = `${amountInWords(BigInt(act.amount), found.decimals, copy)}${nameOf(dest, known, copy)}`;
	return `${transfer(ofToken(amount, dest, act.amount), act.to)}${also}`;
}

/** Such as "2,500 USDC". Undefined for anything but a payment of a network's coin, or of a token that everybody knows. */
export function paymentInWords(call: Call, copy: ActsCopy, chainId: number): string | undefined {
	const act = decodeAct(call.data, toChecksumAddress);
	const wei = BigInt(call.value);
	if (act.kind === "plain_value") return coinsInWords(wei, chainId, copy);
	const issued = issuedToken(chainId, call.dest);
	if (act.kind !== "transfer" || wei > 0n || issued === undefined) return undefined;
	return `${amountInWords(BigInt(act.amount), issued.decimals, copy)} ${issued.symbol}`;
}

/** What a case moves, at a glance: one or two payments, or how many transactions there are. */
export function paymentsInWords(calls: readonly Call[], copy: ActsCopy, chainId: number): string {
	const payments = calls.map((call) => paymentInWords(call, copy, chainId));
	const isShort = payments.length <= 2 && payments.every((payment) => payment !== undefined);
	return isShort ? payments.join(" + ") : copy.acts.count(calls.length);
}

/** By our list of tokens, else the contract's own word, else the claimant's. */
export function decimalsOf(token: string, known: KnownDecimals): Decimals | null {
	const { told, stated, isOwn, isExact, chainId = 0 } = known;
	if (isExact) return null;
	const issued = issuedToken(chainId, token);
	if (issued) return { decimals: issued.decimals, by: "list" };
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
