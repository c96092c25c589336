/** sdk.md "Signing": the builders give the published vectors, and reject what a wallet should not sign. */
import { describe, expect, it } from "vitest";
import { caseId, jrcHash, type SigningRequest, typedData } from "../../../sdk/src/signing.ts";
import { blocksOf, cellOf } from "../../support/signing/signing-document.ts";
import { vectorIntent } from "../../support/signing/vectors.ts";

const NAMES = [
	...["NewCase", "CourtOrder", "CloseCase", "ContestAll"],
	...["Agreement", "PrivacyCode", "Will", "Erase"],
];
type Vector = { request: SigningRequest; structHash: string; digest: string };
const vectorOf = (name: string) => JSON.parse(blocksOf(name, "json")[0] ?? "") as Vector;
const newCase = () => vectorOf("NewCase").request as Extract<SigningRequest, { message: "NewCase" }>;

it.each(NAMES)("%s has the digest of the published vector", (name) => {
	const { request, ...expected } = vectorOf(name);
	const { structHash, digest, typedData: data } = typedData(request);
	expect({ structHash, digest }).toMatchObject({
		structHash: expected.structHash,
		digest: expected.digest,
	});
	expect(data.primaryType).toBe(name);
});

it("the hash and the id of a case are those of the document", () => {
	const { rec, txs } = vectorIntent;
	const hash = jrcHash({ rec, txs } as never);
	expect(hash).toBe(cellOf("jrcHash", "jrcHash"));
	expect(caseId(hash)).toBe(cellOf("caseId and eventId", "caseId"));
	expect(typedData(newCase())).toMatchObject({ jrcHash: hash, caseId: caseId(hash) });
});

describe("absent fields are filled in", () => {
	const owner = vectorIntent.rec.lostAccount as `0x${string}`;
	const service = "https://replevin.example";

	it("with another random nonce for each message", () => {
		const codes = [1, 2].map(() =>
			typedData({ message: "PrivacyCode", service, ownerAddress: owner, label: "x" }),
		);
		const [first, second] = codes.map(({ request }) => request.body);
		expect(first?.nonce).toMatch(/^0x[0-9a-f]{64}$/);
		expect(second?.nonce).not.toBe(first?.nonce);
		expect(first).toMatchObject({ chainId: 1, expiresAt: 0 });
	});

	it("with a deadline in half an hour", () => {
		const { request } = typedData({ message: "Erase", service, ownerAddress: owner });
		expect(Number(request.body.deadline) - Date.now() / 1000).toBeCloseTo(1800, -1);
	});

	it("also where they are undefined", () => {
		const erase = { message: "Erase", service, ownerAddress: owner, nonce: undefined, chainId: undefined };
		expect(typedData(erase as never).request.body).toMatchObject({ chainId: 1, nonce: expect.any(String) });
	});
});

describe("before a wallet signs it, a message is rejected", () => {
	const changed = (change: object, rec: object = {}) => {
		const request = newCase();
		return { ...request, ...change, case: { ...request.case, ...rec } } as never;
	};
	/** The request of the vector without a member. */
	const without = (name: string, path: string): SigningRequest => {
		const request = structuredClone(vectorOf(name).request) as Record<string, unknown>;
		const names = path.split(".");
		const last = names.pop() ?? "";
		const place = names.reduce((object, member) => object[member] as Record<string, unknown>, request);
		expect(place[last]).toEqual(expect.any(String));
		delete place[last];
		return request as SigningRequest;
	};
	it.each([
		["NewCase", "case.reasonForRecovery"],
		["CourtOrder", "courtInfo.title"],
		["CourtOrder", "courtInfo.fullCaseNumber"],
		["CourtOrder", "courtInfo.courtId"],
		["CloseCase", "reason"],
		["Agreement", "service"],
		["Agreement", "version"],
		["PrivacyCode", "label"],
		["Will", "mimeType"],
	])("%s without %s, which callers without types can leave out", (name, path) => {
		expect(() => typedData(without(name, path))).toThrow(RangeError);
	});

	const mistyped = vectorIntent.rec.lostAccount.replace("A2", "A3").replace("2A", "2B");

	it.each([
		[
			"whose account was mistyped",
			changed({}, { lostAccount: mistyped }),
			"case.lostAccount must have a valid EIP-55 checksum",
		],
		[
			"whose account is too short",
			changed({}, { recoveryAccount: "0x12" }),
			"case.recoveryAccount must be an address",
		],
		[
			"whose transaction goes to a mistyped account",
			changed({ transactions: [{ dest: mistyped, value: "0", data: "0x" }] }),
			"transactions.0.dest",
		],
		["whose jrcHash is another case's", changed({}, { jrcHash: `0x${"00".repeat(32)}` }), "jrcHash"],
		["of another chain than its case", changed({ chainId: 1 }), "chainId"],
		["that there is not", { message: "Transfer" } as never, "no message"],
	])("%s", (_, request, words) => {
		expect(() => typedData(request)).toThrow(RangeError);
		expect(() => typedData(request)).toThrow(words);
	});

	// BigInt takes the first three for numbers, and throws a SyntaxError for the others.
	it.each(["", " 1", "0b1", "1e3", "1.5", "0x", null, undefined, 1])("whose value is %j", (value) => {
		const dest = vectorIntent.rec.lostAccount;
		const request = changed({ transactions: [{ dest, value, data: "0x" }] });
		expect(() => typedData(request)).toThrow(RangeError);
		expect(() => typedData(request)).toThrow("transactions.0.value");
	});

	const dest = vectorIntent.rec.lostAccount;
	it.each([
		["no transactions", changed({ transactions: undefined }), "the request lacks transactions"],
		[
			"an empty list of transactions",
			changed({ transactions: [] }),
			"transactions must be a list of at least one transaction, and is []",
		],
		[
			"no calldata",
			changed({ transactions: [{ dest, value: "0" }] }),
			"the request lacks transactions.0.data",
		],
		[
			"half a byte of calldata",
			changed({ transactions: [{ dest, value: "0", data: "0x1" }] }),
			"transactions.0.data must be `0x` and an even number",
		],
		[
			"a negative value",
			changed({ transactions: [{ dest, value: "-1", data: "0x" }] }),
			'transactions.0.value must be wei as a bigint, or as a decimal or 0x text, below 2^256, and is "-1"',
		],
		[
			"a value of more than 256 bits",
			changed({ transactions: [{ dest, value: "9".repeat(78), data: "0x" }] }),
			"below 2^256",
		],
		["a transaction that is null", changed({ transactions: [null] }), "transactions.0 must be an object"],
		["no case", { ...newCase(), case: undefined } as never, "the request lacks case"],
		["no e-mail", changed({}, { email: undefined }), "the request lacks case.email"],
		["an e-mail that is none", changed({}, { email: "me" }), "case.email must be an e-mail address, or null"],
		[
			"a chain as text",
			changed({}, { chainId: "8453" }),
			"case.chainId must be a number, not text: write it without quotes",
		],
		["half a chain", changed({}, { chainId: 8454.5 }), "case.chainId must be a whole number from 1"],
		["chain 0", changed({}, { chainId: 0 }), "case.chainId must be a whole number from 1"],
		[
			"an unknown reason",
			changed({}, { reasonForRecovery: "lostkey" }),
			'case.reasonForRecovery must be "lost key" or "inheritance" or "other", and is "lostkey"',
		],
		[
			"one account twice",
			changed({}, { recoveryAccount: dest.toLowerCase() }),
			"case.recoveryAccount must differ from case.lostAccount",
		],
		["no fields", { message: "CourtOrder" } as never, "the request lacks jrcHash, chainId, courtInfo"],
		[
			"no terms",
			{ message: "Agreement" } as never,
			"the request lacks service, ownerAddress, version, documentHash",
		],
		[
			"a blank text",
			{ ...vectorOf("CloseCase").request, reason: " " } as never,
			"reason must be text that is not blank",
		],
		[
			"version 0 of a will",
			{ ...vectorOf("Will").request, version: 0 } as never,
			"version must be a whole number from 1",
		],
	])("that has %s", (_, request, words) => {
		expect(() => typedData(request)).toThrow(RangeError);
		expect(() => typedData(request)).toThrow(words);
	});

	it.each([
		["text in place of an intent", "intent", "the request: it must be an object"],
		["nothing", undefined, "the request: it must be an object"],
		["no transactions", { rec: vectorIntent.rec }, "the request lacks txs"],
		[
			"a transaction without calldata",
			{ rec: vectorIntent.rec, txs: [{ dest, value: "0" }] },
			"the request lacks txs.0.data",
		],
	])("gives no jrcHash for %s", (_, intent, words) => {
		expect(() => jrcHash(intent as never)).toThrow(RangeError);
		expect(() => jrcHash(intent as never)).toThrow(words);
	});
});

it.each(["0x12", "", undefined, `0x${"zz".repeat(32)}`])(
	"gives no caseId to %j, which is no hash",
	(hash) => {
		expect(() => caseId(hash as never)).toThrow(RangeError);
	},
);
