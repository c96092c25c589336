/** Describes who may call an operation, and from where (auth.md "Policies", "Browser origins and CORS"). */
import type { Operation } from "../operation.ts";
import { describeAccepted } from "../policies.ts";

export const securitySchemes = {
	apiKeyAuth: {
		type: "apiKey",
		in: "header",
		name: "x-api-key",
		description: "The API key of a developer. Begins with `sk_`. Always sent together with `x-api-secret`.",
	},
	apiSecretAuth: {
		type: "apiKey",
		in: "header",
		name: "x-api-secret",
		description:
			"The other half of the key pair. Begins with `ss_`. Keep it out of browser code: a request with it and an `Origin` is rejected.",
	},
	bearerAuth: {
		type: "http",
		scheme: "bearer",
		bearerFormat: "JWT",
		description:
			"A developer's session: `accessToken` of `login`, sent by a server. An operation whose description asks for a reviewer's session needs an account with that role.",
	},
	cookieAuth: {
		type: "apiKey",
		in: "cookie",
		name: "access_token",
		description:
			"The same session as an HTTP-only cookie, set by `login` in a browser. Accepted only from the service's own pages, and with a method other than GET only with `Content-Type: application/json`.",
	},
	walletAuth: {
		type: "http",
		scheme: "bearer",
		bearerFormat: "JWT",
		description:
			"A wallet session: `accessToken` of `openWalletSession`, for 60 minutes. It acts for the address that signed. If a page of an allowlisted origin opened it, it works with that `Origin` alone.",
	},
	anonymousAuth: {
		type: "http",
		scheme: "bearer",
		bearerFormat: "JWT",
		description:
			"An anonymous session of the hosted app: `accessToken` of `issueAnonymousJwt`, for 15 minutes. It files cases, and reads those that it filed.",
	},
};

export const accessText = `**Credentials.** A request needs one at most: the key pair (\`apiKeyAuth\` and \`apiSecretAuth\` together), a developer's session (\`bearerAuth\` or \`cookieAuth\`), a wallet session (\`walletAuth\`), an anonymous session (\`anonymousAuth\`), or none. If it has several, the first of these decides, even if it is invalid, and the others do not count: \`x-api-key\` or \`x-api-secret\`, \`Authorization\`, the cookie \`access_token\`, \`Origin\`. The empty requirement \`{}\` beside others means: a page of an allowlisted origin may call without a credential, identified by the \`Origin\` that its browser sends. \`security: []\` means that everybody may call. A credential of a kind that the operation does not take is 403 \`FORBIDDEN\`, never ignored, except where everybody may call.

**CORS.** Each operation says which pages may call it. A request that changes something takes a cookie from the service's own pages alone, and no other origin reads a response to a cookie. Pages can read the headers \`X-Request-Id\`, \`Retry-After\`, \`Location\`, \`RateLimit-Policy\` and \`RateLimit\`.

**Rate limits.** Requests with a credential are counted by it, others by client address; registrations, logins and password resets more strictly. \`RateLimit-Policy\` in each counted response names the limit. Over a limit or quota the response is 429 \`RATE_LIMITED\` with \`Retry-After\`, and with \`RateLimit\` unless callers share the quota. Without \`Retry-After\` waiting does not help: the rule \`quota_full\` in \`details\`. \`GET /config\` has the numbers.`;

const PAGES = {
	public: "Pages of every origin may call it (CORS).",
	allowlisted: "Pages of allowlisted origins may call it (CORS).",
	signed: "Pages of allowlisted origins may call it (CORS); requests of other pages are rejected.",
	none: "Pages of other sites cannot call it: no CORS.",
};

export function describeAccess({ policy, cors }: Operation): string {
	const who = policy === "public" ? "Needs no credential." : describeAccepted(policy);
	return `${who} ${PAGES[cors ?? "none"]}`;
}
