// auth.md "Plain http".
import { describe, expect, test } from "vitest";
import { readCredential } from "../../../src/http/authentication.ts";

const read = (headers: [string, string][]) => readCredential(new Headers(headers));
const key: [string, string] = ["x-api-key", "sk_a"];
const secret: [string, string] = ["x-api-secret", "ss_b"];
const bearer: [string, string] = ["authorization", "Bearer a.b.c"];
const cookie: [string, string] = ["cookie", "theme=dark; access_token=d.e.f; x=1"];

describe("the one credential of a request", () => {
	test("is nothing where there is none", () => {
		expect(read([])).toEqual({ kind: "none" });
		expect(read([["cookie", "theme=dark; xaccess_token=a; access_tokens=b"]])).toEqual({ kind: "none" });
	});

	test("is the key pair wherever a header of it is", () => {
		expect(read([key, secret, bearer, cookie])).toEqual({
			kind: "api_key",
			apiKey: "sk_a",
			apiSecret: "ss_b",
		});
	});

	test.each<[string, [string, string][]]>([
		["a key without its secret", [key]],
		["a secret without its key", [secret]],
		["an empty key", [["x-api-key", ""], secret]],
		["an empty secret", [key, ["x-api-secret", ""]]],
	])("is refused for %s, whatever else is there", (_, headers) => {
		expect(read([...headers, bearer, cookie])).toMatchObject({ kind: "rejected", code: "INVALID_AUTH" });
	});

	test("is half a pair, and no leak, for a key without a secret from a browser", () => {
		const origin: [string, string] = ["origin", "https://replevin.test"];
		for (const headers of [[key], [key, ["x-api-secret", ""]]] as [string, string][][])
			expect(read([...headers, origin, bearer])).toMatchObject({ kind: "rejected", code: "INVALID_AUTH" });
	});

	test("is both values of a repeated header, which no key is", () => {
		expect(read([key, key, secret])).toMatchObject({ kind: "api_key", apiKey: "sk_a, sk_a" });
	});

	test("is the bearer token before the cookie", () => {
		expect(read([bearer, cookie])).toEqual({ kind: "token", token: "a.b.c", carrier: "bearer" });
		expect(read([["authorization", "bearer a-b_c"]])).toMatchObject({ token: "a-b_c" });
	});

	test.each(["Basic YTpi", "Bearer", "Bearer ", "Bearer a b", "Bearer a, Bearer b", "a.b.c", ""])(
		"is refused for the authorization %j, even with a cookie",
		(authorization) => {
			expect(read([["authorization", authorization], cookie])).toMatchObject({
				kind: "rejected",
				code: "INVALID_TOKEN",
			});
		},
	);

	test("is the cookie, once", () => {
		expect(read([cookie])).toEqual({ kind: "token", token: "d.e.f", carrier: "cookie" });
		expect(read([["cookie", "access_token=a; access_token=a"]])).toMatchObject({ kind: "rejected" });
		expect(read([["cookie", "access_token="]])).toMatchObject({ kind: "token", token: "" });
	});

	// As workerd joins the lines; Node's own Headers would put a semicolon between them.
	test.each<[string, string[]]>([
		["both of one name", ["access_token=a", "access_token=b"]],
		["behind another cookie", ["access_token=a", "theme=dark; access_token=a"]],
		["in the first line already", ["access_token=a; access_token=b", "theme=dark"]],
		["in three lines", ["x=1", "access_token=a", "access_token=b"]],
	])("is refused for two cookies, %s, in lines of their own", (_, lines) => {
		expect(read([["cookie", lines.join(", ")]])).toMatchObject({
			kind: "rejected",
			code: "INVALID_TOKEN",
		});
	});

	test("is the one cookie, in whichever line it stands", () => {
		for (const lines of [
			["access_token=d.e.f", "x=1"],
			["x=1", "access_token=d.e.f"],
		])
			expect(read([["cookie", lines.join(", ")]])).toMatchObject({ token: "d.e.f" });
	});
});
