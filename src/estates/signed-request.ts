import { lazy } from "../kernel/once.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { chainIdSchema, lineOfText, signatureSchema } from "../kernel/schemas/schemas.ts";

const MAX_SERVICE_LENGTH = 300;

export const signedChainIdSchema = lazy(() =>
	chainIdSchema()
		.optional()
		.meta({
			description: doc(
				"Chain id of the signed domain; 1 if absent. For a contract wallet, the chain of the contract.",
			),
			example: 1,
		}),
);

export const serviceSchema = lazy(() =>
	lineOfText(MAX_SERVICE_LENGTH).meta({
		description: doc(
			"The origin of this service, as signed: `appUrl` of `GET /config`. A message for another service is INVALID_SIGNER with the rule `other_service`.",
		),
		example: doc("https://replevin.example"),
	}),
);

export const signatureFields = lazy(() => ({
	service: serviceSchema(),
	chainId: signedChainIdSchema(),
	signature: signatureSchema(),
}));
