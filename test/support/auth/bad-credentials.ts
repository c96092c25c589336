/**
 * Every credential that the service must reject: missing, malformed, forged, ended, or sent from another site.
 *
 * Over 300 lines: one table of all credentials.
 */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Account } from "../../../durable/account/account.ts";
import { call } from "../contract/openapi-client.ts";
import { settledSnapshot } from "../storage/storage-snapshot.ts";
import type { DeveloperWithKey } from "./accounts.ts";
import { bearer } from "./credentials.ts";
import {
	type AuthHeaders,
	claimsOf,
	foreignKeyPair,
	KID,
	mintToken,
	publicJwk,
	rawToken,
} from "./minted-tokens.ts";
import { OWNER_SUBJECT } from "./wallet-bearer.ts";

export type BadCredential = {
	what: string;
	headers: AuthHeaders;
	status: 401 | 403;
	code: string;
	/** Browsers send cookies with reads from any site, so this one is rejected only on writes. */
	unsafeOnly?: boolean;
};

/** The page whose origin is allowed. */
export const PAGE = "https://allowed.example";

type Accounts = {
	/** Keeps its credentials. */
	developer: DeveloperWithKey;
	/** Lends its own to the mixed credentials. */
	other: DeveloperWithKey;
	/** Loses its credentials. */
	leaver: DeveloperWithKey;
};

export async function badCredentials({ developer, other, leaver }: Accounts): Promise<BadCredential[]> {
	return [
		...missing(),
		...badPairs(developer, other),
		...(await endedCredentials(developer, leaver)),
		...malformedTokens(developer),
		...(await forgedTokens(developer, other.developerId)),
		...badCookies(developer),
	];
}

const account = (name: string) => (env.ACCOUNTS as DurableObjectNamespace<Account>).getByName(name);

function missing(): BadCredential[] {
	const unauthorized = { status: 401, code: "UNAUTHORIZED" } as const;
	return [
		{ what: "none", headers: {}, ...unauthorized },
		{ what: "another cookie", headers: { cookie: "theme=dark; access_tokens=x" }, ...unauthorized },
		...["https://evil.example", "null", `${PAGE}.evil.example`, `${PAGE}:8443`, "http://allowed.example"].map(
			(origin) => ({ what: `the origin ${origin}`, headers: { origin }, ...unauthorized }),
		),
	];
}

function badPairs(developer: DeveloperWithKey, other: DeveloperWithKey): BadCredential[] {
	const { "x-api-key": key, "x-api-secret": secret } = developer.keyPair;
	const foreign = other.keyPair["x-api-secret"];
	const pair = (what: string, apiKey: string | null, apiSecret: string | null, more: AuthHeaders = {}) => ({
		what,
		headers: { "x-api-key": apiKey, "x-api-secret": apiSecret, ...more },
		status: 401 as const,
		code: "INVALID_AUTH",
	});
	return [
		pair("half a pair: the key", key, null),
		pair("half a pair: the secret", null, secret),
		pair("half a pair from a page: the key", key, null, { origin: "https://evil.example" }),
		pair("an empty key", "", secret),
		pair("an empty secret", key, ""),
		pair("half a pair beside a good token", key, null, developer.headers),
		pair("half a pair beside a good cookie", null, secret, developer.cookie),
		pair("a garbage pair", "sk_garbage", "ss_garbage"),
		pair("a garbage pair beside a good token", "sk_garbage", "ss_garbage", developer.headers),
		pair("a garbage pair beside a good cookie", "sk_garbage", "ss_garbage", developer.cookie),
		pair("the key and the secret swapped", secret, key),
		pair("another developer's secret", key, foreign),
		pair("another developer's key", other.keyPair["x-api-key"], secret),
		pair("a repeated key", `${key}, ${key}`, secret),
		pair("a repeated secret", key, `${secret}, ${secret}`),
		pair("a key with one letter's case changed", changeCase(key), secret),
		{ ...pair("a pair sent from a page", key, secret, { origin: PAGE }), status: 403, code: "FORBIDDEN" },
	];
}

/** Revoked, expired, logged out, deleted. The keys' KV entries are restored, as if KV's deletion had failed. */
async function endedCredentials(
	developer: DeveloperWithKey,
	leaver: DeveloperWithKey,
): Promise<BadCredential[]> {
	const issue = async (body: object) =>
		(await call("POST", "/auth/api-keys", { body, headers: developer.headers })).body;
	const [revoked, expired] = [
		await issue({ label: "revoked" }),
		await issue({ label: "expired", expiresInDays: 1 }),
	];
	const cached = await kvEntries();
	await call("DELETE", "/auth/api-keys", { body: { keyId: revoked.keyId }, headers: developer.headers });
	const { body: ended } = await call("POST", "/auth/login", {
		body: { email: developer.email, password: developer.password },
	});
	await call("POST", "/auth/logout", { headers: bearer(ended.accessToken) });
	await runInDurableObject(account(developer.developerId), (_, { storage }) => {
		storage.sql.exec("UPDATE api_keys SET expires_at = 1 WHERE key_id = ?", expired.keyId);
	});
	await runInDurableObject(account(leaver.developerId), (_, { storage }) => {
		storage.sql.exec("UPDATE sessions SET expires_at = 1");
		storage.sql.exec("UPDATE api_keys SET status = 'revoked', slot = NULL, revoked_at = 1");
	});
	// The outbox deletes the entries first.
	await settledSnapshot();
	for (const [name, value] of cached) await env.API_KEYS.put(name, value);
	const pairOf = ({ apiKey, apiSecret }: { apiKey: string; apiSecret: string }) => ({
		"x-api-key": apiKey,
		"x-api-secret": apiSecret,
	});
	const again = reencoded(ended.accessToken);
	return [
		{
			what: "a revoked key that KV still holds",
			headers: pairOf(revoked),
			status: 401,
			code: "INVALID_AUTH",
		},
		{
			what: "an expired key that KV still holds",
			headers: pairOf(expired),
			status: 401,
			code: "INVALID_AUTH",
		},
		{
			what: "a key of a developer who revoked it and left",
			headers: leaver.keyPair,
			status: 401,
			code: "INVALID_AUTH",
		},
		{ what: "a session that expired", headers: leaver.headers, status: 401, code: "EXPIRED_TOKEN" },
		{ what: "a token after logout", headers: bearer(ended.accessToken), status: 401, code: "INVALID_TOKEN" },
		{ what: "the same, re-encoded", headers: bearer(again), status: 401, code: "INVALID_TOKEN" },
		{
			what: "the same as a cookie",
			headers: { cookie: `access_token=${ended.accessToken}` },
			status: 401,
			code: "INVALID_TOKEN",
		},
	];
}

async function kvEntries(): Promise<[string, string][]> {
	const { keys } = await env.API_KEYS.list();
	return Promise.all(
		keys.map(async ({ name }): Promise<[string, string]> => [name, (await env.API_KEYS.get(name)) ?? ""]),
	);
}

function malformedTokens({ token, keyPair }: DeveloperWithKey): BadCredential[] {
	const [header, payload, signature = ""] = token.split(".");
	const authorizations = {
		"a garbage bearer": "Bearer garbage",
		"an empty bearer": "Bearer",
		"three dots": "Bearer ...",
		"the Basic scheme": `Basic ${btoa("user:password")}`,
		"the Basic scheme around a key pair": `Basic ${btoa(`${keyPair["x-api-key"]}:${keyPair["x-api-secret"]}`)}`,
		"no scheme": token,
		"another scheme": `DPoP ${token}`,
		"a key as bearer": `Bearer ${keyPair["x-api-key"]}`,
		"two tokens": `Bearer ${token} ${token}`,
		"a repeated header": `Bearer ${token}, Bearer ${token}`,
		"no signature": `Bearer ${header}.${payload}.`,
		"half a signature": `Bearer ${header}.${payload}.${signature.slice(0, 43)}`,
		"a signature of zeros": `Bearer ${header}.${payload}.${"A".repeat(86)}`,
		"another padding": `Bearer ${token}==`,
	};
	return Object.entries(authorizations).map(([what, authorization]) => ({
		what,
		headers: { authorization },
		status: 401,
		code: "INVALID_TOKEN",
	}));
}

/** Signed by the wrong key, in the wrong way, or by the right key over claims that no session of ours has. */
async function forgedTokens(developer: DeveloperWithKey, otherId: string): Promise<BadCredential[]> {
	const sessionId = sessionIdOf(developer.token);
	const claims = claimsOf(developer.developerId, "developer", sessionId);
	const foreign = await foreignKeyPair();
	const foreignJwk = await crypto.subtle.exportKey("jwk", foreign.publicKey);
	const publicBytes = new TextEncoder().encode(JSON.stringify(publicJwk));
	const own = (changed: Record<string, unknown>) => mintToken(claims, { claims: changed });
	const underHeader = (header: Record<string, unknown>) => mintToken(claims, { header });
	const byForeign = (header: Record<string, unknown> = {}) =>
		mintToken(claims, { header }, foreign.privateKey);
	const now = Math.floor(Date.now() / 1000);
	const tokens: Record<string, string | Promise<string>> = {
		"algorithm none": rawToken({ alg: "none", typ: "at+jwt", kid: KID }, claims),
		"algorithm None": rawToken({ alg: "None", typ: "at+jwt", kid: KID }, claims, "AA"),
		"HS256 with the public key as secret": mintToken(claims, { header: { alg: "HS256" } }, publicBytes),
		"another key under our kid": byForeign(),
		"another key under its own kid": byForeign({ kid: "foreign" }),
		"a key of its own in the header (jwk)": byForeign({ jwk: foreignJwk }),
		"a key behind a URL (jku)": byForeign({
			kid: "foreign",
			jku: "https://evil.example/jwks.json",
		}),
		"a certificate behind a URL (x5u)": byForeign({ x5u: "https://evil.example/cert.pem" }),
		"no kid": underHeader({ kid: undefined }),
		"an unknown kid": underHeader({ kid: "unknown" }),
		"the kid of a prototype": underHeader({ kid: "__proto__" }),
		"another type": underHeader({ typ: "JWT" }),
		"no type": underHeader({ typ: undefined }),
		"a critical extension": rawToken(
			{ alg: "ES256", typ: "at+jwt", kid: KID, crit: ["b64"], b64: false },
			claims,
			"AA",
		),
		"another issuer": own({ iss: "https://evil.example" }),
		"no issuer": own({ iss: undefined }),
		"another audience": own({ aud: "https://evil.example/api/v1" }),
		"no audience": own({ aud: undefined }),
		"another payload than the signed one": own({}).then((token) =>
			withPayload(token, { ...claims, jti: "x" }),
		),
		"no time of issue": own({ iat: undefined }),
		"a time from which on it is valid": own({ nbf: now + 600 }),
		"no expiry": own({ exp: undefined }),
		"an expiry that is text": own({ exp: String(now + 600) }),
		"no subject": own({ sub: undefined }),
		"no session": own({ sid: undefined }),
		"no scope": own({ scope: undefined }),
		"an unknown scope": own({ scope: "reviewer" }),
		"no id": own({ jti: undefined }),
		"an unknown session": own({ sid: `ses_${"0".repeat(32)}` }),
		"another developer's id on this session": own({ sub: otherId }),
		"a developer that does not exist": own({ sub: `dev_${"0".repeat(32)}` }),
		"a wallet's id on this session": own({ sub: OWNER_SUBJECT }),
	};
	const forged = await Promise.all(
		Object.entries(tokens).map(async ([what, token]) => ({
			what: `a token with ${what}`,
			headers: bearer(await token),
			status: 401 as const,
			code: "INVALID_TOKEN",
		})),
	);
	const expired = await mintToken(claims, { claims: { iat: now - 7200, exp: now - 3600 } });
	return [
		...forged,
		{ what: "a token that expired", headers: bearer(expired), status: 401, code: "EXPIRED_TOKEN" },
	];
}

function badCookies({ token, cookie }: DeveloperWithKey): BadCredential[] {
	const invalid = { status: 401, code: "INVALID_TOKEN" } as const;
	const crossSite = { status: 403, code: "FORBIDDEN", unsafeOnly: true } as const;
	return [
		{ what: "a garbage cookie", headers: { cookie: "access_token=garbage" }, ...invalid },
		{ what: "an empty cookie", headers: { cookie: "access_token=" }, ...invalid },
		{
			what: "two cookies, one of them good",
			headers: { cookie: `access_token=${token}; access_token=garbage` },
			...invalid,
		},
		{
			what: "the same cookie twice",
			headers: { cookie: `access_token=${token}; access_token=${token}` },
			...invalid,
		},
		// workerd joins the lines of a repeated header with a comma.
		{
			what: "the same cookie in two lines",
			headers: { cookie: `theme=dark, access_token=${token}, access_token=${token}` },
			...invalid,
		},
		{
			what: "a good cookie beside a garbage bearer",
			headers: { ...cookie, ...bearer("garbage") },
			...invalid,
		},
		...[
			"https://evil.example",
			"null",
			"https://replevin.test.evil.example",
			"https://sub.replevin.test",
		].map((origin) => ({
			what: `a good cookie from ${origin}`,
			headers: { ...cookie, origin },
			...crossSite,
		})),
		...["cross-site", "same-site"].map((site) => ({
			what: `a good cookie with Sec-Fetch-Site ${site}`,
			headers: { ...cookie, "sec-fetch-site": site },
			...crossSite,
		})),
	];
}

function withPayload(token: string, payload: object): string {
	const [header, , signature] = token.split(".");
	return `${header}.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.${signature}`;
}

function sessionIdOf(token: string): string {
	return String(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).sid);
}

/** The same token in another encoding: an unused bit of the signature's last character is flipped. */
function reencoded(token: string): string {
	const last = token.at(-1) ?? "";
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	return token.slice(0, -1) + (alphabet[alphabet.indexOf(last) ^ 1] ?? last);
}

function changeCase(key: string): string {
	const at = key.slice(3).search(/[a-z]/) + 3;
	return `${key.slice(0, at)}${(key[at] ?? "").toUpperCase()}${key.slice(at + 1)}`;
}
