/** PDFs of one picture, as scanners write them, and of everything that a PDF can do besides being read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { encodeJbig2 } from "./jbig2.ts";
import { pdfOf } from "./pdf-files.ts";

/** The words SCAN, as cells; `#` is black. */
export const PICTURE = [
	".........................",
	".####..###...###..#...#..",
	"#.....#...#.#...#.##..#..",
	".###..#.....#####.#.#.#..",
	"....#.#...#.#...#.#..##..",
	"####...###..#...#.#...#..",
	".........................",
];
const CELL_PIXELS = 8;
const WIDTH = (PICTURE[0] ?? "").length * CELL_PIXELS;
const HEIGHT = PICTURE.length * CELL_PIXELS;

const isBlack = (x: number, y: number): boolean =>
	PICTURE[Math.floor(y / CELL_PIXELS)]?.[Math.floor(x / CELL_PIXELS)] === "#";

/** JPEG 2000, reversible, made from the same picture: `opj_compress -i scan.pgm -o scan.jp2` of OpenJPEG 2.5.0. */
const JPEG_2000 = join(import.meta.dirname, "scan.jp2");

export const SCANS = {
	JBIG2: () => scanned("/JBIG2Decode", 1, encodeJbig2({ width: WIDTH, height: HEIGHT, isBlack })),
	"JPEG 2000": () => scanned("/JPXDecode", 8, readFileSync(JPEG_2000)),
};

function scanned(filter: string, bits: number, data: Uint8Array): Uint8Array {
	const content = `q ${WIDTH} 0 0 ${HEIGHT} 0 0 cm /Im Do Q`;
	const form = `/Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent ${bits} /ColorSpace /DeviceGray /Filter ${filter}`;
	return pdfOf([
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>`,
		`<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
		`<< ${form} /Length ${data.length} >>\nstream\n${Buffer.from(data).toString("latin1")}\nendstream`,
	]);
}

/**
 * Two pages with scripts at the opening and at each page, links to `url` over the whole page, a form that submits to it,
 * an attached file, an image that lies there, and a stamp.
 */
export function activePdf(url: string): Uint8Array {
	const script = (code: string) => `<< /S /JavaScript /JS (${code}) >>`;
	const attack = script(
		`app.alert\\('opened'\\); app.launchURL\\('${url}/launched', true\\); this.submitForm\\('${url}/sent'\\);`,
	);
	const content = "BT /F1 24 Tf 72 700 Td (Order of the court) Tj ET";
	const page = (next: string) =>
		`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /AA << /O ${attack} >> /Annots [6 0 R 7 0 R 12 0 R] ${next}/Resources << /Font << /F1 8 0 R >> /XObject << /Far 11 0 R >> >> >>`;
	return pdfOf([
		`<< /Type /Catalog /Pages 2 0 R /OpenAction ${attack} /AA << /WC ${attack} >> /AcroForm << /Fields [7 0 R] >> /Names << /JavaScript << /Names [(a) ${attack}] >> /EmbeddedFiles << /Names [(run.html) 9 0 R] >> >> >>`,
		"<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
		page(""),
		page(""),
		`<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
		`<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /URI /URI (${url}/linked) >> >>`,
		`<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (send) /Rect [0 0 300 300] /A << /S /SubmitForm /F (${url}/form) >> /AA << /E ${attack} >> >>`,
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		"<< /Type /Filespec /F (run.html) /EF << /F 10 0 R >> >>",
		"<< /Type /EmbeddedFile /Subtype /text#2Fhtml /Length 25 >>\nstream\n<script>alert(1)</script>\nendstream",
		`<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /F << /FS /URL /F (${url}/image) >> /Length 0 >>\nstream\n\nendstream`,
		"<< /Type /Annot /Subtype /Stamp /F 4 /Rect [400 100 500 200] /AP << /N 13 0 R >> >>",
		"<< /Type /XObject /Subtype /Form /BBox [0 0 100 100] /Length 16 >>\nstream\n0 0 100 100 re f\nendstream",
	]);
}

/** Within the stamp of `activePdf`: parts of the page's width and height. */
export const STAMP = [450 / 612, (792 - 150) / 792] as const;

/** An empty page, and one line in a font that readers must have, by a character map that they must have too. */
export function chinesePdf(text: string): Uint8Array {
	const codes = [...text].map((sign) => sign.charCodeAt(0).toString(16).padStart(4, "0")).join("");
	const content = `BT /F1 24 Tf 72 700 Td <${codes}> Tj ET`;
	return pdfOf([
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [8 0 R 3 0 R] /Count 2 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		`<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
		"<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>",
		"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 7 0 R >>",
		"<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>",
	]);
}

/** Encrypted with a password that nobody knows. */
export function lockedPdf(): Uint8Array {
	const unknown = `<${"5a".repeat(32)}>`;
	return pdfOf(
		[
			"<< /Type /Catalog /Pages 2 0 R >>",
			"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
			"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>",
			`<< /Filter /Standard /V 1 /R 2 /P -4 /O ${unknown} /U ${unknown} >>`,
		],
		{ trailer: ` /Encrypt 4 0 R /ID [${unknown} ${unknown}]` },
	);
}
