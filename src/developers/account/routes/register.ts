import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { newPassword } from "../../passwords/password-schemas.ts";
import { emailSchema, presentUser, userResponse } from "../account-schemas.ts";

export const registerBody = lazy(() =>
	z
		.strictObject({ email: emailSchema(), password: newPassword() })
		.meta({ id: "Registration", description: "The account to create." }),
);

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
	responses: { 201: { description: "The new account.", schema: userResponse } },
	errors: ["USER_FOUND"],
	handler: async ({ body, services, audit, clientAddress, now }) => {
		const user = await services.developers.register({ ...body, clientAddress, now });
		const { developerId } = user;
		await audit({ action: "developer.registered", actor: developerId, target: developerId });
		return { status: 201, body: { user: presentUser(user) } };
	},
});
