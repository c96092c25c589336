/** What comes in about wills (estates.md "POST …/will"). */
import * as z from "zod";
import { lazy } from "../../kernel/once.ts";
import { hash32Schema, wholeNumberText } from "../../kernel/schemas.ts";
import { signedFields } from "../schemas.ts";

const MAX_VERSION = 2 ** 31;

/** The fields beside the file. */
export const lodgeWillBody = lazy(() =>
	z.strictObject({
		version: z
			.int("must be a whole number")
			.min(1, "must be at least 1")
			.max(MAX_VERSION, `must be at most ${MAX_VERSION}`)
			.meta({ description: "The newest version + 1; 1 for the first will.", example: 1 }),
		sha256: hash32Schema().meta({
			description: "SHA-256 of the file's bytes, as signed.",
			example: `0x${"5f".repeat(32)}`,
		}),
		...signedFields(),
	}),
);

/** How they are written in a form. */
export const lodgeWillForm = { numbers: ["version", "chainId"], objects: [] };

export const readWillQuery = lazy(() =>
	z.strictObject({
		version: wholeNumberText(1, MAX_VERSION)
			.optional()
			.meta({ description: "The newest version if absent." }),
	}),
);
