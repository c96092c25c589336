import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { clearedSessionCookie } from "../../login/session-cookie.ts";
import { passkeyAnswer } from "../../passkeys/passkey-schemas.ts";
import { currentPassword } from "../../passwords/password-schemas.ts";
import { wrongPassword } from "../../passwords/rejected-password.ts";
import { doneResponse } from "../account-schemas.ts";

const deleteAccountBody = lazy(() =>
	z.strictObject({ password: currentPassword(), passkey: passkeyAnswer().optional() }).meta({
		id: "AccountDeletion",
		description: doc("The password again, because deletion cannot be undone."),
	}),
);

export const deleteAccount = defineOperation({
	operationId: "deleteAccount",
	method: "DELETE",
	path: "/auth/me",
	tag: "Developer authentication",
	summary: doc("Delete the account"),
	description: doc(
		"Permanently ends all sessions and API keys of the account, and frees its e-mail address. Its recovery cases are kept; the e-mail addresses in them are erased. Five wrong passwords end this session.",
	),
	policy: "developer_session",
	body: deleteAccountBody,
	responses: { 200: { description: doc("The account is deleted."), schema: doneResponse } },
	errors: ["INVALID_PASSWORD", "USER_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ body: { password, passkey }, principal, services, clientAddress, audit, now }) => {
		const { developerId, sessionId } = principal;
		await services.passkeys.prove({ developerId, now }, passkey);
		const wrong = await services.developers.deleteAccount({
			developerId,
			sessionId,
			password,
			clientAddress,
			now,
		});
		if (wrong) throw await wrongPassword(wrong, principal, audit);
		await audit({ action: "account.deleted", target: developerId });
		return {
			status: 200,
			headers: { "Set-Cookie": clearedSessionCookie(services.config.appOrigin) },
			body: {},
		};
	},
});
