import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { addressSchema, signatureSchema } from "../../../kernel/schemas/schemas.ts";
import { bearerTokenFields } from "../../login/session-schemas.ts";
import { challengeMessage } from "../challenge-schemas.ts";

const walletSessionBody = lazy(() =>
	z
		.strictObject({
			message: challengeMessage(),
			signature: signatureSchema(),
		})
		.meta({ id: "WalletSessionRequest" }),
);

const walletSessionResponse = lazy(() =>
	z.strictObject({ ...bearerTokenFields(), address: addressSchema() }).meta({ id: "WalletSession" }),
);

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
