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
	expect(jrcHash(intent as never)).toBe(jrcHash(vectorIntent as never));
	const { replevin, sent } = scriptedClient([json({ jrcHash: HASH })]);
	await replevin.cases.hash(intent as never);
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
	await expect(wrong).rejects.toThrow("caseId must be the case's id");
	// @ts-expect-error: the path is required.
	await expect(replevin.request("getRecoveryCase")).rejects.toThrow(TypeError);
});

it("rejects a case's id where its hash is needed, before it sends", async () => {
	const { replevin, sent } = scriptedClient([json({})]);
	const body = { chainId: 1, action: "contest", reason: "I have my key.", signature: HASH } as const;
	await expect(replevin.cases.contest(CASE_ID, body as never)).rejects.toThrow(
		"jrcHash must be the case's jrcHash",
	);
	expect(sent).toEqual([]);
});

it("rejects more transactions than the service takes, before anything is signed", () => {
	const { rec, txs } = vectorIntent;
	const many = Array.from({ length: 501 }, () => txs[0]);
	expect(() => jrcHash({ rec, txs: many } as never)).toThrow("at most 500 transactions, and has 501");
});
