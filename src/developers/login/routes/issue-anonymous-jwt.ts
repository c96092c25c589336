import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { AppError } from "../../../kernel/errors/app-error.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { bearerTokenFields } from "../session-schemas.ts";

/** Above any issued credential, so that nobody makes the service hash a megabyte. */
const MAX_CREDENTIAL_LENGTH = 512;

const credential = lazy(() =>
	z
		.string("must be a string")
		.min(1, "must not be empty")
		.max(MAX_CREDENTIAL_LENGTH, `must have at most ${MAX_CREDENTIAL_LENGTH} characters`),
);

const anonymousSessionBody = lazy(() =>
	z
		.strictObject({
			clientId: credential().meta({ example: doc("hosted-app") }),
			clientSecret: credential().meta({ example: doc("the-secret-of-the-hosted-app") }),
		})
		.meta({ id: "AnonymousSessionRequest", description: doc("Credentials of the hosted app's server.") }),
);

const anonymousSessionResponse = lazy(() =>
	z.strictObject(bearerTokenFields()).meta({ id: "AnonymousSession" }),
);

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
