/** A transaction of a recovery in words, by what its data says. */
import { decodeAct } from "../../../rules/decode-act.ts";
import type { Call } from "../../../rules/intent.ts";
import type { Copy } from "../copy/copy.ts";
import { toChecksumAddress } from "./addresses.ts";

const COIN_DECIMALS = 18;

export function callInWords({ dest, value, data }: Call, { acts }: Pick<Copy, "acts">): string {
	const act = decodeAct(data, toChecksumAddress);
	const wei = BigInt(value);
	if (act.kind === "plain_value") return wei === 0n ? acts.nothing(dest) : acts.coins(coinsOf(wei), dest);
	// The cast is safe, because `words` has for each kind the words of that kind.
	const wording = acts.words[act.kind] as (of: typeof act, target: string) => string;
	const sent = wei === 0n ? "" : ` ${acts.withCoins(coinsOf(wei))}`;
	return `${wording(act, dest)}${sent}`;
}

function coinsOf(wei: bigint): string {
	const digits = wei.toString().padStart(COIN_DECIMALS + 1, "0");
	const fraction = digits.slice(-COIN_DECIMALS).replace(/0+$/, "");
	return `${digits.slice(0, -COIN_DECIMALS)}${fraction && `.${fraction}`}`;
}
