/** Invalid uploads, for every operation that accepts a file. */
import type { FormFile } from "../signing/will-signing.ts";
import { pdfFile } from "../storage/pdf-files.ts";

export const MEBIBYTE = 1024 * 1024;
export const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

const PDF = pdfFile();
const TEXT = bytesOf("Everything to the cat.\n");

/** A PDF of exactly this length. */
export function pdfOf(size: number): Uint8Array {
	const empty = pdfFile({ attachment: "" }).length;
	// The stream's length and the table's offset are written in the file, so they add a few digits.
	for (let digits = 0; digits < 32; digits++) {
		const file = pdfFile({ attachment: "x".repeat(size - empty - digits) });
		if (file.length === size) return file;
	}
	throw new Error(`no PDF of ${size} bytes`);
}

/**
 * Every operation that accepts PDFs rejects these as INVALID_FILE_FORMAT. What else is no PDF and no text is in
 * test/unit/documents.
 */
export const BAD_FILES: [string, FormFile][] = [
	["a PDF that is also HTML", { bytes: pdfFile({ comment: "%<html><script>alert(1)</script>" }) }],
	["half a PDF", { bytes: PDF.subarray(0, PDF.length / 2) }],
	["an image", { bytes: bytesOf("\x89PNG\r\n\x1a\n\0\0\0\rIHDR") }],
	["text that is not UTF-8", { bytes: bytesOf("Alles der Katze, \xe4hnlich") }],
	["a PDF declared as text", { bytes: PDF, type: "text/plain" }],
	["text declared as a PDF", { bytes: TEXT, type: "application/pdf" }],
	["text declared in another encoding", { bytes: TEXT, type: "text/plain; charset=iso-8859-1" }],
];

/** Rejected in the field `file.name`. */
export const BAD_FILE_NAMES = [
	"../../etc/passwd",
	"C:\\wills\\a.pdf",
	"a\0.pdf",
	"n".repeat(1000),
	"\u202efdp.exe",
	"a\u2028.pdf",
];

/** Invalid base64, or not the canonical encoding of these bytes. */
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

/** One part of a form whose boundary is `b`. */
export const part = (head: string, body = "x") => `--b\r\n${head}\r\n\r\n${body}\r\n`;
export const disposition = (name: string) => `Content-Disposition: form-data; name="${name}"`;
export const FILE_PART = part(`${disposition("file")}; filename="a.txt"`, "text");

/** Invalid content types for a form that consists of `FILE_PART`. */
export const BAD_FORM_TYPES = [
	["without a boundary", "multipart/form-data"],
	["with an empty boundary", "multipart/form-data; boundary="],
	["with two boundaries", "multipart/form-data; boundary=b; boundary=c"],
	["with another boundary than its body", "multipart/form-data; boundary=c"],
	["with a boundary of 71 characters", `multipart/form-data; boundary=${"b".repeat(71)}`],
] as const;

export const BAD_FORM_BODIES = [
	["with an empty body", ""],
	["of boundaries only", "--b\r\n--b\r\n--b--"],
	["that is truncated", `${FILE_PART}--b\r\n`],
	["that is truncated in its last boundary", `${FILE_PART}--b-`],
	["with data before its first boundary", `hello\r\n${FILE_PART}--b--`],
	["with data after its last boundary", `${FILE_PART}--b--\r\n${FILE_PART}`],
	["with two files", `${FILE_PART}${FILE_PART}--b--`],
	[
		"with a repeated field",
		`${FILE_PART}${part(disposition("version"), "1")}${part(disposition("version"), "2")}--b--`,
	],
	["with a part without a name", `${FILE_PART}${part("Content-Disposition: form-data")}--b--`],
	["with a part without headers", `${FILE_PART}--b\r\n\r\nx\r\n--b--`],
	["with a part with two names", `${FILE_PART}${part(`${disposition("a")}\r\n${disposition("b")}`)}--b--`],
	["with an encoded part", `${part(`${disposition("file")}\r\nContent-Transfer-Encoding: base64`)}--b--`],
	["with an unterminated header", `--b\r\n${disposition("file")}`],
	["with unterminated headers", `--b\r\nX: ${"x".repeat(10_000)}\r\n\r\nx\r\n--b--`],
	[
		"with a hundred parts",
		`${Array.from({ length: 100 }, (_, at) => part(disposition(`f${at}`))).join("")}--b--`,
	],
	["with line feeds only", `${FILE_PART}--b--`.replaceAll("\r\n", "\n")],
] as const;
