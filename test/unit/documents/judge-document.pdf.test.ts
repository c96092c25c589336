import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeDocument, MAX_DOCUMENT_BYTES } from "../../../src/documents/judge-document.ts";
import {
	linearizedFile,
	pdfFile,
	pdfWithListStream,
	withUpdate,
	zipArchive,
} from "../../support/storage/pdf-files.ts";
import { accepted, join, latin1, PDF, problemOf, TEXT, utf8 } from "./judged-files.ts";

describe("a PDF is accepted", () => {
	const files: [string, Uint8Array][] = [
		["with lines that end in LF", pdfFile()],
		["with lines that end in CR and LF", pdfFile({ lineEnd: "\r\n" })],
		["with lines that end in CR", pdfFile({ lineEnd: "\r" })],
		["without a line end at its end", pdfFile({ ending: "" })],
		["with blank lines at its end", pdfFile({ ending: "\r\n\r\n" })],
		["with white space of every kind behind its end", pdfFile({ ending: "\0\t\n\f\r " })],
		["padded with zeros as far as readers look", pdfFile({ ending: "\0".repeat(1019) })],
		["without the comment that says it is binary", pdfFile({ comment: "%" })],
		["with a space behind its version", pdfFile({ header: "%PDF-1.3 " })],
		["with a comment behind its version", pdfFile({ header: "%PDF-1.4 %\xE2\xE3\xCF\xD3" })],
		["saved again with a change", withUpdate(pdfFile(), "<< /Type /Catalog /Pages 2 0 R /Lang (en) >>")],
		[
			"saved again twice",
			withUpdate(
				withUpdate(pdfFile(), "<< /Type /Catalog /Pages 2 0 R >>"),
				"<< /Type /Catalog /Pages 2 0 R >>",
			),
		],
		["linearised", linearizedFile()],
		["with its list in a stream", pdfWithListStream()],
		["that speaks of HTML on its page", pdfFile({ text: "x".repeat(1000).concat("<html><script>") })],
		["with XMP at its beginning", pdfFile({ comment: "%<?xpacket begin='' ?><x:xmpmeta><rdf:RDF>" })],
		[
			"with four bytes that look like the end of a ZIP",
			pdfFile({ attachment: "PK\x05\x06 by chance, and more text" }),
		],
		["with those bytes right at its end", pdfFile({ attachment: "PK\x05\x06" })],
		[
			"with a stream of packed bytes",
			pdfFile({ attachment: deflateSync("x".repeat(5000)).toString("latin1") }),
		],
	];
	it.each(files)("%s", (_, file) => {
		expect(judgeDocument(file, PDF)).toEqual(accepted(PDF));
		expect(judgeDocument(file, "")).toEqual(accepted(PDF));
	});

	it.each(["1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "2.0"])("of version %s", (version) => {
		expect(judgeDocument(pdfFile({ header: `%PDF-${version}` }), PDF)).toEqual(accepted(PDF));
	});

	it("of 10 MiB, in any bytes between its ends, at once", () => {
		const bytes = Buffer.alloc(MAX_DOCUMENT_BYTES, "PK\x05\x06%PDF-1.4 startxref %%EOF <html", "latin1");
		const file = pdfFile();
		bytes.set(file.subarray(0, 600));
		bytes.set(pdfFile({ comment: "%".repeat(1100) }).subarray(0, 1100));
		bytes.set(file.subarray(-400), bytes.length - 400);
		const startedAt = performance.now();
		expect(judgeDocument(bytes, PDF)).toEqual(accepted(PDF));
		expect(performance.now() - startedAt).toBeLessThan(200);
	});

	it("from the middle of a larger buffer", () => {
		const file = pdfFile();
		const buffer = join(utf8("<html>"), file, utf8("more"));
		expect(judgeDocument(buffer.subarray(6, 6 + file.length), PDF)).toEqual(accepted(PDF));
	});
});

describe("a PDF is refused", () => {
	const behindEnd = /data after its end/;
	const noPlace = /startxref/;
	const version = /unknown version/;
	const zipped = (...archive: Parameters<typeof zipArchive>) =>
		pdfFile({ attachment: zipArchive(...archive) });
	/** In outline: what says where its list is stands before its last record (APPNOTE 4.3.15). */
	const longZip = `PK\x06\x07${"\0".repeat(16)}PK\x05\x06${"\xFF".repeat(16)}\0\0`;

	const files: [string, Uint8Array, RegExp][] = [
		["of nothing but its mark", latin1("%PDF-"), version],
		["of nothing but its header", latin1("%PDF-1.4\n"), /truncated/],
		["of version 1.8", pdfFile({ header: "%PDF-1.8" }), version],
		["of version 2.1", pdfFile({ header: "%PDF-2.1" }), version],
		["of version 3.0", pdfFile({ header: "%PDF-3.0" }), version],
		["of version 1.40", pdfFile({ header: "%PDF-1.40" }), version],
		["with text for a version", pdfFile({ header: "%PDF-a.b" }), version],
		["with HTML right behind its version", pdfFile({ header: "%PDF-1.4<html>" }), version],
		["with HTML in its first line", pdfFile({ header: "%PDF-1.4 <HTML>" }), /also HTML/],
		["with a document type in its second line", pdfFile({ comment: "%<!DOCTYPE html>" }), /also HTML/],
		["with a script among the first kilobyte", pdfFile({ text: "<script>alert(1)</script>" }), /also HTML/],
		["with PHP in its second line", pdfFile({ comment: "%<?php system($_GET[0]); ?>" }), /also HTML or PHP/],
		["without an end", pdfFile().subarray(0, -7), /truncated/],
		["cut in the middle", pdfFile().subarray(0, 300), /truncated/],
		["with text behind its end", pdfFile({ ending: "\nhello" }), behindEnd],
		["with a comment behind its end", pdfFile({ ending: "\n%comment\n" }), behindEnd],
		["with a ZIP archive behind its end", pdfFile({ ending: zipArchive() }), behindEnd],
		["with HTML behind its end", pdfFile({ ending: "\n<p>hello</p>" }), behindEnd],
		["with a letter glued to its end", pdfFile({ ending: "X" }), behindEnd],
		[
			"with more behind its end than readers look through",
			pdfFile({ ending: "\0".repeat(1020) }),
			/truncated/,
		],
		["whose end is written otherwise", latin1("%PDF-1.4\nstartxref\n0\n%%eof"), /truncated/],
		["without startxref", latin1("%PDF-1.4\ntrailer\n<<>>\n%%EOF"), noPlace],
		["with startxref of no place", latin1("%PDF-1.4\nstartxref\n%%EOF"), noPlace],
		["with startxref of a negative place", latin1("%PDF-1.4\nstartxref\n-1\n%%EOF"), noPlace],
		["with startxref of a place beyond its end", latin1("%PDF-1.4\nstartxref\n99\n%%EOF"), noPlace],
		["with startxref of an endless number", latin1(`%PDF-1.4\nstartxref\n${"1".repeat(30)}\n%%EOF`), noPlace],
		["with something between startxref and its end", latin1("%PDF-1.4\nstartxref\n0\nhello\n%%EOF"), noPlace],
		["that is a ZIP archive", zipped(), /also a ZIP/],
		["that is a ZIP archive whose comment is the PDF's rest", zipped("the archive's comment"), /also a ZIP/],
		[
			"with the end of a ZIP behind one by chance",
			pdfFile({ attachment: `PK\x05\x06 ${zipArchive()}` }),
			/also a ZIP/,
		],
		["that is a ZIP archive of a second disk, which programs open", zipped("", { 4: 1 }), /also a ZIP/],
		["that is a ZIP archive with its list on another disk", zipped("", { 6: 1 }), /also a ZIP/],
		["that is a ZIP archive that miscounts its files", zipped("", { 8: 0 }), /also a ZIP/],
		["that is a ZIP archive whose list is said to be elsewhere", zipped("", { 17: 9 }), /also a ZIP/],
		["that is a ZIP archive in the long form", pdfFile({ attachment: longZip }), /also a ZIP/],
		[
			"that is a ZIP archive with the longest comment",
			pdfFile({ attachment: zipArchive(" ".repeat(64_000)) }),
			/also a ZIP/,
		],
	];
	it.each(files)("%s", (_, file, problem) => {
		for (const declared of [PDF, "", "application/octet-stream"]) {
			expect(problemOf(judgeDocument(file, declared))).toMatch(problem);
		}
	});

	it("for whatever stands before its header", () => {
		const before = fc.uint8Array({ minLength: 1, maxLength: 1000 }).filter((bytes) => bytes[0] !== 0x25);
		fc.assert(
			fc.property(before, (bytes) => {
				expect(judgeDocument(join(bytes, pdfFile()), PDF).kind).toBe("invalid_document");
				expect(judgeDocument(join(bytes, pdfFile()), TEXT).kind).toBe("invalid_document");
				expect(judgeDocument(join(bytes, pdfFile()), "").kind).toBe("invalid_document");
			}),
		);
	});

	it("for whatever stands behind it that is no white space", () => {
		const black = fc.uint8Array({ minLength: 1, maxLength: 200 }).filter((bytes) => {
			return bytes.some((byte) => ![0, 9, 10, 12, 13, 32].includes(byte));
		});
		fc.assert(
			fc.property(black, (bytes) => {
				expect(judgeDocument(join(pdfFile(), bytes), PDF).kind).toBe("invalid_document");
			}),
		);
	});

	it("wherever it is cut, but in its last line end", () => {
		const file = pdfFile();
		for (let length = 1; length < file.length - 1; length++) {
			expect(judgeDocument(file.subarray(0, length), PDF).kind).toBe("invalid_document");
		}
		expect(judgeDocument(file.subarray(0, -1), PDF).kind).toBe("accepted");
	});
});
