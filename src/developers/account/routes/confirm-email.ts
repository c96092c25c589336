import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { preferredLanguage } from "../../../kernel/languages.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { doneResponse, mailedCodeBody } from "../account-schemas.ts";

const confirmationState = lazy(() =>
	z
		.strictObject({
			confirmation: z.enum(["sent", "on_its_way", "confirmed"]).meta({
				description: doc(
					"`sent`: a code is mailed now. `on_its_way`: a code that was mailed within a day is still good. `confirmed`: the address is confirmed already.",
				),
			}),
		})
		.meta({ id: "EmailConfirmation" }),
);

/** auth.md "Confirmed addresses". */
export const requestEmailConfirmation = defineOperation({
	operationId: "requestEmailConfirmation",
	method: "POST",
	path: "/auth/email-confirmation/request",
	tag: "Developer authentication",
	summary: doc("Mail a code that confirms the e-mail address"),
	description: doc(
		"At most one code a day. Also where mail to the address has been stopped (`mailStopped` of `GET /auth/me`). The mail is in the language that `Accept-Language` prefers, English or Spanish. A service that sends no mail responds with 403.",
	),
	policy: "developer_session",
	responses: { 202: { description: doc("What happens to the code."), schema: confirmationState } },
	errors: ["USER_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ principal: { developerId }, services, headers, clientAddress, now }) => {
		const asking = { developerId, clientAddress, language: preferredLanguage(headers), now };
		return { status: 202, body: { confirmation: await services.developers.requestConfirmation(asking) } };
	},
});

const confirmationBody = lazy(() => mailedCodeBody("EmailConfirmationCode"));

export const confirmEmail = defineOperation({
	operationId: "confirmEmail",
	method: "POST",
	path: "/auth/email-confirmation",
	tag: "Developer authentication",
	summary: doc("Confirm the e-mail address with the mailed code"),
	description: doc(
		"The address takes mail again. The first confirmation ends every other session, every API key and every webhook endpoint that the account had before, because somebody else may have registered the address. So confirm first, then issue keys.",
	),
	policy: "developer_session",
	body: confirmationBody,
	responses: { 200: { description: doc("The address is confirmed."), schema: doneResponse } },
	errors: ["USER_NOT_FOUND"],
	handler: async ({ principal: { developerId, sessionId }, body: { code }, services, audit, now }) => {
		await services.developers.confirmEmail({ developerId, sessionId, code, now });
		await audit({ action: "email.confirmed", target: developerId });
		return { status: 200, body: {} };
	},
});
