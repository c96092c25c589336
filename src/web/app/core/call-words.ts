/** A transaction of a recovery in words, by what its data says. */
import { decodeAct } from "../../../rules/decode-act.ts";
import type { Call } from "../../../rules/intent.ts";
import type { Copy } from "../copy/copy.ts";
import { toChecksumAddress } from "./addresses.ts";

const COIN_DECIMALS = 18;

export function callInWords({ dest, value, data }: Call, { acts }: Pick<Copy, "acts">): string {
	const act = decodeAct(data, toChecksumAddress);
	const wei = BigInt(value);
	if (act.kind === "plain_value")
		return wei === 0n ? acts.nothing(dest) : acts.coins(inUnits(wei, COIN_DECIMALS), dest);
	// The cast is safe, because `words` has for each kind the words of that kind.
	const wording = acts.words[act.kind] as (of: typeof act, target: string) => string;
	const sent = wei === 0n ? "" : ` ${acts.withCoins(inUnits(wei, COIN_DECIMALS))}`;
	return `${wording(act, dest)}${sent}`;
}

/** Whether a sentence is only as certain as `acts.caution` says, because it was read from data. */
export const isReadFromData = ({ data }: Pick<Call, "data">): boolean => data !== "0x";

/** @param amount in smallest units */
export function inUnits(amount: bigint, decimals: number): string {
	const digits = amount.toString().padStart(decimals + 1, "0");
	const whole = digits.slice(0, digits.length - decimals);
	const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
	return `${whole}${fraction && `.${fraction}`}`;
}
