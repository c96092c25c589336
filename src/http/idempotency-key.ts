/** Parses `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07). */

import type { FieldRule } from "../kernel/schemas/field-rule.ts";

export const IDEMPOTENCY_HEADER = "Idempotency-Key";
const MAX_KEY_LENGTH = 255;
/** With quotes and escapes. */
export const MAX_HEADER_LENGTH = 2 * MAX_KEY_LENGTH + 2;

/** A string of RFC 8941 section 3.3.3: visible ASCII and spaces in quotes, with two escapes. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
/** Without quotes, as many clients send it. Excludes commas, because they join repeated headers. */
const BARE = /^[A-Za-z0-9!#$%&'*+.^_`|~:/=@-]+$/;

/** For the OpenAPI document: the headers that `parseIdempotencyKey` accepts. */
export const HEADER_PATTERN = `^(?:"(?:[ !#-\\[\\]-~]|\\\\["\\\\]){1,${MAX_KEY_LENGTH}}"|[A-Za-z0-9!#$%&'*+.^_\`|~:/=@-]{1,${MAX_KEY_LENGTH}})$`;

export type KeyReading = { ok: true; key: string } | { ok: false; rule: FieldRule; problem: string };

/** `"abc"` and `abc` are the same key. */
export function parseIdempotencyKey(header: string): KeyReading {
	const quoted = QUOTED.exec(header)?.[1]?.replace(/\\(["\\])/g, "$1");
	const key = quoted ?? (BARE.test(header) ? header : undefined);
	if (key === undefined || key === "") {
		return {
			ok: false,
			rule: "format",
			problem:
				"must be one string such as a UUID, in double quotes or of ASCII letters, digits and the signs `!#$%&'*+.^_`|~:/=@-`",
		};
	}
	if (key.length > MAX_KEY_LENGTH) {
		return { ok: false, rule: "too_long", problem: `must have at most ${MAX_KEY_LENGTH} characters` };
	}
	return { ok: true, key };
}
