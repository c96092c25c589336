import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { doneResponse } from "../../account/account-schemas.ts";
import { clearedSessionCookie } from "../../login/session-cookie.ts";
import { passkeyAnswer } from "../../passkeys/passkey-schemas.ts";
import { currentPassword, newPassword } from "../password-schemas.ts";
import { wrongPassword } from "../rejected-password.ts";

const changePasswordBody = lazy(() =>
	z
		.strictObject({
			currentPassword: currentPassword(),
			newPassword: newPassword(),
			passkey: passkeyAnswer()
				.optional()
				.meta({
					description: doc("Needed from an account that has a passkey: `POST /auth/passkeys/proof`."),
				}),
		})
		.meta({ id: "PasswordChange" }),
);

export const changePassword = defineOperation({
	operationId: "changePassword",
	method: "POST",
	path: "/auth/password",
	tag: "Developer authentication",
	summary: doc("Change the password"),
	description: doc(
		"Immediately ends every session of the account, including this one: log in with the new password. API keys stay valid. Five wrong passwords end this session.",
	),
	policy: "developer_session",
	body: changePasswordBody,
	responses: { 200: { description: doc("The password is changed."), schema: doneResponse } },
	errors: ["INVALID_PASSWORD", "USER_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ body, principal, services, clientAddress, audit, now }) => {
		const { developerId, sessionId } = principal;
		const { currentPassword: password, newPassword } = body;
		const owner = { developerId, sessionId, password, clientAddress, now };
		await services.passkeys.prove({ developerId, now }, body.passkey);
		const wrong = await services.developers.changePassword({ ...owner, newPassword });
		if (wrong) throw await wrongPassword(wrong, principal, audit);
		await audit({ action: "password.changed", target: developerId });
		return {
			status: 200,
			headers: { "Set-Cookie": clearedSessionCookie(services.config.appOrigin) },
			body: {},
		};
	},
});
