import { defineOperation } from "../../http/operation.ts";
import { encodeKeyCursor, parseKeyCursor } from "../../kernel/paging/cursors.ts";
import { pageFields, pageSchema } from "../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../kernel/paging/paging.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import { accountNotFound, userGone } from "../errors.ts";
import { clearedSessionCookie } from "../login/session-cookie.ts";
import { passkeyAnswer } from "../passkeys/passkey-schemas.ts";
import { currentPassword, newPassword } from "../passwords/password-schemas.ts";
import { wrongPassword } from "../passwords/rejected-password.ts";
import {
	currentUserResponse,
	developerIdParam,
	doneResponse,
	emailSchema,
	presentMailStop,
	presentUser,
	userResponse,
	userSchema,
} from "./account-schemas.ts";
import type { Role } from "./developer.ts";

export const registerBody = lazyObject(
	{ id: "Registration", description: doc("The account to create.") },
	() => ({ email: emailSchema(), password: newPassword() }),
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

export const getCurrentUser = defineOperation({
	operationId: "getCurrentUser",
	method: "GET",
	path: "/auth/me",
	tag: "Developer authentication",
	summary: doc("Get the account of the session"),
	policy: "developer_session",
	readOnly: true,
	responses: { 200: { description: doc("The account."), schema: currentUserResponse } },
	errors: ["USER_NOT_FOUND"],
	handler: async ({ principal, services }) => {
		const user = await services.developers.currentUser(principal);
		if (!user) throw userGone();
		const { emailConfirmedAt } = user;
		const stop = await services.developers.findMailStop(user);
		return {
			status: 200,
			body: {
				user: presentUser(user),
				emailConfirmedAt: isoTimeOrNull(emailConfirmedAt),
				mailStopped: stop && presentMailStop(stop),
			},
		};
	},
});

const deleteAccountBody = lazyObject(
	{
		id: "AccountDeletion",
		description: doc("The password again, because deletion cannot be undone."),
	},
	() => ({ password: currentPassword(), passkey: passkeyAnswer().optional() }),
);

export const deleteAccount = defineOperation({
	operationId: "deleteAccount",
	method: "DELETE",
	path: "/auth/me",
	tag: "Developer authentication",
	summary: doc("Delete the account"),
	description: doc(
		"Permanently ends all sessions and API keys of the account, and frees its e-mail address. Its recovery cases are kept; the e-mail addresses in them are erased. Five wrong passwords end this session.",
	),
	policy: "developer_session",
	body: deleteAccountBody,
	responses: { 200: { description: doc("The account is deleted."), schema: doneResponse } },
	errors: ["INVALID_PASSWORD", "USER_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ body: { password, passkey }, principal, services, clientAddress, audit, now }) => {
		const { developerId, sessionId } = principal;
		await services.passkeys.prove({ developerId, now }, passkey);
		const wrong = await services.developers.deleteAccount({
			developerId,
			sessionId,
			password,
			clientAddress,
			now,
		});
		if (wrong) throw await wrongPassword(wrong, principal, audit);
		await audit({ action: "account.deleted", target: developerId });
		return {
			status: 200,
			headers: { "Set-Cookie": clearedSessionCookie(services.config.appOrigin) },
			body: {},
		};
	},
});

const query = lazyObject(pageFields);

export const accountListResponse = pageSchema("UserList", userSchema);

/** Each page is audited, because it contains e-mail addresses. */
const listing = <Plural extends "Developers" | "Resolvers" | "Reviewers">(
	plural: Plural,
	role: Role,
	whose: string,
) =>
	defineOperation({
		operationId: `list${plural}`,
		method: "GET",
		path: `/review/${role}s`,
		tag: "Review",
		summary: doc(`List the ${role}s, newest first`),
		description: doc(`${whose} The audit records each page that is read.`),
		policy: "reviewer",
		query,
		responses: { 200: { description: doc("One page of accounts."), schema: accountListResponse } },
		handler: async ({ query: { limit, cursor }, services, audit }) => {
			const after = parseKeyCursor("dev", cursor);
			const { rows, next } = await services.access.accounts(role, after, pageSizeOf(limit));
			await audit({ action: "account.listed", target: `${role}s` });
			return { status: 200, body: { data: rows.map(presentUser), nextCursor: encodeKeyCursor(next) } };
		},
	});

export const listDevelopers = listing(
	"Developers",
	"developer",
	"Accounts without another role. Deleted accounts are not listed.",
);

export const listResolvers = listing(
	"Resolvers",
	"resolver",
	"Accounts of courts, notaries and law firms, which may resolve privacy codes.",
);

export const listReviewers = listing(
	"Reviewers",
	"reviewer",
	"Accounts to which the operator gave the role.",
);

/** auth.md "Granting roles". Audited like a page of the lists, because it gives an e-mail address. */
export const reviewAccount = defineOperation({
	operationId: "reviewAccount",
	method: "GET",
	path: "/review/accounts/{developerId}",
	tag: "Review",
	summary: doc("Read an account before granting it a role"),
	description: doc(
		"Shows the e-mail address, role and age of the account whose id a person has told you. Compare them with what you know of that person: anyone can register any e-mail address. The audit records each read.",
	),
	policy: "reviewer",
	params: developerIdParam,
	responses: { 200: { description: doc("The account."), schema: userResponse } },
	errors: ["USER_NOT_FOUND"],
	handler: async ({ params, services, audit }) => {
		const user = await services.developers.currentUser(params);
		if (!user) throw accountNotFound();
		await audit({ action: "account.read", target: params.developerId });
		return { status: 200, body: { user: presentUser(user) } };
	},
});
