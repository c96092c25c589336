import { breaks } from "../../kernel/field-rule.ts";

/** Checks for ASCII before lower-casing, because U+212A, the Kelvin sign, becomes `k`. */
export const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

const ASCII = /^[\x21-\x7e]*$/;
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const TOP_LEVEL = /[A-Za-z]/;

type Problem = ReturnType<typeof breaks>;

/** Why text is not an account's e-mail address, as a rule for the caller; undefined if it is one. */
export function emailProblem(text: string): Problem | undefined {
	if (text.length > MAX_EMAIL_LENGTH)
		return breaks("too_long", `must have at most ${MAX_EMAIL_LENGTH} characters`);
	if (!ASCII.test(text)) return breaks("characters", "must contain ASCII characters only, without spaces");
	const at = text.lastIndexOf("@");
	const local = text.slice(0, Math.max(at, 0));
	const labels = text.slice(at + 1).split(".");
	const isAddress =
		local.length <= MAX_LOCAL_LENGTH &&
		LOCAL_PART.test(local) &&
		labels.length >= 2 &&
		labels.every((label) => LABEL.test(label)) &&
		TOP_LEVEL.test(labels.at(-1) ?? "");
	return isAddress ? undefined : breaks("format", "must be an e-mail address, such as name@example.com");
}

/** The canonical spelling of an address that `emailProblem` accepts. */
export function canonicalEmail(text: string): string {
	return text.toLowerCase();
}
