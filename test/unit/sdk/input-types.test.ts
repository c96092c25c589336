/** sdk.md "The surface": what the types take and reject. The check tier compiles this file. */
import { expect, it } from "vitest";
import { jrcHash } from "../../../sdk/src/signing.ts";
import { json, scriptedClient } from "../../support/sdk/scripted-fetch.ts";
import { vectorIntent } from "../../support/signing/vectors.ts";

const HASH = `0x${"ab".repeat(32)}`;
const CASE_ID = `rc_${"ab".repeat(16)}`;

it("takes any text for hex, and a bigint for an amount, which is sent as decimal text", async () => {
	const { rec, txs } = vectorIntent;
	const account: string = rec.lostAccount;
	const amounts = txs.map(({ dest, value, data }) => ({ dest: String(dest), value: BigInt(value), data }));
	const intent = { rec: { ...rec, lostAccount: account }, txs: amounts };
	expect(jrcHash(intent)).toBe(jrcHash(vectorIntent));
	const { replevin, sent } = scriptedClient([json({ jrcHash: HASH })]);
	await replevin.cases.hash(intent);
	expect(sent[0]?.body).toMatchObject({ txs: [{ value: String(amounts[0]?.value) }] });
});

it("rejects the await of a list, and paths of another operation, as errors of types", async () => {
	const { replevin, sent } = scriptedClient([json({}), json({}), json({})]);
	// @ts-expect-error: a list is no promise.
	await replevin.cases.list();
	expect(sent).toEqual([]);
	await replevin.request("getRecoveryCase", { path: { caseId: CASE_ID } });
	await replevin.request("getHealth");
	// @ts-expect-error: this operation has another path parameter.
	const wrong = replevin.request("getRecoveryCase", { path: { jrcHash: HASH } });
	await expect(wrong).rejects.toThrow("caseId must be an id");
	// @ts-expect-error: the path is required.
	await expect(replevin.request("getRecoveryCase")).rejects.toThrow(TypeError);
});

it("takes a case's id and its hash at every call", async () => {
	const { replevin, sent } = scriptedClient([json({}), json({})]);
	const body = { reason: "I have my key.", signature: HASH };
	for (const name of [CASE_ID, HASH]) await replevin.cases.contest(name, body);
	const urls = [CASE_ID, HASH].map((name) => expect.stringContaining(`/recovery-cases/${name}/contest`));
	expect(sent.map(({ url }) => url)).toEqual(urls);
});

it("rejects more transactions than the service takes, before anything is signed", () => {
	const { rec, txs } = vectorIntent;
	const many = Array.from({ length: 501 }, () => txs).flat();
	expect(() => jrcHash({ rec, txs: many })).toThrow("at most 500 transactions, and has");
});
