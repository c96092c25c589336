import canonicalize from "canonicalize";

/**
 * The canonical JSON text of a value (RFC 8785).
 * @param value plain JSON data: no undefined, no functions, finite numbers
 * @throws RangeError on anything else
 */
export function canonicalJson(value: unknown): string {
	const text = canonicalize(value);
	if (text === undefined) throw new RangeError("not a JSON value");
	return text;
}
