/** The documents of a case, their access and their limit (recovery.md "Documents"). */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../../../src/app.ts";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import { newKey, newReviewer } from "../../support/auth/accounts.ts";
import { keyPairHeaders } from "../../support/auth/credentials.ts";
import { call, codeOf } from "../../support/contract/openapi-client.ts";
import { verifyEvidenceText } from "../../support/recovery/verify-evidence.ts";
import { claimant } from "../../support/signing/signing.ts";
import { sha256Of } from "../../support/signing/will-signing.ts";
import { newAnonymous, newWallet, newWalletSession } from "../access/support.ts";
import { leaveForSessionsAt } from "../estates/support.ts";
import { storedKeys } from "../estates/will-calls.ts";
import { add, added, download, type Headers, newPdf, pathOf, read, rowsOf } from "./document-support.ts";
import { auditOf, intentOf } from "./review-support.ts";
import { close, eventsOf, newPartner, type Partner, recordOf } from "./support.ts";

let partner: Partner;
let session: Headers;
const lost = newWallet();

/** `claimant` is the recovery account of every case here. */
beforeAll(async () => {
	partner = await newPartner();
	session = await newWalletSession(claimant);
});

async function filed() {
	const intent = intentOf();
	return { intent, ...(await partner.file(intent)) };
}
const recordNow = async (caseId: string) => recordOf(await partner.send(`/recovery-cases/${caseId}`));

describe("a case document", () => {
	it("counts towards the bytes of the client network for wallet sessions, apart from those of developers", async () => {
		const { intent } = await filed();
		const at = { "cf-connecting-ip": "10.3.0.1" };
		await leaveForSessionsAt("10.3.0.1", 1024);
		const before = (await storedKeys()).length;
		const rejected = await add(intent, { ...session, ...at });
		expect([codeOf(rejected), rejected.headers.has("retry-after")]).toEqual(["429 RATE_LIMITED", true]);
		expect(await storedKeys()).toHaveLength(before);
		await added(intent, session);
		await added(intent, { ...partner.headers, ...at });
	});

	it("is added by the case's developer and by the recovery account, and downloads byte for byte", async () => {
		const { intent, caseId } = await filed();
		const bytes = newPdf();
		const first = await add(intent, partner.headers, { bytes, title: "Death certificate" });
		expect([first.status, first.body]).toEqual([
			201,
			{
				documentId: expect.stringMatching(/^doc_[0-9a-f]{32}$/),
				sha256: sha256Of(bytes),
				size: bytes.length,
				title: "Death certificate",
				addedAt: expect.any(String),
			},
		]);
		const { documentId } = first.body;
		expect(first.headers.get("location")).toBe(`/api/v1${pathOf(caseId, documentId)}`);
		const second = await added(intent, session);
		const record = await recordNow(caseId);
		expect(record.documents).toEqual([first.body, second]);
		expect(record.history.slice(1)).toMatchObject([
			{ move: "add_document", actor: "developer", from: "created", to: "created", eventId: null },
			{ move: "add_document", actor: "recovery_account", from: "created", to: "created", eventId: null },
		]);
		expect((await eventsOf(caseId)).map(({ type }) => type)).toEqual(["recovery_case.created"]);
		for (const headers of [partner.headers, session]) {
			const { response, bytes: sent } = await download(caseId, documentId, headers);
			expect(Buffer.from(sent).equals(Buffer.from(bytes))).toBe(true);
			expect(Object.fromEntries(response.headers)).toMatchObject({
				"content-type": "application/pdf",
				"content-disposition": `attachment; filename="${documentId}.pdf"`,
				"x-content-type-options": "nosniff",
				"cache-control": "no-store",
			});
		}
		expect(await auditOf(documentId)).toMatchObject([
			{ action: "recovery_case.document_added", actor: partner.developerId },
			{ action: "recovery_case.document_read", actor: partner.developerId },
			{ action: "recovery_case.document_read" },
		]);
	});

	it("stays in evidence that verifies after every later move", async () => {
		const { intent, caseId } = await filed();
		await added(intent, partner.headers);
		expect((await partner.attach(intent)).status).toBe(200);
		const { sha256 } = await added(intent, session);
		expect((await close(intent, "withdraw", claimant)).status).toBe(200);
		const text = await (await partner.send(`/recovery-cases/${caseId}/evidence`)).text();
		const jwks = await (await createApp().request("/.well-known/evidence-jwks.json", {}, env)).json();
		expect(await verifyEvidenceText(text, { jwks })).toMatchObject({
			ok: true,
			report: { status: "rejected", moves: 5, events: 3 },
		});
		const other = text.replaceAll(sha256, `0x${"ee".repeat(32)}`);
		expect(await verifyEvidenceText(other, { jwks })).toMatchObject({ ok: false });
	});

	it("is encrypted under the key that its row names, and its object name and metadata reveal nothing", async () => {
		const { intent, caseId } = await filed();
		const bytes = newPdf();
		await added(intent, partner.headers, { bytes, name: "secret-name.pdf" });
		const [row] = await rowsOf(caseId);
		expect(row).toMatchObject({ added_at: expect.any(Number) });
		const object = await env.DOCUMENTS.get(row?.object_key ?? "");
		const stored = Buffer.from((await object?.arrayBuffer()) ?? new ArrayBuffer(0));
		expect(stored.subarray(0, 4).toString()).toBe("RPLD");
		expect(stored.includes(Buffer.from(bytes).subarray(0, 16))).toBe(false);
		expect([object?.customMetadata, object?.httpMetadata]).toEqual([{}, {}]);
	});

	it("is never served after it was changed, exchanged or lost", async () => {
		const log = vi.spyOn(console, "error").mockImplementation(() => {});
		const { intent, caseId } = await filed();
		const [{ documentId }, other] = [await added(intent, session), await added(intent, session)];
		const key = `case-documents/${documentId}`;
		const objectOf = async (of: string) =>
			new Uint8Array((await (await env.DOCUMENTS.get(of))?.arrayBuffer()) ?? []);
		const stored = await objectOf(key);
		const changed = stored.slice();
		changed[stored.length - 20] = (changed[stored.length - 20] ?? 0) ^ 1;
		// The last is another document of the same case. It decrypts, but its hash differs from the history's.
		for (const bytes of [
			changed,
			stored.subarray(0, 50),
			newPdf(),
			await objectOf(`case-documents/${other.documentId}`),
		]) {
			await env.DOCUMENTS.put(key, bytes);
			expect(codeOf(await read(caseId, documentId, session))).toBe("500 INTERNAL_SERVER_ERROR");
		}
		await env.DOCUMENTS.delete(key);
		expect(codeOf(await read(caseId, documentId, session))).toBe("500 INTERNAL_SERVER_ERROR");
		await env.DOCUMENTS.put(key, stored);
		expect((await read(caseId, documentId, session)).status).toBe(200);
		log.mockRestore();
	});
});

describe("access to a case's documents", () => {
	let intent: RecoveryIntent;
	let caseId: string;
	let documentId: string;
	beforeAll(async () => {
		intent = intentOf({ lostAccount: lost.address });
		({ caseId } = await partner.file(intent));
		({ documentId } = await added(intent, partner.headers));
	});

	it("lets a reviewer read by session, not by API key, and never add", async () => {
		const reviewer = await newReviewer();
		expect((await read(caseId, documentId, reviewer.headers)).status).toBe(200);
		expect(await auditOf(documentId)).toContainEqual({
			action: "recovery_case.document_read",
			actor: reviewer.developerId,
		});
		const shown = await call("GET", `/review/recovery-cases/${caseId}`, { headers: reviewer.headers });
		expect(shown.body.documents).toMatchObject([{ documentId }]);
		const keyPair = keyPairHeaders(await newKey(reviewer.headers));
		expect(codeOf(await read(caseId, documentId, keyPair))).toBe("404 RESOURCE_NOT_FOUND");
		for (const headers of [reviewer.headers, keyPair]) {
			expect(codeOf(await add(intent, headers))).toBe("404 RESOURCE_NOT_FOUND");
		}
	});

	it("returns not-found to every other caller", async () => {
		const before = await storedKeys();
		const stranger = await newPartner();
		const responses: string[] = [];
		for (const headers of [
			stranger.headers,
			await newWalletSession(lost),
			await newWalletSession(newWallet()),
		]) {
			const response = await read(caseId, documentId, headers);
			expect(codeOf(response)).toBe("404 RESOURCE_NOT_FOUND");
			responses.push(response.body.error.message);
			expect(codeOf(await add(intent, headers))).toBe("404 RESOURCE_NOT_FOUND");
		}
		const absent = await read(`rc_${"0".repeat(32)}`, documentId, partner.headers);
		expect(new Set([...responses, absent.body.error.message]).size).toBe(1);
		expect(codeOf(await add(intentOf(), partner.headers))).toBe("404 RESOURCE_NOT_FOUND");
		const anonymous = await newAnonymous();
		expect(codeOf(await read(caseId, documentId, anonymous))).toBe("403 FORBIDDEN");
		expect(codeOf(await add(intent, anonymous))).toBe("403 FORBIDDEN");
		expect(await storedKeys()).toEqual(before);
	});

	it("serves a document only below its own case", async () => {
		const other = await filed();
		const foreign = await added(other.intent, partner.headers);
		expect(codeOf(await read(caseId, foreign.documentId, partner.headers))).toBe("404 RESOURCE_NOT_FOUND");
		expect(codeOf(await read(other.caseId, documentId, partner.headers))).toBe("404 RESOURCE_NOT_FOUND");
	});
});

describe("uploading a document again", () => {
	it("returns the stored entry, even after the case has ended, and treats another title as another document", async () => {
		const { intent, caseId } = await filed();
		const bytes = newPdf();
		const first = await added(intent, partner.headers, { bytes });
		const before = await storedKeys();
		const again = await add(intent, session, { bytes, name: "other.pdf" });
		expect([again.status, again.body]).toEqual([200, first]);
		expect(again.headers.has("location")).toBe(false);
		expect(await storedKeys()).toEqual(before);
		const titled = await added(intent, partner.headers, { bytes, title: "The same, notarised" });
		expect(titled.documentId).not.toBe(first.documentId);
		expect((await close(intent, "withdraw", claimant)).status).toBe(200);
		expect(await add(intent, partner.headers, { bytes })).toMatchObject({ status: 200, body: first });
		expect((await recordNow(caseId)).documents).toEqual([first, titled]);
		expect((await auditOf(first.documentId)).map(({ action }) => action)).toEqual([
			"recovery_case.document_added",
		]);
	});

	it("stores one object for ten concurrent uploads of the same document", async () => {
		const { intent, caseId } = await filed();
		const bytes = newPdf();
		const before = (await storedKeys()).length;
		const responses = await Promise.all(
			Array.from({ length: 10 }, () => add(intent, partner.headers, { bytes })),
		);
		expect(responses.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
		expect(new Set(responses.map(({ body }) => body.documentId)).size).toBe(1);
		expect(await storedKeys()).toHaveLength(before + 1);
		expect(await rowsOf(caseId)).toHaveLength(1);
	});
});

describe("the limit of documents per case", () => {
	it("accepts twenty of twenty-five concurrent documents and leaves nothing of the others", async () => {
		const { intent, caseId } = await filed();
		const before = (await storedKeys()).length;
		const responses = await Promise.all(Array.from({ length: 25 }, () => add(intent, partner.headers)));
		const counts = responses.map(codeOf).reduce<Record<string, number>>((all, code) => {
			all[code] = (all[code] ?? 0) + 1;
			return all;
		}, {});
		expect(counts).toEqual({ "201 undefined": 20, "409 EXCEEDED_DOCUMENT_AMOUNT": 5 });
		expect(await storedKeys()).toHaveLength(before + 20);
		const { documents, history } = await recordNow(caseId);
		expect([documents.length, history.length]).toEqual([20, 21]);
		expect((await rowsOf(caseId)).map((row) => row.object_key)).toEqual(
			documents.map(({ documentId }) => `case-documents/${documentId}`).sort(),
		);
		expect(codeOf(await add(intent, session))).toBe("409 EXCEEDED_DOCUMENT_AMOUNT");
		expect(await storedKeys()).toHaveLength(before + 20);
	});

	it("rejects a document for a case that has ended", async () => {
		const { intent, caseId } = await filed();
		expect((await close(intent, "withdraw", claimant)).status).toBe(200);
		const before = await storedKeys();
		expect(codeOf(await add(intent, partner.headers))).toBe("409 RECOVERY_STATUS_ERROR");
		expect(await storedKeys()).toEqual(before);
		expect(await rowsOf(caseId)).toEqual([]);
	});
});
