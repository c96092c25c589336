import { defineOperation } from "../../../http/operation.ts";
import { developerError } from "../../developer-error.ts";
import { clearedSessionCookie } from "../../login/session-cookie.ts";
import { refusedPasswordEntry } from "../../passwords/refused-password.ts";
import { deleteAccountBody } from "../../schemas.ts";

export const deleteAccount = defineOperation({
	operationId: "deleteAccount",
	method: "DELETE",
	path: "/auth/me",
	tag: "Developer authentication",
	summary: "Delete the account",
	description:
		"Permanently ends all sessions and API keys of the account, and frees its e-mail address. Its recovery cases are kept; the e-mail addresses in them are erased.",
	policy: "developer_session",
	body: deleteAccountBody,
	responses: { 200: "The account is deleted." },
	errors: ["INVALID_PASSWORD", "USER_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ body: { password }, principal, services, clientAddress, audit, now }) => {
		const { developerId } = principal;
		const answer = await services.developers.deleteAccount({ developerId, password, clientAddress, now });
		const refusal = refusedPasswordEntry(answer, developerId);
		if (refusal) await audit(refusal);
		if (answer.kind !== "account-deleted") throw developerError(answer);
		await audit({ action: "account.deleted", target: developerId });
		return {
			status: 200,
			headers: { "Set-Cookie": clearedSessionCookie(services.config.appOrigin) },
			body: {},
		};
	},
});
