import { defineOperation } from "../../../http/operation.ts";
import { developerError } from "../../developer-error.ts";
import { clearedSessionCookie } from "../../login/session-cookie.ts";
import { changePasswordBody } from "../../schemas.ts";
import { refusedPasswordEntry } from "../refused-password.ts";

export const changePassword = defineOperation({
	operationId: "changePassword",
	method: "POST",
	path: "/auth/password",
	tag: "Developer authentication",
	summary: "Change the password",
	description:
		"Immediately ends every session of the account, including this one: log in with the new password. API keys stay valid.",
	policy: "developer_session",
	body: changePasswordBody,
	responses: { 200: "The password is changed." },
	errors: ["INVALID_PASSWORD", "USER_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ body, principal, services, clientAddress, audit, now }) => {
		const { developerId } = principal;
		const { currentPassword: password, newPassword } = body;
		const owner = { developerId, password, clientAddress, now };
		const answer = await services.developers.changePassword({ ...owner, newPassword });
		const refusal = refusedPasswordEntry(answer, developerId);
		if (refusal) await audit(refusal);
		if (answer.kind !== "password-changed") throw developerError(answer);
		await audit({ action: "password.changed", target: developerId });
		return {
			status: 200,
			headers: { "Set-Cookie": clearedSessionCookie(services.config.appOrigin) },
			body: {},
		};
	},
});
