import * as z from "zod";
import type { RecordAudit } from "../../audit/audit-event.ts";
import { deviceCookieName, SESSION_COOKIE, soleCookie } from "../../http/cookies.ts";
import { defineOperation } from "../../http/operation.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { breaks } from "../../kernel/schemas/field-rule.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime } from "../../kernel/time/iso-time.ts";
import { emailSchema, presentUser, userSchema } from "../account/account-schemas.ts";
import type { LoginResult } from "../account/account-service.ts";
import { throttledError } from "../errors.ts";
import { passkeyAnswer, passkeyOptions } from "../passkeys/passkey-schemas.ts";
import { typedPassword } from "../passwords/password-schemas.ts";
import { deviceCookie, readDevice } from "./known-devices.ts";
import { sessionCookie } from "./session-cookie.ts";
import { bearerTokenFields } from "./session-schemas.ts";

const loginBody = lazyObject(
	{ id: "Login", description: doc("E-mail address and password of an account.") },
	() => ({ email: emailSchema(), password: typedPassword() }),
);

export const loginResponse = lazyObject("Session", () => ({
	user: userSchema(),
	expiresAt: timestampSchema().describe(doc("When the session expires at the latest.")),
	accessToken: z
		.string()
		.optional()
		.describe(doc("Bearer token. Not sent to browsers, which get the cookie only.")),
}));

export const login = defineOperation({
	operationId: "login",
	method: "POST",
	path: "/auth/login",
	tag: "Developer authentication",
	summary: doc("Log in"),
	description: doc(
		"Opens a session of at most eight hours, which also ends after an hour without a request. The token is sent as the HTTP-only cookie `access_token`, and to callers other than browsers as `accessToken` too. It replaces the session of an `access_token` cookie that comes with the request. Of 20 parallel sessions of an account, the next login ends the oldest. A second cookie remembers the device, so that wrong passwords from elsewhere do not keep it out.",
	),
	policy: "public",
	rateLimited: "login",
	body: loginBody,
	responses: {
		200: { description: doc("The session, with its cookie."), schema: loginResponse },
		202: {
			description: doc(
				"The password is right, and the account has a passkey: answer the options with `POST /auth/login/passkey`, or with a recovery code.",
			),
			schema: passkeyOptions,
		},
	},
	errors: ["INVALID_PASSWORD"],
	handler: async ({ body, services, headers, clientAddress, audit, now }) => {
		const { appOrigin } = services.config;
		const result = await services.developers.login({
			...body,
			device: readDevice(soleCookie(headers, deviceCookieName(appOrigin))),
			replacedToken: soleCookie(headers, SESSION_COOKIE),
			clientAddress,
			now,
		});
		if (result.kind === "throttled") {
			await audit({ action: "session.throttled" });
			throw throttledError(result);
		}
		if (result.kind === "passkey_needed") {
			await audit({ action: "session.passkey_asked", target: result.developerId });
			return { status: 202, body: result.request };
		}
		return replyTo(result, { appOrigin, headers, audit, now });
	},
});

const secondStepBody = lazy(() =>
	z
		.strictObject({
			passkey: passkeyAnswer().optional(),
			recovery: z
				.strictObject({
					challenge: z.string().min(1).max(128).describe(doc("Of the options.")),
					code: z
						.string()
						.min(1)
						.max(128)
						.meta({ example: doc("7K3QX-M9DZ2-4TBWN-0F8HC-RV5JE") }),
				})
				.optional()
				.describe(doc("A recovery code, in place of the passkey.")),
		})
		.refine(({ passkey, recovery }) => (passkey === undefined) !== (recovery === undefined), {
			path: ["passkey"],
			...breaks("exactly_one", "must be given if `recovery` is not, and must not be given if it is"),
		})
		.meta({ id: "SecondLoginStep" }),
);

export const finishLogin = defineOperation({
	operationId: "finishLogin",
	method: "POST",
	path: "/auth/login/passkey",
	tag: "Passkeys",
	summary: doc("Log in with a passkey, after the password"),
	description: doc(
		"Within five minutes, once. A recovery code does it too, is told to the owner by mail, and holds a role's powers back for a day.",
	),
	policy: "public",
	rateLimited: "login",
	body: secondStepBody,
	responses: { 200: { description: doc("The session, with its cookie."), schema: loginResponse } },
	errors: ["INVALID_PASSWORD", "FORBIDDEN"],
	handler: async ({ body, services, headers, audit, now }) => {
		const { appOrigin } = services.config;
		const replacedToken = soleCookie(headers, SESSION_COOKIE);
		const device = readDevice(soleCookie(headers, deviceCookieName(appOrigin)));
		const result = await services.developers
			.finishLogin({ ...body, device, replacedToken, now })
			.catch(async (cause) => {
				if (cause instanceof AppError) await audit({ action: "session.refused" });
				throw cause;
			});
		return replyTo(result, { appOrigin, headers, audit, now });
	},
});

type Opening = { appOrigin: string; headers: Headers; audit: RecordAudit; now: number };

async function replyTo(
	result: Exclude<LoginResult, { kind: "passkey_needed" | "throttled" }>,
	{ appOrigin, headers, audit, now }: Opening,
) {
	if (result.kind === "wrong_credentials") {
		await audit({ action: "session.refused", ...(result.developerId && { target: result.developerId }) });
		throw new AppError({
			code: "INVALID_PASSWORD",
			message: "The e-mail address or the password is wrong. Check both, then try again.",
		});
	}
	const { developerId } = result.user;
	await audit({ action: "session.opened", actor: developerId, target: developerId });
	const { user, token, expiresAt, device, replacedSessionId } = result;
	if (replacedSessionId) await audit({ action: "session.closed", target: replacedSessionId });
	const cookies = [sessionCookie({ appOrigin, token, expiresAt, now }), deviceCookie(appOrigin, device)];
	return {
		status: 200 as const,
		headers: { "Set-Cookie": cookies },
		body: {
			user: presentUser(user),
			expiresAt: isoTime(expiresAt),
			...(!isFromBrowser(headers) && { accessToken: token }),
		},
	};
}

/** Browsers get the HTTP-only cookie, because page scripts must never see the token. */
function isFromBrowser(headers: Headers): boolean {
	return headers.has("Origin") || headers.has("Sec-Fetch-Site");
}

/** Above any issued credential, so that nobody makes the service hash a megabyte. */
const MAX_CREDENTIAL_LENGTH = 512;

const credential = lazy(() =>
	z
		.string("must be a string")
		.min(1, "must not be empty")
		.max(MAX_CREDENTIAL_LENGTH, `must have at most ${MAX_CREDENTIAL_LENGTH} characters`),
);

const anonymousSessionBody = lazyObject(
	{ id: "AnonymousSessionRequest", description: doc("Credentials of the hosted app's server.") },
	() => ({
		clientId: credential().meta({ example: doc("hosted-app") }),
		clientSecret: credential().meta({ example: doc("the-secret-of-the-hosted-app") }),
	}),
);

const anonymousSessionResponse = lazyObject("AnonymousSession", bearerTokenFields);

/** auth.md "Anonymous sessions". */
export const issueAnonymousJwt = defineOperation({
	operationId: "issueAnonymousJwt",
	method: "POST",
	path: "/auth/issue-anon-jwt",
	tag: "Developer authentication",
	summary: doc("Open an anonymous session of the hosted app"),
	description: doc(
		"For servers of the service's own hosted app; requests from browsers are rejected. The session lasts fifteen minutes.",
	),
	policy: "public",
	rateLimited: true,
	body: anonymousSessionBody,
	responses: { 200: { description: doc("The session."), schema: anonymousSessionResponse } },
	errors: ["INVALID_AUTH", "FORBIDDEN"],
	handler: async ({ body, headers, services, now, audit }) => {
		if (headers.has("Origin") || headers.has("Sec-Fetch-Site")) {
			throw new AppError({
				code: "FORBIDDEN",
				message:
					"This request contains a client secret, so it must not come from a browser. Send it from your server.",
			});
		}
		const issued = await services.access.anonymous.issue({ ...body, now });
		await audit({ action: "anonymous_session.issued", actor: issued.subject });
		const { token: accessToken, expiresInSeconds: expiresIn } = issued;
		return { status: 200, body: { accessToken, tokenType: "Bearer", expiresIn } };
	},
});
