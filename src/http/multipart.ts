/**
 * `multipart/form-data` (RFC 7578, RFC 2046 section 5.1) in bytes that are there already. Strict where readers
 * differ, so that a body means one thing to whoever looks at it: nothing before the first boundary or behind the
 * last, one `Content-Disposition` a part, no name twice, no encoding but the bytes themselves.
 *
 * A part's content is a view of the body: nothing is copied. Linear in time.
 */

export type FormPart = {
	/** Of the body, not a copy. */
	bytes: Uint8Array;
	/** Undefined where the part is no file. */
	fileName: string | undefined;
	/** As it was sent; empty where it was not. */
	contentType: string;
};

export type FormReading = { ok: true; parts: Map<string, FormPart> } | { ok: false; problem: string };

/** More than any form of the service has; a body of boundaries alone ends here. */
const MAX_PARTS = 32;
/** Of one part, all of them together. */
const MAX_HEADER_BYTES = 8192;

/** RFC 2046 section 5.1.1: at most 70 of these, the last one no space. */
const BOUNDARY = /^[A-Za-z0-9'()+_,\-./:=? ]{0,69}[A-Za-z0-9'()+_,\-./:=?]$/;
const BOUNDARY_PARAMETER = /^boundary=(?:"(?<quoted>[^"\\]*)"|(?<plain>[^\s"]+))$/i;
/** As browsers and the usual libraries write it: `"` and line breaks within a value are percent-encoded. */
const DISPOSITION = /^form-data; *name="(?<name>[^"]*)"(?:; *filename="(?<fileName>(?:[^"\\]|\\.)*)")?;?$/i;
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const NOT_IN_HEADER = /[\n\r\u2028\u2029]/;
/** What leaves the bytes as they are (RFC 7578 section 4.7 has done away with the others). */
const IDENTITY_ENCODINGS = new Set(["binary", "8bit", "7bit"]);
const ENCODED_IN_NAME = { "%22": '"', "%0D": "\r", "%0A": "\n" } as const;

/** The boundary that a Content-Type names; undefined where it names none, or none of the right form. */
export function boundaryOf(contentType: string): string | undefined {
	// No boundary has a semicolon, so one within quotes is none either way.
	const [, ...parameters] = contentType.split(";");
	const found = parameters
		.map((parameter) => BOUNDARY_PARAMETER.exec(parameter.trim()))
		.filter((match) => match !== null);
	const [match] = found;
	const boundary = match?.groups?.quoted ?? match?.groups?.plain;
	return found.length === 1 && boundary !== undefined && BOUNDARY.test(boundary) ? boundary : undefined;
}

/** @param boundary of the form that `boundaryOf` gives */
export function readForm(body: Uint8Array, boundary: string): FormReading {
	const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
	const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
	const parts = new Map<string, FormPart>();
	// The first one stands at the very beginning, without the line break before it.
	if (bytes.indexOf(delimiter.subarray(2)) !== 0) {
		return refused("The body does not begin with its boundary.");
	}
	let at = delimiter.length - 2;
	while (!hasAt(bytes, at, "--")) {
		if (!hasAt(bytes, at, "\r\n"))
			return refused("A boundary is followed by something else than a line break.");
		const end = bytes.indexOf(delimiter, at);
		if (end < 0) return refused("The body ends before its last boundary: it may have been cut short.");
		// `at` stands on the line break, so a part without headers and without content ends where it begins.
		const part = readPart(bytes, at + 2, end);
		if (!part.ok) return part;
		if (parts.has(part.name)) return refused(`There is more than one part \`${part.name}\`.`);
		if (parts.size === MAX_PARTS) return refused(`There are more than ${MAX_PARTS} parts.`);
		parts.set(part.name, part.part);
		at = end + delimiter.length;
	}
	const rest = bytes.subarray(at + 2).toString("latin1", 0, 3);
	return rest === "" || rest === "\r\n"
		? { ok: true, parts }
		: refused("Something follows the last boundary.");
}

type PartReading = { ok: true; name: string; part: FormPart } | { ok: false; problem: string };

function readPart(bytes: Buffer, start: number, end: number): PartReading {
	const head = bytes.subarray(start, Math.min(end, start + MAX_HEADER_BYTES));
	const length = head.indexOf("\r\n\r\n");
	if (length < 0) return refused("A part has no end of its headers, or too many of them.");
	const headers = readHeaders(head.subarray(0, length));
	if (!headers) return refused("A part has a header that is malformed or occurs twice.");
	const disposition = DISPOSITION.exec(headers.get("content-disposition") ?? "");
	if (!disposition?.groups) {
		return refused('Every part needs a header `Content-Disposition: form-data; name="…"`.');
	}
	const encoding = headers.get("content-transfer-encoding");
	if (encoding !== undefined && !IDENTITY_ENCODINGS.has(encoding.toLowerCase())) {
		return refused("A part has a `Content-Transfer-Encoding`. Send its bytes as they are.");
	}
	const { name = "", fileName } = disposition.groups;
	const part = {
		bytes: bytes.subarray(start + length + 4, end),
		fileName: fileName === undefined ? undefined : unescaped(fileName.replace(/\\(["\\])/g, "$1")),
		contentType: headers.get("content-type") ?? "",
	};
	return { ok: true, name: unescaped(name), part };
}

/** Undefined where they are not UTF-8, malformed, or one of them is there twice. */
function readHeaders(head: Buffer): Map<string, string> | undefined {
	const headers = new Map<string, string>();
	const text = decodeUtf8(head);
	if (text === undefined) return undefined;
	for (const line of text.split("\r\n")) {
		const colon = line.indexOf(":");
		const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
		if (!HEADER_NAME.test(name) || headers.has(name) || NOT_IN_HEADER.test(line)) return undefined;
		headers.set(name, withoutBlanks(line.slice(colon + 1)));
	}
	return headers;
}

/** Without spaces and tabs around it. A pattern for that takes the square of its length, or more. */
function withoutBlanks(text: string): string {
	const isBlank = (at: number) => text[at] === " " || text[at] === "\t";
	let start = 0;
	let end = text.length;
	while (start < end && isBlank(start)) start++;
	while (end > start && isBlank(end - 1)) end--;
	return text.slice(start, end);
}

/** The text of a part; undefined where it is no UTF-8. A byte-order mark stays. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** HTML "multipart form data": these three, and no other percent sign means anything. */
function unescaped(text: string): string {
	return text.replace(/%22|%0D|%0A/g, (found) => ENCODED_IN_NAME[found as keyof typeof ENCODED_IN_NAME]);
}

function hasAt(bytes: Buffer, at: number, text: string): boolean {
	return bytes.toString("latin1", at, at + text.length) === text;
}

function refused(problem: string): { ok: false; problem: string } {
	return { ok: false, problem };
}
