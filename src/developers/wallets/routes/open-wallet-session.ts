import { defineOperation } from "../../../http/operation.ts";
import { accessError } from "../../access-error.ts";
import { walletSessionBody } from "../../access-schemas.ts";

/** auth.md "Passwords and sessions". */
export const openWalletSession = defineOperation({
	operationId: "openWalletSession",
	method: "POST",
	path: "/auth/wallet/session",
	tag: "Wallet sessions",
	summary: "Log in with a signed message",
	description:
		"`signature` is the wallet's `personal_sign` signature of the challenge message. The session lasts one hour. If the account's own key signed, the session is valid for that address on every chain. If a contract accepts the signature (ERC-1271, ERC-6492), the session is valid on the chain of the challenge only and cannot read cases of other chains.",
	policy: "public",
	rateLimited: true,
	body: walletSessionBody,
	responses: { 200: "The session." },
	errors: ["INVALID_TOKEN", "INVALID_SIGNER"],
	handler: async ({ body, services, now, audit }) => {
		const answer = await services.access.wallets.openSession({ ...body, now });
		if (answer.kind !== "opened") throw accessError(answer);
		await audit({ action: "wallet_session.opened", actor: answer.subject });
		const { token: accessToken, expiresInSeconds: expiresIn, address } = answer;
		return { status: 200, body: { accessToken, tokenType: "Bearer", expiresIn, address } };
	},
});
