/** Small PDFs in the forms that real programs write. Readers open all of them except the linearised one. */

const encode = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

export type PdfOptions = {
	/** First line, without its line end. */
	header?: string;
	/** Follows the header; the standard recommends four bytes above 127 (ISO 32000-1, 7.5.2). */
	comment?: string;
	lineEnd?: string;
	/** Text of the one page. */
	text?: string;
	/** A stream that no page shows. */
	attachment?: string;
	/** Further entries of the trailer. */
	trailer?: string;
	/** Follows `%%EOF`. */
	ending?: string;
};

/** One page, with a cross-reference table. */
export function pdfFile(options: PdfOptions = {}): Uint8Array {
	const { lineEnd = "\n", text = "Last will" } = options;
	const content = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		streamOf(content, lineEnd),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		...(options.attachment === undefined ? [] : [streamOf(options.attachment, lineEnd)]),
	];
	return pdfOf(objects, options);
}

/** The objects, the catalog first, with a cross-reference table. */
export function pdfOf(objects: readonly string[], options: PdfOptions = {}): Uint8Array {
	const { header = "%PDF-1.7", comment = "%\xE2\xE3\xCF\xD3", lineEnd = "\n" } = options;
	let file = `${header}${lineEnd}${comment}${lineEnd}`;
	const places = objects.map((object, i) => {
		const place = file.length;
		file += `${i + 1} 0 obj${lineEnd}${object}${lineEnd}endobj${lineEnd}`;
		return place;
	});
	const { trailer = "" } = options;
	file += endOf({ places, firstObject: 1, listPlace: file.length, lineEnd, trailer });
	return encode(file + (options.ending ?? lineEnd));
}

/** Appends a later version of an object, as programs save changes and signatures (7.5.6). */
export function withUpdate(file: Uint8Array, object: string): Uint8Array {
	const before = Buffer.from(file).toString("latin1");
	const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(before)?.[1]);
	const body = `1 0 obj\n${object}\nendobj\n`;
	const end = endOf({
		places: [before.length],
		firstObject: 1,
		listPlace: before.length + body.length,
		lineEnd: "\n",
		previous,
	});
	return encode(`${before}${body}${end}\n`);
}

/** A minimal linearised file: its first part has an end of its own with the offset 0 (annex F). */
export function linearizedFile(): Uint8Array {
	const first =
		"%PDF-1.5\n%\xE2\xE3\xCF\xD3\n7 0 obj\n<< /Linearized 1 /L 2000 /H [ 600 100 ] /O 9 /E 900 /N 1 /T 1800 >>\nendobj\n";
	const firstList = first.length;
	const firstEnd =
		"xref\n7 1\n0000000015 00000 n \ntrailer\n<< /Size 8 /Root 8 0 R >>\nstartxref\n0\n%%EOF\n";
	const rest = `${first}${firstEnd}8 0 obj\n<< /Type /Catalog >>\nendobj\n`;
	return encode(
		`${rest}xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 7 >>\nstartxref\n${firstList}\n%%EOF\n`,
	);
}

/** A file of PDF 1.5 or later with a cross-reference stream (7.5.8). */
export function pdfWithListStream(): Uint8Array {
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>",
	];
	let file = "%PDF-1.5\n%\xD0\xD4\xC5\xD8\n";
	let list = "\0\0\0\xFF";
	const listed = [...objects, ""];
	for (const [i, object] of listed.entries()) {
		list += `\x01${String.fromCharCode(file.length >> 8, file.length & 255)}\0`;
		if (object) file += `${i + 1} 0 obj\n${object}\nendobj\n`;
	}
	const stream = streamOf(list, "\n", `/Type /XRef /Size ${listed.length + 1} /W [1 2 1] /Root 1 0 R `);
	return encode(`${file}4 0 obj\n${stream}\nendobj\nstartxref\n${file.length}\n%%EOF\n`);
}

/** An archive with an empty file. @param end replaces bytes of its end record, by their position */
export function zipArchive(comment = "", end: Record<number, number> = {}): string {
	const of = (...values: [value: number, bytes: number][]) =>
		values.map(([value, bytes]) => littleEndian(value, bytes)).join("");
	const name = "a";
	// Version, flags, method, time and date, checksum, sizes: all 0. Then the lengths of the name and the extra field.
	const local = `PK\x03\x04${of([0, 22], [name.length, 2], [0, 2])}${name}`;
	const listed = `PK\x01\x02${of([0, 24], [name.length, 2], [0, 16])}${name}`;
	const last = `PK\x05\x06${of([0, 4], [1, 2], [1, 2], [listed.length, 4], [local.length, 4], [comment.length, 2])}`;
	const bytes = [...last].map((character, at) => (at in end ? String.fromCharCode(end[at] ?? 0) : character));
	return `${local}${listed}${bytes.join("")}${comment}`;
}

function littleEndian(value: number, bytes: number): string {
	return Array.from({ length: bytes }, (_, at) => String.fromCharCode((value / 256 ** at) & 255)).join("");
}

function streamOf(content: string, lineEnd: string, entries = ""): string {
	return `<< ${entries}/Length ${content.length} >>${lineEnd}stream\n${content}${lineEnd}endstream`;
}

function endOf(list: {
	places: readonly number[];
	firstObject: number;
	listPlace: number;
	lineEnd: string;
	previous?: number;
	trailer?: string;
}): string {
	const { places, firstObject, listPlace, lineEnd, previous, trailer: entered = "" } = list;
	// Every entry has 20 bytes, including its line end.
	const entryEnd = lineEnd === "\r\n" ? lineEnd : ` ${lineEnd}`;
	const entries = places.map((place) => `${String(place).padStart(10, "0")} 00000 n${entryEnd}`).join("");
	const size = firstObject + places.length;
	const table =
		previous === undefined
			? `xref${lineEnd}0 ${size}${lineEnd}0000000000 65535 f${entryEnd}${entries}`
			: `xref${lineEnd}${firstObject} ${places.length}${lineEnd}${entries}`;
	const more = previous === undefined ? "" : ` /Prev ${previous}`;
	const trailer = `trailer${lineEnd}<< /Size ${size} /Root 1 0 R${more}${entered} >>`;
	return `${table}${trailer}${lineEnd}startxref${lineEnd}${listPlace}${lineEnd}%%EOF`;
}
