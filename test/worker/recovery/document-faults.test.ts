/**
 * Uploads that fail between store, row and move (recovery.md "How a document is stored"): no document is lost, no
 * unreferenced one stays, and a retry succeeds.
 *
 * Over 300 lines, because each file of this tier empties the storage first, so one file costs less than two.
 */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { configOf } from "../../../src/config/config.ts";
import { createDocumentObjects } from "../../../src/document-store/documents.r2.ts";
import { createDocumentResealer } from "../../../src/document-store/reseal-documents.ts";
import { createSealedDocuments } from "../../../src/document-store/sealed-documents.ts";
import { createSealer } from "../../../src/kernel/crypto/sealing.ts";
import { failure } from "../../../src/kernel/errors/failure.ts";
import { StorageError } from "../../../src/kernel/errors/storage-error.ts";
import { resealJobsIn } from "../../../src/operator-jobs/reseal-jobs.d1.ts";
import {
	contextOfCaseDocument,
	createCaseDocumentRows,
} from "../../../src/recovery/documents/case-documents.d1.ts";
import { CASE_DOCUMENTS, caseDocumentContext } from "../../../src/recovery/documents/document-keys.ts";
import {
	createDocumentService,
	type DocumentPorts,
} from "../../../src/recovery/documents/document-service.ts";
import { reconcileDocuments } from "../../../src/recovery/documents/reconcile-documents.ts";
import { runEveryMinute } from "../../../src/scheduled.ts";
import { codeOf } from "../../support/contract/openapi-client.ts";
import { claimant } from "../../support/signing/signing.ts";
import { sha256Of } from "../../support/signing/will-signing.ts";
import { newWalletSession } from "../access/support.ts";
import { storedKeys } from "../estates/will-calls.ts";
import {
	add,
	added,
	download,
	type Headers,
	movedBy,
	newPdf,
	read,
	rowsOf,
	wired,
	withoutTable,
} from "./document-support.ts";
import { intentOf } from "./review-support.ts";
import { caseObject, close, newPartner, type Partner, recordOf } from "./support.ts";

const DAY_MS = 86_400_000;

let partner: Partner;
let session: Headers;
beforeAll(async () => {
	partner = await newPartner();
	session = await newWalletSession(claimant);
	vi.spyOn(console, "warn").mockImplementation(() => {});
	vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

async function newCase() {
	const intent = intentOf();
	const { caseId } = await partner.file(intent);
	return { intent, caseId };
}
const recordNow = async (caseId: string) => recordOf(await partner.send(`/recovery-cases/${caseId}`));

type Filed = Awaited<ReturnType<typeof newCase>>;
/** An upload to the wired service, with some ports replaced. */
function addWith({ caseId }: Filed, changes: Partial<DocumentPorts>, bytes = newPdf()) {
	return createDocumentService({ ...wired(), ...changes }).add({
		caller: { kind: "developer", developerId: partner.developerId },
		clientAddress: "10.0.0.1",
		caseId,
		title: "Letters of administration",
		file: { bytes, declaredType: "application/pdf" },
		now: Date.now(),
	});
}

/** Runs the cron work as of this many days from now. */
const afterDays = (days: number) => runEveryMinute(Date.now() + days * DAY_MS, env);
const keysOf = async (caseId: string) => (await rowsOf(caseId)).map((row) => row.object_key);

describe("an upload that fails", () => {
	let one: Filed;
	let before: string[];
	beforeEach(async () => {
		await env.DOCUMENTS.delete(await storedKeys());
		await env.DB.batch(["case_documents", "sweeps"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
		one = await newCase();
		const { documentId } = await added(one.intent, session, { title: "There before" });
		before = [`case-documents/${documentId}`];
	});
	afterEach(async () => {
		// After any failure, older documents stay and no unreferenced one is left.
		// The sweep holds back a large share of the documents until the operator allows their removal.
		await afterDays(2);
		await env.DB.prepare("UPDATE sweeps SET removable = 9 WHERE name = 'orphans:case-documents/'").run();
		await afterDays(2);
		const { documents } = await recordNow(one.caseId);
		const keys = documents.map(({ documentId }) => `case-documents/${documentId}`).sort();
		expect(keys).toEqual(expect.arrayContaining(before));
		expect(await storedKeys()).toEqual(keys);
		expect(await keysOf(one.caseId)).toEqual(keys);
		expect((await rowsOf(one.caseId)).filter((row) => row.added_at === null)).toEqual([]);
		for (const { documentId, sha256 } of documents) {
			expect(sha256Of((await download(one.caseId, documentId, session)).bytes)).toBe(sha256);
		}
	});
	const titlesNow = async () => (await recordNow(one.caseId)).documents.map(({ title }) => title);

	it("because D1 does not respond returns 503, moves nothing, and succeeds on retry", async () => {
		const bytes = newPdf();
		const response = await withoutTable(() => add(one.intent, session, { bytes }));
		expect(codeOf(response)).toBe("503 SERVICE_UNAVAILABLE");
		expect(await titlesNow()).toEqual(["There before"]);
		// An unreferenced object is kept for a day, because its upload may still be running.
		await afterDays(0.9);
		expect(await storedKeys()).toHaveLength(2);
		expect((await add(one.intent, session, { bytes })).status).toBe(201);
	});

	it("because R2 does not respond, before or after storing, returns an error and moves nothing", async () => {
		const { documents } = wired();
		const outage = async () => {
			throw new StorageError("store a document", "the store is out");
		};
		const store: typeof documents.store = async (document) => {
			await documents.store(document);
			return outage();
		};
		for (const failing of [
			{ ...documents, store: outage },
			{ ...documents, store },
		]) {
			await expect(addWith(one, { documents: failing })).rejects.toThrow(StorageError);
			expect(await keysOf(one.caseId)).toEqual(before);
		}
		expect(await storedKeys()).toHaveLength(2);
		expect(await titlesNow()).toEqual(["There before"]);
	});

	it("because its case was withdrawn meanwhile is rejected and removed at once", async () => {
		const withdrawn = movedBy((ask) => async (...args) => {
			expect(await storedKeys()).toHaveLength(2);
			expect((await close(one.intent, "withdraw", claimant)).status).toBe(200);
			return ask(...args);
		});
		await expect(addWith(one, withdrawn)).rejects.toMatchObject({ code: "RECOVERY_STATUS_ERROR" });
		expect(await storedKeys()).toEqual(before);
		expect(await keysOf(one.caseId)).toEqual(before);
	});

	it.each(["row", "object"])("keeps its rejection when its %s cannot be removed", async (what) => {
		const { rows, documents } = wired();
		const outage = () => Promise.reject(new StorageError("remove", "out"));
		const broken =
			what === "row"
				? { rows: { ...rows, removeUnconfirmed: outage } }
				: { documents: { ...documents, remove: outage } };
		const full = movedBy(() => async () => failure("too_many_documents", { status: "created" }));
		const rejected = { code: "EXCEEDED_DOCUMENT_AMOUNT" };
		await expect(addWith(one, { ...full, ...broken })).rejects.toMatchObject(rejected);
		expect(await storedKeys()).toHaveLength(2);
		expect(await keysOf(one.caseId)).toHaveLength(what === "row" ? 2 : 1);
	});

	it("before its case was asked leaves nothing in the case, and succeeds on retry", async () => {
		const bytes = newPdf();
		const crash = movedBy(() => () => Promise.reject(new Error("the Worker was evicted")));
		await expect(addWith(one, crash, bytes)).rejects.toThrow("evicted");
		expect(await storedKeys()).toHaveLength(2);
		const again = await added(one.intent, partner.headers, { bytes });
		await afterDays(0.9);
		expect(await storedKeys()).toHaveLength(3);
		expect(await keysOf(one.caseId)).toHaveLength(3);
		await afterDays(1.1);
		expect(await keysOf(one.caseId)).toHaveLength(2);
		expect((await read(one.caseId, again.documentId, session)).status).toBe(200);
	});

	it("after its case added the document keeps it, and a retry returns it", async () => {
		const bytes = newPdf();
		const lost = movedBy((ask) => async (...args) => {
			await ask(...args);
			throw new Error("the response was lost");
		});
		await expect(addWith(one, lost, bytes)).rejects.toThrow("the response was lost");
		expect(await storedKeys()).toHaveLength(2);
		const { sha256 } = (await recordNow(one.caseId)).documents.at(-1) ?? {};
		const again = await add(one.intent, partner.headers, { bytes });
		expect([again.status, again.body.sha256]).toEqual([200, sha256]);
	});

	it("because D1 does not respond during the move keeps the document, and outbox or sweep confirm its row", async () => {
		const duringMove = movedBy(
			(ask) =>
				(...args) =>
					withoutTable(() => ask(...args)),
		);
		expect(await addWith(one, duringMove)).toMatchObject({ isNew: true });
		const unconfirmed = async () => (await rowsOf(one.caseId)).filter((row) => row.added_at === null);
		const [late, ...others] = await unconfirmed();
		expect([late?.added_at, others]).toEqual([null, []]);
		// After a day the sweep asks the case, if its outbox has not confirmed the row.
		await afterDays(1.1);
		expect(await unconfirmed()).toEqual([]);
		await env.DB.prepare("UPDATE case_documents SET added_at = NULL WHERE object_key = ?")
			.bind(late?.object_key)
			.run();
		expect(await unconfirmed()).toHaveLength(1);
		await runInDurableObject(caseObject(one.caseId), (_, state) => {
			state.storage.sql.exec("UPDATE outbox SET due_at = 0");
		});
		await runDurableObjectAlarm(caseObject(one.caseId));
		expect(await unconfirmed()).toEqual([]);
	});

	it("does not hold up the reconciliation of others when its case does not respond", async () => {
		const crash = movedBy(() => () => Promise.reject(new Error("the Worker was evicted")));
		const other = await newCase();
		for (const filed of [one, other]) await expect(addWith(filed, crash)).rejects.toThrow();
		const asking = reconcileDocuments(
			Date.now() + 2 * DAY_MS,
			createCaseDocumentRows(env.DB),
			async (caseId) => {
				if (caseId === one.caseId) throw new Error("the object is overloaded");
				return false;
			},
		);
		await expect(asking).rejects.toThrow("some cases did not say");
		expect(await keysOf(other.caseId)).toEqual([]);
		expect(await keysOf(one.caseId)).toHaveLength(2);
	});

	it("does not hold up others even when sixty unresponsive cases come first", async () => {
		const crash = movedBy(() => () => Promise.reject(new Error("the Worker was evicted")));
		const other = await newCase();
		for (const filed of [one, other]) await expect(addWith(filed, crash)).rejects.toThrow();
		const [row] = await rowsOf(one.caseId);
		const copy = env.DB.prepare(
			`INSERT INTO case_documents (object_key, case_id, stored_at, key_version)
				SELECT object_key || ?1, case_id, 1, key_version FROM case_documents WHERE object_key = ?2`,
		);
		await env.DB.batch(Array.from({ length: 60 }, (_, at) => copy.bind(`-${at}`, row?.object_key)));
		const rows = createCaseDocumentRows(env.DB);
		const asking = reconcileDocuments(Date.now() + 2 * DAY_MS, rows, async (caseId) => {
			if (caseId === one.caseId) throw new Error("the object is overloaded");
			return false;
		});
		await expect(asking).rejects.toThrow("some cases did not say");
		expect(await rowsOf(other.caseId)).toEqual([]);
		expect((await rowsOf(one.caseId)).length).toBeGreaterThanOrEqual(61);
	});
});

describe("the rows of documents", () => {
	it("are rewritten by the case with its other copies", async () => {
		const { intent, caseId } = await newCase();
		for (const title of ["one", "two"]) await added(intent, session, { title });
		const rows = await rowsOf(caseId);
		await env.DB.prepare("DELETE FROM case_documents WHERE case_id = ?").bind(caseId).run();
		await caseObject(caseId).rewriteCopies();
		expect((await rowsOf(caseId)).map(({ stored_at: _, ...row }) => row)).toEqual(
			rows.map(({ stored_at: _, ...row }) => row),
		);
	});

	it("are not written under an older key during a rotation: 503, and no move", async () => {
		const { intent, caseId } = await newCase();
		await env.DB.prepare(
			"INSERT INTO maintenance_jobs (job_id, kind, requested_at, finished_at, key_version) VALUES ('job_9', 'reseal', 1, 1, 9)",
		).run();
		expect(codeOf(await add(intent, session))).toBe("503 SERVICE_UNAVAILABLE");
		await env.DB.prepare("DELETE FROM maintenance_jobs").run();
		expect((await recordNow(caseId)).documents).toEqual([]);
		expect((await add(intent, session)).status).toBe(201);
	});

	it("let their documents be resealed when the key-encryption key is rotated", async () => {
		const { intent, caseId } = await newCase();
		const { documentId, sha256 } = await added(intent, session);
		const objectKey = `case-documents/${documentId}`;
		const jobs = resealJobsIn(env.DB, 2);
		const job = { jobId: "job_1", position: "", done: 0, failed: 0, keyVersion: 2 };
		expect(await jobs.idsAfter(job, 1000)).toContain(objectKey);
		expect(await jobs.left?.(job)).toBeGreaterThan(0);
		const keys = new Map([
			[1, configOf(env).keyEncryptionKeys.byVersion.get(1) ?? new Uint8Array()],
			[2, Buffer.alloc(32, 9)],
		]);
		const under = (byVersion: ReadonlyMap<number, Uint8Array>) =>
			createSealedDocuments(
				createDocumentObjects(env.DOCUMENTS),
				createSealer({ currentVersion: 2, byVersion }, "document-key"),
				CASE_DOCUMENTS,
			);
		const reseal = createDocumentResealer(under(keys), (key) => contextOfCaseDocument(env.DB, key));
		expect(await reseal(objectKey)).toEqual({ kind: "resealed", keyVersion: 2 });
		await jobs.note(objectKey, 2);
		expect(await jobs.idsAfter(job, 1000)).not.toContain(objectKey);
		const document = { objectKey, context: caseDocumentContext(caseId), sha256 };
		const rotated = under(new Map([...keys].slice(1)));
		expect(sha256Of(await rotated.read(document))).toBe(sha256);
		await expect(rotated.read({ ...document, context: caseDocumentContext("rc_1") })).rejects.toThrow();
	});
});
