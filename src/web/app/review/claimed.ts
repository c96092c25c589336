/** The values of a case that its reviewer compares with the court's papers (recovery.md "What a reviewer compared"). */
import { type ClaimedValue, claimedValues, MAX_COMPARED } from "../../../protocol/comparison.ts";
import { toChecksumAddress } from "../core/addresses.ts";
import { amountInWords, COIN_DECIMALS } from "../core/amounts.ts";
import type { PageContext } from "../core/page-env.ts";
import type { Tokens } from "../core/token-facts.ts";
import { coinsInWords, decimalsOf, nameOf } from "../words/call-words.ts";
import { courtName } from "../words/court-words.ts";
import type { ReviewedCase } from "./case-table.tsx";
import type { Reading } from "./found-value.ts";

export type Claimed = ClaimedValue &
	Reading & {
		label: string;
		words: string;
		/** What the words rest on. */
		smallPrint?: string;
		/** How to type it. */
		hint?: string;
		/** What the reviewer must have looked up before the value can be compared. */
		toCheck?: string;
	};

/** Empty where there is no order to compare with. */
export function claimedIn(c: PageContext, of: ReviewedCase, tokens: Tokens): Claimed[] {
	if (of.courtOrder === null) return [];
	const { comparison: copy } = c.get("copy").desk;
	const { jrcHash, case: rec, transactions: txs, courtOrder } = of;
	return claimedValues({ jrcHash, rec, txs, courtOrder }).map((claimed): Claimed => {
		const [, index, part] = /^transactions\[(\d+)\]\.(receiver|amount)$/.exec(claimed.value) ?? [];
		if (index === undefined) return ofCase(c, claimed, rec.reasonForRecovery);
		const number = Number(index) + 1;
		if (part === "receiver") return { ...claimed, label: copy.receiver(number), words: claimed.claimed };
		const call = txs[Number(index)];
		return {
			...claimed,
			...(call?.data === "0x"
				? coins(c, claimed, rec.chainId)
				: tokenAmount(c, claimed, call?.dest ?? "", tokens)),
			label: copy.amount(number),
		};
	});
}

function ofCase(c: PageContext, claimed: ClaimedValue, reason: string): Claimed {
	const { desk, labels } = c.get("copy");
	const label =
		claimed.value === "case.lostAccount"
			? labels.lostAccountOf(reason)
			: (desk.comparison.labels[claimed.value] ?? claimed.value);
	const name = claimed.value === "courtOrder.courtId" ? courtName(claimed.claimed) : undefined;
	if (name === undefined) return { ...claimed, label, words: claimed.claimed };
	return { ...claimed, label, words: `${name} (${claimed.claimed})`, name };
}

type Amount = Pick<Claimed, "words" | "decimals" | "smallPrint" | "hint" | "toCheck">;

function coins(c: PageContext, { claimed }: ClaimedValue, chainId: number): Amount {
	const copy = c.get("copy");
	const words = coinsInWords(BigInt(claimed), chainId, copy);
	return { words, decimals: COIN_DECIMALS, hint: copy.desk.comparison.inWhole };
}

/** Decimals that only the claimant states are looked up by the reviewer. */
function tokenAmount(c: PageContext, { claimed }: ClaimedValue, dest: string, tokens: Tokens): Amount {
	const copy = c.get("copy");
	const { inWhole, inUnits, units, token, checked } = copy.desk.comparison;
	const facts = tokens.facts[dest.toLowerCase()];
	const { chainId, stated } = tokens;
	const known = { told: facts?.decimals ?? null, symbol: facts?.symbol, chainId };
	const found = decimalsOf(dest, { ...known, stated: stated[dest.toLowerCase()] });
	const ofToken = token(toChecksumAddress(dest));
	if (found === null) {
		return { words: units(claimed), decimals: null, smallPrint: ofToken, hint: inUnits };
	}
	const { decimals, by } = found;
	return {
		words: `${amountInWords(BigInt(claimed), decimals, copy)}${nameOf(dest, known, copy)}`,
		...{ decimals, hint: inWhole },
		smallPrint: ofToken,
		...(by === "claimant" && { toCheck: checked(decimals) }),
	};
}

/** The values that the page offers. */
export const offered = (claimed: readonly Claimed[]) => claimed.slice(0, MAX_COMPARED);
