// signatures.md "POST /typed-data".
// POST /typed-data: what it returns is signed as it is, and the operation that it names accepts the signature.
import { exports } from "cloudflare:workers";
import { hashStruct, hashTypedData, isHash } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { currentAgreement } from "../../../src/estates/agreement/agreement.ts";
import { caseIdOf } from "../../../src/kernel/crypto/ids.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { prepareTypedData } from "../../../src/typed-data/operations.ts";
import { type DeveloperWithKey, newDeveloperWithKey } from "../../support/auth/accounts.ts";
import { mutationsOf } from "../../support/contract/contract-mutations.ts";
import { optionalFieldsOf } from "../../support/contract/contract-operations.ts";
import { call } from "../../support/contract/openapi-client.ts";
import { claimant, owner as lostAccount, newIntent } from "../../support/signing/signing.ts";
import { courtOrder } from "../../support/signing/vectors.ts";
import { sha256Of } from "../../support/signing/will-signing.ts";
import {
	changesBetween,
	type Snapshot,
	settledSnapshot,
	takeSnapshot,
} from "../../support/storage/storage-snapshot.ts";

let developer: DeveloperWithKey;
beforeAll(async () => {
	developer = await newDeveloperWithKey();
});

const prepare = (body: object) => call("POST", "/typed-data", { body });

/** The prepared message, signed by this account and sent as its response says. */
async function signAndSend(body: object, signer: PrivateKeyAccount, beside: object = {}) {
	const prepared = await prepare(body);
	expect(prepared.status).toBe(200);
	const { typedData, request } = prepared.body;
	const signature = await signer.signTypedData(typedData);
	const sent = await call(request.method, request.path.replace("/api/v1", ""), {
		body: { ...request.body, ...beside, signature },
		headers: developer.keyPair,
	});
	return { prepared: prepared.body, sent };
}

const intent = newIntent();
const jrcHash = hashRecoveryIntent(intent);
const ofCase = { jrcHash, chainId: intent.rec.chainId };
const { address: ownerAddress, ...owner } = privateKeyToAccount(generatePrivateKey());
const will = new TextEncoder().encode("All to the cat.\n");

const newCase = { message: "NewCase", case: intent.rec, transactions: intent.txs };
const order = { message: "CourtOrder", ...ofCase, courtInfo: courtOrder };
const contest = { message: "CloseCase", ...ofCase, action: "contest", reason: "I still hold the key" };
const contestAll = { message: "ContestAll", account: lostAccount.address, chainId: intent.rec.chainId };
const agreement = { message: "Agreement", ownerAddress };
const privacyCode = { message: "PrivacyCode", ownerAddress, label: "Probate filing" };
const lodging = {
	message: "Will",
	ownerAddress,
	version: 1,
	sha256: sha256Of(will),
	mimeType: "text/plain",
	size: will.length,
};
const erase = { message: "Erase", ownerAddress };
const messages = [newCase, order, contest, contestAll, agreement, privacyCode, lodging, erase];

describe("each message is signed as it is returned, and accepted by the operation that the response names", () => {
	const asOwner = { address: ownerAddress, ...owner } as PrivateKeyAccount;
	const file = { base64: Buffer.from(will).toString("base64"), mimeType: "text/plain" };

	it("NewCase, CourtOrder and CloseCase", async () => {
		const filed = await signAndSend(newCase, claimant);
		expect(filed.sent.status).toBe(201);
		expect(filed.prepared).toMatchObject({ signer: claimant.address, jrcHash, caseId: caseIdOf(jrcHash) });
		expect(filed.sent.body).toMatchObject({ jrcHash, caseId: filed.prepared.caseId });

		const ordered = await signAndSend(order, claimant);
		expect([ordered.sent.status, ordered.sent.body.status]).toEqual([200, "pending"]);
		expect(ordered.prepared).toMatchObject({ signer: "recoveryAccount of the case", jrcHash });

		const contested = await signAndSend(contest, lostAccount);
		expect([contested.sent.status, contested.sent.body.status]).toEqual([200, "rejected"]);
		expect(contested.prepared).toMatchObject({ signer: "lostAccount of the case", jrcHash });
	});

	it("CloseCase to withdraw", async () => {
		const other = newIntent();
		const filing = { message: "NewCase", case: other.rec, transactions: other.txs };
		expect((await signAndSend(filing, claimant)).sent.status).toBe(201);
		const withdrawal = { ...contest, jrcHash: hashRecoveryIntent(other), action: "withdraw" };
		const { prepared, sent } = await signAndSend(withdrawal, claimant);
		expect([sent.status, sent.body.status]).toEqual([200, "rejected"]);
		expect(prepared.signer).toBe("recoveryAccount of the case");
	});

	it("ContestAll", async () => {
		const { prepared, sent } = await signAndSend(contestAll, lostAccount);
		expect([sent.status, sent.body.digest]).toEqual([202, prepared.digest]);
		expect(prepared.signer).toBe(lostAccount.address);
		expect(prepared).not.toHaveProperty("caseId");
	});

	it("Agreement, PrivacyCode, Will and Erase", async () => {
		const statuses = [];
		for (const body of [agreement, privacyCode, lodging, erase]) {
			const { prepared, sent } = await signAndSend(body, asOwner, body === lodging ? { file } : {});
			statuses.push(sent.status);
			expect(prepared.signer).toBe(ownerAddress);
			expect(prepared).not.toHaveProperty("caseId");
		}
		expect(statuses).toEqual([201, 201, 201, 200]);
	});
});

it.each(messages)("$message has the digest and the struct hash that viem computes", async (message) => {
	const { typedData, digest, structHash } = (await prepare(message)).body;
	const { EIP712Domain, ...types } = typedData.types;
	expect(EIP712Domain).toHaveLength(3);
	expect(digest).toBe(hashTypedData({ ...typedData, types }));
	const { primaryType, message: data } = typedData;
	expect(structHash).toBe(hashStruct({ data, primaryType, types }));
});

describe("a field that the service knows may be absent, and is told", () => {
	it("the current terms", async () => {
		const { typedData, request } = (await prepare(agreement)).body;
		const { version, documentHash } = currentAgreement;
		expect(typedData.message).toMatchObject({ version, documentHash });
		expect(request.body).toMatchObject({ version, documentHash, chainId: 1 });
		const given = await prepare({ ...agreement, version, documentHash });
		expect(given.body.request.body).toMatchObject({ version, documentHash });
	});

	it("a nonce, which is another one each time", async () => {
		const nonces = [];
		for (const message of [agreement, agreement, privacyCode, privacyCode, erase, erase]) {
			const { typedData, request } = (await prepare(message)).body;
			expect(request.body.nonce).toBe(typedData.message.nonce);
			expect(isHash(request.body.nonce)).toBe(true);
			nonces.push(request.body.nonce);
		}
		expect(new Set(nonces).size).toBe(6);
		const nonce = `0x${"5e".repeat(32)}`;
		expect((await prepare({ ...privacyCode, nonce })).body.typedData.message.nonce).toBe(nonce);
	});

	it("a deadline half an hour ahead, as the operation takes it and as the wallet signs it", async () => {
		const { typedData, request } = (await prepare(erase)).body;
		const ahead = request.body.deadline - Date.now() / 1000;
		expect(ahead).toBeGreaterThan(1700);
		expect(ahead).toBeLessThanOrEqual(1800);
		expect(typedData.message.deadline).toBe(String(request.body.deadline));
		const deadline = request.body.deadline - 60;
		expect((await prepare({ ...erase, deadline })).body.request.body.deadline).toBe(deadline);
	});

	it("no expiry of a privacy code, and chain 1", async () => {
		const { typedData, request } = (await prepare(privacyCode)).body;
		expect(typedData.message.expiresAt).toBe("0");
		expect(typedData.domain.chainId).toBe(1);
		expect(request.body).toMatchObject({ expiresAt: 0, chainId: 1 });
		expect((await prepare({ ...privacyCode, chainId: 10 })).body.typedData.domain.chainId).toBe(10);
	});
});

describe("a request that the operation would reject is rejected, with the field named", () => {
	it.each([
		["other terms", { ...agreement, version: "2020-01-01" }, "version"],
		["another document", { ...agreement, documentHash: `0x${"00".repeat(32)}` }, "documentHash"],
		["an expiry in the past", { ...privacyCode, expiresAt: 1 }, "expiresAt"],
		["a deadline in the past", { ...erase, deadline: 1 }, "deadline"],
		["a deadline in a day", { ...erase, deadline: Math.floor(Date.now() / 1000) + 86_400 }, "deadline"],
		["a will that is too large", { ...lodging, size: 10 * 1024 * 1024 + 1 }, "size"],
		["a will of another type", { ...lodging, mimeType: "text/plain; charset=utf-8" }, "mimeType"],
		["two chains", { ...newCase, chainId: 1 }, "chainId"],
		["no chain", { ...order, chainId: undefined }, "chainId"],
		["an unknown message", { ...order, message: "Call" }, "message"],
		["a field of another message", { ...order, reason: "late" }, "reason"],
		["a signature", { ...contest, signature: "0x" }, "signature"],
	])("%s", async (_, body, field) => {
		const { status, body: responded } = await prepare(body);
		expect([status, responded.error.code]).toEqual([400, "INPUT_VALIDATION_ERROR"]);
		expect(responded.error.details.map((detail: { field: string }) => detail.field)).toContain(field);
	});

	it("a jrcHash that is not the intent's, and no transactions", async () => {
		const wrong = { ...newCase, case: { ...intent.rec, jrcHash: `0x${"00".repeat(32)}` } };
		expect((await prepare(wrong)).body.error.code).toBe("UNMATCHED_JRC_HASH");
		expect((await prepare({ ...newCase, transactions: [] })).body.error.code).toBe("NO_RECOVERY_CASE_TXS");
		const right = { ...newCase, case: { ...intent.rec, jrcHash }, chainId: intent.rec.chainId };
		expect((await prepare(right)).body.jrcHash).toBe(jrcHash);
	});

	it.each(messages)("$message with any one field replaced, absent or added", async (message) => {
		const schema = prepareTypedData.body?.();
		const wrong: string[] = [];
		let rejected = 0;
		for (const { what, text, field } of mutationsOf(message, optionalFieldsOf(prepareTypedData))) {
			if (schema?.safeParse(JSON.parse(text)).success) continue;
			rejected++;
			const { status, body } = await call("POST", "/typed-data", { rawBody: text });
			const details: { field: string; message: string }[] = body.error.details ?? [];
			const named = details.filter((detail) => `${detail.field}.`.startsWith(`${field}.`));
			const isAbsent = what === `no ${field}` && field !== "message";
			const isWorded = !isAbsent || named.some(({ message }) => message === "is required");
			if (status !== 400 || named.length === 0 || !isWorded)
				wrong.push(`${what}: ${status} ${JSON.stringify(body)}`);
		}
		expect(wrong).toEqual([]);
		expect(rejected).toBeGreaterThan(20);
	});
});

describe("pages of every origin", () => {
	const send = (method: string, headers: Record<string, string> = {}) =>
		exports.default.fetch("https://replevin.test/api/v1/typed-data", {
			method,
			headers: { Origin: "https://anything.example", "cf-connecting-ip": crypto.randomUUID(), ...headers },
			...(method === "POST" && { body: JSON.stringify(agreement) }),
		});

	it("may call it", async () => {
		const preflight = await send("OPTIONS", {
			"Access-Control-Request-Method": "POST",
			"Access-Control-Request-Headers": "content-type",
		});
		expect(preflight.status).toBe(204);
		expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe("*");
		expect(preflight.headers.get("Access-Control-Allow-Methods")).toContain("POST");
		expect(preflight.headers.get("Access-Control-Allow-Headers")?.toLowerCase()).toContain("content-type");
		const response = await send("POST", { "Content-Type": "application/json" });
		expect(response.status).toBe(200);
		expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
		expect(response.headers.get("Access-Control-Allow-Credentials")).toBeNull();
	});

	it("are told what is wrong with their request", async () => {
		const response = await send("POST", { "Content-Type": "text/plain" });
		expect(response.status).toBe(415);
		expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
	});
});

it("stores nothing, neither for an accepted nor for a rejected request", async () => {
	const before: Snapshot = await settledSnapshot();
	for (const message of messages) expect((await prepare(message)).status).toBe(200);
	expect((await prepare({ ...erase, deadline: 1 })).status).toBe(400);
	expect(changesBetween(before, await takeSnapshot())).toEqual([]);
	expect(changesBetween(before, await settledSnapshot())).toEqual([]);
});

it("counts requests by address", async () => {
	const headers = { "cf-connecting-ip": "203.0.113.77" };
	const statuses: number[] = [];
	for (let count = 0; count < 70; count++) {
		const { status } = await call("POST", "/typed-data", { body: agreement, headers });
		statuses.push(status);
	}
	expect(statuses[0]).toBe(200);
	expect(statuses.at(-1)).toBe(429);
});
