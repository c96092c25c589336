import { defineOperation } from "../../../http/operation.ts";
import { developerError } from "../../developer-error.ts";
import { registerBody } from "../../schemas.ts";
import { presentUser } from "../present-developers.ts";

export const register = defineOperation({
	operationId: "register",
	method: "POST",
	path: "/auth/register",
	tag: "Developer authentication",
	summary: "Register a developer account",
	description: "Creates an account. Log in afterwards to get a session.",
	policy: "public",
	rateLimited: "login",
	body: registerBody,
	responses: { 201: "The new account." },
	errors: ["USER_FOUND"],
	handler: async ({ body, services, audit, now }) => {
		const answer = await services.developers.register({ ...body, now });
		if (answer.kind !== "registered") throw developerError(answer);
		const { developerId } = answer.user;
		await audit({ action: "developer.registered", actor: developerId, target: developerId });
		return { status: 201, body: { user: presentUser(answer.user) } };
	},
});
