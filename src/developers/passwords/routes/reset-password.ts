import { defineOperation } from "../../../http/operation.ts";
import { doneResponse } from "../../account/account-schemas.ts";
import { developerError } from "../../errors.ts";
import { deviceCookie } from "../../login/known-devices.ts";
import { resetPasswordBody } from "../password-schemas.ts";
import { rejectedPasswordEntry } from "../rejected-password.ts";

export const resetPassword = defineOperation({
	operationId: "resetPassword",
	method: "POST",
	path: "/auth/password-reset",
	tag: "Developer authentication",
	summary: "Set a forgotten password",
	description:
		"Needs a one-time code from the operator of the service, which is valid for 30 minutes. Ends every session of the account.",
	policy: "public",
	rateLimited: "login",
	body: resetPasswordBody,
	responses: { 200: { description: "The password is set.", schema: doneResponse } },
	errors: ["INVALID_TOKEN"],
	handler: async ({ body, services, clientAddress, audit, now }) => {
		const result = await services.developers.resetPassword({ ...body, clientAddress, now });
		const rejection = rejectedPasswordEntry(result);
		if (rejection) await audit(rejection);
		if (result.kind !== "password_reset") throw developerError(result);
		const { developerId, device } = result;
		await audit({ action: "password.reset", actor: developerId, target: developerId });
		const { appOrigin } = services.config;
		return { status: 200, headers: { "Set-Cookie": deviceCookie(appOrigin, device) }, body: {} };
	},
});
