// auth.md "Rules of fields".
// Input that the document allows is accepted, and responses are as documented. Odd paths and queries get the one
// error form.
import fc from "fast-check";
import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, expect, it } from "vitest";
import { parseIdempotencyKey } from "../../src/http/idempotency-key.ts";
import type { Operation } from "../../src/http/operation.ts";
import { toChecksumAddress } from "../../src/kernel/crypto/address.ts";
import { operations } from "../../src/operations.ts";
import type { RecoveryIntent } from "../../src/protocol/intent.ts";
import { RECOVERY_REASONS } from "../../src/protocol/intent.ts";
import { newCaseTypedData } from "../../src/recovery/intent/typed-data.ts";
import {
	bodySchemaOf,
	type Caller,
	credentialsFor,
	describedOperation,
	exampleBody,
	JRC_HASH,
	newCaller,
	operationsWithBody,
} from "../support/contract/contract-operations.ts";
import { requestProblem } from "../support/contract/contract-validation.ts";
import { call } from "../support/contract/openapi-client.ts";
import { recoveryAccount, recoveryAccountKey } from "../support/signing/vectors.ts";

let caller: Caller;
beforeAll(async () => {
	caller = await newCaller();
});

const hexDigits = (min: number, max: number) =>
	fc
		.uint8Array({ minLength: min, maxLength: max })
		.map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString("hex")}`);
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const transaction = fc.record({
	dest: hexDigits(20, 20),
	value: fc.oneof(
		uint256.map(String),
		uint256.map((value) => `0x${value.toString(16)}`),
	),
	data: hexDigits(0, 200),
});
const intent: fc.Arbitrary<RecoveryIntent> = fc.record({
	rec: fc.record({
		lostAccount: hexDigits(20, 20),
		recoveryAccount: fc.constant(recoveryAccount),
		chainId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
		reasonForRecovery: fc.constantFrom(...RECOVERY_REASONS),
		email: fc.constantFrom(null, "a@example.com", "first.last+tag@sub.example.co.uk", "o'neil@example.org"),
	}),
	txs: fc.array(transaction, { minLength: 1, maxLength: 20 }),
});

const operation = (id: string): Operation => {
	const found = operationsWithBody.find(({ operationId }) => operationId === id);
	if (!found) throw new Error(`There is no operation ${id}.`);
	return found;
};

it("hashes any intent that the document allows", async () => {
	await fc.assert(
		fc.asyncProperty(intent, async (body) => {
			expect(requestProblem(operation("calculateJrcHash"), body)).toBeUndefined();
			const { status } = await call("POST", "/recovery-cases/jrc-hash", { body, headers: caller.keyPair });
			expect(status).toBe(200);
		}),
		{ numRuns: 60 },
	);
});

it("turns any signed intent into a case that reads, lists and exists as documented", async () => {
	const signer = privateKeyToAccount(recoveryAccountKey);
	await fc.assert(
		fc.asyncProperty(intent, async ({ rec, txs }) => {
			const typedData = newCaseTypedData({ rec, txs }) as Parameters<typeof signer.signTypedData>[0];
			const body = { case: rec, transactions: txs, signature: await signer.signTypedData(typedData) };
			const { status, body: filed } = await call("POST", "/recovery-cases/new-case", {
				body,
				headers: caller.keyPair,
			});
			expect([200, 201]).toContain(status);
			const read = await call("GET", `/recovery-cases/${filed.caseId}`, { headers: caller.keyPair });
			expect(read.body).toEqual(filed);
			// Addresses come back with their checksum, and the rest as it was sent.
			const transactions = txs.map((tx) => ({ ...tx, dest: toChecksumAddress(tx.dest) }));
			expect(read.body.transactions).toEqual(transactions);
			const exists = await call("POST", "/recovery-cases/exists", {
				body: { rec, txs },
				headers: caller.keyPair,
			});
			expect(exists.body.caseExists).toBe(true);
		}),
		// No shrinking, because it would file more cases on one account than may be open.
		{ numRuns: 15, endOnFailure: true },
	);
	const list = await call("GET", "/recovery-cases", { query: { limit: 2 }, headers: caller.keyPair });
	expect(list.body.data).toHaveLength(2);
	const query = { limit: 100, cursor: list.body.nextCursor };
	expect((await call("GET", "/recovery-cases", { query, headers: caller.keyPair })).status).toBe(200);
});

// Below U+10000, because the document's patterns name no characters above it.
const unit = fc.integer({ min: 0, max: 0xd7ff }).map((code) => String.fromCharCode(code));
const allowedOrNot = fc.oneof(
	fc.string({ unit, maxLength: 12 }),
	fc.string({
		unit: fc.constantFrom(..."a \t\n\u00a0\u00ad\u115f\u200b\u200d\u2028\u202e\u2066\ufeff"),
		maxLength: 4,
	}),
	fc.string({ unit: fc.constantFrom(..."AQgwBz+/\\= "), maxLength: 8 }),
	fc.base64String({ minLength: 1, maxLength: 8 }),
);

/** A checksum, and the rules for passwords, which no pattern can express. */
const RULES_IN_WORDS = new Set(["code", "password", "newPassword"]);

type Place = { operation: Operation; path: string[] };

/** The place of every text in a body, by its keys. */
function textsIn(value: unknown, path: string[] = []): string[][] {
	if (typeof value === "string") return [path];
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...path, key]));
}

function withText(body: unknown, [key, ...rest]: string[], replacement: string): unknown {
	if (key === undefined) return replacement;
	if (Array.isArray(body)) {
		return body.map((inner, index) => (String(index) === key ? withText(inner, rest, replacement) : inner));
	}
	return { ...Object(body), [key]: withText(Object(body)[key], rest, replacement) };
}

it("accepts any text that the document allows in a field of a body", () => {
	const places = operationsWithBody.flatMap((operation) =>
		textsIn(exampleBody(operation)).map((path): Place => ({ operation, path })),
	);
	const allowed = new Set<string>();
	fc.assert(
		fc.property(fc.constantFrom(...places), allowedOrNot, ({ operation, path }, replacement) => {
			const body = withText(exampleBody(operation), path, replacement);
			if (RULES_IN_WORDS.has(path.join(".")) || requestProblem(operation, body) !== undefined) return;
			allowed.add(path.join("."));
			expect(bodySchemaOf(operation)?.safeParse(body).error?.issues ?? []).toEqual([]);
		}),
		// Random texts alone leave out a field now and then.
		{ numRuns: 1500, examples: places.map((place) => [place, "AAAA"]) },
	);
	expect([...allowed]).toEqual(
		expect.arrayContaining(["label", "reason", "courtInfo.title", "file.base64", "file.name"]),
	);
});

it("prepares any line of text and any expiry that the document allows", async () => {
	const line = fc.string({ unit, minLength: 1, maxLength: 30 });
	const expiresAt = fc.integer({ min: Math.ceil(Date.now() / 1000) + 3600, max: Number.MAX_SAFE_INTEGER });
	const bound = fc.constantFrom(0, 253_402_300_799, 253_402_300_800);
	const prepare = operation("prepareTypedData");
	const ofCase = { jrcHash: JRC_HASH, chainId: 8453 };
	const message = fc.oneof(
		fc
			.record({ label: line, expiresAt: fc.oneof(expiresAt, bound) })
			.map((fields) => ({ message: "PrivacyCode", ownerAddress: recoveryAccount, ...fields })),
		line.map((reason) => ({ message: "CloseCase", action: "contest", ...ofCase, reason })),
		fc
			.record({ title: line, fullCaseNumber: line, courtId: line, docketNumber: fc.nat() })
			.map((courtInfo) => ({ message: "CourtOrder", ...ofCase, courtInfo })),
	);
	await fc.assert(
		fc.asyncProperty(message, async (body) => {
			const { status } = await call("POST", "/typed-data", { body });
			expect(status).toBe(requestProblem(prepare, body) === undefined ? 200 : 400);
		}),
		{ numRuns: 100 },
	);
});

it("reads any Idempotency-Key that the document allows, and no other", () => {
	const { parameters = [] } = describedOperation(operation("createWebhookEndpoint"));
	const { schema } = parameters.find(({ name }) => name === "Idempotency-Key") ?? {};
	const { pattern, maxLength } = Object(schema);
	const form = new RegExp(pattern, "u");
	const key = fc.oneof(
		fc.stringMatching(form),
		fc.string({ unit: fc.constantFrom(...'aZ0-_"\\, é[]'), maxLength: 8 }),
		fc.constantFrom("x y,z", '"', '""', "a".repeat(255), "a".repeat(256), `"${'\\"'.repeat(255)}"`),
	);
	fc.assert(
		fc.property(key, (header) => {
			expect(parseIdempotencyKey(header).ok).toBe(form.test(header) && header.length <= maxLength);
		}),
		{ numRuns: 500 },
	);
});

const text = fc.string({ unit: "binary", maxLength: 40 });

it("responds 400 or 404 to any text as a path parameter", async () => {
	const withParams = operations.filter(({ params }) => params !== undefined);
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...withParams), text, async (operation, value) => {
			const { method, path } = operation;
			const segment = encodeURIComponent(value.toWellFormed());
			const { status } = await call(
				method,
				path.replace(/\{\w+\}/, () => segment || "-"),
				{
					headers: credentialsFor(operation, caller),
					...(method !== "GET" && { body: {} }),
				},
			);
			expect([400, 404]).toContain(status);
		}),
		{ numRuns: 100 },
	);
});

it("responds 200 or 400 to any query", async () => {
	const withQuery = operations.filter(({ query }) => query !== undefined);
	const names = fc.oneof(
		fc.constantFrom("limit", "cursor", "status", "chainId", "account", "__proto__"),
		text,
	);
	const query = fc.dictionary(
		names.map((name) => name.toWellFormed()),
		text.map((value) => value.toWellFormed()),
	);
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...withQuery), query, async (operation, values) => {
			const headers = credentialsFor(operation, caller);
			const { status } = await call("GET", operation.path, { headers, query: values });
			expect([200, 400]).toContain(status);
		}),
		{ numRuns: 150 },
	);
});

it("responds 200 or 400 to any query text, encoded or not", async () => {
	const raw = fc.string({ unit: fc.constantFrom(..."%&=+[]?;/.aé0\\\"'<{"), maxLength: 30 });
	await fc.assert(
		fc.asyncProperty(raw, async (search) => {
			const { status } = await call("GET", `/recovery-cases?${search}`, { headers: caller.keyPair });
			expect([200, 400]).toContain(status);
		}),
		{ numRuns: 150 },
	);
});
