/** RFC 8785: one spelling of every JSON value, so that its hash means something. */
import canonicalize from "canonicalize";

/**
 * @param value plain JSON data: no undefined, no functions, finite numbers
 * @throws RangeError on anything else, which is a fault of the caller
 */
export function canonicalJson(value: unknown): string {
	const text = canonicalize(value);
	if (text === undefined) throw new RangeError("not a JSON value");
	return text;
}
