import { defineOperation } from "../../http/operation.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import { preferredLanguage } from "../../kernel/languages.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { doneResponse, emailSchema } from "../account/account-schemas.ts";
import { throttledError } from "../errors.ts";
import { deviceCookie } from "../login/known-devices.ts";
import { clearedSessionCookie } from "../login/session-cookie.ts";
import { passkeyAnswer } from "../passkeys/passkey-schemas.ts";
import { currentPassword, newPassword, resetPasswordBody } from "./password-schemas.ts";
import { wrongPassword } from "./rejected-password.ts";

const changePasswordBody = lazyObject("PasswordChange", () => ({
	currentPassword: currentPassword(),
	newPassword: newPassword(),
	passkey: passkeyAnswer()
		.optional()
		.describe(doc("Needed from an account that has a passkey: `POST /auth/passkeys/proof`.")),
}));

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

const resetRequestBody = lazyObject("PasswordResetRequest", () => ({ email: emailSchema() }));

export const requestPasswordReset = defineOperation({
	operationId: "requestPasswordReset",
	method: "POST",
	path: "/auth/password-reset/request",
	tag: "Developer authentication",
	summary: doc("Mail a code that sets a forgotten password"),
	description: doc(
		"The response is the same whether or not the address has an account. The code is good for 15 minutes, and no second one is mailed in that time. A service that sends no mail responds with 403.",
	),
	policy: "public",
	rateLimited: "login",
	body: resetRequestBody,
	responses: {
		202: { description: doc("If the address has an account, a code is mailed."), schema: doneResponse },
	},
	handler: ({ body: { email }, services, headers, clientAddress, now }) => {
		const language = preferredLanguage(headers);
		services.developers.requestReset({ email, clientAddress, language, now });
		return { status: 202, body: {} };
	},
});

export const resetPassword = defineOperation({
	operationId: "resetPassword",
	method: "POST",
	path: "/auth/password-reset",
	tag: "Developer authentication",
	summary: doc("Set a forgotten password"),
	description: doc(
		"Needs a one-time code from the operator of the service, which is valid for 30 minutes. Ends every session of the account.",
	),
	policy: "public",
	rateLimited: "login",
	body: resetPasswordBody,
	responses: { 200: { description: doc("The password is set."), schema: doneResponse } },
	errors: ["INVALID_TOKEN"],
	handler: async ({ body, services, clientAddress, audit, now }) => {
		const result = await services.developers.resetPassword({ ...body, clientAddress, now });
		if (result.kind === "throttled") {
			await audit({ action: "password.throttled" });
			throw throttledError(result);
		}
		if (result.kind === "invalid_reset_token") {
			await audit({ action: "password.refused" });
			throw new AppError({
				code: "INVALID_TOKEN",
				message:
					"This reset code is not valid: it has been used, is older than 30 minutes, or was not entered completely. Ask the operator of this service for a new one.",
			});
		}
		const { developerId, device } = result;
		await audit({ action: "password.reset", actor: developerId, target: developerId });
		const { appOrigin } = services.config;
		return { status: 200, headers: { "Set-Cookie": deviceCookie(appOrigin, device) }, body: {} };
	},
});
