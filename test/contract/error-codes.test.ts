// auth.md "Idempotency keys".
// The running service responds with every error code of the table, with its status, in the one error form.
//
// Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
import { env } from "cloudflare:workers";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { meaningOfCode } from "../../src/http/openapi/error-meanings.ts";
import { type ErrorCode, statusOfCode } from "../../src/kernel/errors/app-error.ts";
import { hashRecoveryIntent } from "../../src/recovery/intent/typed-data.ts";
import {
	type DeveloperWithKey,
	newDeveloperWithKey,
	newReviewer,
	setRole,
} from "../support/auth/accounts.ts";
import { PASSWORD } from "../support/auth/credentials.ts";
import { claimsOf, mintToken } from "../support/auth/minted-tokens.ts";
import { CASE_ID, JRC_HASH } from "../support/contract/contract-operations.ts";
import { document } from "../support/contract/contract-validation.ts";
import { type CheckedResponse, call, callOn } from "../support/contract/openapi-client.ts";
import { requestExamples } from "../support/contract/request-examples.ts";
import { agreementBody, privacyCodeBody } from "../support/signing/estate-signing.ts";
import { newCaseBody, newIntent } from "../support/signing/signing.ts";
import { ownerAddress, vectorIntent } from "../support/signing/vectors.ts";
import { jsonOf, willFields } from "../support/signing/will-signing.ts";

let first: DeveloperWithKey;
let second: DeveloperWithKey;
let gone: DeveloperWithKey;
const example = requestExamples as Record<string, Record<string, unknown>>;
const app = createApp();
const callWith = (changed: object) => callOn(async (request) => app.fetch(request, { ...env, ...changed }));
const fail = () => {
	throw new TypeError("this is not what it should be");
};
const failing = new Proxy(env.DB, { get: () => fail });

const newCase = (changes: object, { keyPair }: DeveloperWithKey) =>
	call("POST", "/recovery-cases/new-case", {
		body: { ...example.createRecoveryCase, ...changes },
		headers: keyPair,
	});

const newEndpoint = ({ keyPair }: DeveloperWithKey) =>
	call("POST", "/webhook-endpoints", { body: { url: "https://hooks.example.com" }, headers: keyPair });

/** Calls again while the first request with the same key creates its endpoint, which fails. */
async function repeatWhileInProgress(): Promise<CheckedResponse> {
	const options = {
		body: { url: "https://hooks.example.com" },
		headers: { ...second.keyPair, ...idempotent },
	};
	let response: CheckedResponse | undefined;
	const create = async () => {
		response = await call("POST", "/webhook-endpoints", options);
		return fail();
	};
	const WEBHOOK_ENDPOINTS = { getByName: () => ({ create }) };
	expect((await callWith({ WEBHOOK_ENDPOINTS })("POST", "/webhook-endpoints", options)).status).toBe(500);
	return response as CheckedResponse;
}
const idempotent = { "idempotency-key": "in-progress" };

/** Ends a link through which a case was filed. */
async function endUsedLink(): Promise<CheckedResponse> {
	const origin = "https://links.example.com";
	await env.DB.prepare("INSERT INTO origins VALUES (?, ?, ?, 'allowed', 1, 1, NULL, NULL)")
		.bind(`org_${"1".repeat(32)}`, origin, first.developerId)
		.run();
	const made = await call("POST", "/hosted-links", { body: {}, headers: first.keyPair });
	expect(made.status).toBe(201);
	const { linkId } = made.body;
	await env.DB.prepare("UPDATE hosted_links SET used_at = 1 WHERE link_id = ?").bind(linkId).run();
	return call("POST", `/hosted-links/${linkId}/expire`, { headers: first.keyPair });
}

const estate = (owner: { address: string }, rest: string, body: object) =>
	call("POST", `/estate-profiles/${owner.address}/${rest}`, { body, headers: first.keyPair });

/** Creates this many codes of one estate, and returns the last response. */
async function makeCodes(
	count: number,
	owner = privateKeyToAccount(generatePrivateKey()),
): Promise<CheckedResponse> {
	expect((await estate(owner, "agreement", await agreementBody(owner))).status).toBe(201);
	for (let made = 1; made < count; made++) {
		expect((await estate(owner, "privacy-codes", await privacyCodeBody(owner))).status).toBe(201);
	}
	return estate(owner, "privacy-codes", await privacyCodeBody(owner));
}

/** A valid signature on a token whose session ended long ago. */
async function expiredToken(): Promise<string> {
	const claims = claimsOf(first.developerId, "developer", `ses_${"0".repeat(32)}`);
	return mintToken(claims, { claims: { iat: 1000, exp: 2000 } });
}

/** Two developers request one origin, and a reviewer allows it for both. */
async function allowTwice(): Promise<CheckedResponse> {
	const reviewer = await newReviewer();
	const body = { decision: "allow", reason: "The site of a partner." };
	const allow = async ({ headers }: DeveloperWithKey) => {
		const requested = await call("POST", "/origins", {
			body: { origin: "https://twice.example" },
			headers,
		});
		const path = `/review/origins/${requested.body.originId}/decision`;
		return call("POST", path, { body, headers: reviewer.headers });
	};
	expect((await allow(first)).status).toBe(200);
	return allow(second);
}

const lodge = (body: object) => estate({ address: ownerAddress }, "will", body);

/** The body of an owner's first will. */
async function willBody(owner: PrivateKeyAccount) {
	const bytes = new TextEncoder().encode("My will.");
	return jsonOf(await willFields(owner, { bytes, mimeType: "text/plain" }), { bytes });
}

/** A resolver requests the release of a will twice. */
async function askTwice(): Promise<CheckedResponse> {
	const resolver = await newDeveloperWithKey();
	await setRole(resolver, "resolver");
	const owner = privateKeyToAccount(generatePrivateKey());
	const { code } = (await makeCodes(1, owner)).body;
	expect((await estate(owner, "will", await willBody(owner))).status).toBe(201);
	const path = `/estate-profiles/${owner.address}/will/release-requests`;
	const ask = () =>
		call("POST", path, { body: { ...example.requestRelease, code }, headers: resolver.headers });
	expect((await ask()).status).toBe(201);
	return ask();
}

/** Adds one document more than a case may have, and returns the rejection. */
async function addDocuments(): Promise<CheckedResponse> {
	const intent = newIntent();
	expect(
		(
			await call("POST", "/recovery-cases/new-case", {
				body: await newCaseBody(intent),
				headers: first.keyPair,
			})
		).status,
	).toBe(201);
	const add = (at: number) =>
		call("POST", `/recovery-cases/${hashRecoveryIntent(intent)}/documents`, {
			body: { ...example.addCaseDocument, title: `Exhibit ${at}` },
			headers: first.keyPair,
		});
	const responses = await Promise.all(Array.from({ length: 21 }, (_, at) => add(at)));
	const rejected = responses.filter(({ status }) => status !== 201);
	expect(rejected).toHaveLength(1);
	return rejected[0] as CheckedResponse;
}

/** Each code with a call that causes it. `beforeAll` has filed the cases. */
const reached: Partial<Record<ErrorCode, () => Promise<CheckedResponse>>> = {
	INPUT_VALIDATION_ERROR: () => call("POST", "/auth/register", { body: {} }),
	NO_RECOVERY_CASE_TXS: () => newCase({ transactions: [] }, first),
	UNMATCHED_JRC_HASH: () =>
		newCase({ case: { ...vectorIntent.rec, jrcHash: `0x${"00".repeat(32)}` } }, first),
	UNAUTHORIZED: () => call("GET", "/auth/me"),
	INVALID_AUTH: () => call("GET", "/auth/me", { headers: { "x-api-key": "sk_half" } }),
	INVALID_TOKEN: () => call("GET", "/auth/me", { headers: { authorization: "Bearer not-a-token" } }),
	EXPIRED_TOKEN: async () =>
		call("GET", "/auth/me", { headers: { authorization: `Bearer ${await expiredToken()}` } }),
	INVALID_PASSWORD: () =>
		call("POST", "/auth/login", { body: { email: first.email, password: `${PASSWORD}!` } }),
	INVALID_SIGNER: () => newCase({ signature: example.attachCourtOrder?.signature }, first),
	FORBIDDEN: () => call("GET", "/auth/me", { headers: first.keyPair }),
	RESOURCE_NOT_FOUND: () => call("GET", `/recovery-cases/${CASE_ID}`, { headers: second.keyPair }),
	API_KEY_NOT_FOUND: () =>
		call("DELETE", "/auth/api-keys", { body: { keyId: second.keyId }, headers: first.headers }),
	USER_NOT_FOUND: () => call("GET", "/auth/me", { headers: gone.headers }),
	METHOD_NOT_ALLOWED: () => call("PUT", "/auth/me"),
	REQUEST_TIMEOUT: () => {
		const rawBody = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
		return callWith({ BODY_IDLE_SECONDS: "1" })("POST", "/auth/login", { rawBody });
	},
	RECOVERY_STATUS_ERROR: () =>
		call("PATCH", `/recovery-cases/${JRC_HASH}/court-order`, {
			body: example.attachCourtOrder,
			headers: first.keyPair,
		}),
	USER_FOUND: () => call("POST", "/auth/register", { body: { email: first.email, password: PASSWORD } }),
	EXCEEDED_API_KEY_AMOUNT: async () => {
		const issue = () =>
			call("POST", "/auth/api-keys", { body: { label: "one more" }, headers: second.headers });
		for (let count = 1; count < 5; count++) expect((await issue()).status).toBe(201);
		return issue();
	},
	CASE_ALREADY_EXISTS: () => newCase({}, second),
	ORIGIN_ALREADY_ALLOWED: allowTwice,
	EXCEEDED_WEBHOOK_ENDPOINT_AMOUNT: async () => {
		for (let count = 0; count < 10; count++) expect((await newEndpoint(second)).status).toBe(201);
		return newEndpoint(second);
	},
	WEBHOOK_ENDPOINT_DISABLED: async () => {
		const path = `/webhook-endpoints/${(await newEndpoint(first)).body.endpointId}`;
		await call("PATCH", path, { body: { enabled: false }, headers: first.keyPair });
		const body = { since: "2026-11-21T09:30:00Z" };
		return call("POST", `${path}/recover`, { body, headers: first.keyPair });
	},
	AGREEMENT_REQUIRED: async () => {
		const owner = privateKeyToAccount(generatePrivateKey());
		return estate(owner, "privacy-codes", await privacyCodeBody(owner));
	},
	NONCE_ALREADY_USED: async () => {
		const owner = privateKeyToAccount(generatePrivateKey());
		expect((await estate(owner, "agreement", await agreementBody(owner))).status).toBe(201);
		const code = await privacyCodeBody(owner);
		expect((await estate(owner, "privacy-codes", code)).status).toBe(201);
		return estate(owner, "privacy-codes", code);
	},
	EXCEEDED_PRIVACY_CODE_AMOUNT: () => makeCodes(21),
	EXCEEDED_DOCUMENT_AMOUNT: addDocuments,
	EXCEEDED_EVIDENCE_LINK_AMOUNT: async () => {
		const create = () =>
			call("POST", `/recovery-cases/${CASE_ID}/evidence-links`, { body: {}, headers: first.keyPair });
		for (let count = 0; count < 10; count++) expect((await create()).status).toBe(201);
		return create();
	},
	NO_FILE_UPLOADED: () => lodge({ version: 1 }),
	NO_FILE_BUFFER: () => lodge({ file: { base64: "", mimeType: "text/plain" } }),
	INVALID_FILE_FORMAT: () =>
		lodge({
			...example.lodgeWill,
			service: env.BASE_URL,
			file: { base64: "AAAA", mimeType: "image/png" },
		}),
	WILL_VERSION_CONFLICT: async () => {
		const owner = privateKeyToAccount(generatePrivateKey());
		const body = await willBody(owner);
		expect((await estate(owner, "will", body)).status).toBe(201);
		return estate(owner, "will", body);
	},
	HOSTED_LINK_STATUS_ERROR: endUsedLink,
	RELEASE_STATUS_ERROR: askTwice,
	IDEMPOTENCY_KEY_REUSED: async () => {
		const create = (name: string) =>
			call("POST", "/webhook-endpoints", {
				body: { url: `https://${name}.example.com` },
				headers: { ...first.keyPair, "idempotency-key": '"reused"' },
			});
		expect((await create("one")).status).toBe(201);
		return create("two");
	},
	IDEMPOTENCY_KEY_IN_PROGRESS: repeatWhileInProgress,
	PAYLOAD_TOO_LARGE: () => call("POST", "/auth/login", { rawBody: " ".repeat(1024 * 1024 + 1) }),
	UNSUPPORTED_MEDIA_TYPE: () =>
		call("POST", "/auth/login", { body: {}, headers: { "content-type": "text/plain" } }),
	RATE_LIMITED: async () => {
		const query = { chainId: 1, account: vectorIntent.rec.lostAccount };
		for (let count = 0; count < 200; count++) {
			const response = await call("GET", "/notices", { query, headers: { "cf-connecting-ip": "192.0.2.1" } });
			if (response.status !== 200) return response;
		}
		throw new Error("200 calls from one address were accepted.");
	},
	INTERNAL_SERVER_ERROR: () =>
		callWith({ RECOVERY_CASES: { getByName: fail } })("GET", `/recovery-cases/${CASE_ID}`, {
			headers: first.keyPair,
		}),
	SERVICE_UNAVAILABLE: () => callWith({ DB: failing })("GET", "/health"),
};

/** Codes that no HTTP call can cause, each with the reason. None at present. */
const unreachable: Partial<Record<ErrorCode, string>> = {};

beforeAll(async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	first = await newDeveloperWithKey();
	second = await newDeveloperWithKey();
	gone = await newDeveloperWithKey();
	expect((await newCase({}, first)).status).toBe(201);
	// In a case of "lost key", a contest by the owner rejects the case.
	const contest = await call("POST", `/recovery-cases/${JRC_HASH}/contest`, {
		body: example.contestRecoveryCase,
	});
	expect(contest.body.status).toBe("rejected");
	await env.DB.prepare("DELETE FROM developers WHERE developer_id = ?").bind(gone.developerId).run();
});

afterAll(() => {
	vi.restoreAllMocks();
});

describe("the table of error codes", () => {
	it("is covered: a call reaches each code", () => {
		const known = [...Object.keys(reached), ...Object.keys(unreachable)];
		expect(known.sort()).toEqual(Object.keys(statusOfCode).sort());
	});

	it("has the nineteen codes of the specification", () => {
		const specified = [
			...["NO_FILE_UPLOADED", "INVALID_FILE_FORMAT", "NO_FILE_BUFFER"],
			...["INVALID_SIGNER", "INVALID_AUTH", "INVALID_TOKEN", "EXPIRED_TOKEN", "INVALID_PASSWORD"],
			...["UNAUTHORIZED", "INPUT_VALIDATION_ERROR", "NO_RECOVERY_CASE_TXS", "RECOVERY_STATUS_ERROR"],
			...["UNMATCHED_JRC_HASH", "API_KEY_NOT_FOUND", "EXCEEDED_API_KEY_AMOUNT", "USER_FOUND"],
			...["USER_NOT_FOUND", "RESOURCE_NOT_FOUND", "INTERNAL_SERVER_ERROR"],
		];
		expect(specified.length).toBe(19);
		expect(Object.keys(statusOfCode)).toEqual(expect.arrayContaining(specified));
	});

	it("is explained in the document, apart from the router's own code", () => {
		const explained = Object.keys(document.components.examples);
		const byRouter = ["METHOD_NOT_ALLOWED"];
		expect([...explained, ...byRouter].sort()).toEqual(Object.keys(meaningOfCode).sort());
	});
});

describe("the service responds with", () => {
	it.each(Object.entries(reached))("%s, its status and a message for the caller", async (code, reach) => {
		const { status, body, headers } = await reach();
		expect([body.error.code, status]).toEqual([
			code,
			Object.entries(statusOfCode).find(([key]) => key === code)?.[1],
		]);
		expect(body.error.message).toMatch(/^[A-Z`].{10,}[.!]$/);
		const isTemporary = status === 429 || status === 503 || code === "IDEMPOTENCY_KEY_IN_PROGRESS";
		expect(headers.has("Retry-After")).toBe(isTemporary);
	});
});

describe("a service with a wrong setting", () => {
	/** The responses to a stranger and to a caller on the service's machine, and the log of the first. */
	async function healthWith(changed: object) {
		const error = vi.spyOn(console, "error").mockImplementation(() => {});
		const stranger = await callWith(changed)("GET", "/health");
		const log = error.mock.calls.join("\n");
		const request = new Request("http://127.0.0.1:8787/api/v1/health");
		const local = await app.fetch(request, { ...env, ...changed });
		error.mockRestore();
		expect([stranger.status, stranger.body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
		return { toStranger: stranger.body.error.message, log, toLocal: await local.text() };
	}

	it("names it in the log and to a local caller, not to strangers, and repeats no value", async () => {
		const responses = await healthWith({ UI_CLIENT_SECRET: "short-secret", BRAND: "no word" });
		for (const named of [responses.log, responses.toLocal])
			expect(named).toMatch(/BRAND: .*UI_CLIENT_SECRET: /);
		expect(responses.toStranger).toContain("misconfigured");
		expect(responses.toStranger).not.toMatch(/BRAND|UI_CLIENT_SECRET/);
		expect(JSON.stringify(responses)).not.toMatch(/short-secret|no word/);
	});

	it("names a signing key whose halves do not match, before anybody logs in", async () => {
		const [key] = JSON.parse(env.SESSION_SIGNING_KEYS).keys;
		// The private key 1, whose public half is the curve's generator.
		const d = `${"A".repeat(42)}E`;
		const SESSION_SIGNING_KEYS = JSON.stringify({ keys: [{ ...key, d }] });
		const responses = await healthWith({ SESSION_SIGNING_KEYS });
		for (const named of [responses.log, responses.toLocal])
			expect(named).toContain("SESSION_SIGNING_KEYS: keys.0 ");
		expect(responses.toStranger).not.toContain("SESSION_SIGNING_KEYS");
	});

	it.each(["http://localhost:8787", "http://127.0.0.1:8787", "https://[::1]"])(
		"serves nobody if it is deployed with the BASE_URL %s",
		async (BASE_URL) => {
			const responses = await healthWith({ BASE_URL });
			expect(responses.log).toContain("BASE_URL: must be the address that callers use");
			expect(responses.toStranger).not.toContain("BASE_URL");
			expect(responses.toLocal).toContain('"status":"ok"');
			vi.spyOn(console, "error").mockImplementation(() => {});
			for (const path of ["/.well-known/jwks.json", "/developers/reset", "/terms/v1.txt"]) {
				const response = await app.fetch(new Request(`https://replevin.test${path}`), { ...env, BASE_URL });
				expect(response.status, path).toBe(503);
			}
			vi.restoreAllMocks();
		},
	);

	it.each([
		["127.0.0.1", true],
		["::1", true],
		["::ffff:127.0.0.1", true],
		["203.0.113.7", false],
		["localhost.example", false],
		[undefined, false],
	])("says how to open a local service to a caller from %s: %s", async (address, isTold) => {
		const error = vi.spyOn(console, "error").mockImplementation(() => {});
		const headers = new Headers(address === undefined ? [] : [["CF-Connecting-IP", address]]);
		const request = new Request("http://foo.example/api/v1/health", { headers });
		const response = await app.fetch(request, { ...env, BASE_URL: "http://127.0.0.1:9471" });
		expect(error.mock.calls.join()).toContain("BASE_URL: must be the address that callers use");
		vi.restoreAllMocks();
		const text = await response.text();
		expect(response.status).toBe(503);
		expect([
			text.includes("Open it as http://127.0.0.1:9471, or set BASE_URL"),
			/BASE_URL|9471/.test(text),
		]).toEqual([isTold, isTold]);
	});
});

it("rejects the signature of a possible contract wallet with INVALID_SIGNER, and names the chain without a node", async () => {
	const other = privateKeyToAccount(`0x${"44".repeat(32)}`);
	const signature = await other.signMessage({ message: "nothing of importance" });
	const { body } = await newCase({ signature }, first);
	expect(body.error).toMatchObject({ code: "INVALID_SIGNER" });
	expect(body.error.message).toContain("no node for chain 8453");
});
