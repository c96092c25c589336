// auth.md "Wallet sessions".
import { env } from "cloudflare:workers";
import { createHmac } from "node:crypto";
import { exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { configOf } from "../../../src/config/config.ts";
import { createProvenKeys } from "../../../src/developers/api-keys/proven-keys.ts";
import { createAuthenticator } from "../../../src/developers/authenticator.ts";
import { publicKeySet } from "../../../src/developers/login/jwks.ts";
import {
	createSessionTokens,
	publicHalf,
	type SigningJwk,
} from "../../../src/developers/login/session-token.ts";
import { createPeppers } from "../../../src/kernel/pepper.ts";
import { newDeveloper } from "../../support/auth/accounts.ts";
import { bearer } from "../../support/auth/credentials.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { accountStub, usesNoted } from "./support.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ISSUER = "https://replevin.test";
const AUDIENCE = "https://replevin.test/api/v1";

function signingKey(): SigningJwk {
	const [key] = configOf(env).sessionSigningKeys.keys;
	if (!key) throw new Error("no signing key");
	return key;
}

/** Claims of a live session, as the service makes them. */
async function liveClaims(): Promise<JWTPayload> {
	const { token } = await newDeveloper();
	return JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
}

const goodHeader = () => ({ alg: "ES256", typ: "at+jwt", kid: signingKey().kid });

async function signed(claims: JWTPayload, header: { alg: string } & Record<string, unknown> = goodHeader()) {
	return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(signingKey(), "ES256"));
}

const base64url = (text: string) => Buffer.from(text).toString("base64url");
const statusOf = async (token: string) => (await call("/auth/me", { headers: bearer(token) })).status;
const refusalOf = async (token: string) => {
	const { status, code } = await errorOf(await call("/auth/me", { headers: bearer(token) }));
	return { status, code };
};
const invalid = { status: 401, code: "INVALID_TOKEN" };

describe("a session token", () => {
	it("contains its issuer, audience, subject and session", async () => {
		const claims = await liveClaims();
		expect(claims).toEqual({
			iss: ISSUER,
			aud: AUDIENCE,
			sub: expect.stringMatching(/^dev_[0-9a-f]{32}$/),
			sid: expect.stringMatching(/^ses_[0-9a-f]{32}$/),
			jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
			scope: "developer",
			iat: expect.any(Number),
			exp: expect.any(Number),
		});
		expect(Number(claims.exp) - Number(claims.iat)).toBe(8 * 3600);
		expect(await statusOf(await signed(claims))).toBe(200);
	});

	it.each([
		["no algorithm", async (claims: JWTPayload) => unsigned(claims, { alg: "none" })],
		[
			"no algorithm and our headers",
			async (claims: JWTPayload) => unsigned(claims, { ...goodHeader(), alg: "none" }),
		],
		["HS256 under the public key", async (claims: JWTPayload) => confused(claims)],
		["a key that is not ours", async (claims: JWTPayload) => foreign(claims, signingKey().kid)],
		["a kid that is not ours", async (claims: JWTPayload) => foreign(claims, "other")],
		["no kid", async (claims: JWTPayload) => signed(claims, { alg: "ES256", typ: "at+jwt" })],
		["typ JWT", async (claims: JWTPayload) => signed(claims, { ...goodHeader(), typ: "JWT" })],
		["no typ", async (claims: JWTPayload) => signed(claims, { alg: "ES256", kid: signingKey().kid })],
		["an embedded key", async (claims: JWTPayload) => embedded(claims)],
		["another issuer", async (claims: JWTPayload) => signed({ ...claims, iss: "https://evil.test" })],
		["another audience", async (claims: JWTPayload) => signed({ ...claims, aud: ISSUER })],
		["another scope", async (claims: JWTPayload) => signed({ ...claims, scope: "anonymous" })],
		["a subject of another kind", async (claims: JWTPayload) => signed({ ...claims, sub: "anon:1" })],
		[
			"a textual exp",
			async (claims: JWTPayload) => signed({ ...claims, exp: "9999999999" as unknown as number }),
		],
		["nbf in the future", async (claims: JWTPayload) => signed({ ...claims, nbf: Number(claims.exp) })],
		...["iss", "aud", "sub", "sid", "jti", "scope", "iat", "exp"].map(
			(claim) =>
				[`no ${claim}`, async (claims: JWTPayload) => signed({ ...claims, [claim]: undefined })] as const,
		),
		["another payload", async (claims: JWTPayload) => spliced(claims)],
		["garbage", async () => "a.b.c"],
	] as const)("is refused with %s", async (_, forge) => {
		expect(await refusalOf(await forge(await sharedClaims()))).toEqual(invalid);
	});

	it("is rejected as expired after its expiry", async () => {
		const claims = await sharedClaims();
		const token = await signed({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 });
		expect(await refusalOf(token)).toEqual({ status: 401, code: "EXPIRED_TOKEN" });
	});

	it("is rejected for another account's session or none", async () => {
		const [mine, theirs] = [await sharedClaims(), await liveClaims()];
		expect(await refusalOf(await signed({ ...mine, sid: theirs.sid }))).toEqual(invalid);
		expect(await refusalOf(await signed({ ...mine, sid: `ses_${"0".repeat(32)}` }))).toEqual(invalid);
		expect(await refusalOf(await signed({ ...mine, sub: `dev_${"0".repeat(32)}` }))).toEqual(invalid);
	});

	it("is verified by every key of the set and signed by the first", async () => {
		const { privateKey } = await generateKeyPair("ES256", { extractable: true });
		const jwk = await crypto.subtle.exportKey("jwk", privateKey);
		if (jwk instanceof ArrayBuffer) throw new Error("no jwk");
		const { x = "", y = "", d = "" } = jwk;
		const next: SigningJwk = { kty: "EC", crv: "P-256", kid: "next", x, y, d };
		const settings = { issuer: ISSUER, audience: AUDIENCE };
		const rotated = createSessionTokens({ ...settings, keys: [next, signingKey()] });
		const old = await signed(await sharedClaims());
		expect((await rotated.verify(old, Date.now())).kind).toBe("valid");
		const [subject, sessionId] = [`dev_${"1".repeat(32)}`, `ses_${"2".repeat(32)}`];
		const claims = { scope: "developer", subject, sessionId } as const;
		const issuedAt = Date.now();
		const token = await rotated.sign({ claims, tokenId: "1", issuedAt, expiresAt: issuedAt + HOUR_MS });
		expect((await rotated.verify(token, Date.now())).kind).toBe("valid");
		const before = createSessionTokens({ ...settings, keys: [signingKey()] });
		expect((await before.verify(token, Date.now())).kind).toBe("invalid");
	});
});

describe("the public key set", () => {
	it("contains public members only", () => {
		const { keys } = publicKeySet(configOf(env));
		expect(keys).toEqual([publicHalf(signingKey())]);
		expect(JSON.stringify(keys)).not.toContain(signingKey().d);
		expect(Object.keys(keys[0] ?? {}).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
	});
});

describe("a session", () => {
	async function sessionAt(openedAt: number) {
		const developerId = `dev_${crypto.randomUUID().replaceAll("-", "")}`;
		const sessionId = `ses_${crypto.randomUUID().replaceAll("-", "")}`;
		const stub = accountStub(developerId);
		const { expiresAt } = await stub.openSession({ sessionId, now: openedAt });
		const tokens = createSessionTokens({ issuer: ISSUER, audience: AUDIENCE, keys: [signingKey()] });
		const claims = { scope: "developer", subject: developerId, sessionId } as const;
		const token = await tokens.sign({ claims, tokenId: "1", issuedAt: openedAt, expiresAt });
		const judgeAt = async (now: number) => {
			const authenticator = createAuthenticator({
				proven: createProvenKeys(),
				peppers: createPeppers(configOf(env).peppers),
				tokens,
				hints: { find: async () => undefined, put: async () => {} },
				rows: { findByLookup: async () => undefined },
				accountOf: accountStub,
				now: () => now,
				runLater: () => {},
			});
			const found = await authenticator.authenticateToken({ token });
			const verdict = found.kind === "recognised" ? await found.confirm() : found;
			return verdict.kind === "rejected" ? verdict.code : verdict.kind;
		};
		return { judgeAt, expiresAt, stub, sessionId };
	}

	it("ends after an hour without a request", async () => {
		const start = Date.now();
		const { judgeAt } = await sessionAt(start);
		expect(await judgeAt(start + HOUR_MS - 1)).toBe("confirmed");
		const idle = await sessionAt(start);
		expect(await idle.judgeAt(start + HOUR_MS)).toBe("EXPIRED_TOKEN");
	});

	it("slides with its use, but never beyond eight hours", async () => {
		const start = Date.now();
		const { judgeAt, expiresAt, stub } = await sessionAt(start);
		expect(expiresAt).toBeGreaterThan(start + 8 * HOUR_MS - 1000);
		expect(expiresAt).toBeLessThanOrEqual(start + 8 * HOUR_MS);
		for (let now = start; now < expiresAt; now += 50 * MINUTE_MS) {
			expect(await judgeAt(now)).toBe("confirmed");
			await usesNoted(stub);
		}
		expect(await judgeAt(expiresAt - 1)).toBe("confirmed");
		expect(await judgeAt(expiresAt)).toBe("EXPIRED_TOKEN");
	});

	it("is rejected as expired even if only its row has expired", async () => {
		const start = Date.now();
		const { stub, sessionId } = await sessionAt(start);
		const kindAt = async (now: number) => (await stub.confirmSession({ sessionId, now })).kind;
		expect(await kindAt(start + 8 * HOUR_MS)).toBe("expired");
		await stub.openSession({ sessionId: `ses_${"3".repeat(32)}`, now: start + 8 * HOUR_MS });
		expect(await kindAt(start + 8 * HOUR_MS)).toBe("unknown");
	});
});

describe("the session cookie", () => {
	it("is rejected twice in one request, and from a foreign page", async () => {
		const { token } = await newDeveloper();
		const Cookie = `access_token=${token}`;
		const twice = await call("/auth/me", { headers: { Cookie: `${Cookie}; ${Cookie}` } });
		expect(await errorOf(twice)).toMatchObject(invalid);
		const foreign = await call("/auth/api-keys", {
			body: { label: "a" },
			headers: { Cookie, Origin: "https://evil.test" },
		});
		expect(await errorOf(foreign)).toMatchObject({ status: 403, code: "FORBIDDEN" });
		expect((await call("/auth/me", { headers: { Cookie } })).status).toBe(200);
	});

	it("is required without a bearer token", async () => {
		expect(await errorOf(await call("/auth/me"))).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
	});
});

function unsigned(claims: JWTPayload, header: object): string {
	return `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}.`;
}

async function confused(claims: JWTPayload): Promise<string> {
	const publicKey = await importJWK({ ...publicHalf(signingKey()) }, "ES256", { extractable: true });
	if (publicKey instanceof Uint8Array) throw new Error("no public key");
	const input = unsigned(claims, { ...goodHeader(), alg: "HS256" }).slice(0, -1);
	const mac = createHmac("sha256", await exportSPKI(publicKey))
		.update(input)
		.digest("base64url");
	return `${input}.${mac}`;
}

async function foreign(claims: JWTPayload, kid: string): Promise<string> {
	const { privateKey } = await generateKeyPair("ES256");
	return new SignJWT(claims).setProtectedHeader({ ...goodHeader(), kid }).sign(privateKey);
}

async function embedded(claims: JWTPayload): Promise<string> {
	const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
	const jwk = await crypto.subtle.exportKey("jwk", publicKey);
	if (jwk instanceof ArrayBuffer) throw new Error("no jwk");
	const { kty = "", crv = "", x = "", y = "" } = jwk;
	const header = { alg: "ES256", typ: "at+jwt", kid: "embedded", jwk: { kty, crv, x, y } };
	return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
}

async function spliced(claims: JWTPayload): Promise<string> {
	const [header, , signature] = (await signed(claims)).split(".");
	return `${header}.${base64url(JSON.stringify({ ...claims, jti: "other" }))}.${signature}`;
}

let shared: Promise<JWTPayload> | undefined;

function sharedClaims(): Promise<JWTPayload> {
	shared ??= liveClaims();
	return shared;
}
