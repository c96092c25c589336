/**
 * The API's rejections, in the words of the page's language: by code, field and rule. The API's own messages are in
 * English and name fields of JSON, so no page shows one.
 */
import type { ApiFailure } from "./api.ts";
import type { Problem, Rejected } from "./form-problem.ts";
import type { Form } from "./forms.ts";
import type { PageContext } from "./page-env.ts";

export type { Problem, Rejected };

/** A page's own words, by `field.rule`, field or error code. */
export type OwnWords = Readonly<Record<string, string | undefined>>;

export function problemsOf(c: PageContext, failure: ApiFailure, words: OwnWords = {}): Problem[] {
	const { problem } = c.get("copy").common;
	const { rules, codes, other }: Words = c.get("copy").problems;
	const { status, code, details, retryAfterSeconds } = failure;
	const whole = (text: string) => [{ field: "", text }];
	if (status >= 500) return whole(problem.unavailable.text);
	if (status === 429 && retryAfterSeconds !== null) {
		return whole(own(words, code) ?? problem.tooMany.text(retryAfterSeconds));
	}
	if (details.length === 0) return whole(own(words, code) ?? own(codes, code) ?? other);
	const all = details.map(({ field, rule = "" }) => ({
		field,
		text: own(words, `${field}.${rule}`) ?? own(words, field) ?? own(rules, rule) ?? other,
	}));
	return all.filter(
		({ field, text }, index) =>
			all.findIndex((found) => found.field === field && found.text === text) === index,
	);
}

/** The page of the form again, with the API's status and problems. */
export function rejectedBy(c: PageContext, failure: ApiFailure, words: OwnWords = {}): Rejected {
	return { problems: problemsOf(c, failure, words), status: failure.status };
}

/** Adds the empty fields to `others`, since the first check that fails hides the ones behind it. */
export function withMissing(
	c: PageContext,
	form: Form,
	names: readonly string[],
	others: readonly Problem[],
): Problem[] {
	const text = c.get("copy").problems.rules.required;
	const missing = names.filter((field) => form.raw(field) === "");
	return [
		...missing.map((field) => ({ field, text })),
		...others.filter(({ field }) => !missing.includes(field)),
	];
}

/** The sender names fields, perhaps like a member of every object. */
const own = (words: OwnWords, name: string): string | undefined =>
	Object.hasOwn(words, name) ? words[name] : undefined;

type Words = { rules: OwnWords; codes: OwnWords; other: string };

/** The problem of one field. */
export function textOf(problems: readonly Problem[], field: string): string | undefined {
	return problems.find((problem) => problem.field === field)?.text;
}

/** For a form that asks for an account and its network. @param account the field's name */
export function accountWords(c: PageContext, account: string): OwnWords {
	const { rules, address, chain } = c.get("copy").problems;
	return { [`${account}.checksum`]: rules.checksum, [account]: address, chainId: chain };
}

/** All problems in one text, for a page that has one place for them. */
export function reasonOf(c: PageContext, failure: ApiFailure, words: OwnWords = {}): string {
	return problemsOf(c, failure, words)
		.map(({ text }) => text)
		.join(" ");
}
