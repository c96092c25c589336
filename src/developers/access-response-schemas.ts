/** What goes out about anonymous and wallet sessions, origins and roles (design/auth.md). */
import * as z from "zod";
import { addressSchema, timestampSchema } from "../kernel/schemas.ts";
import { ORIGIN_STATUSES } from "./origins/origin-service.ts";

const bearerToken = {
	accessToken: z.string().meta({ description: "Sent as `Authorization: Bearer …`." }),
	tokenType: z.literal("Bearer"),
	expiresIn: z.int().meta({ description: "Seconds." }),
};

export const anonymousSessionResponse = z.strictObject(bearerToken).meta({ id: "AnonymousSession" });

export const walletChallengeResponse = z
	.strictObject({
		message: z.string().meta({ description: "EIP-4361 message. Sign it unchanged with `personal_sign`." }),
		expiresAt: timestampSchema(),
	})
	.meta({ id: "WalletChallenge" });

export const walletSessionResponse = z
	.strictObject({ ...bearerToken, address: addressSchema() })
	.meta({ id: "WalletSession" });

const originFields = {
	originId: z.string(),
	origin: z.string(),
	status: z.enum(ORIGIN_STATUSES),
	requestedAt: timestampSchema(),
	decidedAt: timestampSchema().nullable(),
	reason: z.string().nullable().meta({ description: "The reviewer's reason; null before a decision." }),
};
export const originResponse = z.strictObject(originFields).meta({ id: "BrowserOrigin" });
export const originListResponse = z
	.strictObject({ data: z.array(originResponse) })
	.meta({ id: "BrowserOriginList" });
export const reviewedOriginResponse = z
	.strictObject({ ...originFields, developerId: z.string(), decidedBy: z.string().nullable() })
	.meta({ id: "ReviewedOrigin" });
export const reviewedOriginListResponse = z
	.strictObject({ data: z.array(reviewedOriginResponse) })
	.meta({ id: "ReviewedOriginList" });

export const removedOriginResponse = z.strictObject({ originId: z.string() }).meta({ id: "RemovedOrigin" });
