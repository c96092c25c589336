/** Lodging and reading wills (estates.md "POST …/will"). */
import { env, exports } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { call, codeOf, ORIGIN } from "../../support/contract/openapi-client.ts";
import { formOf, jsonOf, sha256Of, willFields } from "../../support/signing/will-signing.ts";
import { newOrigin } from "../access/support.ts";
import { auditOf, historyOf, newOwner, newPartner, profileOf, repeat, sessionOf } from "./support.ts";
import { encodedForm, lodge, PDF, sendForm, storedKeys, willPath } from "./will-calls.ts";

const TEXT = new TextEncoder().encode("My last will: everything goes to the cat. ÄÖ✓\n");

/** Reads the raw bytes, without the client of the OpenAPI document. */
async function download(owner: { address: string }, headers: Record<string, string>, query = "") {
	const response = await exports.default.fetch(`${ORIGIN}/api/v1${willPath(owner)}${query}`, { headers });
	return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

describe("lodging and reading a will", () => {
	it("returns a will lodged as a form byte for byte to its owner's session", async () => {
		const [owner, partner] = [newOwner(), await newPartner()];
		const lodged = await lodge(owner, partner.headers);
		expect(lodged.status).toBe(201);
		expect(lodged.body).toEqual({
			version: 1,
			sha256: sha256Of(PDF),
			mimeType: "application/pdf",
			size: PDF.length,
			uploadedAt: expect.any(String),
		});
		const session = await sessionOf(owner);
		const { response, bytes } = await download(owner, session);
		expect(Buffer.from(bytes).equals(Buffer.from(PDF))).toBe(true);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": "application/pdf",
			"content-disposition": `attachment; filename="will-${owner.address}-1.pdf"`,
			"x-content-type-options": "nosniff",
			"cache-control": "no-store",
		});
		expect((await profileOf(owner, session)).will).toEqual(lodged.body);
		expect((await profileOf(owner, partner.headers)).will).toEqual(lodged.body);
		expect((await historyOf(owner, session)).data.map(({ action }) => action)).toEqual([
			"will.read",
			"will.lodged",
		]);
		const [row] = (
			await env.DB.prepare("SELECT * FROM will_versions WHERE sha256 = ? ORDER BY uploaded_at DESC")
				.bind(sha256Of(PDF))
				.all<{ estate_id: string }>()
		).results;
		expect(await auditOf("will.lodged")).toContainEqual({
			actor: partner.developerId,
			target: row?.estate_id,
		});
		expect((await auditOf("will.read")).map(({ target }) => target)).toContain(row?.estate_id);
	});

	it("accepts text as JSON in base64 from a page of an allowed origin", async () => {
		const [owner, partner] = [newOwner(), await newPartner()];
		const { origin } = await newOrigin({ headers: partner.session }, "https://wills.example", "allow");
		const fields = await willFields(owner, { bytes: TEXT, mimeType: "text/plain", chainId: 8453 });
		const file = { bytes: TEXT, type: "Text/Plain; charset=utf-8", name: "will.txt" };
		const lodged = await call("POST", willPath(owner), {
			body: jsonOf(fields, file),
			headers: { origin },
		});
		expect([lodged.status, lodged.body.mimeType, lodged.body.size]).toEqual([201, "text/plain", TEXT.length]);
		const { response, bytes } = await download(owner, await sessionOf(owner));
		expect(Buffer.from(bytes).equals(Buffer.from(TEXT))).toBe(true);
		expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
	});

	it("accepts form fields in any order and a file without a declared type", async () => {
		const [owner, session] = [newOwner(), await sessionOf(newOwner())];
		const { headers } = await newPartner();
		const fields = await willFields(owner, { bytes: PDF, chainId: 5 });
		const form = new FormData();
		form.append("signature", fields.signature);
		form.append("file", new Blob([PDF as Uint8Array<ArrayBuffer>]), "");
		form.append("chainId", "5");
		form.append("version", "1");
		form.append("sha256", fields.sha256.toUpperCase().replace("0X", "0x"));
		form.append("service", fields.service);
		expect((await sendForm(willPath(owner), form, headers)).status).toBe(201);
		// Another owner's session can neither read nor lodge it.
		expect(codeOf(await call("GET", willPath(owner), { headers: session }))).toBe("403 FORBIDDEN");
		expect(codeOf(await lodge(owner, session, { signed: { version: 2 } }))).toBe("403 FORBIDDEN");
	});

	it("keeps earlier versions, each readable by its number", async () => {
		const owner = newOwner();
		const session = await sessionOf(owner);
		expect(codeOf(await call("GET", willPath(owner), { headers: session }))).toBe("404 RESOURCE_NOT_FOUND");
		expect((await lodge(owner, session)).status).toBe(201);
		const file = { bytes: TEXT, type: "text/plain" };
		const signed = { version: 2, mimeType: "text/plain" };
		expect((await lodge(owner, session, { file, signed })).status).toBe(201);
		expect(sha256Of((await download(owner, session)).bytes)).toBe(sha256Of(TEXT));
		expect(sha256Of((await download(owner, session, "?version=1")).bytes)).toBe(sha256Of(PDF));
		expect((await download(owner, session, "?version=3")).response.status).toBe(404);
		expect((await profileOf(owner, session)).will?.version).toBe(2);
	});

	it("rejects reads by developers and by a contract of the same address", async () => {
		const [owner, partner] = [newOwner(), await newPartner()];
		await lodge(owner, partner.headers);
		for (const headers of [partner.headers, partner.session]) {
			expect(codeOf(await call("GET", willPath(owner), { headers }))).toBe("403 FORBIDDEN");
		}
		const contract = await sessionOf(owner, 8453);
		expect(codeOf(await call("GET", willPath(owner), { headers: contract }))).toBe("404 RESOURCE_NOT_FOUND");
	});

	it("rejects any version other than the next one, and stores nothing", async () => {
		const owner = newOwner();
		const session = await sessionOf(owner);
		await lodge(owner, session);
		const before = await storedKeys();
		for (const version of [1, 3, 2 ** 31]) {
			const response = await lodge(owner, session, { signed: { version } });
			expect(codeOf(response)).toBe("409 WILL_VERSION_CONFLICT");
			expect(response.body.error.message).toContain("next version of this will is 2");
			expect(response.body.error.details).toEqual([
				{ field: "version", rule: "must_equal", message: "must be 2" },
			]);
		}
		expect(await storedKeys()).toEqual(before);
	});

	it("requires the owner's signature of the file's exact bytes, type and size", async () => {
		const owner = newOwner();
		const session = await sessionOf(owner);
		const before = await storedKeys();
		const refused = async (signed: object, fields = {}) =>
			codeOf(await lodge(owner, session, { signed, fields }));
		expect(await refused({ size: 5 })).toBe("403 INVALID_SIGNER");
		expect(await refused({ mimeType: "application/octet-stream" })).toBe("403 INVALID_SIGNER");
		expect(await refused({ ownerAddress: newOwner().address })).toBe("403 INVALID_SIGNER");
		expect(await refused({}, { version: 2 })).toBe("403 INVALID_SIGNER");
		expect(await refused({}, { chainId: 8453 })).toBe("403 INVALID_SIGNER");
		const other = await lodge(owner, session, { signed: { sha256: sha256Of(TEXT) } });
		expect(codeOf(other)).toBe("400 INPUT_VALIDATION_ERROR");
		expect(other.body.error.details[0].field).toBe("sha256");
		expect(await storedKeys()).toEqual(before);
	});
});

describe("parallel uploads of one version", () => {
	const TIMES = 20;

	it("store one of two and leave no orphan, twenty times", async () => {
		const owner = newOwner();
		const session = await sessionOf(owner);
		const before = (await storedKeys()).length;
		for (let version = 1; version <= TIMES; version++) {
			const bytes = [0, 1].map((at) => new TextEncoder().encode(`Will ${version}, copy ${at}`));
			const responses = await Promise.all(
				bytes.map((copy) =>
					lodge(owner, session, {
						file: { bytes: copy, type: "text/plain" },
						signed: { version, mimeType: "text/plain" },
					}),
				),
			);
			expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
			const winner = responses.findIndex(({ status }) => status === 201);
			expect(responses[winner]?.body.sha256).toBe(sha256Of(bytes[winner] as Uint8Array));
		}
		expect(await storedKeys()).toHaveLength(before + TIMES);
		expect((await profileOf(owner, session)).will?.version).toBe(TIMES);
	});

	it("store one of twenty", async () => {
		const owner = newOwner();
		const session = await sessionOf(owner);
		const before = (await storedKeys()).length;
		const responses = await repeat(20, () => lodge(owner, session));
		expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
		expect(await storedKeys()).toHaveLength(before + 1);
	});
});

describe("a stored will", () => {
	const only = async (owner: { address: string }) =>
		(
			await env.DB.prepare(
				"SELECT object_key FROM will_versions JOIN estate_profiles USING (estate_id) WHERE owner_address = ?",
			)
				.bind(owner.address.toLowerCase())
				.first<{ object_key: string }>()
		)?.object_key ?? "";

	it("is sealed, and its object's name and metadata reveal nothing", async () => {
		const owner = newOwner();
		await lodge(owner, await sessionOf(owner), {
			file: { bytes: TEXT, type: "text/plain", name: "secret-name.txt" },
			signed: { mimeType: "text/plain" },
		});
		const object = await env.DOCUMENTS.get(await only(owner));
		expect(object?.key).toMatch(/^documents\/doc_[0-9a-f]{32}$/);
		const stored = Buffer.from((await object?.arrayBuffer()) ?? new ArrayBuffer(0));
		expect(stored.includes(Buffer.from(TEXT).subarray(0, 16))).toBe(false);
		expect(stored.subarray(0, 4).toString()).toBe("RPLD");
		expect([object?.customMetadata, object?.httpMetadata]).toEqual([{}, {}]);
	});

	it("returns an error if it was changed, exchanged or lost", async () => {
		const log = vi.spyOn(console, "error").mockImplementation(() => {});
		const [owner, other] = [newOwner(), newOwner()];
		const session = await sessionOf(owner);
		await lodge(owner, session);
		await lodge(other, await sessionOf(other));
		const [key, foreign] = [await only(owner), await only(other)];
		const stored = new Uint8Array((await (await env.DOCUMENTS.get(key))?.arrayBuffer()) ?? []);
		const read = async () => codeOf(await call("GET", willPath(owner), { headers: session }));
		const changed = stored.slice();
		changed[stored.length - 20] = (changed[stored.length - 20] ?? 0) ^ 1;
		for (const bytes of [changed, stored.subarray(0, 50), PDF]) {
			await env.DOCUMENTS.put(key, bytes);
			expect(await read()).toBe("500 INTERNAL_SERVER_ERROR");
		}
		await env.DOCUMENTS.put(key, (await (await env.DOCUMENTS.get(foreign))?.arrayBuffer()) ?? "");
		expect(await read()).toBe("500 INTERNAL_SERVER_ERROR");
		await env.DOCUMENTS.put(key, stored);
		expect((await download(owner, session)).response.status).toBe(200);
		await env.DB.prepare("UPDATE will_versions SET sha256 = ? WHERE object_key = ?")
			.bind(sha256Of(TEXT), key)
			.run();
		expect(await read()).toBe("500 INTERNAL_SERVER_ERROR");
		await env.DOCUMENTS.delete(key);
		expect(await read()).toBe("500 INTERNAL_SERVER_ERROR");
		log.mockRestore();
	});
});

it("accepts an upload with and without a Content-Length", async () => {
	const owner = newOwner();
	const session = await sessionOf(owner);
	const { rawBody, type } = await encodedForm(
		formOf(await willFields(owner, { bytes: PDF }), { bytes: PDF }),
	);
	const stream = new Blob([
		rawBody.subarray(0, 100),
		rawBody.subarray(100),
	] as Uint8Array<ArrayBuffer>[]).stream();
	const headers = { ...session, "content-type": type };
	expect((await call("POST", willPath(owner), { rawBody: stream, headers })).status).toBe(201);
	const again = { rawBody, headers: { ...headers, "content-length": rawBody.length } };
	expect(codeOf(await call("POST", willPath(owner), again))).toBe("409 WILL_VERSION_CONFLICT");
});
