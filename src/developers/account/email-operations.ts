import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import { preferredLanguage } from "../../kernel/languages.ts";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { passkeyAnswer } from "../passkeys/passkey-schemas.ts";
import { currentPassword } from "../passwords/password-schemas.ts";
import { wrongPassword } from "../passwords/rejected-password.ts";
import { codeSchema, doneResponse, emailSchema, mailedCodeBody } from "./account-schemas.ts";

const confirmationState = lazyObject("EmailConfirmation", () => ({
	confirmation: z
		.enum(["sent", "on_its_way", "confirmed"])
		.describe(
			doc(
				"`sent`: a code is mailed now. `on_its_way`: a code that was mailed within a day is still good. `confirmed`: the address is confirmed already.",
			),
		),
}));

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

const requestBody = lazyObject("EmailChangeRequest", () => ({
	newEmail: emailSchema(),
	currentPassword: currentPassword(),
	passkey: passkeyAnswer()
		.optional()
		.describe(doc("Needed from an account that has a passkey: `POST /auth/passkeys/proof`.")),
}));

/** auth.md "Change of address". */
export const requestEmailChange = defineOperation({
	operationId: "requestEmailChange",
	method: "POST",
	path: "/auth/email-change/request",
	tag: "Developer authentication",
	summary: doc("Mail the two codes that change the e-mail address"),
	description: doc(
		"One code goes to the present address, which must be confirmed, and one to the new address. Both are good for a day, and none is mailed twice in that time. The response is the same whether or not another account has the new address. Five wrong passwords end this session. A service that sends no mail responds with 403.",
	),
	policy: "developer_session",
	body: requestBody,
	responses: { 202: { description: doc("The codes are mailed."), schema: doneResponse } },
	errors: ["INVALID_PASSWORD", "USER_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ body, principal, services, headers, clientAddress, audit, now }) => {
		const { developerId, sessionId } = principal;
		const { newEmail, currentPassword: password, passkey } = body;
		await services.passkeys.prove({ developerId, now }, passkey);
		const wrong = await services.developers.requestEmailChange({
			...{ developerId, sessionId, password, clientAddress, now },
			...{ newEmail, withPasskey: passkey !== undefined, language: preferredLanguage(headers) },
		});
		if (wrong) throw await wrongPassword(wrong, principal, audit);
		await audit({ action: "email.change_requested", target: developerId });
		return { status: 202, body: {} };
	},
});

const changeBody = lazyObject("EmailChange", () => ({
	currentCode: codeSchema(doc("From the mail to the present address.")),
	newCode: codeSchema(doc("From the mail to the new address. Letter case, spaces and dashes do not matter.")),
}));

export const changeEmail = defineOperation({
	operationId: "changeEmail",
	method: "POST",
	path: "/auth/email-change",
	tag: "Developer authentication",
	summary: doc("Change the e-mail address with the two mailed codes"),
	description: doc(
		"Ends every other session, and tells both addresses. API keys stay valid. A role has no powers for a day. Codes that were asked for before the password or a passkey was changed are not accepted.",
	),
	policy: "developer_session",
	body: changeBody,
	responses: { 200: { description: doc("The address is changed."), schema: doneResponse } },
	errors: ["USER_FOUND"],
	handler: async ({ principal: { developerId, sessionId }, body, services, audit, now }) => {
		await services.developers.changeEmail({ developerId, sessionId, ...body, now });
		await audit({ action: "email.changed", target: developerId });
		return { status: 200, body: {} };
	},
});
