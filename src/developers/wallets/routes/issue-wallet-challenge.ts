import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { addressSchema, chainIdSchema, timestampSchema } from "../../../kernel/schemas/schemas.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import { CHALLENGE_PURPOSES } from "../siwe-message.ts";

const walletChallengeBody = lazy(() =>
	z
		.strictObject({
			address: addressSchema(),
			chainId: chainIdSchema().meta({ example: 8453 }),
			purpose: z
				.enum(CHALLENGE_PURPOSES)
				.optional()
				.meta({
					description: doc(
						"`sign_in` if absent. `download` asks for the message with which the wallet confirms the download of a case or an estate.",
					),
				}),
		})
		.meta({ id: "WalletChallengeRequest" }),
);

const walletChallengeResponse = lazy(() =>
	z
		.strictObject({
			message: z.string().meta({
				description: doc("EIP-4361 message. Sign it unchanged with `personal_sign`."),
			}),
			expiresAt: timestampSchema(),
		})
		.meta({ id: "WalletChallenge" }),
);

/** auth.md "Wallet sessions". */
export const issueWalletChallenge = defineOperation({
	operationId: "issueWalletChallenge",
	method: "POST",
	path: "/auth/wallet/challenge",
	tag: "Wallet sessions",
	summary: doc("Request the message that a wallet signs to log in"),
	description: doc(
		"For a page of an allowlisted origin, domain and URI of the message are that origin's, and the session works on its pages only.",
	),
	policy: "public",
	cors: "signed",
	rateLimited: true,
	body: walletChallengeBody,
	responses: {
		200: {
			description: doc("The message, valid once and for ten minutes."),
			schema: walletChallengeResponse,
		},
	},
	errors: [],
	handler: async ({ body, services, page, now }) => {
		const { purpose = "sign_in", ...account } = body;
		const asked = { ...account, purpose, page, now };
		const { message, expiresAt } = await services.access.wallets.issueChallenge(asked);
		return { status: 200, body: { message, expiresAt: isoTime(expiresAt) } };
	},
});
