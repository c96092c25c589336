import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { newPassword } from "../../passwords/password-schemas.ts";
import { emailSchema, presentUser, userResponse } from "../account-schemas.ts";

export const registerBody = lazy(() =>
	z
		.strictObject({ email: emailSchema(), password: newPassword() })
		.meta({ id: "Registration", description: doc("The account to create.") }),
);

export const register = defineOperation({
	operationId: "register",
	method: "POST",
	path: "/auth/register",
	tag: "Developer authentication",
	summary: doc("Register a developer account"),
	description: doc("Creates an account. Log in afterwards to get a session."),
	policy: "public",
	rateLimited: "login",
	body: registerBody,
	responses: { 201: { description: doc("The new account."), schema: userResponse } },
	errors: ["USER_FOUND"],
	handler: async ({ body, services, audit, clientAddress, now }) => {
		const user = await services.developers.register({ ...body, clientAddress, now });
		const { developerId } = user;
		await audit({ action: "developer.registered", actor: developerId, target: developerId });
		return { status: 201, body: { user: presentUser(user) } };
	},
});
