// auth.md "Plain http".
import { describe, expect, it } from "vitest";
import { clearedSessionCookie, sessionCookie } from "../../../src/developers/login/session-cookie.ts";

describe("the session cookie", () => {
	const cookieAt = (appOrigin: string) =>
		sessionCookie({ appOrigin, token: "a.b.c", expiresAt: 61_999, now: 1_000 });

	it.each([
		"https://replevin.test",
		"http://replevin.test",
		"https://localhost",
		"http://localhost.evil.test",
	])("is Secure on %s", (origin) => {
		expect(cookieAt(origin)).toBe("access_token=a.b.c; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure");
		expect(clearedSessionCookie(origin)).toBe(
			"access_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
		);
	});

	it.each(["http://localhost:8787", "http://127.0.0.1:8787", "http://localhost"])(
		"works without TLS at %s",
		(origin) => {
			expect(cookieAt(origin)).toBe("access_token=a.b.c; Path=/; Max-Age=60; HttpOnly; SameSite=Lax");
		},
	);
});
