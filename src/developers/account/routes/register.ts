import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { developerError } from "../../errors.ts";
import { newPassword } from "../../passwords/password-schemas.ts";
import { emailSchema, presentUser } from "../account-schemas.ts";

export const registerBody = lazy(() =>
	z
		.strictObject({ email: emailSchema(), password: newPassword() })
		.meta({ id: "Registration", description: "The account to create." }),
);

export const registerDescription = "Creates an account. Log in afterwards to get a session.";

export const register = defineOperation({
	operationId: "register",
	method: "POST",
	path: "/auth/register",
	tag: "Developer authentication",
	summary: "Register a developer account",
	policy: "public",
	rateLimited: "login",
	body: registerBody,
	responses: { 201: "The new account." },
	errors: ["USER_FOUND"],
	handler: async ({ body, services, audit, clientAddress, now }) => {
		const result = await services.developers.register({ ...body, clientAddress, now });
		if (result.kind !== "registered") throw developerError(result);
		const { developerId } = result.user;
		await audit({ action: "developer.registered", actor: developerId, target: developerId });
		return { status: 201, body: { user: presentUser(result.user) } };
	},
});
