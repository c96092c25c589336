import * as z from "zod";
import { hasValidChecksum } from "../crypto/address.ts";
import { MAX_SIGNATURE_BYTES } from "../crypto/secp256k1/parse-signature.ts";
import { type Hex, isHexText } from "../encoding/hex.ts";
import { lazy, lazyPattern } from "../once.ts";
import { doc } from "./doc.ts";
import { emailProblem, MAX_EMAIL_LENGTH } from "./email.ts";
import { breaks } from "./field-rule.ts";

const ZERO_ADDRESS = /^0x0{40}$/;

/** The cast is safe, because every pattern begins with `0x`. */
function hexText(pattern: RegExp, message: string): z.ZodType<Hex, string> {
	return z.string().regex(pattern, { message, abort: true }) as unknown as z.ZodType<Hex, string>;
}

const AS_TEXT = "must be a JSON number, not text: write it without quotes";

/** True for a number in quotes. Forms turn such text into numbers before it is validated. */
const isNumberAsText = (input: unknown): boolean => typeof input === "string" && /^\d+$/.test(input);

/** The words for an input that is not a whole number. */
export const unlessWhole = (message = "must be a whole number") => ({
	error: ({ input }: { input?: unknown }) => (isNumberAsText(input) ? AS_TEXT : message),
});

/** As typed, because signed messages hold it so. */
export const emailTextSchema = lazy(() =>
	z
		.string()
		.superRefine((text, context) => {
			const problem = emailProblem(text);
			if (problem) context.addIssue({ code: "custom", ...problem });
		})
		.meta({ format: "idn-email", maxLength: MAX_EMAIL_LENGTH }),
);

export const addressSchema = lazy(() =>
	z
		.string()
		.regex(/^0x[0-9a-fA-F]{40}$/, { message: "must be `0x` and 40 hex digits", abort: true })
		.refine(
			(address) => !ZERO_ADDRESS.test(address),
			breaks("not_allowed", "must not be the zero address, which nobody controls"),
		)
		.refine(
			hasValidChecksum,
			breaks(
				"checksum",
				"has a wrong EIP-55 checksum; copy it again, or write it in lower case to skip the check",
			),
		)
		.meta({
			id: "Address",
			description: doc(
				"20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum.",
			),
			example: doc("0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A"),
		}),
);

export const hash32Schema = lazy(() => hexText(/^0x[0-9a-fA-F]{64}$/, "must be `0x` and 64 hex digits"));

/** EIP-155 chain id. */
export const chainIdSchema = lazy(() =>
	z.int(unlessWhole("must be a whole number up to 2^53 - 1")).positive({ message: "must be greater than 0" }),
);

export const unixSecondsSchema = lazy(() => z.int(unlessWhole()).min(0, "must not be negative"));

/** Of a signed message. */
export const nonceSchema = lazy(() =>
	hash32Schema().meta({
		description: doc("32 random bytes, as signed. A nonce that the owner has used before is rejected."),
		example: doc(`0x${"ab".repeat(32)}`),
	}),
);

/** A time that callers give, in any zone. */
export const timeField = lazy(() =>
	z.iso.datetime({
		offset: true,
		error: "must be an ISO 8601 time with a time zone, such as `2026-11-21T09:30:00Z`",
	}),
);

export const timestampSchema = lazy(() =>
	z.iso.datetime({ precision: 3 }).meta({
		id: "Timestamp",
		description: doc("ISO 8601, UTC, with milliseconds."),
		example: doc("2026-11-21T09:30:00.000Z"),
	}),
);

const UNSEEN_MESSAGE =
	"must not contain control characters, line breaks, direction controls or invisible characters";
const blank = lazyPattern(String.raw`^[\s\p{Default_Ignorable_Code_Point}]*$`, "u");

/**
 * Control characters, line breaks (Cc, Zl, Zp), direction controls and zero-width spaces below U+10000. Names and emoji need the
 * joiners U+200C and U+200D. Ranges, because many validators of the OpenAPI document do not support \p{…}.
 */
export const UNSEEN_RANGES =
	"\\u0000-\\u001F\\u007F-\\u009F\\u061C\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060\\u2066-\\u2069\\uFEFF";
/** With the tag characters above. */
const UNSEEN_CHARACTER = new RegExp(`[${UNSEEN_RANGES}\\u{E0000}-\\u{E007F}]`, "u");
/** With white space and the characters that `blank` ignores. */
const BLANK_RANGES =
	"\\u0000- \\u007F-\\u00A0\\u00AD\\u034F\\u061C\\u115F\\u1160\\u1680\\u17B4\\u17B5\\u180B-\\u180F\\u2000-\\u200F\\u2028-\\u202F\\u205F-\\u206F\\u3000\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8";

/** @param excluded further characters, in the form of a character class */
export const linePattern = (excluded = ""): string =>
	`^[^${UNSEEN_RANGES}${excluded}]*[^${BLANK_RANGES}${excluded}][^${UNSEEN_RANGES}${excluded}]*$`;

/** A line of well-formed, visible text. Reports its first problem. @param maxLength in UTF-16 code units */
export function lineOfText(maxLength: number) {
	return z
		.string()
		.max(maxLength, { message: `must have at most ${maxLength} characters`, abort: true })
		.refine((text) => text.isWellFormed(), {
			...breaks("characters", "must be well-formed Unicode"),
			abort: true,
		})
		.refine((text) => !UNSEEN_CHARACTER.test(text), {
			...breaks("characters", UNSEEN_MESSAGE),
			abort: true,
		})
		.refine((text) => !blank().test(text), breaks("blank", "must not be blank"))
		.meta({ pattern: linePattern() });
}

export const wholeNumberText = (min: number, max: number) =>
	z
		.string()
		.regex(/^\d{1,16}$/, { message: "must be a whole number", abort: true })
		.refine((text) => Number(text) >= min, breaks("too_small", `must be between ${min} and ${max}`))
		.refine((text) => Number(text) <= max, breaks("too_large", `must be between ${min} and ${max}`))
		// Shows a number, although a query string holds text.
		.meta({ type: "integer", minimum: min, maximum: max });

const DAY_SECONDS = 24 * 60 * 60;
const MAX_OVERLAP_SECONDS = 7 * DAY_SECONDS;

export const overlapSeconds = (description: string) =>
	z
		.int(unlessWhole())
		.min(0, "must not be negative")
		.max(MAX_OVERLAP_SECONDS, `must be at most ${MAX_OVERLAP_SECONDS}`)
		.default(DAY_SECONDS)
		.meta({ description, example: 3600 });

export const bytesText = (maxBytes: number, tooLong: string) =>
	z
		.string()
		.refine(isHexText, { ...breaks("format", "must be `0x` and hex digits"), abort: true })
		.refine((text) => text.length % 2 === 0, breaks("format", "must have an even number of hex digits"))
		.refine((text) => text.length <= 2 + 2 * maxBytes, breaks("too_long", tooLong))
		// OpenAPI does not see refinements.
		.meta({ pattern: "^0x[0-9a-fA-F]*$", maxLength: 2 + 2 * maxBytes }) as unknown as z.ZodType<Hex, string>;

export const signatureSchema = lazy(() =>
	bytesText(MAX_SIGNATURE_BYTES, `must have at most ${MAX_SIGNATURE_BYTES} bytes`).describe(
		doc("EIP-712 signature by a key (64 or 65 bytes) or by a contract wallet."),
	),
);
