/** What a reviewer typed from the court's papers, as the decision states it (recovery.md "What a reviewer compared"). */
import { type ComparedValue, isSameValue } from "../../../protocol/comparison.ts";
import { amountInWords } from "../core/amounts.ts";
import type { Form } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import { type Claimed, offered } from "./claimed.ts";
import { foundValue } from "./found-value.ts";

/** What the form has for one value. `isChecked`: what must be looked up first. */
export type TypedValue = { found: string; isTicked: boolean; isChecked: boolean; differs: string };
export const NOTHING_TYPED: TypedValue = { found: "", isTicked: false, isChecked: false, differs: "" };
/** By value. */
export type TypedValues = Readonly<Record<string, TypedValue>>;

/** One value as the confirmation lists it. `recorded`: what the decision states, if anything. */
export type ComparedLine = { of: Claimed; typed: TypedValue; recorded: ComparedValue | undefined };

/** Names of the form's fields, by which problems find them too. */
export const fieldsOfValue = (value: string) =>
	({
		found: `found:${value}`,
		tick: `tick:${value}`,
		check: `check:${value}`,
		differs: `differs:${value}`,
	}) as const;

/** For the list of problems. */
export const labelsOfValues = (claimed: readonly Claimed[]): Record<string, string> =>
	Object.fromEntries(
		claimed.flatMap(({ value, label }) => Object.values(fieldsOfValue(value)).map((field) => [field, label])),
	);

export const typedIn = (form: Form, claimed: readonly Claimed[]): TypedValues =>
	Object.fromEntries(
		offered(claimed).map(({ value }): [string, TypedValue] => {
			const { found, tick, check, differs } = fieldsOfValue(value);
			return [
				value,
				{
					...{ found: form.text(found), differs: form.text(differs) },
					...{ isTicked: form.has(tick), isChecked: form.has(check) },
				},
			];
		}),
	);

/** The form's fields, to send them again. */
export const fieldsOfTyped = (typed: TypedValues): Record<string, string> =>
	Object.fromEntries(
		Object.entries(typed).flatMap(([value, { found, isTicked, isChecked, differs }]) => {
			const fields = fieldsOfValue(value);
			if (found === "") return [];
			return [
				[fields.found, found],
				...(isTicked ? [[fields.tick, "yes"]] : []),
				...(isChecked ? [[fields.check, "yes"]] : []),
				[fields.differs, differs],
			];
		}),
	);

/** `reason`: of the decision. `isVerification`: it verifies the order. */
type Decided = { values: TypedValues; reason: string; isVerification: boolean };

export function comparedIn(
	c: PageContext,
	claimed: readonly Claimed[],
	decided: Decided,
): { lines: ComparedLine[]; problems: Problem[] } {
	const problems: Problem[] = [];
	const lines = offered(claimed).map((of): ComparedLine => {
		const typed = decided.values[of.value] ?? NOTHING_TYPED;
		const judged = judge(c, of, typed, decided);
		if (judged !== undefined && "field" in judged) problems.push(judged);
		return { of, typed, recorded: judged !== undefined && "value" in judged ? judged : undefined };
	});
	return { lines, problems };
}

/** Undefined if nothing is recorded, because nothing was typed or the tick was taken away. */
function judge(
	c: PageContext,
	of: Claimed,
	{ found: typed, isTicked, isChecked, differs }: TypedValue,
	{ reason, isVerification }: Decided,
): ComparedValue | Problem | undefined {
	const copy = c.get("copy");
	const { problems: words } = copy.desk.comparison;
	const { value, kind, claimed, decimals, toCheck } = of;
	const fields = fieldsOfValue(value);
	if (typed === "") return isTicked ? { field: fields.found, text: words.empty } : undefined;
	const found = foundValue(of, typed, copy.acts.decimalSign);
	if (typeof found !== "string") {
		return { field: fields.found, text: found === null ? words.amount : copy.acts.amount.either(...found) };
	}
	const isSame = isSameValue(kind, claimed, found);
	if (isSame && !isTicked) return undefined;
	if (toCheck !== undefined && !isChecked) return { field: fields.check, text: words.unchecked };
	if (isSame) return { value, found };
	if (isTicked) return { field: fields.found, text: words.unequal };
	if (isVerification && kind !== "text") {
		const text =
			typeof decimals === "number"
				? words.otherAmount(amountInWords(BigInt(found), decimals, copy), of.words)
				: words.otherOrder;
		return { field: fields.found, text };
	}
	// Another decision says in its reason what differs.
	const explained = differs === "" && !isVerification ? reason : differs;
	return explained === ""
		? { field: fields.differs, text: words.unexplained }
		: { value, found, differs: explained };
}
