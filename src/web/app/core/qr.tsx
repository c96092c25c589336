import encodeQR from "qr";

/** A text as a QR code, black on white in every theme. @param alt what the code is, for who does not see it */
export function Qr({ text, alt }: { text: string; alt: string }) {
	const { size, path } = qrPath(text);
	return (
		<svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={alt} shape-rendering="crispEdges">
			<rect width={size} height={size} fill="#fff" />
			<path d={path} fill="#000" />
		</svg>
	);
}

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
