/** A picture of a terminal session for the README: an SVG without script, style sheet or font, as GitHub shows it. */

type Tone = "command" | "good" | "bad" | "plain";
export type TerminalLine = { text: string; tone: Tone };

const COLUMNS = 92;
const CELL = { width: 8.4, height: 21, fontSize: 14 };
const MARGIN = 20;
const BAR = 36;
const COLOURS: Record<Tone, string> = {
	command: "#ffffff",
	good: "#7ee787",
	bad: "#ff7b72",
	plain: "#c9d1d9",
};

/** @param title for people who do not see the picture */
export function terminalPicture(title: string, lines: readonly TerminalLine[]): string {
	const rows = lines.flatMap(({ text, tone }) => wrap(text).map((part) => ({ text: part, tone })));
	const width = Math.round(COLUMNS * CELL.width + 2 * MARGIN);
	const height = BAR + rows.length * CELL.height + MARGIN;
	const lights = ["#ff5f57", "#febc2e", "#28c840"].map(
		(fill, i) => `<circle cx="${MARGIN + 6 + i * 20}" cy="${BAR / 2}" r="6" fill="${fill}"/>`,
	);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
		`<title>${escapeXml(title)}</title>`,
		`<rect width="${width}" height="${height}" rx="10" fill="#161b22"/>`,
		...lights,
		`<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="${CELL.fontSize}">`,
		...rows.map(row),
		"</g>",
		"</svg>\n",
	].join("\n");
}

/** A text of fixed length, so that columns stand below each other whatever the font. */
function row({ text, tone }: TerminalLine, i: number): string {
	if (text === "") return "";
	const y = BAR + (i + 1) * CELL.height - 6;
	const length = (text.length * CELL.width).toFixed(1);
	const place = `x="${MARGIN}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"`;
	return `<text ${place} fill="${COLOURS[tone]}" xml:space="preserve">${escapeXml(text)}</text>`;
}

/** As a terminal does: at the last column. */
function wrap(text: string): string[] {
	const parts = text.match(new RegExp(`.{1,${COLUMNS}}`, "g"));
	return parts ?? [""];
}

const escapeXml = (text: string) =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
