/** The signed head of a case (recovery.md "The head of a case"). */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { compareWithHead } from "../../../src/protocol/evidence/case-head.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { newIntent, owner } from "../../support/signing/signing.ts";
import { caseObject, close, newPartner, type Partner } from "./support.ts";

type Bundle = { history: { entry: { sequence: number; hash: `0x${string}`; at: string } }[] };

const intent = newIntent();
let partner: Partner;
let caseId: string;
let jrcHash: `0x${string}`;
let jwks: unknown;
/** Saved before the owner contests. */
let stale: Bundle;

const headOf = async (query = "", hash: string = jrcHash) => {
	const response = await call(`/recovery-cases/${hash}/head${query}`);
	expect(response.status, await response.clone().text()).toBe(200);
	return response.json<Record<string, unknown> & { sequence: number }>();
};
const download = async () =>
	(await call(`/recovery-cases/${caseId}/evidence`, { headers: partner.headers })).json<Bundle>();
const reportOf = ({ history }: Bundle) => {
	const newest = history.at(-1)?.entry;
	if (!newest) throw new Error("no entry");
	return { jrcHash, moves: newest.sequence, historyHash: newest.hash };
};

beforeAll(async () => {
	partner = await newPartner();
	({ caseId, jrcHash } = (await partner.file(intent)) as { caseId: string; jrcHash: `0x${string}` });
	await partner.attach(intent);
	stale = await download();
	expect((await close(intent, "contest", owner)).status).toBe(200);
	jwks = await (await createApp().request("/.well-known/evidence-jwks.json", {}, env)).json();
});

describe("the head of a case", () => {
	it("has the newest entry and nothing of its content, for anybody, for a minute", async () => {
		const newest = (await download()).history.at(-1)?.entry;
		const response = await call(`/recovery-cases/${jrcHash}/head`);
		expect(response.headers.get("cache-control")).toBe("public, max-age=60");
		expect(response.headers.get("ratelimit-policy")).toContain("public");
		expect(await response.json()).toEqual({
			jrcHash,
			sequence: 3,
			historyHash: newest?.hash,
			at: newest?.at,
			issuedAt: expect.any(String),
			signature: expect.any(String),
		});
		expect(await headOf("", jrcHash.toUpperCase().replace("0X", "0x"))).toMatchObject({ jrcHash });
	});

	it("tells a stale bundle from the latest one", async () => {
		const asOf = expect.any(String);
		const compared = async (bundle: Bundle) => {
			const report = reportOf(bundle);
			return compareWithHead(report, await headOf(`?sequence=${report.moves}`), jwks);
		};
		expect(await compared(stale)).toEqual({ kind: "later_entries", count: 1, asOf });
		expect(await compared(await download())).toEqual({ kind: "latest", asOf });
	});

	it("signs the hash of the entry that is asked for, and null for one that it does not know", async () => {
		const { entry } = stale.history[1] ?? {};
		const { sequence, hash: historyHash, at } = entry ?? {};
		expect(await headOf("?sequence=2")).toMatchObject({ sequence: 3, entry: { sequence, historyHash, at } });
		expect(await headOf("?sequence=4")).toMatchObject({ sequence: 3, entry: null });
	});

	it("is read from D1 alone, whose copy a rebuild writes again", async () => {
		await env.DB.prepare("DELETE FROM history_hashes WHERE case_id = ? AND sequence > 1").bind(caseId).run();
		await env.DB.prepare("UPDATE history_hashes SET hash = '0xdamaged' WHERE case_id = ?").bind(caseId).run();
		expect(await headOf()).toMatchObject({ sequence: 1, historyHash: "0xdamaged" });
		await caseObject(caseId).rewriteCopies();
		const hashes = (await download()).history.map(({ entry }) => entry.hash);
		for (const [place, historyHash] of hashes.entries())
			expect(await headOf(`?sequence=${place + 1}`)).toMatchObject({ sequence: 3, entry: { historyHash } });
	});

	it("is not found for an unknown case, and rejects what is no position", async () => {
		const unknown = await call(`/recovery-cases/0x${"ab".repeat(32)}/head`);
		expect((await errorOf(unknown)).code).toBe("RESOURCE_NOT_FOUND");
		for (const sequence of ["0", "-1", "x", ""])
			expect((await call(`/recovery-cases/${jrcHash}/head?sequence=${sequence}`)).status).toBe(400);
	});
});
