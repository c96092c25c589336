import * as z from "zod";
import { deviceCookieName, SESSION_COOKIE, soleCookie } from "../../../http/cookies.ts";
import { defineOperation } from "../../../http/operation.ts";
import { AppError } from "../../../kernel/app-error.ts";
import { doc } from "../../../kernel/doc.ts";
import { isoTime } from "../../../kernel/iso-time.ts";
import { lazy } from "../../../kernel/once.ts";
import { timestampSchema } from "../../../kernel/schemas.ts";
import { emailSchema, presentUser, userSchema } from "../../account/account-schemas.ts";
import { throttledError } from "../../errors.ts";
import { typedPassword } from "../../passwords/password-schemas.ts";
import { deviceCookie, readDevice } from "../known-devices.ts";
import { sessionCookie } from "../session-cookie.ts";

const loginBody = lazy(() =>
	z
		.strictObject({ email: emailSchema(), password: typedPassword() })
		.meta({ id: "Login", description: doc("E-mail address and password of an account.") }),
);

export const loginResponse = lazy(() =>
	z
		.strictObject({
			user: userSchema(),
			expiresAt: timestampSchema().meta({ description: doc("When the session expires at the latest.") }),
			accessToken: z
				.string()
				.optional()
				.meta({
					description: doc("Bearer token. Not sent to browsers, which get the cookie only."),
				}),
		})
		.meta({ id: "Session" }),
);

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
	responses: { 200: { description: doc("The session, with its cookie."), schema: loginResponse } },
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
			status: 200,
			headers: { "Set-Cookie": cookies },
			body: {
				user: presentUser(user),
				expiresAt: isoTime(expiresAt),
				...(!isFromBrowser(headers) && { accessToken: token }),
			},
		};
	},
});

/** Browsers get the HTTP-only cookie, because page scripts must never see the token. */
function isFromBrowser(headers: Headers): boolean {
	return headers.has("Origin") || headers.has("Sec-Fetch-Site");
}
