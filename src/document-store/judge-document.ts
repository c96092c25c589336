/**
 * Decides by its bytes whether a file is a PDF or plain text. Stricter than common readers, so that no file means two
 * documents. The page of a will decides by it too, so it uses nothing that a browser lacks.
 */
import { lazyPattern } from "../kernel/once.ts";

export const DOCUMENT_TYPES = ["application/pdf", "text/plain"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** `problem` completes the sentence "The file …". */
export type InvalidDocument = {
	kind: "invalid_document";
	problem: string;
	accepted: "pdf" | "pdf_or_text";
};
export type DocumentJudgement = { kind: "accepted"; mimeType: DocumentType } | InvalidDocument;

/** auth.md "Upload limits". */
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;

/** Readers search this range for header and trailer (PDF Reference 1.7, appendix H.3, notes 13 and 18). */
const READERS_WINDOW_BYTES = 1024;
/** Space for `startxref`, a number and white space before `%%EOF`. */
const STARTXREF_BYTES = 64;
/** A ZIP archive's end record: 22 bytes and a comment of at most 64 KiB (APPNOTE 4.3.16). */
const ZIP_END_BYTES = 22;
const ZIP_WINDOW_BYTES = ZIP_END_BYTES + 65_535;
const ZIP_END_SIGNATURE = "PK\x05\x06";
const ZIP_DIRECTORY_SIGNATURE = "PK\x01\x02";
/** Precedes the end record of a ZIP64 archive (APPNOTE 4.3.15). */
const ZIP64_LOCATOR_SIGNATURE = "PK\x06\x07";
const ZIP64_LOCATOR_BYTES = 20;
const CHUNK_BYTES = 65_536;
/** Longer than any pattern below, so that no chunk border cuts one. */
const BEGINNING_LENGTH = 16;

const PDF_SIGNATURE = "%PDF-";
/** Some writers put a comment after the version. */
const PDF_HEADER = /^%PDF-(?:1\.[0-7]|2\.0)[\0\t\n\f\r ]/;
const PDF_END = /startxref[\0\t\n\f\r ]+(?<offset>\d{1,10})[\0\t\n\f\r ]*$/;
const PDF_WHITE_SPACE = /^[\0\t\n\f\r ]*$/;
/** Matches no PDF syntax, in which hex digits or another `<` follow `<`. */
const ACTIVE_CONTENT = /<(?:!doctype|html|head|body|script|iframe|svg|\?php)/i;

const control = lazyPattern(String.raw`[\p{Cc}--[\t\n\r]]`, "v");
/** Text that programs could run or display in another format. */
const OTHER_TEXT_FORMATS: readonly (readonly [RegExp, string])[] = [
	[/^<[a-z!?/]/i, "is markup (HTML or XML), not plain text"],
	[/^#!/, "is a script, not plain text"],
	[/^\{\\rtf/, "is Rich Text Format, not plain text: save it as PDF"],
	[/^%!/, "is PostScript, not plain text: save it as PDF"],
];

type DeclaredType = { ok: true; mimeType: DocumentType | null } | { ok: false; problem: string };

/** Sent by clients that do not know the type. */
const UNDECLARED = new Set(["", "application/octet-stream"]);
const CHARSET_UTF8 = /^\s*charset\s*=\s*(?:utf-8|"utf-8")\s*$/i;

/** @param declared the Content-Type as sent, or an empty string */
export function judgeDocument(bytes: Uint8Array, declared: string): DocumentJudgement {
	if (bytes.length === 0) return invalid("is empty");
	const type = parseDeclaredType(declared);
	if (!type.ok) return invalid(type.problem);
	const mimeType =
		latin1(bytes, 0, PDF_SIGNATURE.length) === PDF_SIGNATURE ? "application/pdf" : "text/plain";
	if (type.mimeType === "application/pdf" && mimeType === "text/plain") {
		return invalid("is declared as a PDF but does not begin with `%PDF-`");
	}
	if (type.mimeType === "text/plain" && mimeType === "application/pdf") {
		return invalid("is declared as text but is a PDF");
	}
	const problem = mimeType === "application/pdf" ? problemOfPdf(bytes) : problemOfText(bytes);
	return problem === undefined ? { kind: "accepted", mimeType } : invalid(problem);
}

export function judgePdf(bytes: Uint8Array, declared: string): DocumentJudgement {
	const judged = judgeDocument(bytes, declared);
	if (judged.kind === "invalid_document") return { ...judged, accepted: "pdf" };
	return judged.mimeType === "application/pdf" ? judged : { ...invalid("is not a PDF"), accepted: "pdf" };
}

function parseDeclaredType(declared: string): DeclaredType {
	const [name = "", ...parameters] = declared.split(";");
	const mimeType = name.trim().toLowerCase();
	if (UNDECLARED.has(mimeType)) return { ok: true, mimeType: null };
	if (mimeType !== "application/pdf" && mimeType !== "text/plain") {
		return { ok: false, problem: "is declared as neither `application/pdf` nor `text/plain`" };
	}
	if (mimeType === "text/plain" && parameters.length === 1 && CHARSET_UTF8.test(parameters[0] ?? "")) {
		return { ok: true, mimeType };
	}
	if (parameters.length === 0) return { ok: true, mimeType };
	return {
		ok: false,
		problem: "has a parameter in its media type; only `text/plain; charset=utf-8` may have one",
	};
}

function problemOfPdf(bytes: Uint8Array): string | undefined {
	const beginning = latin1(bytes, 0, READERS_WINDOW_BYTES);
	if (!PDF_HEADER.test(beginning)) return "is a PDF of an unknown version: only 1.0 to 1.7 and 2.0 exist";
	if (ACTIVE_CONTENT.test(beginning)) return "is a PDF that is also HTML or PHP";
	return problemOfPdfEnd(bytes) ?? problemOfZipEnd(bytes);
}

function problemOfPdfEnd(bytes: Uint8Array): string | undefined {
	const ending = latin1(bytes, bytes.length - READERS_WINDOW_BYTES, bytes.length);
	const eofAt = ending.lastIndexOf("%%EOF");
	if (eofAt < 0) return "is a PDF without its end (`%%EOF`): it may be truncated";
	if (!PDF_WHITE_SPACE.test(ending.slice(eofAt + "%%EOF".length))) {
		return "is a PDF with data after its end";
	}
	const end = bytes.length - ending.length + eofAt;
	const match = PDF_END.exec(latin1(bytes, end - STARTXREF_BYTES, end));
	const offset = Number(match?.groups?.offset ?? Number.POSITIVE_INFINITY);
	return offset < end ? undefined : "is a PDF without a valid `startxref` before its end";
}

/** Unpackers search from the end of a file and ignore its beginning. */
function problemOfZipEnd(bytes: Uint8Array): string | undefined {
	const start = Math.max(0, bytes.length - ZIP_WINDOW_BYTES);
	const ending = latin1(bytes, start, bytes.length);
	let at = ending.indexOf(ZIP_END_SIGNATURE);
	for (; at >= 0; at = ending.indexOf(ZIP_END_SIGNATURE, at + 1)) {
		if (endsArchive(bytes, start + at)) return "is a PDF that is also a ZIP archive";
	}
	return undefined;
}

/** The signature's four bytes also occur by chance. Unpackers search for the directory in two ways. */
function endsArchive(file: Uint8Array, at: number): boolean {
	if (at + ZIP_END_BYTES > file.length) return false;
	const end = new DataView(file.buffer, file.byteOffset + at, ZIP_END_BYTES);
	const offsets = [at - end.getUint32(12, true), end.getUint32(16, true)];
	return (
		offsets.some((offset) => hasAt(file, offset, ZIP_DIRECTORY_SIGNATURE)) ||
		hasAt(file, at - ZIP64_LOCATOR_BYTES, ZIP64_LOCATOR_SIGNATURE)
	);
}

function hasAt(file: Uint8Array, offset: number, text: string): boolean {
	return offset >= 0 && latin1(file, offset, offset + text.length) === text;
}

function problemOfText(bytes: Uint8Array): string | undefined {
	if (latin1(bytes, 0, READERS_WINDOW_BYTES).includes(PDF_SIGNATURE)) {
		return "has `%PDF-` near its beginning, but not at the first byte";
	}
	let beginning = "";
	const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
	for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
		const chunk = bytes.subarray(at, at + CHUNK_BYTES);
		const text = decode(decoder, chunk, at + CHUNK_BYTES < bytes.length);
		if (text === undefined) return "is neither a PDF nor text in UTF-8";
		if (control().test(text)) return "is neither a PDF nor plain text: it has control characters";
		if (beginning.length < BEGINNING_LENGTH) beginning = (beginning + text).trimStart();
	}
	if (beginning === "") return "is blank";
	return OTHER_TEXT_FORMATS.find(([form]) => form.test(beginning))?.[1];
}

/** The decoder keeps an incomplete character for the next chunk. */
function decode(decoder: TextDecoder, chunk: Uint8Array, stream: boolean): string | undefined {
	try {
		return decoder.decode(chunk, { stream });
	} catch {
		return undefined;
	}
}

/** One character for each byte, which is its own up to 0x7f (WHATWG Encoding, windows-1252). */
function latin1(bytes: Uint8Array, start: number, end: number): string {
	return new TextDecoder("latin1").decode(bytes.subarray(Math.max(0, start), Math.max(0, end)));
}

function invalid(problem: string): InvalidDocument {
	return { kind: "invalid_document", problem, accepted: "pdf_or_text" };
}
