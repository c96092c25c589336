import canonicalize from "canonicalize";

/**
 * The canonical JSON text of a value (RFC 8785), so that equal values have equal hashes.
 * @param value plain JSON data: no undefined, no functions, finite numbers
 * @throws RangeError on anything else, which is a bug of the caller
 */
export function canonicalJson(value: unknown): string {
	const text = canonicalize(value);
	if (text === undefined) throw new RangeError("not a JSON value");
	return text;
}
