/** The values of a case that its reviewer compares with the court's papers, and what she typed (recovery.md "What a reviewer compared"). */
import {
	type ClaimedValue,
	type ComparedValue,
	claimedValues,
	isSameValue,
	MAX_COMPARED,
} from "../../../protocol/comparison.ts";
import { amountInWords, COIN_DECIMALS } from "../core/amounts.ts";
import type { Form } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import type { Tokens } from "../core/token-facts.ts";
import { coinsInWords } from "../words/call-words.ts";
import type { ReviewedCase } from "./case-table.tsx";
import { foundValue } from "./found-value.ts";

export type Claimed = ClaimedValue & {
	label: string;
	words: string;
	/** Of an amount. Null if its decimals are not known for certain: then it is typed in smallest units. */
	decimals?: number | null;
};

/** What the form has for one value. */
export type TypedValue = { found: string; isTicked: boolean; differs: string };
export const NOTHING_TYPED: TypedValue = { found: "", isTicked: false, differs: "" };
/** By value. */
export type TypedValues = Readonly<Record<string, TypedValue>>;

export type Compared = { compared: ComparedValue[]; problems: Problem[] };

/** Names of the form's fields, by which problems find them too. */
export const fieldsOfValue = (value: string) =>
	({ found: `found:${value}`, tick: `tick:${value}`, differs: `differs:${value}` }) as const;

/** Empty where there is no order to compare with. */
export function claimedIn(c: PageContext, of: ReviewedCase, tokens: Tokens): Claimed[] {
	if (of.courtOrder === null) return [];
	const { comparison: copy } = c.get("copy").desk;
	const { case: rec, transactions: txs, courtOrder } = of;
	return claimedValues({ rec, txs, courtOrder }).map((claimed): Claimed => {
		const [, index, part] = /^transactions\[(\d+)\]\.(receiver|amount)$/.exec(claimed.value) ?? [];
		const label = copy.labels[claimed.value] ?? claimed.value;
		if (index === undefined) return { ...claimed, label, words: claimed.claimed };
		const number = Number(index) + 1;
		if (part === "receiver") return { ...claimed, label: copy.receiver(number), words: claimed.claimed };
		return { ...claimed, label: copy.amount(number), ...amountOf(c, of, tokens, claimed, Number(index)) };
	});
}

/** By the token's contract. The claimant's own word for the decimals proves nothing. */
function amountOf(
	c: PageContext,
	{ transactions }: ReviewedCase,
	tokens: Tokens,
	{ claimed }: ClaimedValue,
	index: number,
): { words: string; decimals: number | null } {
	const copy = c.get("copy");
	const { dest = "", data } = transactions[index] ?? {};
	const whole = (decimals: number) => amountInWords(BigInt(claimed), decimals, copy);
	if (data === "0x") {
		const words = coinsInWords(BigInt(claimed), tokens.chainId, copy);
		return { words, decimals: COIN_DECIMALS };
	}
	const decimals = tokens.facts[dest.toLowerCase()]?.decimals ?? null;
	const { units, whole: inWhole } = copy.acts.amount;
	if (decimals === null) return { words: units(claimed, dest), decimals };
	return { words: inWhole(whole(decimals), dest, { decimals, by: "token" }), decimals };
}

/** For the list of problems. */
export const labelsOfValues = (claimed: readonly Claimed[]): Record<string, string> =>
	Object.fromEntries(
		claimed.flatMap(({ value, label }) => {
			const { found, differs } = fieldsOfValue(value);
			return [
				[found, label],
				[differs, label],
			];
		}),
	);

/** The values that the page offers. */
export const offered = (claimed: readonly Claimed[]) => claimed.slice(0, MAX_COMPARED);

export const typedIn = (form: Form, claimed: readonly Claimed[]): TypedValues =>
	Object.fromEntries(
		offered(claimed).map(({ value }): [string, TypedValue] => {
			const { found, tick, differs } = fieldsOfValue(value);
			return [value, { found: form.text(found), isTicked: form.has(tick), differs: form.text(differs) }];
		}),
	);

/** The form's fields, to send them again. */
export const fieldsOfTyped = (typed: TypedValues): Record<string, string> =>
	Object.fromEntries(
		Object.entries(typed).flatMap(([value, { found, isTicked, differs }]) => {
			const fields = fieldsOfValue(value);
			if (found === "") return [];
			return [[fields.found, found], ...(isTicked ? [[fields.tick, "yes"]] : []), [fields.differs, differs]];
		}),
	);

/** @param isVerification the decision verifies the order */
export function comparedIn(
	c: PageContext,
	claimed: readonly Claimed[],
	typed: TypedValues,
	isVerification: boolean,
): Compared {
	const { problems: words } = c.get("copy").desk.comparison;
	const compared: ComparedValue[] = [];
	const problems: Problem[] = [];
	for (const one of offered(claimed)) {
		const { value, kind } = one;
		const { found: given, isTicked, differs } = typed[value] ?? NOTHING_TYPED;
		const fields = fieldsOfValue(value);
		const report = (field: string, text: string) => problems.push({ field, text });
		if (given === "") {
			if (isTicked) report(fields.found, words.empty);
			continue;
		}
		const found = foundValue(one.decimals, given, c.get("copy").acts.decimalSign);
		if (found === null) report(fields.found, words.amount);
		else if (isSameValue(kind, one.claimed, found)) {
			if (isTicked) compared.push({ value, found });
		} else if (isTicked) report(fields.found, words.unequal);
		else if (isVerification && kind !== "text") report(fields.found, words.otherOrder);
		else if (differs === "") report(fields.differs, words.unexplained);
		else compared.push({ value, found, differs });
	}
	return { compared, problems };
}
