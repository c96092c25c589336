import { lazyPattern } from "../once.ts";
import { breaks } from "./field-rule.ts";

export const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/** Printable ASCII, so that no look-alike, such as U+212A for `k`, becomes another's name in lower case. */
const ASCII = /^[\x21-\x7e]*$/;
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** Before `new URL` reads it, which gives other characters a meaning of their own, and drops invisible ones. */
const domainPattern = lazyPattern(
	String.raw`^[[\p{L}\p{M}\p{N}.\-]--\p{Default_Ignorable_Code_Point}]+$`,
	"v",
);
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const TOP_LEVEL = /[a-z]/;

type Problem = ReturnType<typeof breaks>;

/** Why text is no e-mail address, as a rule for the caller; undefined if it is one. The domain may have any letters. */
export function emailProblem(text: string): Problem | undefined {
	// Before the domain is converted, which takes quadratic time.
	if (text.length > MAX_EMAIL_LENGTH) return tooLong();
	const [local, domain] = partsOf(text);
	if (local.length + domain.length >= MAX_EMAIL_LENGTH) return tooLong();
	if (!ASCII.test(local))
		return breaks("characters", "must contain ASCII characters only before the `@`, without spaces");
	const labels = domain.split(".");
	const isAddress =
		local.length <= MAX_LOCAL_LENGTH &&
		LOCAL_PART.test(local) &&
		labels.length >= 2 &&
		labels.every((label) => LABEL.test(label)) &&
		TOP_LEVEL.test(labels.at(-1) ?? "");
	return isAddress ? undefined : breaks("format", "must be an e-mail address, such as name@example.com");
}

const tooLong = () => breaks("too_long", `must have at most ${MAX_EMAIL_LENGTH} characters`);

/**
 * The canonical spelling of an address that `emailProblem` accepts: in lower case, the domain in ASCII (A-labels,
 * RFC 5890), so that both spellings of a domain are one address.
 */
export function canonicalEmail(text: string): string {
	const [local, domain] = partsOf(text);
	return `${local.toLowerCase()}@${domain}`;
}

/** The domain is empty if it is none. */
function partsOf(text: string): [local: string, domain: string] {
	const at = text.lastIndexOf("@");
	if (at < 0) return [text, ""];
	const domain = text.slice(at + 1);
	const url = `http://${domain}`;
	return [text.slice(0, at), domainPattern().test(domain) && URL.canParse(url) ? new URL(url).hostname : ""];
}
