// auth.md "Wallet sessions".
import { env } from "cloudflare:workers";
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
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import { newDeveloper } from "../../support/auth/accounts.ts";
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

it("a session token contains its issuer, audience, subject and session", async () => {
	const { token } = await newDeveloper();
	const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
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
});

it("the public key set contains public members only", () => {
	const { keys } = publicKeySet(configOf(env));
	expect(keys).toEqual([publicHalf(signingKey())]);
	expect(JSON.stringify(keys)).not.toContain(signingKey().d);
	expect(Object.keys(keys[0] ?? {}).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
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
