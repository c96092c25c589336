// estates.md "POST …/will".
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeDocument, MAX_DOCUMENT_BYTES } from "../../../src/document-store/judge-document.ts";
import {
	linearizedFile,
	pdfFile,
	pdfWithListStream,
	withUpdate,
	zipArchive,
} from "../../support/storage/pdf-files.ts";
import { accepted, join, latin1, PDF, problemOf, TEXT, utf8 } from "./judged-files.ts";

describe("judgeDocument accepts a PDF", () => {
	const files: [string, Uint8Array][] = [
		["with lines that end in LF", pdfFile()],
		["with lines that end in CR and LF", pdfFile({ lineEnd: "\r\n" })],
		["with lines that end in CR", pdfFile({ lineEnd: "\r" })],
		["without a line end at its end", pdfFile({ ending: "" })],
		["with blank lines at its end", pdfFile({ ending: "\r\n\r\n" })],
		["with every kind of white space after its end", pdfFile({ ending: "\0\t\n\f\r " })],
		["padded with zeros up to the readers' search range", pdfFile({ ending: "\0".repeat(1019) })],
		["without a binary comment", pdfFile({ comment: "%" })],
		["with a space after its version", pdfFile({ header: "%PDF-1.3 " })],
		["with a comment after its version", pdfFile({ header: "%PDF-1.4 %\xE2\xE3\xCF\xD3" })],
		["saved again with a change", withUpdate(pdfFile(), "<< /Type /Catalog /Pages 2 0 R /Lang (en) >>")],
		[
			"saved again twice",
			withUpdate(
				withUpdate(pdfFile(), "<< /Type /Catalog /Pages 2 0 R >>"),
				"<< /Type /Catalog /Pages 2 0 R >>",
			),
		],
		["linearised", linearizedFile()],
		["with a cross-reference stream", pdfWithListStream()],
		["that mentions HTML on its page", pdfFile({ text: "x".repeat(1000).concat("<html><script>") })],
		["with XMP at its beginning", pdfFile({ comment: "%<?xpacket begin='' ?><x:xmpmeta><rdf:RDF>" })],
		[
			"with four bytes that resemble the end of a ZIP",
			pdfFile({ attachment: "PK\x05\x06 by chance, and more text" }),
		],
		["with those bytes right at its end", pdfFile({ attachment: "PK\x05\x06" })],
		[
			"with a stream of packed bytes",
			pdfFile({ attachment: deflateSync("x".repeat(5000)).toString("latin1") }),
		],
	];
	it.each(files)("accepts a PDF %s", (_, file) => {
		expect(judgeDocument(file, PDF)).toEqual(accepted(PDF));
		expect(judgeDocument(file, "")).toEqual(accepted(PDF));
	});

	it.each(["1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "2.0"])(
		"accepts a PDF of version %s",
		(version) => {
			expect(judgeDocument(pdfFile({ header: `%PDF-${version}` }), PDF)).toEqual(accepted(PDF));
		},
	);

	it("accepts a PDF of 10 MiB with any content within 200 ms", () => {
		const bytes = Buffer.alloc(MAX_DOCUMENT_BYTES, "PK\x05\x06%PDF-1.4 startxref %%EOF <html", "latin1");
		const file = pdfFile();
		bytes.set(file.subarray(0, 600));
		bytes.set(pdfFile({ comment: "%".repeat(1100) }).subarray(0, 1100));
		bytes.set(file.subarray(-400), bytes.length - 400);
		const startedAt = performance.now();
		expect(judgeDocument(bytes, PDF)).toEqual(accepted(PDF));
		expect(performance.now() - startedAt).toBeLessThan(200);
	});

	it("accepts a PDF in the middle of a larger buffer", () => {
		const file = pdfFile();
		const buffer = join(utf8("<html>"), file, utf8("more"));
		expect(judgeDocument(buffer.subarray(6, 6 + file.length), PDF)).toEqual(accepted(PDF));
	});
});

describe("judgeDocument rejects a PDF", () => {
	const behindEnd = /data after its end/;
	const noPlace = /startxref/;
	const version = /unknown version/;
	const zipped = (...archive: Parameters<typeof zipArchive>) =>
		pdfFile({ attachment: zipArchive(...archive) });
	/** A minimal ZIP64 archive: its locator precedes the end record (APPNOTE 4.3.15). */
	const longZip = `PK\x06\x07${"\0".repeat(16)}PK\x05\x06${"\xFF".repeat(16)}\0\0`;

	const files: [string, Uint8Array, RegExp][] = [
		["of its signature only", latin1("%PDF-"), version],
		["of its header only", latin1("%PDF-1.4\n"), /truncated/],
		["of version 1.8", pdfFile({ header: "%PDF-1.8" }), version],
		["of version 2.1", pdfFile({ header: "%PDF-2.1" }), version],
		["of version 3.0", pdfFile({ header: "%PDF-3.0" }), version],
		["of version 1.40", pdfFile({ header: "%PDF-1.40" }), version],
		["with text for a version", pdfFile({ header: "%PDF-a.b" }), version],
		["with HTML directly after its version", pdfFile({ header: "%PDF-1.4<html>" }), version],
		["with HTML in its first line", pdfFile({ header: "%PDF-1.4 <HTML>" }), /also HTML/],
		["with a document type in its second line", pdfFile({ comment: "%<!DOCTYPE html>" }), /also HTML/],
		["with a script in the first kilobyte", pdfFile({ text: "<script>alert(1)</script>" }), /also HTML/],
		["with PHP in its second line", pdfFile({ comment: "%<?php system($_GET[0]); ?>" }), /also HTML or PHP/],
		["without an end", pdfFile().subarray(0, -7), /truncated/],
		["truncated in the middle", pdfFile().subarray(0, 300), /truncated/],
		["with text after its end", pdfFile({ ending: "\nhello" }), behindEnd],
		["with a comment after its end", pdfFile({ ending: "\n%comment\n" }), behindEnd],
		["with a ZIP archive after its end", pdfFile({ ending: zipArchive() }), behindEnd],
		["with HTML after its end", pdfFile({ ending: "\n<p>hello</p>" }), behindEnd],
		["with a letter directly after its end", pdfFile({ ending: "X" }), behindEnd],
		["with more data after its end than readers search", pdfFile({ ending: "\0".repeat(1020) }), /truncated/],
		["whose end is in lower case", latin1("%PDF-1.4\nstartxref\n0\n%%eof"), /truncated/],
		["without startxref", latin1("%PDF-1.4\ntrailer\n<<>>\n%%EOF"), noPlace],
		["with startxref without an offset", latin1("%PDF-1.4\nstartxref\n%%EOF"), noPlace],
		["with startxref at a negative offset", latin1("%PDF-1.4\nstartxref\n-1\n%%EOF"), noPlace],
		["with startxref beyond its end", latin1("%PDF-1.4\nstartxref\n99\n%%EOF"), noPlace],
		["with startxref of 30 digits", latin1(`%PDF-1.4\nstartxref\n${"1".repeat(30)}\n%%EOF`), noPlace],
		["with something between startxref and its end", latin1("%PDF-1.4\nstartxref\n0\nhello\n%%EOF"), noPlace],
		["that is also a ZIP archive", zipped(), /also a ZIP/],
		["whose rest is the comment of a ZIP archive", zipped("the archive's comment"), /also a ZIP/],
		[
			"with a ZIP archive after an accidental ZIP signature",
			pdfFile({ attachment: `PK\x05\x06 ${zipArchive()}` }),
			/also a ZIP/,
		],
		["that is a ZIP archive of a second disk", zipped("", { 4: 1 }), /also a ZIP/],
		["that is a ZIP archive with its directory on another disk", zipped("", { 6: 1 }), /also a ZIP/],
		["that is a ZIP archive that miscounts its files", zipped("", { 8: 0 }), /also a ZIP/],
		["that is a ZIP archive with a wrong directory offset", zipped("", { 17: 9 }), /also a ZIP/],
		["that is a ZIP64 archive", pdfFile({ attachment: longZip }), /also a ZIP/],
		[
			"that is a ZIP archive with the longest comment",
			pdfFile({ attachment: zipArchive(" ".repeat(64_000)) }),
			/also a ZIP/,
		],
	];
	it.each(files)("rejects a PDF %s", (_, file, problem) => {
		for (const declared of [PDF, "", "application/octet-stream"]) {
			expect(problemOf(judgeDocument(file, declared))).toMatch(problem);
		}
	});

	it("rejects a PDF with any bytes before its header", () => {
		const before = fc.uint8Array({ minLength: 1, maxLength: 1000 }).filter((bytes) => bytes[0] !== 0x25);
		fc.assert(
			fc.property(before, (bytes) => {
				expect(judgeDocument(join(bytes, pdfFile()), PDF).kind).toBe("invalid_document");
				expect(judgeDocument(join(bytes, pdfFile()), TEXT).kind).toBe("invalid_document");
				expect(judgeDocument(join(bytes, pdfFile()), "").kind).toBe("invalid_document");
			}),
		);
	});

	it("rejects a PDF followed by anything other than white space", () => {
		const black = fc.uint8Array({ minLength: 1, maxLength: 200 }).filter((bytes) => {
			return bytes.some((byte) => ![0, 9, 10, 12, 13, 32].includes(byte));
		});
		fc.assert(
			fc.property(black, (bytes) => {
				expect(judgeDocument(join(pdfFile(), bytes), PDF).kind).toBe("invalid_document");
			}),
		);
	});

	it("rejects a PDF truncated at any byte before its last line end", () => {
		const file = pdfFile();
		for (let length = 1; length < file.length - 1; length++) {
			expect(judgeDocument(file.subarray(0, length), PDF).kind).toBe("invalid_document");
		}
		expect(judgeDocument(file.subarray(0, -1), PDF).kind).toBe("accepted");
	});
});
