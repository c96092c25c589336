/** Files that are not what they should be: each has a clear error, and nothing is left in the store. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, call } from "../../support/openapi-client.ts";
import { type FormFile, formOf, jsonOf, willFields } from "../../support/will-signing.ts";
import { pdfFile, zipArchive } from "../../unit/estates/pdf-files.ts";
import { type Headers, newOwner, sessionOf } from "./support.ts";
import { encodedForm, lodge, PDF, sendForm, storedKeys, willPath } from "./will-calls.ts";

const MEBIBYTE = 1024 * 1024;
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
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

const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.code}`;
const fieldOf = ({ body }: Answer) => body.error.details?.[0]?.field;

/** A PDF of exactly this length. */
function pdfOf(size: number): Uint8Array {
	const empty = pdfFile({ attachment: "" }).length;
	// The length of the stream stands in the file and in the place of its list: a few digits more.
	for (let digits = 0; digits < 32; digits++) {
		const file = pdfFile({ attachment: "x".repeat(size - empty - digits) });
		if (file.length === size) return file;
	}
	throw new Error(`no PDF of ${size} bytes`);
}

describe("a file of no right form is refused", () => {
	const refused: [string, FormFile][] = [
		["a PDF that is HTML too", { bytes: pdfFile({ comment: "%<html><script>alert(1)</script>" }) }],
		["HTML before a PDF", { bytes: bytesOf(`<html>\n${Buffer.from(PDF).toString("latin1")}`) }],
		["a PDF that is an archive too", { bytes: pdfFile({ ending: `\n${zipArchive()}` }) }],
		["a PDF behind something else", { bytes: bytesOf(`junk\n${Buffer.from(PDF).toString("latin1")}`) }],
		["a PDF of no version", { bytes: pdfFile({ header: "%PDF-9.9" }) }],
		["half a PDF", { bytes: PDF.subarray(0, PDF.length / 2) }],
		["an image", { bytes: bytesOf("\x89PNG\r\n\x1a\n\0\0\0\rIHDR") }],
		["a program", { bytes: bytesOf("\x7fELF\x02\x01\x01\0") }],
		["a script", { bytes: bytesOf("#!/bin/sh\nrm -rf /\n") }],
		["markup", { bytes: bytesOf("<!doctype html><p>My will") }],
		["text that is not UTF-8", { bytes: bytesOf("Alles der Katze, \xe4hnlich") }],
		["text in UTF-16", { bytes: bytesOf("\xff\xfeW\0i\0l\0l\0") }],
		["text with a NUL", { bytes: bytesOf("all to\0 the cat") }],
		["a PDF declared text", { bytes: PDF, type: "text/plain" }],
		["text declared a PDF", { bytes: TEXT, type: "application/pdf" }],
		["a PDF declared an image", { bytes: PDF, type: "image/png" }],
		["text declared to be in another code", { bytes: TEXT, type: "text/plain; charset=iso-8859-1" }],
	];

	it.each(refused)("%s", async (_, file) => {
		const mimeType = file.type ?? "application/pdf";
		const form = await lodge(owner, session, { file: { type: "", ...file }, signed: { mimeType } });
		expect(codeOf(form)).toBe("415 INVALID_FILE_FORMAT");
		const fields = await willFields(owner, { bytes: file.bytes, mimeType });
		const json = await call("POST", path, { body: jsonOf(fields, file), headers: session });
		expect(codeOf(json)).toBe("415 INVALID_FILE_FORMAT");
	});

	it("none at all, in a form and in JSON", async () => {
		const fields = await willFields(owner, { bytes: PDF });
		expect(codeOf(await sendForm(path, formOf(fields), session))).toBe("400 NO_FILE_UPLOADED");
		expect(codeOf(await call("POST", path, { body: fields, headers: session }))).toBe("400 NO_FILE_UPLOADED");
		const form = formOf(fields);
		form.append("document", new Blob([PDF as Uint8Array<ArrayBuffer>]), "will.pdf");
		expect(codeOf(await sendForm(path, form, session))).toBe("400 NO_FILE_UPLOADED");
	});

	it("one of 0 bytes, in a form and in JSON", async () => {
		const file = { bytes: new Uint8Array(0), type: "text/plain" };
		expect(codeOf(await lodge(owner, session, { file }))).toBe("400 NO_FILE_BUFFER");
		const fields = await willFields(owner, file);
		const json = await call("POST", path, { body: jsonOf(fields, file), headers: session });
		expect(codeOf(json)).toBe("400 NO_FILE_BUFFER");
	});

	it("in base64 that is none", async () => {
		const fields = await willFields(owner, { bytes: TEXT, mimeType: "text/plain" });
		const right = Buffer.from(TEXT).toString("base64");
		const wrong = [
			right.slice(1),
			`${right}=`,
			` ${right}`,
			right.replace(/.$/, "\n"),
			"====",
			"a=aa",
			"QQ=A",
		];
		for (const base64 of [...wrong, "AB==", `${right.slice(0, -4)}-_-_`, 42, null]) {
			const body = { ...fields, file: { base64, mimeType: "text/plain" } };
			const answer = await call("POST", path, { body, headers: session });
			expect([base64, codeOf(answer), fieldOf(answer)]).toEqual([
				base64,
				"400 INPUT_VALIDATION_ERROR",
				"file.base64",
			]);
		}
	});

	it("of a name that is a path, has a NUL or 1,000 characters", async () => {
		const file = { bytes: PDF, type: "application/pdf" };
		const fields = await willFields(owner, file);
		for (const name of [
			"../../etc/passwd",
			"C:\\wills\\a.pdf",
			"a\0.pdf",
			"n".repeat(1000),
			"\u202efdp.exe",
		]) {
			const form = await sendForm(path, formOf(fields, { ...file, name }), session);
			expect([name, codeOf(form)]).toEqual([name, "400 INPUT_VALIDATION_ERROR"]);
			const json = await call("POST", path, { body: jsonOf(fields, { ...file, name }), headers: session });
			expect([codeOf(json), fieldOf(json)]).toEqual(["400 INPUT_VALIDATION_ERROR", "file.name"]);
		}
	});

	it("of a byte more than 10 MiB, announced or not, in a form and in JSON", async () => {
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

describe("a form that is none is refused", () => {
	const headersOf = (type: string) => ({ ...session, "content-type": type });
	const part = (head: string, body = "x") => `--b\r\n${head}\r\n\r\n${body}\r\n`;
	const disposition = (name: string) => `Content-Disposition: form-data; name="${name}"`;
	const file = part(`${disposition("file")}; filename="a.txt"`, "text");

	it.each([
		["without a boundary", "multipart/form-data"],
		["with an empty boundary", "multipart/form-data; boundary="],
		["with two boundaries", "multipart/form-data; boundary=b; boundary=c"],
		["with another boundary than it has", "multipart/form-data; boundary=c"],
		["with a boundary of 71 characters", `multipart/form-data; boundary=${"b".repeat(71)}`],
	])("%s", async (_, type) => {
		const answer = await call("POST", path, { rawBody: `${file}--b--\r\n`, headers: headersOf(type) });
		expect([codeOf(answer), fieldOf(answer)]).toEqual(["400 INPUT_VALIDATION_ERROR", "(body)"]);
	});

	it.each([
		["empty", ""],
		["of boundaries alone", "--b\r\n--b\r\n--b--"],
		["that was cut short", `${file}--b\r\n`],
		["that was cut within its last boundary", `${file}--b-`],
		["with something before it", `hello\r\n${file}--b--`],
		["with something behind it", `${file}--b--\r\n${file}`],
		["with two files", `${file}${file}--b--`],
		[
			"with a field twice",
			`${file}${part(disposition("version"), "1")}${part(disposition("version"), "2")}--b--`,
		],
		["with a part that has no name", `${file}${part("Content-Disposition: form-data")}--b--`],
		["with a part that has no headers", `${file}--b\r\n\r\nx\r\n--b--`],
		["with a part that has two names", `${file}${part(`${disposition("a")}\r\n${disposition("b")}`)}--b--`],
		["with an encoded part", `${part(`${disposition("file")}\r\nContent-Transfer-Encoding: base64`)}--b--`],
		["with a header without an end", `--b\r\n${disposition("file")}`],
		["with headers without an end", `--b\r\nX: ${"x".repeat(10_000)}\r\n\r\nx\r\n--b--`],
		[
			"with a hundred parts",
			`${Array.from({ length: 100 }, (_, at) => part(disposition(`f${at}`))).join("")}--b--`,
		],
		["with line feeds alone", `${file}--b--`.replaceAll("\r\n", "\n")],
	])("%s", async (_, rawBody) => {
		const answer = await call("POST", path, {
			rawBody,
			headers: headersOf("multipart/form-data; boundary=b"),
		});
		expect([codeOf(answer), fieldOf(answer)]).toEqual(["400 INPUT_VALIDATION_ERROR", "(body)"]);
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
	])("with a field `%s` of %s, by its name", async (name, value) => {
		const fields = { ...(await willFields(owner, { bytes: PDF })), ...Object.fromEntries([[name, value]]) };
		const answer = await sendForm(path, formOf(fields, { bytes: PDF }), session);
		expect([codeOf(answer), fieldOf(answer)]).toEqual(["400 INPUT_VALIDATION_ERROR", name]);
	});

	it("with a field that is a file or no UTF-8, by its name", async () => {
		const fields = await willFields(owner, { bytes: PDF });
		for (const head of [`${disposition("version")}; filename="v"`, disposition("version")]) {
			const rest = Object.entries({ ...fields, version: undefined }).filter(
				([, value]) => value !== undefined,
			);
			const text = rest.map(([name, value]) => part(disposition(name), String(value))).join("");
			const rawBody = bytesOf(`${file}${text}${part(head, "\xff")}--b--`);
			const headers = headersOf("multipart/form-data; boundary=b");
			const answer = await call("POST", path, { rawBody, headers });
			expect([codeOf(answer), fieldOf(answer)]).toEqual(["400 INPUT_VALIDATION_ERROR", "version"]);
		}
	});
});

describe("a file of 10 MiB", () => {
	it("is taken, as a form and as JSON", async () => {
		const bytes = pdfOf(10 * MEBIBYTE);
		const [other, headers] = [newOwner(), session];
		const own = await sessionOf(other);
		expect((await lodge(other, own, { file: { bytes } })).status).toBe(201);
		const fields = await willFields(other, { bytes, version: 2 });
		const json = await call("POST", willPath(other), {
			body: jsonOf(fields, { bytes, name: "will.pdf" }),
			headers: own,
		});
		expect([json.status, json.body.size]).toEqual([201, 10 * MEBIBYTE]);
		expect(codeOf(await call("GET", willPath(other), { headers }))).toBe("403 FORBIDDEN");
		before = await storedKeys();
	});
});
