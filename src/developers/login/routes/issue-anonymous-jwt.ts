import { defineOperation } from "../../../http/operation.ts";
import { AppError } from "../../../kernel/app-error.ts";
import { accessError } from "../../access-error.ts";
import { anonymousSessionBody } from "../../access-schemas.ts";

/** Specification "Developer authentication"; auth.md "Passwords and sessions". */
export const issueAnonymousJwt = defineOperation({
	operationId: "issueAnonymousJwt",
	method: "POST",
	path: "/auth/issue-anon-jwt",
	tag: "Developer authentication",
	summary: "Open an anonymous session of the hosted app",
	description:
		"For servers of the service's own hosted app; requests from browsers are rejected. The session lasts fifteen minutes.",
	policy: "public",
	rateLimited: true,
	body: anonymousSessionBody,
	responses: { 200: "The session." },
	errors: ["INVALID_AUTH", "FORBIDDEN"],
	handler: async ({ body, headers, services, now, audit }) => {
		if (headers.has("Origin") || headers.has("Sec-Fetch-Site")) {
			throw new AppError({
				code: "FORBIDDEN",
				message:
					"This request contains a client secret, so it must not come from a browser. Send it from your server.",
			});
		}
		const answer = await services.access.anonymous.issue({ ...body, now });
		if (answer.kind !== "issued") throw accessError(answer);
		await audit({ action: "anonymous_session.issued", actor: answer.subject });
		const { token: accessToken, expiresInSeconds: expiresIn } = answer;
		return { status: 200, body: { accessToken, tokenType: "Bearer", expiresIn } };
	},
});
