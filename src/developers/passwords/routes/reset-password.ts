import { defineOperation } from "../../../http/operation.ts";
import { developerError } from "../../developer-error.ts";
import { resetPasswordBody } from "../../schemas.ts";
import { refusedPasswordEntry } from "../refused-password.ts";

export const resetPassword = defineOperation({
	operationId: "resetPassword",
	method: "POST",
	path: "/auth/password-reset",
	tag: "Developer authentication",
	summary: "Set a forgotten password",
	description:
		"Needs the token of a one-time link from the operator of the service, which is valid for 30 minutes. Ends every session of the account.",
	policy: "public",
	rateLimited: "login",
	body: resetPasswordBody,
	responses: { 200: "The password is set." },
	errors: ["INVALID_TOKEN"],
	handler: async ({ body, services, clientAddress, audit, now }) => {
		const answer = await services.developers.resetPassword({ ...body, clientAddress, now });
		const refusal = refusedPasswordEntry(answer);
		if (refusal) await audit(refusal);
		if (answer.kind !== "password-reset") throw developerError(answer);
		const { developerId } = answer;
		await audit({ action: "password.reset", actor: developerId, target: developerId });
		return { status: 200, body: {} };
	},
});
