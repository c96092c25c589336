import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { preferredLanguage } from "../../../kernel/languages.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { doneResponse, emailSchema } from "../../account/account-schemas.ts";

const resetRequestBody = lazy(() =>
	z.strictObject({ email: emailSchema() }).meta({ id: "PasswordResetRequest" }),
);

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
	errors: [],
	handler: ({ body: { email }, services, headers, clientAddress, now }) => {
		const language = preferredLanguage(headers);
		services.developers.requestReset({ email, clientAddress, language, now });
		return { status: 202, body: {} };
	},
});
