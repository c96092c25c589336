import { lazy } from "../kernel/once.ts";
import { chainIdSchema, signatureSchema } from "../kernel/schemas.ts";

export { DEFAULT_CHAIN_ID } from "../rules/prepare-messages.ts";

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
