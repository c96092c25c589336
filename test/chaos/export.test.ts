/**
 * archives.md "The export".
 *
 * A service exports everything through a kill in the middle; a second, empty one is loaded with it by the operator's command, and
 * serves the same. What is served is what `npm start` serves; only the clock of its cron handler is the test's.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../../scripts/until.ts";
import { verify } from "../../sdk/src/evidence.ts";
import type { ExportTable } from "../../src/operator-jobs/export/export-table.ts";
import { testSecrets } from "../support/service/secrets.ts";
import { environment } from "../support/service/service.ts";
import { registerPartner, type ServicePartner } from "../support/service/service-client.ts";
import { type ServiceHere, startServiceHere } from "../support/service/service-here.ts";
import { newCaseBody, newIntent } from "../support/signing/signing.ts";
import { pdfFile } from "../support/storage/pdf-files.ts";

const ROOT = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "replevin-export-"));
const state = (name: string) => join(folder, name);
const PDF = pdfFile({ text: "Letters of administration" });
const WITHIN_MS = 60_000;
/** Endpoints that are gone: more than one run of the cron handler goes through. */
const GONE = 150;

let running: ServiceHere | undefined;
let partner: ServicePartner;
let publicKey: string;

/** Ends what runs as a power cut would, and serves a state. */
async function serve(stateDir: string): Promise<string> {
	await running?.stop();
	running = await startServiceHere({ stateDir, env: { EXPORT_PUBLIC_KEY: publicKey } });
	return running.url;
}

function npmRun(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
	const options = { cwd: ROOT, env: environment(testSecrets) };
	return new Promise((resolve) => {
		execFile("npm", ["run", "--silent", ...args], options, (error, stdout, stderr) => {
			resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr });
		});
	});
}

const first = async <T>(query: string) =>
	(await running?.runtime.getD1Database("DB"))?.prepare(query).first<T>();
const job = () =>
	first<{ done: number; finished_at: number | null }>("SELECT done, finished_at FROM maintenance_jobs");
const restore = (name: string, from = "parts", key = "key.json") =>
	npmRun(
		"restore",
		"--",
		state(from),
		"--key",
		state(key),
		"--evidence-keys",
		state("jwks.json"),
		"--state",
		state(name),
	);

/** All that a partner can read of its case. */
async function readable(caseId: string) {
	const record = await (await partner.send(`/recovery-cases/${caseId}`)).json<{
		documents: { documentId: string }[];
	}>();
	const [{ documentId } = { documentId: "" }] = record.documents;
	const document = await partner.send(`/recovery-cases/${caseId}/documents/${documentId}`);
	const evidence = await (await partner.send(`/recovery-cases/${caseId}/evidence`)).text();
	return { record, document: Buffer.from(await document.arrayBuffer()), evidence };
}

beforeAll(async () => {
	const made = await npmRun("export", "--", "--new-key", state("key.json"));
	publicKey = made.stdout;
});
afterAll(async () => {
	await running?.stop();
	await rm(folder, { recursive: true, force: true });
});

it("an export goes on after a kill, and restores what the service had", async () => {
	const url = await serve(state("old"));
	partner = await registerPartner(url);
	const endpoint = { url: "http://127.0.0.1:9/hook" };
	expect((await partner.send("/webhook-endpoints", endpoint)).status).toBe(201);
	const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(newIntent()));
	const { caseId, jrcHash } = await filed.json<{ caseId: string; jrcHash: string }>();
	const file = {
		base64: Buffer.from(PDF).toString("base64"),
		name: "letters.pdf",
		mimeType: "application/pdf",
	};
	const added = await partner.send(`/recovery-cases/${jrcHash}/documents`, { file, title: "Letters" });
	expect(added.status).toBe(201);
	const before = await readable(caseId);
	const gone = `WITH RECURSIVE ghost(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ghost WHERE n < ${GONE})
		INSERT INTO webhook_endpoints (endpoint_id, developer_id, created_at) SELECT printf('we_%032d', n), 'dev_gone', 1 FROM ghost`;
	await (await running?.runtime.getD1Database("DB"))?.prepare(gone).run();

	expect(await npmRun("export", "--", "--state", state("old"), "--no-wait")).toMatchObject({
		code: 0,
		stderr: "",
	});
	const interrupted = running?.fireCron();
	interrupted?.catch(() => {});
	await until(async () => ((await job())?.done ?? 0) >= 2, WITHIN_MS);
	partner = partner.at(await serve(state("old")));
	expect((await job())?.finished_at).toBeNull();
	for (let run = 0; run < 5 && (await job())?.finished_at === null; run++) await running?.fireCron();
	expect((await job())?.finished_at).toEqual(expect.any(Number));

	const bucket = await running?.runtime.getR2Bucket("DOCUMENTS");
	mkdirSync(state("parts"));
	for (const { key } of (await bucket?.list({ prefix: "exports/" }))?.objects ?? []) {
		const found = await bucket?.get(key);
		writeFileSync(
			join(state("parts"), basename(key)),
			new Uint8Array((await found?.arrayBuffer()) ?? new ArrayBuffer()),
		);
	}
	writeFileSync(
		state("jwks.json"),
		await (await fetch(`${running?.url}/.well-known/evidence-jwks.json`)).text(),
	);
	const table: ExportTable = JSON.parse(readFileSync(join(state("parts"), "table.json"), "utf8"));
	expect(table.totals).toMatchObject({ objects: 3, documents: 1, parts: table.parts.length });
	expect(table.tables).toMatchObject({
		developers: 1,
		recovery_cases: 1,
		case_documents: 1,
		webhook_endpoints: GONE + 1,
	});
	expect(new Set(table.parts.map(({ name }) => name)).size).toBe(table.parts.length);
	for (const { key } of table.parts) {
		const sealed = readFileSync(join(state("parts"), basename(key)), "latin1");
		expect(sealed.split(".")).toHaveLength(5);
	}

	await running?.stop();
	running = undefined;
	const { code, stdout, stderr } = await restore("new");
	expect([code, stderr]).toEqual([0, ""]);
	expect(stdout).toContain("3 objects, 1 documents");
	partner = partner.at(await serve(state("new")));
	const after = await readable(caseId);
	expect([after.record, after.document.equals(before.document)]).toEqual([before.record, true]);
	const keys = JSON.parse(readFileSync(state("jwks.json"), "utf8"));
	expect(await verify(after.evidence, keys)).toMatchObject({ ok: true, report: { caseId, moves: 2 } });
	const { data } = await (await partner.send("/webhook-endpoints")).json<{ data: object[] }>();
	expect(data).toMatchObject([endpoint]);
	expect(
		(
			await partner.send(
				"/recovery-cases/new-case",
				await newCaseBody(newIntent({ reasonForRecovery: "other" })),
			)
		).status,
	).toBe(201);
});

it("a changed part, another key and a state with data are rejected", async () => {
	await running?.stop();
	running = undefined;
	expect(await restore("new")).toMatchObject({
		code: 1,
		stderr: expect.stringContaining("This state is not empty"),
	});
	await npmRun("export", "--", "--new-key", state("other.json"));
	expect((await restore("other", "parts", "other.json")).code).toBe(1);
	writeFileSync(join(state("parts"), "000000000.jwe"), "a.b.c.d.e");
	expect(await restore("changed")).toMatchObject({
		code: 1,
		stderr: expect.stringContaining("has other bytes than the table says"),
	});
	const table = join(state("parts"), "table.json");
	writeFileSync(table, readFileSync(table, "utf8").replace(/"rows":\d+/, '"rows":99'));
	expect(await restore("forged")).toMatchObject({
		code: 1,
		stderr: expect.stringContaining("is not signed"),
	});
});
