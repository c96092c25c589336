/** Uploads that are not what they should be, for every operation that takes a file. */

import type { FormFile } from "../signing/will-signing.ts";
import { pdfFile, zipArchive } from "../storage/pdf-files.ts";

export const MEBIBYTE = 1024 * 1024;
export const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

const PDF = pdfFile();
const TEXT = bytesOf("Everything to the cat.\n");

/** A PDF of exactly this length. */
export function pdfOf(size: number): Uint8Array {
	const empty = pdfFile({ attachment: "" }).length;
	// The length of the stream stands in the file and in the place of its list: a few digits more.
	for (let digits = 0; digits < 32; digits++) {
		const file = pdfFile({ attachment: "x".repeat(size - empty - digits) });
		if (file.length === size) return file;
	}
	throw new Error(`no PDF of ${size} bytes`);
}

/** Each is INVALID_FILE_FORMAT, wherever PDFs are taken. */
export const BAD_FILES: [string, FormFile][] = [
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

/** Each is refused as `file.name`. */
export const BAD_FILE_NAMES = [
	"../../etc/passwd",
	"C:\\wills\\a.pdf",
	"a\0.pdf",
	"n".repeat(1000),
	"\u202efdp.exe",
];

/** What is no base64, or not the one spelling of these bytes. */
export const badBase64 = (right: string): string[] => [
	right.slice(1),
	`${right}=`,
	` ${right}`,
	right.replace(/.$/, "\n"),
	"====",
	"a=aa",
	"QQ=A",
	"AB==",
	`${right.slice(0, -4)}-_-_`,
];

/** Of a form whose boundary is `b`. */
export const part = (head: string, body = "x") => `--b\r\n${head}\r\n\r\n${body}\r\n`;
export const disposition = (name: string) => `Content-Disposition: form-data; name="${name}"`;
export const FILE_PART = part(`${disposition("file")}; filename="a.txt"`, "text");

/** Content types of a form with `FILE_PART`. */
export const BAD_FORM_TYPES = [
	["without a boundary", "multipart/form-data"],
	["with an empty boundary", "multipart/form-data; boundary="],
	["with two boundaries", "multipart/form-data; boundary=b; boundary=c"],
	["with another boundary than it has", "multipart/form-data; boundary=c"],
	["with a boundary of 71 characters", `multipart/form-data; boundary=${"b".repeat(71)}`],
] as const;

export const BAD_FORM_BODIES = [
	["empty", ""],
	["of boundaries alone", "--b\r\n--b\r\n--b--"],
	["that was cut short", `${FILE_PART}--b\r\n`],
	["that was cut within its last boundary", `${FILE_PART}--b-`],
	["with something before it", `hello\r\n${FILE_PART}--b--`],
	["with something behind it", `${FILE_PART}--b--\r\n${FILE_PART}`],
	["with two files", `${FILE_PART}${FILE_PART}--b--`],
	[
		"with a field twice",
		`${FILE_PART}${part(disposition("version"), "1")}${part(disposition("version"), "2")}--b--`,
	],
	["with a part that has no name", `${FILE_PART}${part("Content-Disposition: form-data")}--b--`],
	["with a part that has no headers", `${FILE_PART}--b\r\n\r\nx\r\n--b--`],
	[
		"with a part that has two names",
		`${FILE_PART}${part(`${disposition("a")}\r\n${disposition("b")}`)}--b--`,
	],
	["with an encoded part", `${part(`${disposition("file")}\r\nContent-Transfer-Encoding: base64`)}--b--`],
	["with a header without an end", `--b\r\n${disposition("file")}`],
	["with headers without an end", `--b\r\nX: ${"x".repeat(10_000)}\r\n\r\nx\r\n--b--`],
	[
		"with a hundred parts",
		`${Array.from({ length: 100 }, (_, at) => part(disposition(`f${at}`))).join("")}--b--`,
	],
	["with line feeds alone", `${FILE_PART}--b--`.replaceAll("\r\n", "\n")],
] as const;
