// auth.md "Wallet sessions".
import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	hasSessionExpired,
	SESSION_LIFETIME_MS,
	sessionEndOf,
} from "../../../src/developers/login/session-rules.ts";
import { createSessionTokens, type SessionClaims } from "../../../src/developers/login/session-token.ts";

const {
	x = "",
	y = "",
	d = "",
} = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
	format: "jwk",
});
const tokens = createSessionTokens({
	issuer: "https://replevin.test",
	audience: "https://replevin.test/api/v1",
	keys: [{ kty: "EC", crv: "P-256", kid: "1", x, y, d }],
});
const now = Date.UTC(2026, 10, 21, 9, 30, 0, 999);
const sessionId = `ses_${"b".repeat(32)}`;
const claims = { scope: "developer", subject: `dev_${"a".repeat(32)}`, sessionId } as const;
const expiresAt = sessionEndOf(now, SESSION_LIFETIME_MS);
const sign = (whose: SessionClaims = claims) =>
	tokens.sign({ claims: whose, tokenId: "1", issuedAt: now, expiresAt });

describe("session tokens", () => {
	it("are valid until the instant at which the session row expires", async () => {
		const token = await sign();
		expect(await tokens.verify(token, now)).toEqual({ kind: "valid", claims });
		expect((await tokens.verify(token, expiresAt - 1)).kind).toBe("valid");
		expect((await tokens.verify(token, expiresAt)).kind).toBe("expired");
		const session = { expiresAt, lastSeenAt: expiresAt - 1 };
		expect([hasSessionExpired(session, expiresAt - 1), hasSessionExpired(session, expiresAt)]).toEqual([
			false,
			true,
		]);
	});

	it.each<SessionClaims>([
		{ scope: "wallet", subject: `wallet:0x${"a".repeat(40)}`, sessionId },
		{ scope: "wallet", subject: `wallet:8453:0x${"a".repeat(40)}`, sessionId },
		{ scope: "wallet", subject: `wallet:${Number.MAX_SAFE_INTEGER}:0x${"a".repeat(40)}`, sessionId },
		{
			scope: "wallet_page",
			subject: `wallet:0x${"a".repeat(40)}`,
			sessionId,
			page: { origin: "https://wallet.example", developerId: `dev_${"a".repeat(32)}` },
		},
		{ scope: "anonymous", subject: `anon:${crypto.randomUUID()}` },
	])("return the claims of a $scope session", async (whose) => {
		expect(await tokens.verify(await sign(whose), now)).toEqual({ kind: "valid", claims: whose });
	});

	it.each<[string, SessionClaims]>([
		["a developer's for a wallet", { scope: "developer", subject: `wallet:0x${"a".repeat(40)}`, sessionId }],
		["a wallet's for a developer", { scope: "wallet", subject: `dev_${"a".repeat(32)}`, sessionId }],
		["an anonymous one for a developer", { scope: "anonymous", subject: `dev_${"a".repeat(32)}` }],
		[
			"a wallet's with capital letters",
			{ scope: "wallet", subject: `wallet:0x${"A".repeat(40)}`, sessionId },
		],
		...["", "0", "01", "-1", "1e3", " 1", "9007199254740992", "1:1"].map(
			(chainId): [string, SessionClaims] => [
				`a wallet's with the chain "${chainId}"`,
				{ scope: "wallet", subject: `wallet:${chainId}:0x${"a".repeat(40)}`, sessionId },
			],
		),
	])("are invalid if scope and subject do not match: %s", async (_, whose) => {
		expect(await tokens.verify(await sign(whose), now)).toEqual({ kind: "invalid", reason: "claims" });
	});

	it("are invalid for any other text, which never throws", async () => {
		const part = fc.oneof(
			fc.base64String(),
			fc.json().map((text) => Buffer.from(text).toString("base64url")),
		);
		const text = fc.oneof(
			fc.string(),
			fc.tuple(part, part, part).map((parts) => parts.join(".")),
			fc
				.record({ alg: fc.anything(), typ: fc.anything(), kid: fc.anything(), crit: fc.anything() })
				.map((header) => `${Buffer.from(JSON.stringify(header) ?? "").toString("base64url")}.e30.AA`),
		);
		await fc.assert(
			fc.asyncProperty(text, async (token) => {
				expect((await tokens.verify(token, now)).kind).toBe("invalid");
			}),
			{ numRuns: 500 },
		);
	});

	it("are invalid with any character changed", async () => {
		const token = await sign();
		for (let place = 0; place < token.length - 1; place++) {
			const changed = `${token.slice(0, place)}${token[place] === "A" ? "B" : "A"}${token.slice(place + 1)}`;
			expect((await tokens.verify(changed, now)).kind, `character ${place}`).toBe("invalid");
		}
	});
});
