// recovery.md "Ids".
import { beforeAll, describe, expect, it } from "vitest";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { errorOf } from "../../support/contract/worker-client.ts";
import { claimant, newCaseBody, newIntent, stranger } from "../../support/signing/signing.ts";
import { signatures, vectorIntent } from "../../support/signing/vectors.ts";
import {
	caseObject,
	close,
	countBy,
	eventsOf,
	eventually,
	newPartner,
	type Partner,
	recordOf,
} from "./support.ts";

const NEW_CASE = "/recovery-cases/new-case";
const CASE_ID = "rc_74ac76c7f29219667d32ccbdbc8a780f";
let partner: Partner;
beforeAll(async () => {
	partner = await newPartner();
});

describe("filing a new case", () => {
	it("creates the case of the published signature and returns its location", async () => {
		const body = { case: vectorIntent.rec, transactions: vectorIntent.txs, signature: signatures.newCase };
		const response = await partner.send(NEW_CASE, body);
		expect(response.status).toBe(201);
		expect(response.headers.get("Location")).toBe(`/api/v1/recovery-cases/${CASE_ID}`);
		const record = await recordOf(response);
		expect(record).toMatchObject({
			caseId: CASE_ID,
			jrcHash: hashRecoveryIntent(vectorIntent),
			status: "created",
			statusReason: null,
			source: "api",
			case: vectorIntent.rec,
			transactions: vectorIntent.txs,
			signer: { kind: "key" },
			courtOrder: null,
			executeAfter: null,
			version: 1,
		});
		expect(Date.parse(record.expiresAt ?? "") - Date.parse(record.createdAt)).toBe(180 * 86_400_000);
		const read = await partner.send(`/recovery-cases/${CASE_ID}`);
		expect(await read.json()).toEqual(record);
	});

	it("returns checksummed addresses, and values and data as they were sent", async () => {
		const intent = newIntent({ lostAccount: vectorIntent.rec.lostAccount.toLowerCase() });
		const txs = [
			{ ...intent.txs[0], dest: intent.txs[0]?.dest.toLowerCase() ?? "", value: "0x0A", data: "0xABcd" },
		];
		const record = await partner.file({ ...intent, txs });
		expect(record.case.lostAccount).toBe(vectorIntent.rec.lostAccount);
		expect(record.transactions).toEqual([{ dest: vectorIntent.txs[0].dest, value: "0x0A", data: "0xABcd" }]);
		await close({ ...intent, txs }, "withdraw", claimant);
	});

	it("lists the case right after the response, and the consumer confirms its event", async () => {
		const { caseId } = await partner.file(newIntent({ email: null }));
		const list = await (await partner.send("/recovery-cases?limit=1")).json();
		expect(list).toMatchObject({ data: [{ caseId, status: "created" }] });
		const [event] = await eventsOf(caseId);
		expect(event).toMatchObject({ type: "recovery_case.created", sequence: 1 });
		await eventually(async () => (await eventsOf(caseId)).every((row) => row.confirmed_at !== null));
	});
});

describe("filing the same case again", () => {
	const intent = newIntent({ lostAccount: `0x${"a1".repeat(20)}` });

	it("is a safe retry for the same developer: 200 with the case as it stands, and no second event", async () => {
		const first = await partner.file(intent);
		await partner.attach(intent);
		const again = await partner.send(NEW_CASE, await newCaseBody(intent));
		expect(again.status).toBe(200);
		const record = await recordOf(again);
		expect(record).toMatchObject({ caseId: first.caseId, status: "pending", version: 2 });
		expect(await eventsOf(first.caseId)).toHaveLength(2);
	});

	it("treats other letter case and an explicit hash as the same case", async () => {
		const { signature, ...body } = await newCaseBody(intent);
		const spelt = {
			...body,
			case: {
				...body.case,
				lostAccount: intent.rec.lostAccount.toUpperCase().replace("0X", "0x"),
				jrcHash: hashRecoveryIntent(intent),
			},
			signature,
		};
		expect((await partner.send(NEW_CASE, spelt)).status).toBe(200);
	});

	it("keeps the decimals that the filer states, outside of what is signed", async () => {
		const intent = newIntent();
		const token = intent.txs[0]?.dest.toLowerCase() ?? "";
		const send = async (tokenDecimals: object[]) =>
			partner.send(NEW_CASE, { ...(await newCaseBody(intent)), tokenDecimals });
		for (const wrong of [
			[],
			[{ token, decimals: 256 }],
			[
				{ token, decimals: 6 },
				{ token, decimals: 6 },
			],
		]) {
			expect((await send(wrong)).status).toBe(400);
		}
		const record = await recordOf(await send([{ token, decimals: 6 }]));
		expect(record).toMatchObject({
			jrcHash: hashRecoveryIntent(intent),
			tokenDecimals: [{ token: intent.txs[0]?.dest, decimals: 6 }],
		});
		// A repetition returns the case as it stands.
		expect(await recordOf(await send([{ token, decimals: 7 }]))).toEqual(record);
	});

	it("rejects another e-mail address", async () => {
		const other = { ...intent, rec: { ...intent.rec, email: "other@example.com" } };
		const response = await partner.send(NEW_CASE, await newCaseBody(other));
		expect(await errorOf(response)).toMatchObject({ status: 409, code: "CASE_ALREADY_EXISTS" });
	});

	it("rejects another developer without revealing the case", async () => {
		const response = await (await newPartner()).send(NEW_CASE, await newCaseBody(intent));
		const error = await errorOf(response);
		expect(error).toMatchObject({ status: 409, code: "CASE_ALREADY_EXISTS" });
		expect(JSON.stringify(error)).not.toContain("claimant@example.com");
	});

	it("rejects a foreign signature before it looks the case up", async () => {
		const response = await partner.send(NEW_CASE, await newCaseBody(intent, stranger));
		expect(await errorOf(response)).toMatchObject({ status: 403, code: "INVALID_SIGNER" });
	});

	it("creates one case and one event for twenty concurrent requests", async () => {
		const body = await newCaseBody(newIntent({ lostAccount: `0x${"a2".repeat(20)}` }));
		const responses = await Promise.all(Array.from({ length: 20 }, () => partner.send(NEW_CASE, body)));
		expect(countBy(responses.map((response) => response.status))).toEqual({ 200: 19, 201: 1 });
		const records = await Promise.all(responses.map(recordOf));
		expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(1);
		expect(await eventsOf(records[0]?.caseId ?? "")).toHaveLength(1);
	});

	it("gives the case to one of twenty concurrent developers", async () => {
		const partners = [partner, await newPartner(), await newPartner()];
		const body = await newCaseBody(newIntent({ lostAccount: `0x${"a3".repeat(20)}` }));
		const responses = await Promise.all(
			Array.from({ length: 21 }, (_, at) => partners[at % 3]?.send(NEW_CASE, body) ?? Promise.reject()),
		);
		expect(countBy(responses.map((response) => response.status))).toEqual({ 200: 6, 201: 1, 409: 14 });
	});
});

describe("filing a case that does not match its hash or signature", () => {
	it("rejects a wrong hash and names the computed one", async () => {
		const intent = newIntent();
		const body = await newCaseBody(intent);
		const jrcHash = `0x${"00".repeat(32)}`;
		const response = await partner.send(NEW_CASE, { ...body, case: { ...body.case, jrcHash } });
		const error = await errorOf(response);
		expect(error).toMatchObject({ status: 400, code: "UNMATCHED_JRC_HASH" });
		expect(error.message).toContain(hashRecoveryIntent(intent));
	});

	it.each([
		[
			"another transaction",
			(body: Awaited<ReturnType<typeof newCaseBody>>) => ({
				...body,
				transactions: [...body.transactions, body.transactions[0]],
			}),
		],
		[
			"another e-mail",
			(body: Awaited<ReturnType<typeof newCaseBody>>) => ({
				...body,
				case: { ...body.case, email: "thief@example.com" },
			}),
		],
		[
			"another chain",
			(body: Awaited<ReturnType<typeof newCaseBody>>) => ({ ...body, case: { ...body.case, chainId: 1 } }),
		],
		[
			"no signature to speak of",
			(body: Awaited<ReturnType<typeof newCaseBody>>) => ({ ...body, signature: "0x" }),
		],
	])("rejects a signature of another message: %s", async (_, change) => {
		const response = await partner.send(NEW_CASE, change(await newCaseBody(newIntent())));
		expect(await errorOf(response)).toMatchObject({ status: 403, code: "INVALID_SIGNER" });
	});

	it("stores nothing", async () => {
		const intent = newIntent();
		const { caseExists, jrcHash } = (await (await partner.send("/recovery-cases/exists", intent)).json()) as {
			caseExists: boolean;
			jrcHash: string;
		};
		expect(caseExists).toBe(false);
		await partner.send(NEW_CASE, await newCaseBody(intent, stranger));
		expect(await (await partner.send("/recovery-cases/exists", intent)).json()).toEqual({
			caseExists: false,
			caseId: null,
			jrcHash,
		});
	});
});

describe("the open-case quota of a developer for one lost account", () => {
	const lostAccount = `0x${"b1".repeat(20)}`;

	it("allows five of twenty concurrent cases, and another after one is closed", async () => {
		const pool = Array.from({ length: 20 }, () => newIntent({ lostAccount }));
		const bodies = await Promise.all(pool.map((intent) => newCaseBody(intent)));
		const responses = await Promise.all(bodies.map((body) => partner.send(NEW_CASE, body)));
		expect(countBy(responses.map((response) => response.status))).toEqual({ 201: 5, 429: 15 });
		const rejected = responses.find((response) => response.status === 429);
		expect(rejected?.headers.has("Retry-After")).toBe(false);
		const { error } = await (rejected as Response).json<{ error: { message: string; details: unknown } }>();
		expect(error.message).toContain(`You have 5 open cases for the lost account ${lostAccount}`);
		expect(error.details).toMatchObject([{ field: "case.lostAccount", rule: "quota_full" }]);

		const filed = pool.filter((_, at) => responses[at]?.status === 201);
		const waiting = bodies.filter((_, at) => responses[at]?.status === 429);
		expect((await close(filed[0] ?? newIntent(), "withdraw", claimant)).status).toBe(200);
		expect(
			countBy(
				(await Promise.all(waiting.slice(0, 2).map((body) => partner.send(NEW_CASE, body)))).map(
					(r) => r.status,
				),
			),
		).toEqual({
			201: 1,
			429: 1,
		});
	});

	it("keeps the slot of a case that is filed again with another e-mail address", async () => {
		const account = `0x${"b2".repeat(20)}`;
		const pool = Array.from({ length: 5 }, () => newIntent({ lostAccount: account }));
		for (const intent of pool) await partner.file(intent);
		const others = pool.map((intent) => ({ ...intent, rec: { ...intent.rec, email: "other@example.com" } }));
		const bodies = await Promise.all(others.map((intent) => newCaseBody(intent)));
		const again = await Promise.all([...bodies, ...bodies].map((body) => partner.send(NEW_CASE, body)));
		expect(countBy(again.map((response) => response.status))).toEqual({ 409: 10 });
		const sixth = await partner.send(NEW_CASE, await newCaseBody(newIntent({ lostAccount: account })));
		expect(sixth.status).toBe(429);
	});

	it("does not reject a safe retry when it is full", async () => {
		const account = `0x${"b3".repeat(20)}`;
		const first = newIntent({ lostAccount: account });
		await partner.file(first);
		await close(first, "withdraw", claimant);
		for (let count = 0; count < 5; count++) await partner.file(newIntent({ lostAccount: account }));
		const retry = await partner.send(NEW_CASE, await newCaseBody(first));
		expect(retry.status).toBe(200);
		expect(await recordOf(retry)).toMatchObject({ status: "rejected" });
	});

	it("counts the cases of another developer separately", async () => {
		const other = await newPartner();
		expect((await other.send(NEW_CASE, await newCaseBody(newIntent({ lostAccount })))).status).toBe(201);
	});
});

it("a case object without a case returns null and creates no tables", async () => {
	const stub = caseObject(`rc_${"0".repeat(32)}`);
	expect(await stub.read({ kind: "signer" })).toBeNull();
	expect(await stub.parties({ kind: "signer" })).toBeNull();
	expect(await stub.openness()).toBe("absent");
	const moved = await stub.move({ kind: "expire" }, { kind: "signer" });
	expect(moved).toMatchObject({ ok: false, reason: "not_found" });
});
