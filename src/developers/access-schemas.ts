/** What comes in about anonymous and wallet sessions, origins and roles (design/auth.md). */
import * as z from "zod";
import { lazy } from "../kernel/once.ts";
import { addressSchema, chainIdSchema, lineOfText, signatureSchema } from "../kernel/schemas.ts";
import { ORIGIN_STATUSES } from "./origins/origin-service.ts";
import { emailSchema } from "./schemas.ts";

/** Far above any credential that is issued; keeps a megabyte from being hashed. */
const MAX_CREDENTIAL_LENGTH = 512;
/** A message of ours has some 400 characters. */
const MAX_MESSAGE_LENGTH = 2_000;
/** The longest host name and more. */
const MAX_ORIGIN_LENGTH = 300;
const MAX_REASON_LENGTH = 500;

const credential = lazy(() =>
	z
		.string("must be a string")
		.min(1, "must not be empty")
		.max(MAX_CREDENTIAL_LENGTH, `must have at most ${MAX_CREDENTIAL_LENGTH} characters`),
);

export const anonymousSessionBody = lazy(() =>
	z
		.strictObject({
			clientId: credential().meta({ example: "hosted-app" }),
			clientSecret: credential().meta({ example: "the-secret-of-the-hosted-app" }),
		})
		.meta({ id: "AnonymousSessionRequest", description: "Credentials of the hosted app's server." }),
);

export const walletChallengeBody = lazy(() =>
	z
		.strictObject({ address: addressSchema(), chainId: chainIdSchema().meta({ example: 8453 }) })
		.meta({ id: "WalletChallengeRequest" }),
);

export const walletSessionBody = lazy(() =>
	z
		.strictObject({
			message: z.string().max(MAX_MESSAGE_LENGTH, `must have at most ${MAX_MESSAGE_LENGTH} characters`),
			signature: signatureSchema(),
		})
		.meta({ id: "WalletSessionRequest" }),
);

export const originBody = lazy(() =>
	z
		.strictObject({
			origin: z
				.string("must be a string")
				.max(MAX_ORIGIN_LENGTH, `must have at most ${MAX_ORIGIN_LENGTH} characters`)
				.meta({
					description: "Scheme, host and port, as browsers send them in the `Origin` header.",
					example: "https://app.example.com",
				}),
		})
		.meta({ id: "OriginRequest" }),
);

export const originIdParam = lazy(() =>
	z.strictObject({
		originId: z.string().regex(/^org_[0-9a-f]{32}$/, "must be `org_` and 32 lower-case hex digits"),
	}),
);

export const originDecisionBody = lazy(() =>
	z
		.strictObject({
			decision: z.enum(["allow", "refuse"]),
			reason: lineOfText(MAX_REASON_LENGTH).meta({ example: "The site of a partner under contract." }),
		})
		.meta({ id: "OriginDecision" }),
);

export const grantResolverBody = lazy(() =>
	z.strictObject({ email: emailSchema() }).meta({ id: "ResolverGrant" }),
);

export const developerIdParam = lazy(() =>
	z.strictObject({
		developerId: z.string().regex(/^dev_[0-9a-f]{32}$/, "must be `dev_` and 32 lower-case hex digits"),
	}),
);

export const originReviewQuery = lazy(() => z.strictObject({ status: z.enum(ORIGIN_STATUSES).optional() }));
