import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import {
	addressSchema,
	chainIdSchema,
	signatureSchema,
	timestampSchema,
} from "../../kernel/schemas/schemas.ts";
import { isoTime } from "../../kernel/time/iso-time.ts";
import { bearerTokenFields } from "../login/session-schemas.ts";
import { challengeMessage } from "./challenge-schemas.ts";
import { CHALLENGE_PURPOSES } from "./siwe-message.ts";

const walletChallengeBody = lazyObject("WalletChallengeRequest", () => ({
	address: addressSchema(),
	chainId: chainIdSchema().meta({ example: 8453 }),
	purpose: z
		.enum(CHALLENGE_PURPOSES)
		.optional()
		.describe(
			doc(
				"`sign_in` if absent. `download` asks for the message with which the wallet confirms the download of a case or an estate.",
			),
		),
}));

const walletChallengeResponse = lazyObject("WalletChallenge", () => ({
	message: z.string().describe(doc("EIP-4361 message. Sign it unchanged with `personal_sign`.")),
	expiresAt: timestampSchema(),
}));

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
	handler: async ({ body, services, page, now }) => {
		const { purpose = "sign_in", ...account } = body;
		const asked = { ...account, purpose, page, now };
		const { message, expiresAt } = await services.access.wallets.issueChallenge(asked);
		return { status: 200, body: { message, expiresAt: isoTime(expiresAt) } };
	},
});

const walletSessionBody = lazyObject("WalletSessionRequest", () => ({
	message: challengeMessage(),
	signature: signatureSchema(),
}));

const walletSessionResponse = lazyObject("WalletSession", () => ({
	...bearerTokenFields(),
	address: addressSchema(),
}));

/** auth.md "Wallet sessions". */
export const openWalletSession = defineOperation({
	operationId: "openWalletSession",
	method: "POST",
	path: "/auth/wallet/session",
	tag: "Wallet sessions",
	summary: doc("Log in with a signed message"),
	description: doc(
		"`signature` is the wallet's `personal_sign` signature of the challenge message. The session lasts one hour. If the account's own key signed, the session is valid for that address on every chain. If a contract accepts the signature (ERC-1271, ERC-6492), the session is valid on the chain of the challenge only and cannot read cases of other chains. A session that is opened from a page of an allowlisted origin works with that `Origin` only; it sees the cases and privacy codes brought through the origin's developer, and never the bytes of a document or will.",
	),
	policy: "public",
	cors: "signed",
	rateLimited: true,
	body: walletSessionBody,
	responses: { 200: { description: doc("The session."), schema: walletSessionResponse } },
	errors: ["INVALID_TOKEN", "INVALID_SIGNER"],
	handler: async ({ body, services, page, clientAddress, now, audit }) => {
		const result = await services.access.wallets.openSession({ ...body, page, clientAddress, now });
		if (result.kind === "refused") {
			await audit({ action: "wallet_session.refused" });
			throw result.error;
		}
		await audit({ action: "wallet_session.opened", actor: result.subject });
		const { token: accessToken, expiresInSeconds: expiresIn, address } = result;
		return { status: 200, body: { accessToken, tokenType: "Bearer", expiresIn, address } };
	},
});
