// auth.md "Rules of fields".
// A well-formed request that is rejected stores nothing: every table, key and object stays as it was. For malformed
// bodies see hostile-bodies.test.ts.
//
// Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { hashRecoveryIntent } from "../../src/recovery/intent/typed-data.ts";
import { type DeveloperWithKey, newDeveloperWithKey } from "../support/auth/accounts.ts";
import { PASSWORD } from "../support/auth/credentials.ts";
import { JRC_HASH } from "../support/contract/contract-operations.ts";
import { type CallOptions, call } from "../support/contract/openapi-client.ts";
import { requestExamples } from "../support/contract/request-examples.ts";
import {
	claimant,
	closeBody,
	courtOrderBody,
	newCaseBody,
	newIntent,
	owner,
	stranger,
} from "../support/signing/signing.ts";
import { courtOrder } from "../support/signing/vectors.ts";
import {
	changesBetween,
	fillBudgets,
	type Snapshot,
	settledSnapshot,
	takeSnapshot,
} from "../support/storage/storage-snapshot.ts";

let developer: DeveloperWithKey;
let other: DeveloperWithKey;
let before: Snapshot;

const created = newIntent();
const pending = newIntent();
const withdrawn = newIntent();
const contested = newIntent({ reasonForRecovery: "inheritance" });
const unfiled = newIntent();
const hashOf = hashRecoveryIntent;

const send = (method: string, path: string, body: unknown, who?: DeveloperWithKey) =>
	call(method, path, { body, ...(who && { headers: who.keyPair }) });
const file = async (intent: typeof pending, signer = claimant, changes: object = {}, who = developer) =>
	send("POST", "/recovery-cases/new-case", { ...(await newCaseBody(intent, signer)), ...changes }, who);
const attach = async (
	intent: typeof pending,
	signer = claimant,
	info: Parameters<typeof courtOrderBody>[2] = courtOrder,
	who = developer,
) =>
	send(
		"PATCH",
		`/recovery-cases/${hashOf(intent)}/court-order`,
		await courtOrderBody(intent, signer, info),
		who,
	);
const addDocument = (intent: typeof pending, who = developer) =>
	send("POST", `/recovery-cases/${hashOf(intent)}/documents`, requestExamples.addCaseDocument, who);
const close = async (
	intent: typeof pending,
	action: "contest" | "withdraw",
	signer = claimant,
	changes: object = {},
	reason?: string,
) =>
	send("POST", `/recovery-cases/${hashOf(intent)}/${action}`, {
		...(await closeBody(intent, action, signer, reason)),
		...changes,
	});

beforeAll(async () => {
	[developer, other] = [await newDeveloperWithKey(), await newDeveloperWithKey()];
	const done = [
		await file(created),
		await file(pending),
		await attach(pending),
		await file(withdrawn),
		await close(withdrawn, "withdraw"),
		await file(contested),
		await close(contested, "contest", owner),
		await attach(contested),
	];
	expect(done.map(({ status }) => status)).toEqual([201, 201, 200, 201, 200, 201, 200, 200]);
	for (let count = 1; count < 5; count++) {
		const body = { label: "one of five" };
		expect((await call("POST", "/auth/api-keys", { body, headers: other.headers })).status).toBe(201);
	}
	await fillBudgets();
	before = await settledSnapshot();
});

it("the snapshot covers every kind of storage and shows a change in each", async () => {
	const places = Object.keys(before);
	for (const place of [
		"D1 developers",
		"D1 recovery_cases",
		"D1 events",
		"D1 api_keys",
		"D1 origins",
		"KV",
	]) {
		expect(places).toContain(place);
	}
	for (const pattern of [
		/^ACCOUNTS .* sessions$/,
		/^RECOVERY_CASES .* history$/,
		/^RECOVERY_CASES .* alarm$/,
	]) {
		expect(places.filter((place) => pattern.test(place)).length, String(pattern)).toBeGreaterThan(0);
	}
	expect(places.filter((place) => /audit/.test(place))).toEqual([]);

	await env.API_KEYS.put("trace", "");
	const [id] = await env.DB.prepare("SELECT case_id FROM recovery_cases").raw<[string]>();
	const stub = env.RECOVERY_CASES.getByName(id?.[0] ?? "");
	const mark = (sql: string) => runInDurableObject(stub, (_, { storage }) => void storage.sql.exec(sql));
	await mark("UPDATE history SET entry = entry || ' '");
	await env.DB.prepare("INSERT INTO account_codes VALUES ('trace', 'reset_password', 'dev_1', 0, 1)").run();
	const after = await settledSnapshot();
	const changed = new Set(changesBetween(before, after).map((line) => line.slice(2).split(":")[0]));
	expect([...changed].sort()).toEqual([
		"D1 account_codes",
		"KV",
		expect.stringMatching(/^RECOVERY_CASES .* history$/),
	]);
	await env.API_KEYS.delete("trace");
	await mark("UPDATE history SET entry = substr(entry, 1, length(entry) - 1)");
	await env.DB.prepare("DELETE FROM account_codes").run();
	expect(changesBetween(before, await settledSnapshot())).toEqual([]);
});

describe("rejects, and stores nothing of", () => {
	beforeAll(async () => {
		before = await settledSnapshot();
	});
	const keys = "/auth/api-keys";
	const asDeveloper = (
		method: string,
		path: string,
		body: unknown,
		headers: CallOptions["headers"] = developer.headers,
	) => call(method, path, { body, headers });
	const badHash = { jrcHash: `0x${"00".repeat(32)}` };

	it.each<[string, string, () => ReturnType<typeof call>]>([
		["a case signed by a stranger", "403 INVALID_SIGNER", () => file(unfiled, stranger)],
		["a document of another developer's case", "404 RESOURCE_NOT_FOUND", () => addDocument(pending, other)],
		["a document of a case that does not exist", "404 RESOURCE_NOT_FOUND", () => addDocument(unfiled)],
		["a document of a closed case", "409 RECOVERY_STATUS_ERROR", () => addDocument(withdrawn)],
		["a case signed by the lost account", "403 INVALID_SIGNER", () => file(unfiled, owner)],
		[
			"a case with the signature of another case",
			"403 INVALID_SIGNER",
			async () => file(unfiled, claimant, { signature: (await newCaseBody(pending)).signature }),
		],
		[
			"a case with a signature of zeros",
			"403 INVALID_SIGNER",
			() => file(unfiled, claimant, { signature: `0x${"00".repeat(65)}` }),
		],
		[
			"a case with an empty signature",
			"403 INVALID_SIGNER",
			() => file(unfiled, claimant, { signature: "0x" }),
		],
		[
			"a case with the hash of another intent",
			"400 UNMATCHED_JRC_HASH",
			() => file(unfiled, claimant, { case: { ...unfiled.rec, ...badHash } }),
		],
		[
			"a case without a transaction",
			"400 NO_RECOVERY_CASE_TXS",
			() => file(unfiled, claimant, { transactions: [] }),
		],
		[
			"a case that another developer has filed",
			"409 CASE_ALREADY_EXISTS",
			() => file(pending, claimant, {}, other),
		],
		[
			"the same case with another e-mail",
			"409 CASE_ALREADY_EXISTS",
			() => file({ ...pending, rec: { ...pending.rec, email: "else@example.com" } }),
		],
		["an order signed by a stranger", "403 INVALID_SIGNER", () => attach(pending, stranger)],
		["an order signed by the lost account", "403 INVALID_SIGNER", () => attach(pending, owner)],
		[
			"another order while pending",
			"409 RECOVERY_STATUS_ERROR",
			() => attach(pending, claimant, { ...courtOrder, docketNumber: 18 }),
		],
		["an order for a closed case", "409 RECOVERY_STATUS_ERROR", () => attach(withdrawn)],
		[
			"another order for a contested case",
			"409 RECOVERY_STATUS_ERROR",
			() => attach(contested, claimant, { ...courtOrder, docketNumber: 18 }),
		],
		[
			"an order for another developer's case",
			"404 RESOURCE_NOT_FOUND",
			() => attach(pending, claimant, courtOrder, other),
		],
		["an order for a case that does not exist", "404 RESOURCE_NOT_FOUND", () => attach(unfiled)],
		["a contest by the claimant", "403 INVALID_SIGNER", () => close(pending, "contest", claimant)],
		["a contest by a stranger", "403 INVALID_SIGNER", () => close(pending, "contest", stranger)],
		[
			"a contest with another reason",
			"403 INVALID_SIGNER",
			() => close(pending, "contest", owner, { reason: "else" }),
		],
		["a contest of a closed case", "409 RECOVERY_STATUS_ERROR", () => close(withdrawn, "contest", owner)],
		[
			"a second contest",
			"409 RECOVERY_STATUS_ERROR",
			() => close(contested, "contest", owner, {}, "another reason"),
		],
		["a withdrawal by the lost account", "403 INVALID_SIGNER", () => close(pending, "withdraw", owner)],
		[
			"a second withdrawal",
			"409 RECOVERY_STATUS_ERROR",
			() => close(withdrawn, "withdraw", claimant, {}, "another reason"),
		],
		[
			"a withdrawal of a case that does not exist",
			"404 RESOURCE_NOT_FOUND",
			() => close(unfiled, "withdraw"),
		],
		[
			"an e-mail address that is registered",
			"409 USER_FOUND",
			() => send("POST", "/auth/register", { email: developer.email.toUpperCase(), password: PASSWORD }),
		],
		[
			"a password that is too weak",
			"400 INPUT_VALIDATION_ERROR",
			() => send("POST", "/auth/register", { email: "new@example.com", password: "password" }),
		],
		[
			"a login with a wrong password",
			"401 INVALID_PASSWORD",
			() => send("POST", "/auth/login", { email: developer.email, password: `${PASSWORD}!` }),
		],
		[
			"a login of an unknown address",
			"401 INVALID_PASSWORD",
			() => send("POST", "/auth/login", { email: "nobody@example.com", password: PASSWORD }),
		],
		[
			"a sixth key",
			"409 EXCEEDED_API_KEY_AMOUNT",
			() => asDeveloper("POST", keys, { label: "sixth" }, other.headers),
		],
		[
			"the revocation of another developer's key",
			"404 API_KEY_NOT_FOUND",
			() => asDeveloper("DELETE", keys, { keyId: other.keyId }),
		],
		[
			"a new key requested with a key",
			"403 FORBIDDEN",
			() => asDeveloper("POST", keys, { label: "by key" }, developer.keyPair),
		],
		[
			"a body over the limit",
			"413 PAYLOAD_TOO_LARGE",
			() =>
				call("POST", "/recovery-cases/new-case", {
					rawBody: " ".repeat(2 ** 20 + 1),
					headers: developer.keyPair,
				}),
		],
		[
			"another media type",
			"415 UNSUPPORTED_MEDIA_TYPE",
			async () =>
				call("POST", "/recovery-cases/new-case", {
					body: await newCaseBody(unfiled),
					headers: { ...developer.keyPair, "content-type": "text/plain" },
				}),
		],
		[
			"another method",
			"405 METHOD_NOT_ALLOWED",
			() => call("PUT", "/recovery-cases/new-case", { headers: developer.keyPair }),
		],
		[
			"a read of a case that does not exist",
			"404 RESOURCE_NOT_FOUND",
			() => call("GET", `/recovery-cases/rc_${"0".repeat(32)}`, { headers: developer.keyPair }),
		],
	])("%s: %s", async (_, expected, request) => {
		const { status, body } = await request();
		expect(`${status} ${body.error?.code}`).toBe(expected);
		expect(changesBetween(before, await takeSnapshot())).toEqual([]);
	});

	it("a repeated contest or withdrawal, which is a retry", async () => {
		expect((await close(contested, "contest", owner)).status).toBe(200);
		expect((await close(withdrawn, "withdraw")).status).toBe(200);
		expect(changesBetween(before, await takeSnapshot())).toEqual([]);
	});

	it("a rejected request, not even later in the background", async () => {
		expect(changesBetween(before, await settledSnapshot())).toEqual([]);
	});
});

it("the example case did not exist, so the rejected requests could have created it", () => {
	expect(JSON.stringify(before)).not.toContain(JRC_HASH);
});
