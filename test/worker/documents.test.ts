// webhooks.md "Secrets at rest".
/** Stored documents: the sweep of unreferenced ones, and resealing when the key is rotated. */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createDocumentObjects } from "../../src/document-store/documents.r2.ts";
import { createDocumentResealer } from "../../src/document-store/reseal-documents.ts";
import { keyVersionOf } from "../../src/document-store/sealed-document.ts";
import { createSealedDocuments } from "../../src/document-store/sealed-documents.ts";
import { sweepOrphans } from "../../src/document-store/sweep-orphans.ts";
import { createSweepStates } from "../../src/document-store/sweep-states.d1.ts";
import {
	contextOfDocument,
	createEstateDocumentRows,
	ESTATE_DOCUMENTS,
} from "../../src/estates/estate-documents.d1.ts";
import { willContext } from "../../src/estates/will/will-context.ts";
import { createSealer } from "../../src/kernel/crypto/sealing.ts";
import { continueReseal, type Reseal } from "../../src/operator-jobs/reseal.ts";
import { resealJobsIn } from "../../src/operator-jobs/reseal-jobs.d1.ts";
import { newOwner, sessionOf } from "./estates/support.ts";
import { lodge, PDF, storedKeys } from "./estates/will-calls.ts";

const objects = createDocumentObjects(env.DOCUMENTS);
const rows = createEstateDocumentRows(env.DB);
const states = createSweepStates(env.DB);

const [[, oldKey] = []] = Object.entries<string>(JSON.parse(env.KEY_ENCRYPTION_KEYS));
const OLD = new Map([[1, Buffer.from(oldKey ?? "", "base64")]]);
const BOTH = new Map([...OLD, [2, Buffer.alloc(32, 9)]]);
const NEW = new Map([[2, Buffer.alloc(32, 9)]]);
const documentsUnder = (byVersion: Map<number, Uint8Array>) =>
	createSealedDocuments(
		objects,
		createSealer({ currentVersion: Math.max(...byVersion.keys()), byVersion }, "document-key"),
		ESTATE_DOCUMENTS,
	);
const resealUnder = (byVersion: Map<number, Uint8Array>): Reseal =>
	createDocumentResealer(documentsUnder(byVersion), (key) => contextOfDocument(env.DB, key));

/** Lodges a will. */
async function newWill() {
	const owner = newOwner();
	expect((await lodge(owner, await sessionOf(owner))).status).toBe(201);
	const row = await env.DB.prepare(
		"SELECT object_key, sha256, estate_id FROM will_versions JOIN estate_profiles USING (estate_id) WHERE owner_address = ?",
	)
		.bind(owner.address.toLowerCase())
		.first<{ object_key: string; sha256: string; estate_id: string }>();
	const { object_key: objectKey = "", sha256 = "", estate_id: estateId = "" } = row ?? {};
	return {
		objectKey,
		sha256,
		context: willContext({ estateId, chainId: 0, ownerAddress: owner.address }, 1),
	};
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

describe("the sweep of orphans", () => {
	const EVERY_MS = 4 * 3_600_000;
	let clock: number;
	const sweep = (pageSize?: number) =>
		sweepOrphans(clock, { objects, sources: [rows], states }, pageSize === undefined ? {} : { pageSize });
	/** Sweeps once every four hours. @returns how many documents were removed */
	async function sweepTimes(times: number, pageSize?: number): Promise<number> {
		let removed = 0;
		for (let run = 0; run < times; run++, clock += EVERY_MS) removed += await sweep(pageSize);
		return removed;
	}
	const spies = () => ({
		warn: vi.spyOn(console, "warn").mockImplementation(() => {}),
		error: vi.spyOn(console, "error").mockImplementation(() => {}),
	});
	let logs: ReturnType<typeof spies>;
	const said = (level: "warn" | "error") => logs[level].mock.calls.map(([line]) => JSON.parse(String(line)));
	/** Stores empty documents with rows that reference them. */
	async function putNamed(count: number): Promise<string[]> {
		const keys = Array.from({ length: count }, (_, at) => `documents/doc_${String(at).padStart(3, "0")}n`);
		await Promise.all(keys.map((key) => env.DOCUMENTS.put(key, "x")));
		await env.DB.batch(
			keys.map((key) =>
				env.DB.prepare(
					`INSERT INTO will_versions (estate_id, version, sha256, mime_type, size, uploaded_at, object_key,
					signature, proof, chain_id, service) VALUES (?, 1, '0x', 'text/plain', 1, 1, ?, '0x', '{}', 1, '')`,
				).bind(`est_${key}`, key),
			),
		);
		return keys;
	}
	async function putOrphans(count: number): Promise<string[]> {
		const keys = Array.from(
			{ length: count },
			(_, at) => `documents/doc_${String(at * 9).padStart(3, "0")}o`,
		);
		await Promise.all(keys.map((key) => env.DOCUMENTS.put(key, "x")));
		return keys;
	}

	beforeEach(() => {
		clock = Date.now();
		logs = spies();
		for (const log of Object.values(logs)) log.mockClear();
	});

	it("removes a document that was unreferenced for a day, and nothing else", async () => {
		const { objectKey } = await newWill();
		await env.DOCUMENTS.put("documents/doc_orphan", "x");
		const others = ["documents/cases/doc_1", "documents-of-cases/doc_1", "elsewhere/doc_orphan"];
		await Promise.all(others.map((key) => env.DOCUMENTS.put(key, "x")));
		expect(await sweepTimes(12)).toBe(0);
		expect(await storedKeys()).toHaveLength(5);
		expect(said("warn").at(-1)).toMatchObject({ event: "orphans-waiting", orphans: 1, seen: 2 });
		expect(await sweepTimes(3)).toBe(1);
		expect((await storedKeys()).sort()).toEqual([...others, objectKey].sort());
		expect(said("warn").at(-1)).toMatchObject({ event: "orphan", objectKey: "documents/doc_orphan" });
	});

	it("goes through all documents repeatedly, in pages", async () => {
		const named = await putNamed(90);
		await putOrphans(9);
		expect(await sweepTimes(24, 40)).toBe(9);
		expect(await storedKeys()).toEqual(named);
		await env.DOCUMENTS.put("documents/doc_0", "x");
		expect(await sweepTimes(24, 40)).toBe(1);
		expect(await storedKeys()).toEqual(named);
		expect(said("error")).toEqual([]);
	});

	it("removes nothing if the database references none or too few, and logs it in every pass", async () => {
		const heldCount = () =>
			env.DB.prepare("SELECT held FROM sweeps WHERE name = 'orphans:documents/'").first("held");
		const named = await putNamed(30);
		await env.DB.prepare("DELETE FROM will_versions").run();
		expect(await sweepTimes(20)).toBe(0);
		expect(await heldCount()).toBe(30);
		await putNamed(26);
		expect(await sweepTimes(20)).toBe(0);
		expect(await storedKeys()).toEqual(named);
		const held = said("error");
		expect(held.length).toBeGreaterThan(30);
		expect(held[0]).toEqual({
			...{ level: "error", event: "orphans-held", prefix: "documents/" },
			...{ orphans: 30, seen: 30 },
		});
		expect(held.at(-1)).toMatchObject({ orphans: 4, seen: 30 });
		expect(await heldCount()).toBe(4);
		await env.DB.prepare("DELETE FROM will_versions").run();
		await putNamed(30);
		await sweepTimes(4);
		expect(await heldCount()).toBe(0);
	});

	it("removes only a few if the database is replaced after a count", async () => {
		const named = await putNamed(30);
		await putOrphans(2);
		expect(await sweepTimes(14)).toBe(0);
		await env.DB.prepare("DELETE FROM will_versions").run();
		expect(await sweepTimes(15)).toBeLessThanOrEqual(2);
		expect((await storedKeys()).filter((key) => named.includes(key)).length).toBeGreaterThanOrEqual(28);
	});

	it("removes as many as an operator allows, and then no more", async () => {
		await putNamed(5);
		await putOrphans(20);
		expect(await sweepTimes(15)).toBe(0);
		await env.DB.prepare("UPDATE sweeps SET removable = 15 WHERE name = 'orphans:documents/'").run();
		expect(await sweepTimes(15)).toBe(15);
		expect(await storedKeys()).toHaveLength(10);
	});

	it("keeps the court order of a release request", async () => {
		await putNamed(1);
		await env.DOCUMENTS.put("documents/doc_order", "x");
		await env.DB.prepare(
			`INSERT INTO release_requests (request_id, estate_id, code_id, applicant_id, applicant, court_info,
			order_sha256, order_size, order_key, status, requested_at)
			VALUES ('rel_1', 'est_1', 'pc_1', 'dev_1', 'a', '{}', '0x', 1, 'documents/doc_order', 'open', 1)`,
		).run();
		expect(await sweepTimes(15)).toBe(0);
		expect(said("warn")).toEqual([]);
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

	it("reseals every document in pages, so that the old key is no longer needed", async () => {
		const wills = [await newWill(), await newWill(), await newWill()];
		expect(await run(resealUnder(BOTH), { pageSize: 1 })).toEqual({ done: 3, failed: 0, key_version: 2 });
		for (const will of wills) {
			expect(await versionOf(will.objectKey)).toBe(2);
			expect(Buffer.from(await read(NEW, will)).equals(Buffer.from(PDF))).toBe(true);
			await expect(read(OLD, will)).rejects.toThrow();
		}
	});

	it("leaves nothing under the old key, even if an instance with the old key lodges meanwhile", async () => {
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
		const response = await lodge(owner, await sessionOf(owner));
		expect(response.status).toBe(503);
		expect(response.headers.get("Retry-After")).not.toBeNull();
		await go();
		const rows = await env.DB.prepare("SELECT object_key, key_version FROM will_versions").all();
		expect(rows.results).toEqual([{ object_key: seen.objectKey, key_version: 2 }]);
	});

	it("never reseals a document under an older key", async () => {
		const { objectKey } = await newWill();
		await run(resealUnder(BOTH));
		const behind = createSealer({ currentVersion: 1, byVersion: BOTH }, "document-key");
		expect(await createSealedDocuments(objects, behind, ESTATE_DOCUMENTS).reseal(objectKey, "any")).toEqual({
			keyVersion: 2,
		});
		expect(await versionOf(objectKey)).toBe(2);
	});

	it("does not change a document that is under the new key", async () => {
		const { objectKey } = await newWill();
		await run(resealUnder(BOTH));
		const etag = (await objects.get(objectKey))?.etag;
		// The state after a crash before the row was written.
		await env.DB.prepare("UPDATE will_versions SET key_version = 1").run();
		expect(await run(resealUnder(BOTH))).toEqual({ done: 1, failed: 0, key_version: 2 });
		expect((await objects.get(objectKey))?.etag).toBe(etag);
	});

	it("does not restore a document that was erased meanwhile, and succeeds", async () => {
		const { objectKey } = await newWill();
		const erasing = { ...objects };
		erasing.replace = async (key, sealed, etag) => {
			await env.DOCUMENTS.delete(objectKey);
			await env.DB.prepare("DELETE FROM will_versions").run();
			return objects.replace(key, sealed, etag);
		};
		const sealer = createSealer({ currentVersion: 2, byVersion: BOTH }, "document-key");
		const resealer = createDocumentResealer(createSealedDocuments(erasing, sealer, ESTATE_DOCUMENTS), (key) =>
			contextOfDocument(env.DB, key),
		);
		expect(await run(resealer)).toEqual({ done: 1, failed: 0, key_version: 2 });
		expect(await storedKeys()).toEqual([]);
	});

	it("counts and logs a lost or damaged document, and continues", async () => {
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
