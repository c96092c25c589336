/** Stored documents: the sweep of those that no row names, and their part in a rotation of the key. */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createDocumentObjects } from "../../src/documents/adapters/documents.r2.ts";
import { createDocumentResealer } from "../../src/documents/reseal-documents.ts";
import { createSealedDocuments } from "../../src/documents/sealed-documents.ts";
import { sweepOrphans } from "../../src/documents/sweep-orphans.ts";
import { contextOfDocument, createOrphanRows } from "../../src/estates/adapters/document-rows.d1.ts";
import { willContext } from "../../src/estates/core/will-document.ts";
import { keyVersionOf } from "../../src/kernel/sealed-document.ts";
import { createSealer } from "../../src/kernel/sealing.ts";
import { resealJobsIn } from "../../src/webhooks/adapters/reseal-jobs.d1.ts";
import { continueReseal, type Reseal } from "../../src/webhooks/reseal.ts";
import { newOwner, sessionOf } from "./estates/support.ts";
import { lodge, PDF, storedKeys } from "./estates/will-calls.ts";

const DAY_MS = 86_400_000;
const objects = createDocumentObjects(env.DOCUMENTS);
const rows = createOrphanRows(env.DB);

const [[, oldKey] = []] = Object.entries<string>(JSON.parse(env.KEY_ENCRYPTION_KEYS));
const OLD = new Map([[1, Buffer.from(oldKey ?? "", "base64")]]);
const BOTH = new Map([...OLD, [2, Buffer.alloc(32, 9)]]);
const NEW = new Map([[2, Buffer.alloc(32, 9)]]);
const documentsUnder = (byVersion: Map<number, Uint8Array>) =>
	createSealedDocuments(
		objects,
		createSealer({ currentVersion: Math.max(...byVersion.keys()), byVersion }, "document-key"),
	);
const resealUnder = (byVersion: Map<number, Uint8Array>): Reseal =>
	createDocumentResealer(documentsUnder(byVersion), (key) => contextOfDocument(env.DB, key));

/** A will on file; its owner and the key of its object. */
async function newWill() {
	const owner = newOwner();
	expect((await lodge(owner, await sessionOf(owner))).status).toBe(201);
	const row = await env.DB.prepare(
		"SELECT object_key, sha256 FROM will_versions JOIN estate_profiles USING (estate_id) WHERE owner_address = ?",
	)
		.bind(owner.address.toLowerCase())
		.first<{ object_key: string; sha256: string }>();
	const { object_key: objectKey = "", sha256 = "" } = row ?? {};
	return { objectKey, sha256, context: willContext(owner.address, 1) };
}

beforeEach(async () => {
	await env.DOCUMENTS.delete(await storedKeys());
	await env.DB.batch(
		["will_versions", "webhook_endpoints", "sweeps", "maintenance_jobs"].map((table) =>
			env.DB.prepare(`DELETE FROM ${table}`),
		),
	);
	vi.spyOn(console, "warn").mockImplementation(() => {});
});

describe("the sweep", () => {
	it("removes what no row names a day later, and nothing else", async () => {
		const { objectKey } = await newWill();
		await env.DOCUMENTS.put("documents/doc_orphan", "x");
		await env.DOCUMENTS.put("elsewhere/doc_orphan", "x");
		const now = Date.now();
		expect(await sweepOrphans(now + DAY_MS - 60_000, objects, rows)).toBe(0);
		expect(await storedKeys()).toHaveLength(3);
		expect(await sweepOrphans(now + DAY_MS + 60_000, objects, rows)).toBe(1);
		expect(await storedKeys()).toEqual([objectKey, "elsewhere/doc_orphan"]);
	});

	it("goes through all of them, a page at a time, over and over", async () => {
		const named = [await newWill(), await newWill(), await newWill()].map(({ objectKey }) => objectKey);
		const orphans = Array.from({ length: 9 }, (_, at) => `documents/doc_${at}f`);
		await Promise.all(orphans.map((key) => env.DOCUMENTS.put(key, "x")));
		const later = Date.now() + 2 * DAY_MS;
		const removed: number[] = [];
		for (let run = 0; run < 5; run++) removed.push(await sweepOrphans(later, objects, rows, { pageSize: 4 }));
		expect(removed.reduce((sum, count) => sum + count, 0)).toBe(9);
		expect((await storedKeys()).sort()).toEqual(named.sort());
		await env.DOCUMENTS.put("documents/doc_0", "x");
		for (let run = 0; run < 2; run++) await sweepOrphans(later, objects, rows, { pageSize: 4 });
		expect((await storedKeys()).sort()).toEqual(named);
	});

	it("leaves the order of a release request alone", async () => {
		await env.DOCUMENTS.put("documents/doc_order", "x");
		await env.DB.prepare(
			`INSERT INTO release_requests (request_id, estate_id, code_id, applicant_id, applicant, court_info,
			order_sha256, order_size, order_key, status, requested_at)
			VALUES ('rel_1', 'est_1', 'pc_1', 'dev_1', 'a', '{}', '0x', 1, 'documents/doc_order', 'open', 1)`,
		).run();
		expect(await sweepOrphans(Date.now() + 2 * DAY_MS, objects, rows)).toBe(0);
		expect(await contextOfDocument(env.DB, "documents/doc_order")).toBe("release-order/rel_1");
		await env.DB.prepare("DELETE FROM release_requests").run();
	});
});

describe("a rotation of the key-encryption key", () => {
	const versionOf = async (key: string) => keyVersionOf((await objects.get(key))?.sealed ?? new Uint8Array());
	const read = (byVersion: Map<number, Uint8Array>, will: Awaited<ReturnType<typeof newWill>>) =>
		documentsUnder(byVersion).read(will);
	const run = async (reseal: Reseal, options = {}) => {
		await env.DB.prepare("DELETE FROM maintenance_jobs").run();
		await env.DB.prepare("INSERT INTO maintenance_jobs (job_id, kind, requested_at) VALUES (?, 'reseal', 1)")
			.bind(crypto.randomUUID())
			.run();
		const jobs = resealJobsIn(env.DB, 2);
		for (let page = 0; page < 4; page++) await continueReseal(7, jobs, reseal, options);
		return env.DB.prepare(
			"SELECT done, failed, key_version FROM maintenance_jobs WHERE finished_at = 7",
		).first();
	};

	it("takes every document with it, page by page, so that the old key is needed no more", async () => {
		const wills = [await newWill(), await newWill(), await newWill()];
		expect(await run(resealUnder(BOTH), { pageSize: 1 })).toEqual({ done: 3, failed: 0, key_version: 2 });
		for (const will of wills) {
			expect(await versionOf(will.objectKey)).toBe(2);
			expect(Buffer.from(await read(NEW, will)).equals(Buffer.from(PDF))).toBe(true);
			await expect(read(OLD, will)).rejects.toThrow();
		}
	});

	it("ends with nothing under the old key, also where a place that knows no other lodges meanwhile", async () => {
		const seen = await newWill();
		await env.DB.prepare("DELETE FROM maintenance_jobs").run();
		await env.DB.prepare(
			"INSERT INTO maintenance_jobs (job_id, kind, requested_at) VALUES ('job_1', 'reseal', 1)",
		).run();
		const go = () =>
			continueReseal(7, resealJobsIn(env.DB, 2), resealUnder(BOTH), { pageSize: 1, maxPages: 1 });
		await go();
		expect(await versionOf(seen.objectKey)).toBe(2);
		const owner = newOwner();
		const answer = await lodge(owner, await sessionOf(owner));
		expect(answer.status).toBe(503);
		expect(answer.headers.get("Retry-After")).not.toBeNull();
		await go();
		const rows = await env.DB.prepare("SELECT object_key, key_version FROM will_versions").all();
		expect(rows.results).toEqual([{ object_key: seen.objectKey, key_version: 2 }]);
	});

	it("takes no document back to an older key", async () => {
		const { objectKey } = await newWill();
		await run(resealUnder(BOTH));
		const behind = createSealer({ currentVersion: 1, byVersion: BOTH }, "document-key");
		expect(await createSealedDocuments(objects, behind).reseal(objectKey, "any")).toEqual({ keyVersion: 2 });
		expect(await versionOf(objectKey)).toBe(2);
	});

	it("leaves a document that is under the new key already as it is", async () => {
		const { objectKey } = await newWill();
		await run(resealUnder(BOTH));
		const etag = (await objects.get(objectKey))?.etag;
		// As where the process ended before the row was written.
		await env.DB.prepare("UPDATE will_versions SET key_version = 1").run();
		expect(await run(resealUnder(BOTH))).toEqual({ done: 1, failed: 0, key_version: 2 });
		expect((await objects.get(objectKey))?.etag).toBe(etag);
	});

	it("brings back no document that was erased meanwhile, and is none the worse for it", async () => {
		const { objectKey } = await newWill();
		const erasing = { ...objects };
		erasing.replace = async (key, sealed, etag) => {
			await env.DOCUMENTS.delete(objectKey);
			await env.DB.prepare("DELETE FROM will_versions").run();
			return objects.replace(key, sealed, etag);
		};
		const sealer = createSealer({ currentVersion: 2, byVersion: BOTH }, "document-key");
		const resealer = createDocumentResealer(createSealedDocuments(erasing, sealer), (key) =>
			contextOfDocument(env.DB, key),
		);
		expect(await run(resealer)).toEqual({ done: 1, failed: 0, key_version: 2 });
		expect(await storedKeys()).toEqual([]);
	});

	it("counts and names a document that is lost or broken, and goes on with the others", async () => {
		const [lost, broken, whole] = [await newWill(), await newWill(), await newWill()];
		await env.DOCUMENTS.delete(lost.objectKey);
		await env.DOCUMENTS.put(broken.objectKey, "broken");
		const log = vi.spyOn(console, "warn").mockImplementation(() => {});
		log.mockClear();
		expect(await run(resealUnder(BOTH))).toEqual({ done: 1, failed: 2, key_version: 2 });
		expect(await versionOf(whole.objectKey)).toBe(2);
		const named = log.mock.calls.map(([line]) => JSON.parse(String(line)).id);
		expect(named.sort()).toEqual([lost.objectKey, broken.objectKey].sort());
	});
});
