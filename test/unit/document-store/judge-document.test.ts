// estates.md "POST …/will".
import { deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeDocument, MAX_DOCUMENT_BYTES } from "../../../src/document-store/judge-document.ts";
import { pdfFile, zipArchive } from "../../support/storage/pdf-files.ts";
import { accepted, join, latin1, PDF, problemOf, TEXT, utf8 } from "./judged-files.ts";

describe("judgeDocument accepts text", () => {
	const texts: [string, string | Uint8Array][] = [
		["of one letter", "I"],
		["in plain English", "I leave everything to my cat.\n"],
		["in any script", "Ich vermache alles meiner Nichte: 10 €. 我的遗嘱。 וצוואה 🏛️\n"],
		["with tabs and every kind of line end", "a\tb\r\nc\rd\ne"],
		["with a byte-order mark", join(new Uint8Array([0xef, 0xbb, 0xbf]), utf8("My will"))],
		["with line and paragraph separators", "a\u2028b\u2029c"],
		["with markup after its beginning", "My will, see <https://example.com> & <b>mind</b> it."],
		["that mentions PDF", "See the PDF-1.4 file."],
		["that begins with a dash and a percentage", "- 50% to A\n- 50% to B"],
		["that begins with a less-than sign", "< 50 is what I leave"],
		["with a character cut by the border of a chunk", `${"x".repeat(65_535)}é`],
		["with a four-byte character across that border", `${"x".repeat(65_533)}🏛${"y".repeat(10)}`],
		["of exactly a chunk", "x".repeat(65_536)],
		["after more than a chunk of blanks", `${" ".repeat(70_000)}My will`],
	];
	it.each(texts)("accepts text %s", (_, text) => {
		const bytes = typeof text === "string" ? utf8(text) : text;
		for (const declared of [TEXT, "text/plain; charset=utf-8", ""]) {
			expect(judgeDocument(bytes, declared)).toEqual(accepted(TEXT));
		}
	});

	it("accepts text of 10 MiB within 1.5 seconds", () => {
		const bytes = new Uint8Array(MAX_DOCUMENT_BYTES).fill(0x61);
		const startedAt = performance.now();
		expect(judgeDocument(bytes, TEXT)).toEqual(accepted(TEXT));
		expect(performance.now() - startedAt).toBeLessThan(1500);
	});
});

describe("judgeDocument rejects text", () => {
	const notUtf8 = /neither a PDF nor text in UTF-8/;
	const controls = /control characters/;
	const markup = /markup/;
	const texts: [string, Uint8Array, RegExp][] = [
		["in Latin-1", latin1("caf\xE9"), notUtf8],
		["in UTF-16", new Uint8Array(Buffer.from("\ufeffMy will", "utf16le")), notUtf8],
		["in UTF-16 without a mark", new Uint8Array(Buffer.from("My will", "utf16le")), controls],
		["with an overlong slash", new Uint8Array([0x61, 0xc0, 0xaf]), notUtf8],
		["with a surrogate", new Uint8Array([0xed, 0xa0, 0x80]), notUtf8],
		["beyond Unicode", new Uint8Array([0xf4, 0x90, 0x80, 0x80]), notUtf8],
		["that ends in half a character", utf8("é").subarray(0, 1), notUtf8],
		[
			"that ends in half a character after a full chunk",
			utf8(`${"x".repeat(65_536)}é`).subarray(0, -1),
			notUtf8,
		],
		[
			"with an invalid byte in a late chunk",
			join(utf8("x".repeat(200_000)), new Uint8Array([0xff])),
			notUtf8,
		],
		["of white space", utf8(" \t\r\n\u00a0"), /is blank/],
		["of a byte-order mark only", new Uint8Array([0xef, 0xbb, 0xbf]), /is blank/],
		["that is an HTML page", utf8("<!DOCTYPE html><p>will"), markup],
		["that is an HTML page after white space", utf8("\ufeff\r\n\t <html>"), markup],
		["that is a browser script", utf8("<script>alert(1)</script>"), markup],
		["that is an HTML comment", utf8("<!-- will -->"), markup],
		["that is XML", utf8("<?xml version='1.0'?><svg/>"), markup],
		["that begins with an end tag", utf8("</p>"), markup],
		["that is markup cut by the border of a chunk", utf8(`${" ".repeat(65_535)}<html>`), markup],
		["that is a script", utf8("#!/bin/sh\necho"), /script/],
		["that is RTF", utf8("{\\rtf1 My will}"), /Rich Text/],
		["that is PostScript", utf8("%!PS-Adobe-3.0\n"), /PostScript/],
		[
			"with a PDF signature in its first kilobyte",
			utf8("My will\n%PDF-1.4\n"),
			/has `%PDF-` near its beginning/,
		],
		[
			"that is a PDF after a byte-order mark",
			join(new Uint8Array([0xef, 0xbb, 0xbf]), pdfFile()),
			/has `%PDF-` near its beginning/,
		],
		["of zero bytes", new Uint8Array(100), controls],
	];
	it.each(texts)("rejects text %s", (_, bytes, problem) => {
		for (const declared of [TEXT, "", "application/octet-stream"]) {
			expect(problemOf(judgeDocument(bytes, declared))).toMatch(problem);
		}
	});

	it("rejects text with any control character except tab, line feed and carriage return", () => {
		const kindOf = (code: number) => judgeDocument(utf8(`a${String.fromCharCode(code)}b`), TEXT).kind;
		const codes = Array.from({ length: 0xa0 }, (_, code) => code);
		const refusedCodes = codes.filter((code) => kindOf(code) === "invalid_document");
		const controlCodes = codes.filter((code) => code < 32 || code >= 127);
		expect(refusedCodes).toEqual(controlCodes.filter((code) => ![9, 10, 13].includes(code)));
	});

	const binaries: [string, Uint8Array][] = [
		["a PNG", latin1("\x89PNG\r\n\x1a\n\0\0\0\rIHDR")],
		["a JPEG", latin1("\xff\xd8\xff\xe0\0\x10JFIF\0")],
		["a GIF", latin1("GIF89a\x01\0\x01\0")],
		["a ZIP archive, such as a .docx", latin1(`PK\x03\x04\x14\0${zipArchive()}`)],
		["an old Word document", latin1("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")],
		["a program for Windows", latin1("MZ\x90\0\x03\0")],
		["a program for Linux", latin1("\x7fELF\x02\x01\x01\0")],
		["gzip data", new Uint8Array(gzipSync("My will"))],
		["a compressed PDF", new Uint8Array(deflateSync(pdfFile()))],
	];
	it.each(binaries)("rejects %s as text", (_, bytes) => {
		for (const declared of [TEXT, PDF, "", "application/octet-stream"]) {
			expect(judgeDocument(bytes, declared).kind).toBe("invalid_document");
		}
	});

	it("accepts random bytes after a word if and only if they are UTF-8 without control characters", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
				const document = join(utf8("Will "), bytes);
				const text = Buffer.from(document).toString("utf8");
				const isUtf8 = Buffer.from(text, "utf8").equals(document);
				const isPlain = [...text].every((char) => "\t\n\r".includes(char) || !/\p{Cc}/u.test(char));
				expect(judgeDocument(document, TEXT).kind).toBe(isUtf8 && isPlain ? "accepted" : "invalid_document");
			}),
			{ numRuns: 500 },
		);
	});
});

describe("the declared media type", () => {
	const text = utf8("My will");

	it.each([
		"text/plain",
		"TEXT/Plain",
		" text/plain ",
		"text/plain;charset=utf-8",
		'text/plain; charset="UTF-8"',
	])("%j matches text and contradicts a PDF", (declared) => {
		expect(judgeDocument(text, declared)).toEqual(accepted(TEXT));
		expect(problemOf(judgeDocument(pdfFile(), declared))).toBe("is declared as text but is a PDF");
	});

	it.each(["application/pdf", "Application/PDF", " application/pdf "])(
		"%j matches a PDF and contradicts text",
		(declared) => {
			expect(judgeDocument(pdfFile(), declared)).toEqual(accepted(PDF));
			expect(problemOf(judgeDocument(text, declared))).toBe(
				"is declared as a PDF but does not begin with `%PDF-`",
			);
		},
	);

	it.each(["", "  ", "application/octet-stream"])("%j matches text and PDFs", (declared) => {
		expect(judgeDocument(text, declared)).toEqual(accepted(TEXT));
		expect(judgeDocument(pdfFile(), declared)).toEqual(accepted(PDF));
	});

	it.each([
		"text/html",
		"text/markdown",
		"application/x-pdf",
		"image/png",
		"application/json",
		"text",
		"text/plain, application/pdf",
		"application/pdfx",
		"multipart/form-data; boundary=x",
	])("%j is rejected", (declared) => {
		for (const bytes of [text, pdfFile()]) {
			expect(problemOf(judgeDocument(bytes, declared))).toBe(
				"is declared as neither `application/pdf` nor `text/plain`",
			);
		}
	});

	it.each([
		"text/plain; charset=iso-8859-1",
		"text/plain; charset=utf-16",
		"text/plain; charset=utf-8; charset=utf-7",
		"text/plain; charset",
		"text/plain; charset=",
		"text/plain;",
		"text/plain; format=flowed",
		"text/plain; charset='utf-8'",
		"application/pdf; charset=utf-8",
		"application/pdf; version=1.7",
	])("%j is rejected for its parameter", (declared) => {
		const bytes = declared.startsWith("text") ? text : pdfFile();
		expect(problemOf(judgeDocument(bytes, declared))).toMatch(/parameter in its media type/);
	});

	it("does not matter for an empty file", () => {
		for (const declared of [PDF, TEXT, "", "text/html"]) {
			expect(judgeDocument(new Uint8Array(0), declared)).toMatchObject({
				kind: "invalid_document",
				problem: "is empty",
			});
		}
	});
});
