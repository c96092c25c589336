// Each limit of recovery.md "Limits and bad input" is enforced, and the error names the field.
import { beforeAll, describe, expect, it } from "vitest";
import { type DeveloperWithKey, newDeveloperWithKey } from "../support/auth/accounts.ts";
import { call } from "../support/contract/openapi-client.ts";
import { signatures, vectorIntent } from "../support/signing/vectors.ts";

let developer: DeveloperWithKey;
beforeAll(async () => {
	developer = await newDeveloperWithKey();
});

const { rec, txs } = vectorIntent;
const [tx] = txs;
const badChecksum = rec.lostAccount.replace("E", "e");
const UINT256_MAX = 2n ** 256n - 1n;

const intent = (changes: { rec?: object; tx?: object; top?: object }) => ({
	rec: { ...rec, ...changes.rec },
	txs: [{ ...tx, ...changes.tx }],
	...changes.top,
});

async function hash(body: unknown) {
	const response = await call("POST", "/recovery-cases/jrc-hash", { body, headers: developer.keyPair });
	const fields = response.status === 200 ? [] : response.body.error.details.map(fieldOf);
	return { status: response.status, code: response.body.error?.code, fields };
}
const fieldOf = ({ field }: { field: string }) => field;

const without = (value: object, key: string) =>
	Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));

describe("rejects an intent", () => {
	const cases: [string, unknown, string][] = [
		["with a wrong checksum", intent({ rec: { lostAccount: badChecksum } }), "rec.lostAccount"],
		[
			"with an address that begins with 0X",
			intent({ rec: { lostAccount: `0X${"ab".repeat(20)}` } }),
			"rec.lostAccount",
		],
		[
			"with an address of 19 bytes",
			intent({ rec: { recoveryAccount: `0x${"ab".repeat(19)}` } }),
			"rec.recoveryAccount",
		],
		["with the zero address", intent({ rec: { lostAccount: `0x${"0".repeat(40)}` } }), "rec.lostAccount"],
		[
			"with a name for an address",
			intent({ rec: { recoveryAccount: "vitalik.eth" } }),
			"rec.recoveryAccount",
		],
		[
			"that recovers an account to itself",
			intent({ rec: { recoveryAccount: rec.lostAccount } }),
			"rec.recoveryAccount",
		],
		[
			"that recovers an account to itself in another spelling",
			intent({ rec: { recoveryAccount: rec.lostAccount.toLowerCase() } }),
			"rec.recoveryAccount",
		],
		...[0, -1, 1.5, 2 ** 53, "8453", null, true].map((chainId): [string, unknown, string] => [
			`with chainId ${JSON.stringify(chainId)}`,
			intent({ rec: { chainId } }),
			"rec.chainId",
		]),
		["with an unknown reason", intent({ rec: { reasonForRecovery: "Lost key" } }), "rec.reasonForRecovery"],
		["with an empty e-mail", intent({ rec: { email: "" } }), "rec.email"],
		["with an e-mail that is no address", intent({ rec: { email: "claimant" } }), "rec.email"],
		[
			"with an e-mail that is too long",
			intent({ rec: { email: `${"a".repeat(64)}@${"b.".repeat(120)}example.com` } }),
			"rec.email",
		],
		...[
			"-1",
			"0x",
			"",
			" 1",
			"1e3",
			"1.0",
			"+1",
			"0b1",
			"0xg",
			`${UINT256_MAX + 1n}`,
			`0x1${"0".repeat(64)}`,
		].map((value): [string, unknown, string] => [
			`with value ${value}`,
			intent({ tx: { value } }),
			"txs.0.value",
		]),
		...["", "0", "0x0", "0X00", "0xabc", "0xzz", "0x 00"].map((data): [string, unknown, string] => [
			`with data ${JSON.stringify(data)}`,
			intent({ tx: { data } }),
			"txs.0.data",
		]),
		[
			"with data of one byte over the limit",
			intent({ tx: { data: `0x${"00".repeat(128 * 1024 + 1)}` } }),
			"txs.0.data",
		],
		["with a bad fourth transaction", { rec, txs: [tx, tx, tx, { ...tx, data: "0x1" }] }, "txs.3.data"],
		[
			"with 501 transactions",
			{ rec, txs: Array(501).fill({ dest: tx.dest, value: "0", data: "0x" }) },
			"txs",
		],
	];

	it.each(cases)("%s", async (_, body, field) => {
		expect(await hash(body)).toEqual({ status: 400, code: "INPUT_VALIDATION_ERROR", fields: [field] });
	});

	it("and names every bad field beside an empty list of transactions", async () => {
		const response = await hash({ ...intent({ rec: { lostAccount: "0x", email: 7 } }), txs: [], note: "" });
		expect(response).toEqual({
			status: 400,
			code: "NO_RECOVERY_CASE_TXS",
			fields: ["rec.lostAccount", "rec.email", "txs", "note"],
		});
	});

	it("and names every bad field", async () => {
		const body = intent({ rec: { lostAccount: "0x", chainId: 0 }, tx: { value: "-1", data: "0x1" } });
		expect((await hash(body)).fields).toEqual([
			"rec.lostAccount",
			"rec.chainId",
			"txs.0.value",
			"txs.0.data",
		]);
	});

	it("without a transaction, with NO_RECOVERY_CASE_TXS", async () => {
		expect(await hash({ rec, txs: [] })).toEqual({
			status: 400,
			code: "NO_RECOVERY_CASE_TXS",
			fields: ["txs"],
		});
	});
});

it("tells the rule of each bad field, so that a page can word the error in any language", async () => {
	const body = intent({
		rec: { lostAccount: badChecksum, recoveryAccount: "vitalik.eth", chainId: "8453", email: 7 },
		tx: { value: String(UINT256_MAX + 1n), gas: "1" },
	});
	const response = await call("POST", "/recovery-cases/jrc-hash", { body, headers: developer.keyPair });
	const rules = response.body.error.details.map(({ field, rule }: Record<string, string>) => [field, rule]);
	expect(Object.fromEntries(rules)).toEqual({
		"rec.lostAccount": "checksum",
		"rec.recoveryAccount": "format",
		"rec.chainId": "type",
		"rec.email": "type",
		"txs.0.value": "too_large",
		"txs.0.gas": "unknown_field",
	});
});

describe("accepts an intent", () => {
	it.each([
		["with null as e-mail", intent({ rec: { email: null } })],
		["with an internationalised e-mail domain", intent({ rec: { email: "claimant@bücher.example" } })],
		["with an address in upper case", intent({ rec: { lostAccount: `0x${"AB".repeat(20)}` } })],
		["with an address in lower case", intent({ rec: { lostAccount: rec.lostAccount.toLowerCase() } })],
		["with the largest chain id", intent({ rec: { chainId: Number.MAX_SAFE_INTEGER } })],
		["with a value of zero", intent({ tx: { value: "0x0" } })],
		["with the largest value", intent({ tx: { value: String(UINT256_MAX) } })],
		["with the largest value in hex", intent({ tx: { value: `0x${"f".repeat(64)}` } })],
		["with leading zeros in its value", intent({ tx: { value: "007" } })],
		["with empty data", intent({ tx: { data: "0x" } })],
		["with data of the largest size", intent({ tx: { data: `0x${"00".repeat(128 * 1024)}` } })],
		["with 500 transactions", { rec, txs: Array(500).fill({ dest: tx.dest, value: "0", data: "0x" }) }],
	])("%s", async (_, body) => {
		expect(await hash(body)).toMatchObject({ status: 200 });
	});
});

describe("rejects a new case and names its field", () => {
	const newCase = { case: rec, transactions: txs, signature: signatures.newCase };
	it.each<[string, object, string, string]>([
		["no transaction", { transactions: [] }, "transactions", "NO_RECOVERY_CASE_TXS"],
		[
			"a bad address",
			{ case: { ...rec, lostAccount: badChecksum } },
			"case.lostAccount",
			"INPUT_VALIDATION_ERROR",
		],
		["a short hash", { case: { ...rec, jrcHash: "0x00" } }, "case.jrcHash", "INPUT_VALIDATION_ERROR"],
		["a signature of an odd length", { signature: "0x1" }, "signature", "INPUT_VALIDATION_ERROR"],
		["text as signature", { signature: "signed" }, "signature", "INPUT_VALIDATION_ERROR"],
		[
			"a signature that is too long",
			{ signature: `0x${"00".repeat(16 * 1024 + 1)}` },
			"signature",
			"INPUT_VALIDATION_ERROR",
		],
		["the field names of an intent", { rec, txs }, "rec", "INPUT_VALIDATION_ERROR"],
	])("%s", async (_, change, field, code) => {
		const body = { ...newCase, ...change };
		const response = await call("POST", "/recovery-cases/new-case", { body, headers: developer.keyPair });
		expect([response.status, response.body.error.code]).toEqual([400, code]);
		expect(response.body.error.details.map(fieldOf)).toContain(field);
	});
});

it("says of an absent field that it is required, also where the field has a message of its own", async () => {
	const bare = { rec: without(without(rec, "chainId"), "email"), txs };
	const response = await call("POST", "/recovery-cases/jrc-hash", { body: bare, headers: developer.keyPair });
	expect(response.body.error.details).toEqual([
		{ field: "rec.chainId", rule: "required", message: "is required" },
		{ field: "rec.email", rule: "required", message: "is required" },
	]);
});

describe("rejects a query and names its parameter", () => {
	it.each([
		["limit=0", "limit"],
		["limit=101", "limit"],
		["limit=1.5", "limit"],
		["limit=-1", "limit"],
		["limit=1e1", "limit"],
		["limit=", "limit"],
		["limit=1&limit=2", "limit"],
		["limit=%00", "limit"],
		["status=open", "status"],
		["chainId=1&chainId=1", "chainId"],
		["chainId=0", "chainId"],
		["chainId=9007199254740992", "chainId"],
		["account=0x00", "account"],
		[`account=${badChecksum}`, "account"],
		["cursor=nothing", "cursor"],
		[`cursor=${"A".repeat(201)}`, "cursor"],
		["cursor=", "cursor"],
		["cursor=%F0%9F%92%80", "cursor"],
		["cursor=bnVsbA", "cursor"],
		["offset=1", "offset"],
		["__proto__=1", "__proto__"],
		["constructor=1", "constructor"],
		["limit[]=1", "limit[]"],
	])("%s", async (query, field) => {
		const response = await call("GET", `/recovery-cases?${query}`, { headers: developer.keyPair });
		expect([response.status, response.body.error?.code]).toEqual([400, "INPUT_VALIDATION_ERROR"]);
		expect(response.body.error.details.map(fieldOf)).toEqual([field]);
		expect(response.body.error.message).not.toContain("stored");
	});

	it.each([
		["", ["account"]],
		["chainId=1", ["account"]],
		["chainId=one&account=two", ["chainId", "account"]],
	])("of notices: %j", async (query, fields) => {
		const response = await call("GET", `/notices?${query}`);
		expect([response.status, response.body.error.code]).toEqual([400, "INPUT_VALIDATION_ERROR"]);
		expect(response.body.error.details.map(fieldOf)).toEqual(fields);
	});
});
