// auth.md "Plain http".
import { describe, expect, test } from "vitest";
import { cookieProblem } from "../../../src/http/cookie-rules.ts";

const APP = "https://replevin.test";
const json = { "Content-Type": "application/json" };

const problem = (headers: Record<string, string>, method = "POST", app = APP) =>
	cookieProblem(method, new Headers(headers), app);

describe("a cookie with a call that changes something", () => {
	test.each<[string, Record<string, string>]>([
		["a program that sends neither", {}],
		["the app's own page", { Origin: APP, "Sec-Fetch-Site": "same-origin" }],
		["a page whose browser sends no Sec-Fetch-Site", { Origin: APP }],
		["an address typed by hand", { "Sec-Fetch-Site": "none" }],
	])("is accepted from %s", (_, headers) => {
		expect(problem({ ...json, ...headers })).toBeUndefined();
	});

	test.each([
		"https://evil.test",
		"https://replevin.test.evil.com",
		"https://evil.com/replevin.test",
		"https://evil-replevin.test",
		"https://replevin.test@evil.com",
		"https://app.replevin.test",
		"https://replevin.tests",
		"https://replevin.tes",
		"http://replevin.test",
		"https://replevin.test:8443",
		"https://replevin.test:443",
		"https://replevin.test.",
		"https://replevin.test/",
		"https://REPLEVIN.test",
		"HTTPS://replevin.test",
		" https://replevin.test x",
		"https://rep\u006Cevin.test, https://evil.test",
		"//replevin.test",
		"replevin.test",
		"null",
		"Null",
		"",
		"file://",
		"chrome-extension://abcdef",
		"https://xn--replevin-test.test",
	])("is rejected from the origin %j, whatever Sec-Fetch-Site says", (origin) => {
		expect(problem({ ...json, Origin: origin })).toContain("own pages");
		expect(problem({ ...json, Origin: origin, "Sec-Fetch-Site": "same-origin" })).toContain("own pages");
	});

	test.each(["cross-site", "same-site", "Same-Origin", "same-origin, none", "", "unknown"])(
		"is rejected with Sec-Fetch-Site %j, whatever the origin",
		(site) => {
			expect(problem({ ...json, "Sec-Fetch-Site": site })).toContain("own pages");
			expect(problem({ ...json, "Sec-Fetch-Site": site, Origin: APP })).toContain("own pages");
		},
	);

	test.each([
		"text/plain",
		"application/x-www-form-urlencoded",
		"multipart/form-data; boundary=x",
		"text/plain; application/json",
		"application/json, text/plain",
		"application/jsonp",
		"application/ld+json",
		"text/json",
		"json",
		"",
	])("is rejected with the content type %j", (type) => {
		expect(problem({ Origin: APP, "Content-Type": type })).toContain("application/json");
	});

	test("is rejected without a content type, also without a body", () => {
		expect(problem({ Origin: APP }, "DELETE")).toContain("application/json");
	});

	test.each([
		"application/json",
		"Application/JSON",
		"application/json; charset=utf-8",
		"application/json;charset=UTF-8",
	])("is accepted with the content type %j", (type) => {
		expect(problem({ Origin: APP, "Content-Type": type })).toBeUndefined();
	});

	test.each(["POST", "PATCH", "PUT", "DELETE", "OPTIONS", "PROPFIND", "get"])(
		"is checked for the method %s",
		(method) => {
			expect(problem({ ...json, Origin: "null" }, method)).toBeDefined();
		},
	);
});

test.each(["GET", "HEAD"])(
	"a cookie with %s is accepted from any page, because no other page reads the response",
	(method) => {
		expect(problem({ Origin: "https://evil.test", "Sec-Fetch-Site": "cross-site" }, method)).toBeUndefined();
	},
);

test("the origin of a local service has its port", () => {
	const local = "http://127.0.0.1:8787";
	expect(problem({ ...json, Origin: local }, "POST", local)).toBeUndefined();
	for (const origin of [
		"http://127.0.0.1",
		"http://127.0.0.1:8788",
		"http://localhost:8787",
		"https://127.0.0.1:8787",
	]) {
		expect(problem({ ...json, Origin: origin }, "POST", local)).toBeDefined();
	}
});
