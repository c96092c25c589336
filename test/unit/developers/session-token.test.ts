import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	hasSessionExpired,
	isUseWorthWriting,
	sessionEndOf,
} from "../../../src/developers/core/session-rules.ts";
import { createSessionTokens } from "../../../src/developers/core/session-token.ts";

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
const claims = { developerId: `dev_${"a".repeat(32)}`, sessionId: `ses_${"b".repeat(32)}` };
const expiresAt = sessionEndOf(now);
const sign = () => tokens.sign({ ...claims, tokenId: "1", issuedAt: now, expiresAt });

describe("session tokens", () => {
	it("are valid until the very instant at which the session row ends", async () => {
		const token = await sign();
		expect(await tokens.verify(token, now)).toEqual({ kind: "valid", ...claims });
		expect((await tokens.verify(token, expiresAt - 1)).kind).toBe("valid");
		expect((await tokens.verify(token, expiresAt)).kind).toBe("expired");
		const session = { expiresAt, lastSeenAt: expiresAt - 1 };
		expect([hasSessionExpired(session, expiresAt - 1), hasSessionExpired(session, expiresAt)]).toEqual([
			false,
			true,
		]);
	});

	it("are invalid, and no fault, for any other text", async () => {
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
			fc.asyncProperty(text, async (token) => (await tokens.verify(token, now)).kind === "invalid"),
			{ numRuns: 2000 },
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

it("writes a use down at most once a minute", () => {
	expect(isUseWorthWriting(null, now)).toBe(true);
	expect(isUseWorthWriting(now, now + 59_999)).toBe(false);
	expect(isUseWorthWriting(now, now + 60_000)).toBe(true);
	expect(isUseWorthWriting(now, now - 60_000)).toBe(false);
});
