import * as z from "zod";
import { lazy } from "../kernel/once.ts";
import { chainIdSchema, hash32Schema, signatureSchema, unlessWhole } from "../kernel/schemas.ts";

/** signing.md "The domain": the default chain id. */
export const DEFAULT_CHAIN_ID = 1;

export const signedChainIdSchema = lazy(() =>
	chainIdSchema().optional().meta({
		description:
			"Chain id of the signed domain; 1 if absent. For a contract wallet, the chain of the contract.",
		example: 1,
	}),
);

export const signatureFields = lazy(() => ({
	chainId: signedChainIdSchema(),
	signature: signatureSchema(),
}));

export const unixSecondsSchema = lazy(() => z.int(unlessWhole()).min(0, "must not be negative"));

export const nonceSchema = lazy(() =>
	hash32Schema().meta({
		description: "32 random bytes, as signed. A nonce that the owner has used before is rejected.",
		example: `0x${"ab".repeat(32)}`,
	}),
);
