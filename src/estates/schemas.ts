/** What comes in about estate profiles (estates.md). */
import * as z from "zod";
import { addressSchema, chainIdSchema, signatureSchema, wholeNumberText } from "../kernel/schemas.ts";

export const DEFAULT_PAGE_SIZE = 25;

const ownerAddress = addressSchema.meta({ example: "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB" });

export const ownerParams = z.strictObject({ ownerAddress });

/** What stands beside the message in every signed body. */
export const signedFields = {
	chainId: chainIdSchema.optional().meta({
		description: "Of the signed domain; 1 if left out. A contract wallet's is the chain that it is on.",
		example: 1,
	}),
	signature: signatureSchema,
};

export const profileQuery = z.strictObject({
	chainId: wholeNumberText(1, Number.MAX_SAFE_INTEGER).optional().meta({
		description:
			"Reads the profile of the contract on this chain; that of the address's key if left out. A wallet session has its own and leaves it out.",
	}),
});

export const pageQuery = z.strictObject({
	limit: wholeNumberText(1, 100)
		.optional()
		.meta({ description: `Page size; ${DEFAULT_PAGE_SIZE} if absent.` }),
	cursor: z.string().max(64).optional().meta({ description: "`nextCursor` of the page before." }),
});
