// estates.md "POST …/will".
/** Invalid files as wills and as documents of cases: each gets a clear error, and leaves nothing in the store. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashRecoveryIntent } from "../../src/recovery/intent/typed-data.ts";
import {
	BAD_FILE_NAMES,
	BAD_FILES,
	BAD_FORM_BODIES,
	BAD_FORM_TYPES,
	badBase64,
	bytesOf,
	disposition,
	FILE_PART,
	MEBIBYTE,
	part,
	pdfOf,
} from "../support/contract/bad-uploads.ts";
import { type CheckedResponse, call, codeOf } from "../support/contract/openapi-client.ts";
import { newCaseBody, newIntent } from "../support/signing/signing.ts";
import { formOf, jsonOf, sha256Of, willFields } from "../support/signing/will-signing.ts";
import { type Headers, newOwner, sessionOf } from "./estates/support.ts";
import { encodedForm, lodge, PDF, sendForm, storedKeys, willPath } from "./estates/will-calls.ts";
import { add, added, documentsPath, download, newPdf, rowsOf } from "./recovery/document-support.ts";
import { newPartner } from "./recovery/support.ts";

const TEXT = bytesOf("Everything to the cat.\n");

const owner = newOwner();
const path = willPath(owner);
let session: Headers;
let before: string[];
beforeAll(async () => {
	session = await sessionOf(owner);
	before = await storedKeys();
});
afterAll(async () => expect(await storedKeys()).toEqual(before));

/** The owner is the recovery account. */
const intent = newIntent({ recoveryAccount: owner.address });
const documents = documentsPath(hashRecoveryIntent(intent));
async function newCase(): Promise<string> {
	const { headers } = await newPartner();
	const filed = await call("POST", "/recovery-cases/new-case", {
		body: await newCaseBody(intent, owner),
		headers,
	});
	return filed.body.caseId;
}

const fieldOf = ({ body }: CheckedResponse) => body.error.details?.[0]?.field;

describe("an invalid will file is rejected", () => {
	it.each(BAD_FILES)("rejects %s", async (_, file) => {
		const mimeType = file.type ?? "application/pdf";
		const form = await lodge(owner, session, { file: { type: "", ...file }, signed: { mimeType } });
		expect(codeOf(form)).toBe("415 INVALID_FILE_FORMAT");
		const fields = await willFields(owner, { bytes: file.bytes, mimeType });
		const json = await call("POST", path, { body: jsonOf(fields, file), headers: session });
		expect(codeOf(json)).toBe("415 INVALID_FILE_FORMAT");
	});

	it("rejects a missing file, in a form and in JSON", async () => {
		const fields = await willFields(owner, { bytes: PDF });
		expect(codeOf(await sendForm(path, formOf(fields), session))).toBe("400 NO_FILE_UPLOADED");
		expect(codeOf(await call("POST", path, { body: fields, headers: session }))).toBe("400 NO_FILE_UPLOADED");
		const form = formOf(fields);
		form.append("document", new Blob([PDF as Uint8Array<ArrayBuffer>]), "will.pdf");
		expect(codeOf(await sendForm(path, form, session))).toBe("400 NO_FILE_UPLOADED");
	});

	it("rejects a file of 0 bytes, in a form and in JSON", async () => {
		const file = { bytes: new Uint8Array(0), type: "text/plain" };
		expect(codeOf(await lodge(owner, session, { file }))).toBe("400 NO_FILE_BUFFER");
		const fields = await willFields(owner, file);
		const json = await call("POST", path, { body: jsonOf(fields, file), headers: session });
		expect(codeOf(json)).toBe("400 NO_FILE_BUFFER");
	});

	it("rejects invalid base64", async () => {
		const fields = await willFields(owner, { bytes: TEXT, mimeType: "text/plain" });
		const right = Buffer.from(TEXT).toString("base64");
		for (const base64 of [...badBase64(right), 42, null]) {
			const body = { ...fields, file: { base64, mimeType: "text/plain" } };
			const response = await call("POST", path, { body, headers: session });
			expect([base64, codeOf(response), fieldOf(response)]).toEqual([
				base64,
				"400 INPUT_VALIDATION_ERROR",
				"file.base64",
			]);
		}
	});

	it("rejects a file name that is a path, contains a NUL or has 1,000 characters", async () => {
		const file = { bytes: PDF, type: "application/pdf" };
		const fields = await willFields(owner, file);
		for (const name of BAD_FILE_NAMES) {
			const form = await sendForm(path, formOf(fields, { ...file, name }), session);
			expect([name, codeOf(form)]).toEqual([name, "400 INPUT_VALIDATION_ERROR"]);
			const json = await call("POST", path, { body: jsonOf(fields, { ...file, name }), headers: session });
			expect([codeOf(json), fieldOf(json)]).toEqual(["400 INPUT_VALIDATION_ERROR", "file.name"]);
		}
	});

	it("rejects a file of 10 MiB + 1 byte, with and without a Content-Length, in a form and in JSON", async () => {
		const bytes = pdfOf(10 * MEBIBYTE + 1);
		expect(codeOf(await lodge(owner, session, { file: { bytes } }))).toBe("413 PAYLOAD_TOO_LARGE");
		const fields = await willFields(owner, { bytes });
		const { rawBody, type } = await encodedForm(formOf(fields, { bytes }));
		const chunked = new Blob([rawBody] as Uint8Array<ArrayBuffer>[]).stream();
		const headers = { ...session, "content-type": type };
		expect(codeOf(await call("POST", path, { rawBody: chunked, headers }))).toBe("413 PAYLOAD_TOO_LARGE");
		const json = await call("POST", path, { body: jsonOf(fields, { bytes }), headers: session });
		expect(codeOf(json)).toBe("413 PAYLOAD_TOO_LARGE");
	});
});

describe("an invalid form is rejected", () => {
	const headersOf = (type: string) => ({ ...session, "content-type": type });
	it.each(BAD_FORM_TYPES)("rejects a form %s", async (_, type) => {
		const response = await call("POST", path, { rawBody: `${FILE_PART}--b--\r\n`, headers: headersOf(type) });
		expect([codeOf(response), fieldOf(response)]).toEqual(["400 INPUT_VALIDATION_ERROR", "(body)"]);
	});

	it.each(BAD_FORM_BODIES)("rejects a form %s", async (_, rawBody) => {
		const response = await call("POST", path, {
			rawBody,
			headers: headersOf("multipart/form-data; boundary=b"),
		});
		expect([codeOf(response), fieldOf(response)]).toEqual(["400 INPUT_VALIDATION_ERROR", "(body)"]);
	});

	it.each([
		["version", "1.0"],
		["version", "01"],
		["version", ""],
		["version", "0"],
		["chainId", "0x1"],
		["sha256", "0x"],
		["signature", "0xz"],
		["surprise", "1"],
		["__proto__", "1"],
	])("names the invalid field `%s` of %s", async (name, value) => {
		const fields = { ...(await willFields(owner, { bytes: PDF })), ...Object.fromEntries([[name, value]]) };
		const response = await sendForm(path, formOf(fields, { bytes: PDF }), session);
		expect([codeOf(response), fieldOf(response)]).toEqual(["400 INPUT_VALIDATION_ERROR", name]);
	});

	it("names a field that is a file or not UTF-8", async () => {
		const fields = await willFields(owner, { bytes: PDF });
		for (const head of [`${disposition("version")}; filename="v"`, disposition("version")]) {
			const rest = Object.entries({ ...fields, version: undefined }).filter(
				([, value]) => value !== undefined,
			);
			const text = rest.map(([name, value]) => part(disposition(name), String(value))).join("");
			const rawBody = bytesOf(`${FILE_PART}${text}${part(head, "\xff")}--b--`);
			const headers = headersOf("multipart/form-data; boundary=b");
			const response = await call("POST", path, { rawBody, headers });
			expect([codeOf(response), fieldOf(response)]).toEqual(["400 INPUT_VALIDATION_ERROR", "version"]);
		}
	});
});

describe("an invalid document of a case is rejected", () => {
	let caseId: string;
	let before: string[];
	beforeAll(async () => {
		caseId = await newCase();
		before = await storedKeys();
	});
	afterAll(async () => {
		expect(await storedKeys()).toEqual(before);
		expect(await rowsOf(caseId)).toEqual([]);
		const record = await call("GET", `/recovery-cases/${caseId}`, { headers: session });
		expect(record.body.history).toHaveLength(1);
	});
	const sendJson = (body: object) => call("POST", documents, { body, headers: session });

	it("rejects a file that is not a PDF by its bytes or its declared type, as a form and as JSON", async () => {
		const text = { bytes: bytesOf("In the matter of the estate of Doe.\n"), type: "text/plain" };
		for (const [name, file] of [...BAD_FILES, ["plain text", text] as const]) {
			const form = await add(intent, session, { type: "", ...file });
			const json = await sendJson(jsonOf({ title: name }, file));
			expect([name, codeOf(form), codeOf(json)]).toEqual([name, ...Array(2).fill("415 INVALID_FILE_FORMAT")]);
			expect(form.body.error.message).toMatch(/ Send a PDF\. Nothing was stored\.$/);
		}
	});

	it("rejects a missing file, an empty one, invalid base64 and a bad name", async () => {
		expect(codeOf(await sendForm(documents, formOf({ title: "x" }), session))).toBe("400 NO_FILE_UPLOADED");
		expect(codeOf(await add(intent, session, { bytes: new Uint8Array(0) }))).toBe("400 NO_FILE_BUFFER");
		for (const base64 of badBase64(Buffer.from(newPdf()).toString("base64"))) {
			const json = await sendJson({ title: "x", file: { base64, mimeType: "application/pdf" } });
			expect([base64.length, codeOf(json), fieldOf(json)]).toEqual([
				base64.length,
				"400 INPUT_VALIDATION_ERROR",
				"file.base64",
			]);
		}
		for (const name of BAD_FILE_NAMES) {
			expect([name, codeOf(await add(intent, session, { name }))]).toEqual([
				name,
				"400 INPUT_VALIDATION_ERROR",
			]);
		}
	});

	it("rejects a title that is missing, blank, too long, with invisible characters, or with other fields", async () => {
		const form = (fields: object) => sendForm(documents, formOf({ ...fields }, { bytes: newPdf() }), session);
		const titles = ["", "   ", "a\nb", "a\0b", "\u202eredro", "\u200b", "x".repeat(201)];
		for (const title of titles) {
			const response = await form({ title });
			expect([title, codeOf(response), fieldOf(response)]).toEqual([
				title,
				"400 INPUT_VALIDATION_ERROR",
				"title",
			]);
		}
		expect(fieldOf(await form({}))).toBe("title");
		expect(fieldOf(await form({ title: "x", documentId: "doc_1" }))).toBe("documentId");
		expect(codeOf(await sendJson({ ...jsonOf({}, { bytes: newPdf() }), title: { $ne: 1 } }))).toBe(
			"400 INPUT_VALIDATION_ERROR",
		);
	});

	it("rejects a document of 10 MiB + 1 byte", async () => {
		expect(codeOf(await add(intent, session, { bytes: pdfOf(10 * MEBIBYTE + 1) }))).toBe(
			"413 PAYLOAD_TOO_LARGE",
		);
	});
});

describe("a large file", () => {
	it("of 10 MiB is accepted as a will in a form, and as JSON is told to come as a form", async () => {
		const bytes = pdfOf(10 * MEBIBYTE);
		const [other, headers] = [newOwner(), session];
		const own = await sessionOf(other);
		expect((await lodge(other, own, { file: { bytes } })).status).toBe(201);
		const fields = await willFields(other, { bytes, version: 2 });
		const json = await call("POST", willPath(other), {
			body: jsonOf(fields, { bytes, name: "will.pdf" }),
			headers: own,
		});
		expect(codeOf(json)).toBe("413 PAYLOAD_TOO_LARGE");
		expect(json.body.error.message).toMatch(/1 MiB.*`multipart\/form-data`.*10 MiB/);
		expect(codeOf(await call("GET", willPath(other), { headers }))).toBe("403 FORBIDDEN");
		before = await storedKeys();
	});

	it("is accepted as JSON if the body has at most 1 MiB", async () => {
		const other = newOwner();
		const headers = await sessionOf(other);
		const lodgeJson = async (size: number, version: number) => {
			const bytes = pdfOf(size);
			const fields = await willFields(other, { bytes, version });
			return call("POST", willPath(other), { body: jsonOf(fields, { bytes }), headers });
		};
		// The fields take less than 1 KiB.
		const largest = await lodgeJson(0.75 * (MEBIBYTE - 1024), 1);
		expect([largest.status, largest.body.size]).toEqual([201, 0.75 * (MEBIBYTE - 1024)]);
		expect(codeOf(await lodgeJson(0.75 * MEBIBYTE, 2))).toBe("413 PAYLOAD_TOO_LARGE");
		before = await storedKeys();
	});

	it("of 10 MiB is accepted as a document of a case", async () => {
		const bytes = pdfOf(10 * MEBIBYTE);
		const { documentId, sha256, size } = await added(intent, session, { bytes });
		expect([size, sha256]).toEqual([10 * MEBIBYTE, sha256Of(bytes)]);
		const { caseId } = await call("POST", "/recovery-cases/exists", { body: intent, headers: session }).then(
			({ body }) => body,
		);
		expect(sha256Of((await download(caseId, documentId, session)).bytes)).toBe(sha256);
		before = await storedKeys();
	});
});
