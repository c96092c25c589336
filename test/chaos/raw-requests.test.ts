// auth.md "Request bodies".
// Requests as no client library would send them, byte for byte, to the started service. No spelling of a path or a
// credential opens a protected route.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSWORD } from "../support/auth/credentials.ts";
import { type Service, startService } from "../support/service/service.ts";
import { issueKey, registerDeveloper } from "../support/service/service-client.ts";

const EMAIL = "raw@example.com";

let service: Service;
let port: number;
let token: string;
let pair: { apiKey: string; apiSecret: string };
const stateDir = mkdtempSync(join(tmpdir(), "replevin-raw-"));
beforeAll(async () => {
	service = await startService({ stateDir });
	port = Number(new URL(service.url).port);
	const developer = await registerDeveloper(service.url, { email: EMAIL });
	token = developer.token;
	pair = await issueKey(service.url, developer);
});
afterAll(async () => {
	await service?.stop();
	rmSync(stateDir, { recursive: true, force: true });
});

type Raw = { status: number; head: string; body: string };

/** Sends one request on its own connection. Status 0 if the service closes it without a response. */
function send(requestLine: string, headers: string[] = [], body = ""): Promise<Raw> {
	const lines = [requestLine, `Host: 127.0.0.1:${port}`, "Connection: close", ...headers];
	return new Promise((resolve, reject) => {
		const socket = connect(port, "127.0.0.1", () => socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`));
		let text = "";
		socket.setTimeout(10_000, () => socket.destroy(new Error("no response")));
		socket.on("data", (chunk) => {
			text += chunk;
		});
		socket.on("error", reject);
		socket.on("close", () => {
			const [head = "", ...rest] = text.split("\r\n\r\n");
			resolve({ status: Number(head.split(" ")[1] ?? 0), head, body: rest.join("\r\n\r\n") });
		});
	});
}

const get = (path: string, ...headers: string[]) => send(`GET ${path} HTTP/1.1`, headers);

describe("a protected path in another spelling", () => {
	test.each([
		"/api/v1/auth/me",
		"//api/v1/auth/me",
		"/api//v1/auth/me",
		"/api/v1//auth/me",
		"/api/v1/auth//me",
		"/api/v1/auth/me/",
		"/api/v1/auth/me//",
		"/API/V1/auth/me",
		"/api/v1/Auth/Me",
		"/api/v1/auth%2Fme",
		"/api/v1/auth%2fme",
		"/api/v1%2Fauth/me",
		"/api/v1/auth%5Cme",
		"/api/v1/auth\\me",
		"/api/v1/auth/%6De",
		"/api/v1/auth/%256De",
		"/api/v1/auth/me;",
		"/api/v1/auth/me;a=b",
		"/api/v1/auth;a=b/me",
		"/api/v1/auth/me%3B",
		"/api/v1/auth/me%00",
		"/api/v1/auth/me%20",
		"/api/v1/auth/me.json",
		"/api/v1/auth/./me",
		"/api/v1/auth/../auth/me",
		"/api/v1/health/../auth/me",
		"/api/v1/health/..%2fauth/me",
		"/api/v1/health/%2e%2e/auth/me",
		"/api/v1/health/.%2e/auth/me",
		"/api/v1/health/..;/auth/me",
		"/../api/v1/auth/me",
		"/api/v1/auth/me?/../health",
		"/api/v1/auth/me#/health",
		"http://127.0.0.1/api/v1/auth/me",
	])("%s is rejected without a credential", async (path) => {
		const { status, body, head } = await get(path);
		expect([400, 401, 404]).toContain(status);
		expect(body).not.toContain(EMAIL);
		// The runtime itself rejects some spellings with 400, before the service sees them.
		if (status !== 400) expect(head).toMatch(/x-request-id: req_[0-9a-f]{32}/i);
	});

	test("reaches the route only with the credential that the policy requires", async () => {
		for (const path of ["/api/v1/auth/%6De", "/api/v1/health/../auth/me", "/api/v1/health/%2e%2e/auth/me"]) {
			const bare = await get(path);
			const known = await get(path, `Authorization: Bearer ${token}`);
			expect([path, bare.status, known.status]).toEqual(
				bare.status === 404 ? [path, 404, 404] : [path, 401, 200],
			);
		}
	});
});

describe("a credential in an unusual form", () => {
	const rejected: [string, () => string[]][] = [
		["Basic", () => [`Authorization: Basic ${btoa(`${EMAIL}:${PASSWORD}`)}`]],
		["Basic with the token", () => [`Authorization: Basic ${token}`]],
		["the token without a scheme", () => [`Authorization: ${token}`]],
		["two Authorization headers", () => [`Authorization: Bearer ${token}`, `Authorization: Bearer ${token}`]],
		["Basic before Bearer", () => ["Authorization: Basic YTpi", `Authorization: Bearer ${token}`]],
		["a tab in the middle", () => [`Authorization: Bearer\t${token}`]],
		["two spaces", () => [`Authorization: Bearer  ${token}`]],
		["two cookies", () => [`Cookie: access_token=${token}`, `Cookie: access_token=${token}`]],
		["a cookie of another case", () => [`Cookie: Access_Token=${token}`]],
		["a quoted cookie", () => [`Cookie: access_token="${token}"`]],
		["the token in the query", () => []],
		["the key alone", () => [`x-api-key: ${pair.apiKey}`]],
		["the secret alone", () => [`x-api-secret: ${pair.apiSecret}`]],
		["the halves swapped", () => [`x-api-key: ${pair.apiSecret}`, `x-api-secret: ${pair.apiKey}`]],
		[
			"an empty secret beside a good token",
			() => [`x-api-key: ${pair.apiKey}`, "x-api-secret:", `Authorization: Bearer ${token}`],
		],
		[
			"the key twice",
			() => [`x-api-key: ${pair.apiKey}`, `x-api-key: ${pair.apiKey}`, `x-api-secret: ${pair.apiSecret}`],
		],
		[
			"the secret twice",
			() => [`x-api-key: ${pair.apiKey}`, `x-api-secret: ${pair.apiSecret}`, "X-API-SECRET: ss_other"],
		],
		["both halves in one header", () => [`x-api-key: ${pair.apiKey}, ${pair.apiSecret}`]],
	];
	test.each(rejected)("%s is rejected with 401", async (what, headers) => {
		const query = what.includes("query") ? `?access_token=${token}&token=${token}` : "";
		const { status, body } = await get(`/api/v1/recovery-cases${query}`, ...headers());
		expect(status).toBe(401);
		expect(JSON.parse(body).error.code).toMatch(/^(UNAUTHORIZED|INVALID_AUTH|INVALID_TOKEN)$/);
	});

	test("the same credentials in their proper form are accepted", async () => {
		const good = [
			[`Authorization: Bearer ${token}`],
			[`authorization: bearer ${token}`],
			[`Cookie: a=b; access_token=${token}`],
			["Cookie: a=b", `Cookie: access_token=${token}`],
			[`X-API-KEY: ${pair.apiKey}`, `X-Api-Secret:   ${pair.apiSecret}  `],
		];
		for (const headers of good) {
			expect([headers, (await get("/api/v1/recovery-cases", ...headers)).status]).toEqual([headers, 200]);
		}
	});
});

test("ignores headers that name another method, path, host or address", async () => {
	const spoofed = [
		"X-HTTP-Method-Override: GET",
		"X-Original-URL: /api/v1/health",
		"X-Rewrite-URL: /api/v1/health",
		"X-Forwarded-Host: evil.example",
		"X-Forwarded-Proto: https",
		"X-Forwarded-For: 203.0.113.1",
		"X-Request-Id: req_00000000000000000000000000000000",
	];
	const { status, head, body } = await get("/api/v1/auth/me", ...spoofed);
	expect(status).toBe(401);
	expect(head + body).not.toMatch(/evil\.example|req_0{32}|203\.0\.113/);
	expect(head).not.toMatch(/strict-transport-security/i);
});

test("never reads a body with two declared lengths as a second request", async () => {
	const smuggled = "GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n";
	const headers = ["Content-Type: application/json", "Content-Length: 4", "Transfer-Encoding: chunked"];
	const { head, body } = await send("POST /api/v1/auth/login HTTP/1.1", headers, `0\r\n\r\n${smuggled}`);
	expect(`${head}${body}`).not.toContain('"status":"ok"');
});

describe("a body over its limit", () => {
	const FORM_LIMIT = 10 * 1024 * 1024 + 64 * 1024;
	const DOCUMENTS = `/api/v1/recovery-cases/0x${"ab".repeat(32)}/documents`;
	const FORM = "multipart/form-data; boundary=x";
	const bodies: [string, string, string, number][] = [
		["a form", DOCUMENTS, FORM, FORM_LIMIT],
		["JSON", "/api/v1/typed-data", "application/json", 1024 * 1024],
	];
	const headersOf = (type: string) => ({
		"Content-Type": type,
		"x-api-key": pair.apiKey,
		"x-api-secret": pair.apiSecret,
	});

	test.each(bodies)("is 413 for Node's fetch: %s with Content-Length", async (_, path, type, limit) => {
		const body = new Uint8Array(limit * 1.5);
		const response = await fetch(service.url + path, { method: "POST", headers: headersOf(type), body });
		expect(response.status).toBe(413);
		expect(await response.text()).toContain("PAYLOAD_TOO_LARGE");
	});

	test.each(bodies)("is 413 for Node's fetch: %s without Content-Length", async (_, path, type, limit) => {
		let left = limit * 1.5;
		const body = new ReadableStream({
			pull(controller) {
				controller.enqueue(new Uint8Array(64 * 1024));
				left -= 64 * 1024;
				if (left <= 0) controller.close();
			},
		});
		const init = { method: "POST", headers: headersOf(type), body, duplex: "half" } as const;
		const response = await fetch(service.url + path, init);
		expect(response.status).toBe(413);
		expect(await response.text()).toContain("PAYLOAD_TOO_LARGE");
	});

	test.each([
		...bodies.map((body) => [413, {}, ...body] as const),
		...bodies.map((body) => [415, { "Content-Encoding": "gzip" }, ...body] as const),
	])(
		"is %i with %j for a client that reads only after it has sent all of %s",
		async (expected, added, _, path, type, limit) => {
			const size = Math.floor(limit * 1.5);
			const sent = { ...headersOf(type), ...added, "Content-Length": size, Host: "127.0.0.1" };
			const headers = Object.entries(sent);
			const head = [`POST ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
			const socket = connect(port, "127.0.0.1");
			// Without a listener for data, nothing is read.
			const write = (data: string | Uint8Array) =>
				new Promise<void>((resolve, reject) =>
					socket.write(data, (error) => (error ? reject(error) : resolve())),
				);
			try {
				await write(`${head.join("\r\n")}\r\n\r\n`);
				for (let left = size; left > 0; left -= 65_536) await write(new Uint8Array(Math.min(left, 65_536)));
				const [response] = await once(socket, "data");
				expect(String(response).split(" ", 2)).toEqual(["HTTP/1.1", String(expected)]);
			} finally {
				socket.destroy();
			}
		},
	);

	test.each(bodies)("is 413 for a client that stops sending: %s", async (_, path, type, limit) => {
		const startedAt = Date.now();
		const headers = Object.entries({ ...headersOf(type), "Content-Length": limit + 1_000 });
		const lines = headers.map(([name, value]) => `${name}: ${value}`);
		const { status } = await send(`POST ${path} HTTP/1.1`, lines, "x".repeat(1_000));
		expect(status).toBe(413);
		expect(Date.now() - startedAt).toBeGreaterThan(4_000);
	});

	test.each(bodies)(
		"is 413 at once if it announces more than twice the limit: %s",
		async (_, path, type, limit) => {
			const startedAt = Date.now();
			const headers = Object.entries({ ...headersOf(type), "Content-Length": 2 * limit + 1 });
			const { status } = await send(
				`POST ${path} HTTP/1.1`,
				headers.map(([name, value]) => `${name}: ${value}`),
			);
			expect(status).toBe(413);
			expect(Date.now() - startedAt).toBeLessThan(4_000);
		},
	);
});
