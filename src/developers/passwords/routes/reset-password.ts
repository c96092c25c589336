import { defineOperation } from "../../../http/operation.ts";
import { AppError } from "../../../kernel/errors/app-error.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { doneResponse } from "../../account/account-schemas.ts";
import { throttledError } from "../../errors.ts";
import { deviceCookie } from "../../login/known-devices.ts";
import { resetPasswordBody } from "../password-schemas.ts";

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
