/**
 * Which bytes are a document that is taken (estates.md "POST …/will"): a PDF or UTF-8 text, by the bytes and
 * never by a name. What is declared may say nothing, but must not contradict. Strict where a reader would be
 * lenient, so that no document is one thing to its owner and another to whoever opens it:
 *
 * - A PDF has its header at byte 0, no HTML or PHP in its first 1,024 bytes, ends in `startxref`, a place in
 *   the file and `%%EOF` with nothing but white space behind, and no ZIP archive ends where it ends.
 * - Text is well-formed UTF-8 without control characters but tab, line feed and carriage return, and does not
 *   begin as a PDF, markup, a script or another format that is written in letters. A byte-order mark may stand.
 *
 * What a PDF holds between its ends (scripts, a password, attachments) is not looked at. Linear in time; beside
 * the bytes it needs a few times 64 KiB.
 */

export type DocumentType = "application/pdf" | "text/plain";

export type DocumentJudgement =
	| { kind: "accepted"; mimeType: DocumentType }
	| { kind: "empty" }
	/** `problem` is for the caller: what is wrong, or what would be right. */
	| { kind: "refused"; problem: string };

/** estates.md: "at most 10 MiB". Whoever reads the bytes in holds to it. */
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;

/** Where readers look for a header and a trailer (PDF Reference 1.7, appendix H.3, notes 13 and 18). */
const READERS_WINDOW_BYTES = 1024;
/** `startxref`, a number and white space before `%%EOF`, with room to spare. */
const STARTXREF_BYTES = 64;
/** A ZIP archive's last record is 22 bytes and a comment of at most 64 KiB (APPNOTE 4.3.16). */
const ZIP_END_BYTES = 22;
const ZIP_WINDOW_BYTES = ZIP_END_BYTES + 65_535;
const ZIP_END_SIGNATURE = "PK\x05\x06";
const ZIP_LIST_SIGNATURE = "PK\x01\x02";
/** Of an archive of more than 4 GiB or 65,535 files, right before the last record (APPNOTE 4.3.15). */
const ZIP_LONG_END_SIGNATURE = "PK\x06\x07";
const ZIP_LONG_END_BYTES = 20;
const CHUNK_BYTES = 65_536;
/** More than any of the forms below has, which a chunk's border might cut in two. */
const BEGINNING_LENGTH = 16;

const PDF_MARK = "%PDF-";
/** The versions that there are. After it the line may go on: some writers put a comment there. */
const PDF_HEADER = /^%PDF-(?:1\.[0-7]|2\.0)[\0\t\n\f\r ]/;
const PDF_END = /startxref[\0\t\n\f\r ]+(?<place>\d{1,10})[\0\t\n\f\r ]*$/;
const PDF_WHITE_SPACE = /^[\0\t\n\f\r ]*$/;
/** No PDF syntax reads like these: `<` begins hex digits or another `<`. */
const ACTIVE_CONTENT = /<(?:!doctype|html|head|body|script|iframe|svg|\?php)/i;

const CONTROL = /[\p{Cc}--[\t\n\r]]/v;
/** What begins so is another format, which some program would run or show as such. */
const OTHER_TEXT_FORMATS: readonly (readonly [RegExp, string])[] = [
	[/^<[a-z!?/]/i, "is markup (HTML or XML), not plain text"],
	[/^#!/, "is a script, not plain text"],
	[/^\{\\rtf/, "is Rich Text Format, not plain text: save it as PDF"],
	[/^%!/, "is PostScript, not plain text: save it as PDF"],
];

/** What a declared type says of the bytes: `null` is nothing. */
type Declared = { ok: true; mimeType: DocumentType | null } | { ok: false; problem: string };

/** Said where a client does not know, which contradicts nothing. */
const UNDECLARED = new Set(["", "application/octet-stream"]);
const CHARSET_UTF8 = /^\s*charset\s*=\s*(?:utf-8|"utf-8")\s*$/i;

/** @param declared a Content-Type as it was sent; empty where none was */
export function judgeDocument(bytes: Uint8Array, declared: string): DocumentJudgement {
	if (bytes.length === 0) return { kind: "empty" };
	const type = readDeclared(declared);
	if (!type.ok) return refused(type.problem);
	const mimeType = latin1(bytes, 0, PDF_MARK.length) === PDF_MARK ? "application/pdf" : "text/plain";
	if (type.mimeType === "application/pdf" && mimeType === "text/plain") {
		return refused("is declared as a PDF but does not begin with `%PDF-`");
	}
	if (type.mimeType === "text/plain" && mimeType === "application/pdf") {
		return refused("is declared as text but is a PDF");
	}
	const problem = mimeType === "application/pdf" ? problemOfPdf(bytes) : problemOfText(bytes);
	return problem === undefined ? { kind: "accepted", mimeType } : refused(problem);
}

/** A document that is of no form that is taken, or not what it is declared to be. */
export type DocumentRefusal = { kind: "not_a_document"; problem: string };

/** @param type the only one that is taken; any where left out */
export function refusalOfDocument(
	file: { bytes: Uint8Array; declaredType: string },
	type?: DocumentType,
): DocumentRefusal | undefined {
	const judged = judgeDocument(file.bytes, file.declaredType);
	if (judged.kind !== "accepted") return notADocument(judged);
	if (type === undefined || judged.mimeType === type) return undefined;
	return { kind: "not_a_document", problem: "must be a PDF" };
}

export function notADocument(judged: Exclude<DocumentJudgement, { kind: "accepted" }>): DocumentRefusal {
	return { kind: "not_a_document", problem: judged.kind === "empty" ? "is empty" : judged.problem };
}

function readDeclared(declared: string): Declared {
	const [name = "", ...parameters] = declared.split(";");
	const mimeType = name.trim().toLowerCase();
	if (UNDECLARED.has(mimeType)) return { ok: true, mimeType: null };
	if (mimeType !== "application/pdf" && mimeType !== "text/plain") {
		return { ok: false, problem: "must be `application/pdf` or `text/plain`" };
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
	const place = Number(match?.groups?.place ?? Number.POSITIVE_INFINITY);
	return place < end ? undefined : "is a PDF without a valid `startxref` before its end";
}

/** Programs that unpack look for an archive from the end of a file, whatever stands at its beginning. */
function problemOfZipEnd(bytes: Uint8Array): string | undefined {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
	const start = Math.max(0, file.length - ZIP_WINDOW_BYTES);
	let at = file.indexOf(ZIP_END_SIGNATURE, start, "latin1");
	for (; at >= 0; at = file.indexOf(ZIP_END_SIGNATURE, at + 1, "latin1")) {
		if (endsArchive(file, at)) return "is a PDF that is also a ZIP archive";
	}
	return undefined;
}

/**
 * Whether a list of files belongs to what looks like an archive's last record, since four bytes alone may be chance.
 * Programs find the list right before the record or at the place that it names; what else it says they overlook.
 */
function endsArchive(file: Buffer, at: number): boolean {
	if (at + ZIP_END_BYTES > file.length) return false;
	const places = [at - file.readUInt32LE(at + 12), file.readUInt32LE(at + 16)];
	return (
		places.some((place) => hasAt(file, place, ZIP_LIST_SIGNATURE)) ||
		hasAt(file, at - ZIP_LONG_END_BYTES, ZIP_LONG_END_SIGNATURE)
	);
}

function hasAt(file: Buffer, place: number, text: string): boolean {
	return place >= 0 && file.toString("latin1", place, place + text.length) === text;
}

function problemOfText(bytes: Uint8Array): string | undefined {
	if (latin1(bytes, 0, READERS_WINDOW_BYTES).includes(PDF_MARK)) {
		return "has `%PDF-` near its beginning, but not at the first byte";
	}
	let beginning = "";
	const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
	for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
		const chunk = bytes.subarray(at, at + CHUNK_BYTES);
		const text = decode(decoder, chunk, at + CHUNK_BYTES < bytes.length);
		if (text === undefined) return "is neither a PDF nor text in UTF-8";
		if (CONTROL.test(text)) return "is neither a PDF nor plain text: it has control characters";
		if (beginning.length < BEGINNING_LENGTH) beginning = (beginning + text).trimStart();
	}
	if (beginning === "") return "is blank";
	return OTHER_TEXT_FORMATS.find(([form]) => form.test(beginning))?.[1];
}

/** The decoder takes a byte-order mark off, and keeps half a character for the next chunk. */
function decode(decoder: TextDecoder, chunk: Uint8Array, stream: boolean): string | undefined {
	try {
		return decoder.decode(chunk, { stream });
	} catch {
		return undefined;
	}
}

/** The bytes of a range as characters of their own, as far as there are any. */
function latin1(bytes: Uint8Array, start: number, end: number): string {
	const part = bytes.subarray(Math.max(0, start), Math.max(0, end));
	return Buffer.from(part.buffer, part.byteOffset, part.length).toString("latin1");
}

function refused(problem: string): DocumentJudgement {
	return { kind: "refused", problem };
}
