import { defineOperation } from "../../../http/operation.ts";
import { isoTime } from "../../../kernel/iso-time.ts";
import { walletChallengeBody } from "../../access-schemas.ts";

/** auth.md "Passwords and sessions". */
export const issueWalletChallenge = defineOperation({
	operationId: "issueWalletChallenge",
	method: "POST",
	path: "/auth/wallet/challenge",
	tag: "Wallet sessions",
	summary: "Request the message that a wallet signs to log in",
	policy: "public",
	rateLimited: true,
	body: walletChallengeBody,
	responses: {
		200: "The message, valid once and for ten minutes.",
	},
	errors: [],
	handler: async ({ body, services, now }) => {
		const { message, expiresAt } = await services.access.wallets.issueChallenge({ ...body, now });
		return { status: 200, body: { message, expiresAt: isoTime(expiresAt) } };
	},
});
