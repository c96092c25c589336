import * as z from "zod";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { breaks } from "../../kernel/schemas/field-rule.ts";
import { lineOfText, nonceSchema, unixSecondsSchema } from "../../kernel/schemas/schemas.ts";
import { LAST_TIME_SECONDS, MAX_CODE_TEXT_LENGTH, parsePrivacyCode } from "./privacy-code.ts";

export const MAX_LABEL_LENGTH = 100;

/** Fields of a PrivacyCode besides the signature. */
export const privacyCodeFields = lazy(() => ({
	label: lineOfText(MAX_LABEL_LENGTH).meta({
		description: doc("The purpose of the code. Resolvers see it."),
		example: doc("Probate filing"),
	}),
	expiresAt: unixSecondsSchema()
		.optional()
		.meta({
			description: doc(
				"Unix seconds, not milliseconds; in the future and before the year 10000. Absent or 0: the code does not expire, and 0 is signed.",
			),
			maximum: LAST_TIME_SECONDS,
			example: 0,
		}),
	nonce: nonceSchema(),
}));

export const codeIdField = lazy(() =>
	z.string().meta({ example: doc("pc_5f0d8c1e9b7a4c3d8e2f1a0b9c8d7e6f") }),
);
export const labelField = lazy(() => z.string().meta({ example: doc("Probate filing") }));

export const codeTextSchema = lazy(() =>
	z
		.string("must be a string")
		.max(MAX_CODE_TEXT_LENGTH, {
			message: `must have at most ${MAX_CODE_TEXT_LENGTH} characters`,
			abort: true,
		})
		.refine(
			(text) => parsePrivacyCode(text).ok,
			breaks("checksum", "is not a valid privacy code: a symbol is wrong, or some are missing"),
		)
		.meta({
			description: doc("Letter case, spaces and dashes do not matter, and the prefix `RPL` may be absent."),
			example: doc("RPL-00000-00000-00000-00000-00000-00"),
		}),
);
