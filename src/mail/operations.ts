/** Operations on the kinds of mail that can be switched off (mail.md "Kinds that can be switched off"). */
import * as z from "zod";
import { userGone } from "../developers/errors.ts";
import { defineOperation } from "../http/operation.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";
import { optionalMailKinds } from "./mail-kinds.ts";

const tag = "Mail";

const kindSchema = () =>
	z.enum(optionalMailKinds).meta({
		description: doc("A kind of mail that is not about security. All others are always sent."),
		example: doc("endpoint_disabled"),
	});

const choiceSchema = lazyObject("MailChoice", () => ({
	kind: kindSchema(),
	enabled: z.boolean().describe(doc("False if mails of the kind are not sent.")),
}));

const choiceListResponse = lazyObject("MailChoiceList", () => ({ data: z.array(choiceSchema()) }));

const listMailChoices = defineOperation({
	operationId: "listMailChoices",
	method: "GET",
	path: "/auth/mails",
	tag,
	summary: doc("List the kinds of mail that you can switch off"),
	policy: "developer_session",
	readOnly: true,
	responses: { 200: { description: doc("The kinds that your account gets."), schema: choiceListResponse } },
	errors: ["USER_NOT_FOUND"],
	handler: async ({ principal, services }) => {
		const user = await services.developers.currentUser(principal);
		if (!user) throw userGone();
		return { status: 200, body: { data: await services.mail.choices.list(user.developerId, user.role) } };
	},
});

const chooseMail = defineOperation({
	operationId: "chooseMail",
	method: "PATCH",
	path: "/auth/mails",
	tag,
	summary: doc("Switch a kind of mail off or on"),
	policy: "developer_session",
	body: choiceSchema,
	responses: { 200: { description: doc("The choice."), schema: choiceSchema } },
	handler: async ({ principal: { developerId }, body, services }) => {
		await services.mail.choices.set(developerId, body);
		return { status: 200, body };
	},
});

const unsubscribeBody = lazyObject("Unsubscription", () => ({
	token: z
		.string()
		.min(1)
		.max(200)
		.meta({
			description: doc("The end of the address in a mail's `List-Unsubscribe`."),
			example: doc(`dev_5f0d8c1e9b7a4c3d8e2f1a0b9c8d7e6f.endpoint_disabled.${"A".repeat(43)}`),
		}),
}));

const unsubscribedResponse = lazyObject("Unsubscribed", () => ({ kind: kindSchema() }));

const unsubscribe = defineOperation({
	operationId: "unsubscribe",
	method: "POST",
	path: "/mail/unsubscribe",
	tag,
	summary: doc("Switch off mails of the kind of a mail"),
	description: doc("With the token from the mail, and without a session. A repetition changes nothing."),
	policy: "public",
	rateLimited: true,
	body: unsubscribeBody,
	responses: {
		200: { description: doc("The kind that is not sent any more."), schema: unsubscribedResponse },
	},
	handler: async ({ body: { token }, services }) => {
		const { kind } = await services.mail.choices.unsubscribe(token);
		return { status: 200, body: { kind } };
	},
});

export const mailOperations = [listMailChoices, chooseMail, unsubscribe] as const;
