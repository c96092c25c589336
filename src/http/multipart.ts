/**
 * Parses `multipart/form-data` (RFC 7578, RFC 2046 section 5.1) in linear time. Strict where parsers differ, so that
 * a body has one meaning.
 */

export type FormPart = {
	/** A view of the body. */
	bytes: Uint8Array;
	fileName: string | undefined;
	contentType: string;
};

export type FormReading = { ok: true; parts: Map<string, FormPart> } | { ok: false; problem: string };

const MAX_PARTS = 32;
const MAX_HEADER_BYTES = 8192;

/** RFC 2046 section 5.1.1. */
const BOUNDARY = /^[A-Za-z0-9'()+_,\-./:=? ]{0,69}[A-Za-z0-9'()+_,\-./:=?]$/;
const BOUNDARY_PARAMETER = /^boundary=(?:"(?<quoted>[^"\\]*)"|(?<plain>[^\s"]+))$/i;
/** Some clients escape a quote with a backslash. Browsers do not, so their file names may end with a backslash. */
const DISPOSITION =
	/^form-data; *name="(?<name>[^"]*)"(?:; *filename="(?<fileName>(?:[^"\\]|\\.)*|[^"]*)")?;?$/is;
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const NOT_IN_HEADER = /[\n\r]/;
/** Encodings that leave the bytes unchanged; RFC 7578 section 4.7 deprecates the others. */
const IDENTITY_ENCODINGS = new Set(["binary", "8bit", "7bit"]);
const ENCODED_IN_NAME = { "%22": '"', "%0D": "\r", "%0A": "\n" } as const;

/** The boundary in a Content-Type; undefined if it is missing or malformed. */
export function boundaryOf(contentType: string): string | undefined {
	// A boundary never contains a semicolon, so splitting within quotes does no harm.
	const [, ...parameters] = contentType.split(";");
	const found = parameters
		.map((parameter) => BOUNDARY_PARAMETER.exec(parameter.trim()))
		.filter((match) => match !== null);
	const [match] = found;
	const boundary = match?.groups?.quoted ?? match?.groups?.plain;
	return found.length === 1 && boundary !== undefined && BOUNDARY.test(boundary) ? boundary : undefined;
}

/** @param boundary a result of `boundaryOf` */
export function readForm(body: Uint8Array, boundary: string): FormReading {
	const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
	const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
	const parts = new Map<string, FormPart>();
	// The first boundary begins the body, without a line break before it.
	if (bytes.indexOf(delimiter.subarray(2)) !== 0) {
		return rejected("The body does not begin with its boundary.");
	}
	let at = delimiter.length - 2;
	while (!hasAt(bytes, at, "--")) {
		if (!hasAt(bytes, at, "\r\n")) return rejected("A boundary is not followed by a line break.");
		const end = bytes.indexOf(delimiter, at);
		if (end < 0) return rejected("The body ends before its last boundary. It may have been cut short.");
		// `at` is at the line break, so a part without headers and content ends where it begins.
		const part = readPart(bytes, at + 2, end);
		if (!part.ok) return part;
		if (parts.has(part.name)) return rejected(`The part \`${part.name}\` occurs more than once.`);
		if (parts.size === MAX_PARTS) return rejected(`There are more than ${MAX_PARTS} parts.`);
		parts.set(part.name, part.part);
		at = end + delimiter.length;
	}
	const rest = bytes.subarray(at + 2).toString("latin1", 0, 3);
	return rest === "" || rest === "\r\n"
		? { ok: true, parts }
		: rejected("The body continues after its last boundary.");
}

type PartReading = { ok: true; name: string; part: FormPart } | { ok: false; problem: string };

function readPart(bytes: Buffer, start: number, end: number): PartReading {
	const head = bytes.subarray(start, Math.min(end, start + MAX_HEADER_BYTES));
	const length = head.indexOf("\r\n\r\n");
	if (length < 0) return rejected("The headers of a part do not end, or are too long.");
	const headers = readHeaders(head.subarray(0, length));
	if (!headers) return rejected("A part has a malformed or repeated header.");
	const disposition = DISPOSITION.exec(headers.get("content-disposition") ?? "");
	if (!disposition?.groups) {
		return rejected('Every part needs a header `Content-Disposition: form-data; name="…"`.');
	}
	const encoding = headers.get("content-transfer-encoding");
	if (encoding !== undefined && !IDENTITY_ENCODINGS.has(encoding.toLowerCase())) {
		return rejected("A part has a `Content-Transfer-Encoding`. Send its bytes unencoded.");
	}
	const { name = "", fileName } = disposition.groups;
	const part = {
		bytes: bytes.subarray(start + length + 4, end),
		fileName: fileName === undefined ? undefined : unescaped(fileName.replace(/\\(["\\])/g, "$1")),
		contentType: headers.get("content-type") ?? "",
	};
	return { ok: true, name: unescaped(name), part };
}

function readHeaders(head: Buffer): Map<string, string> | undefined {
	const headers = new Map<string, string>();
	const text = decodeUtf8(head);
	if (text === undefined) return undefined;
	for (const line of text.split("\r\n")) {
		const colon = line.indexOf(":");
		const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
		if (!HEADER_NAME.test(name) || headers.has(name) || NOT_IN_HEADER.test(line)) return undefined;
		headers.set(name, trimBlanks(line.slice(colon + 1)));
	}
	return headers;
}

/** A regular expression for this takes quadratic time. */
function trimBlanks(text: string): string {
	const isBlank = (at: number) => text[at] === " " || text[at] === "\t";
	let start = 0;
	let end = text.length;
	while (start < end && isBlank(start)) start++;
	while (end > start && isBlank(end - 1)) end--;
	return text.slice(start, end);
}

/** Undefined if it is not UTF-8. Keeps a byte-order mark. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** HTML's "multipart form data" has only these three escapes. */
function unescaped(text: string): string {
	return text.replace(/%22|%0D|%0A/g, (found) => ENCODED_IN_NAME[found as keyof typeof ENCODED_IN_NAME]);
}

function hasAt(bytes: Buffer, at: number, text: string): boolean {
	return bytes.toString("latin1", at, at + text.length) === text;
}

function rejected(problem: string): { ok: false; problem: string } {
	return { ok: false, problem };
}
