import encodeQR from "qr";

/** The quiet zone of ISO/IEC 18004. */
const BORDER = 4;

/** The dark modules of a QR code as an SVG path, in a square of `size` units with its quiet zone. */
export function qrPath(text: string): { size: number; path: string } {
	const rows = encodeQR(text, "raw", { ecc: "medium", border: BORDER });
	return { size: rows.length, path: rows.flatMap(runsOf).join("") };
}

/** One rectangle for each run of dark modules. */
function runsOf(row: readonly boolean[], y: number): string[] {
	const runs: string[] = [];
	for (let x = 0; x < row.length; x++) {
		if (!row[x]) continue;
		const start = x;
		while (row[x + 1]) x++;
		const length = x - start + 1;
		runs.push(`M${start} ${y}h${length}v1h-${length}z`);
	}
	return runs;
}
