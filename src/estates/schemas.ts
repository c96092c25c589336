/** What comes in about estate profiles (estates.md). */
import * as z from "zod";
import { lazy } from "../kernel/once.ts";
import {
	addressSchema,
	chainIdSchema,
	hash32Schema,
	lineOfText,
	signatureSchema,
	wholeNumberText,
} from "../kernel/schemas.ts";
import { parsePrivacyCode } from "./privacy-code/privacy-code.ts";

export const DEFAULT_PAGE_SIZE = 25;

const ownerAddress = lazy(() =>
	addressSchema().meta({ example: "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB" }),
);

export const ownerParams = lazy(() => z.strictObject({ ownerAddress: ownerAddress() }));

/** What stands beside the message in every signed body. */
export const signedFields = lazy(() => ({
	chainId: chainIdSchema().optional().meta({
		description:
			"Chain id of the signed domain; 1 if absent. For a contract wallet, the chain of the contract.",
		example: 1,
	}),
	signature: signatureSchema(),
}));

export const profileQuery = lazy(() =>
	z.strictObject({
		chainId: wholeNumberText(1, Number.MAX_SAFE_INTEGER).optional().meta({
			description:
				"Reads the profile of the contract on this chain; if absent, the profile of the address's key. A wallet session omits it and reads its own profile.",
		}),
	}),
);

export const pageQuery = lazy(() =>
	z.strictObject({
		limit: wholeNumberText(1, 100)
			.optional()
			.meta({ description: `Page size; ${DEFAULT_PAGE_SIZE} if absent.` }),
		cursor: z.string().max(100).optional().meta({ description: "`nextCursor` of the previous page." }),
	}),
);

const MAX_VERSION_LENGTH = 32;
const MAX_LABEL_LENGTH = 100;
/** As `parsePrivacyCode` has it. */
const MAX_CODE_LENGTH = 200;

const unixSeconds = lazy(() => z.int("must be a whole number").min(0, "must not be negative"));

const nonce = lazy(() =>
	hash32Schema().meta({
		description: "32 random bytes, as signed. A nonce that the owner has used before is rejected.",
		example: `0x${"ab".repeat(32)}`,
	}),
);

export const agreementBody = lazy(() =>
	z
		.strictObject({
			version: lineOfText(MAX_VERSION_LENGTH).meta({
				description: "Version of the current terms, as in the profile.",
				example: "2026-11-01",
			}),
			documentHash: hash32Schema().meta({ description: "SHA-256 of the terms' bytes." }),
			...signedFields(),
		})
		.meta({ id: "AgreementBody" }),
);

export const privacyCodeBody = lazy(() =>
	z
		.strictObject({
			label: lineOfText(MAX_LABEL_LENGTH).meta({
				description: "The purpose of the code. Resolvers see it.",
				example: "Probate filing",
			}),
			expiresAt: unixSeconds().optional().meta({
				description: "Unix seconds, in the future. Absent or 0: the code does not expire, and 0 is signed.",
				example: 0,
			}),
			nonce: nonce(),
			...signedFields(),
		})
		.meta({ id: "PrivacyCodeBody" }),
);

export const codeParams = lazy(() =>
	z.strictObject({
		ownerAddress: ownerAddress(),
		codeId: z.string().regex(/^pc_[0-9a-f]{32}$/, "must be `pc_` and 32 lower-case hex digits"),
	}),
);

export const resolveBody = lazy(() =>
	z
		.strictObject({
			code: z
				.string("must be a string")
				.max(MAX_CODE_LENGTH, { message: `must have at most ${MAX_CODE_LENGTH} characters`, abort: true })
				.refine(
					(text) => parsePrivacyCode(text).ok,
					"is not a valid privacy code: a symbol is wrong, or some are missing",
				)
				.meta({
					description: "Letter case, spaces and dashes do not matter, and the prefix `RPL` may be absent.",
					example: "RPL-00000-00000-00000-00000-00000-00",
				}),
		})
		.meta({ id: "PrivacyCodeResolution" }),
);

export const eraseBody = lazy(() =>
	z
		.strictObject({
			nonce: nonce(),
			deadline: unixSeconds().meta({
				description: "Deadline of the erasure in unix seconds, at most an hour ahead.",
				example: 1_795_253_400,
			}),
			...signedFields(),
		})
		.meta({ id: "EraseBody" }),
);
