/** The dates of a case as a calendar file (RFC 5545). */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import type { Copy } from "../copy/copy.ts";

const MAX_LINE_BYTES = 75;

export function calendarOf(
	record: CaseRecord,
	copy: Pick<Copy, "recover">,
	address: string,
	now: number,
): string {
	const { calendar } = copy.recover;
	const dates = [
		["expires", record.expiresAt, calendar.expires],
		["executable", record.executeAfter, calendar.executable],
	] as const;
	const events = dates.flatMap(([name, at, summary]) =>
		at === null
			? []
			: [
					"BEGIN:VEVENT",
					`UID:${record.caseId}-${name}@${new URL(address).hostname}`,
					`DTSTAMP:${stampOf(now)}`,
					`DTSTART:${stampOf(Date.parse(at))}`,
					`SUMMARY:${escaped(summary)}`,
					`URL:${address}`,
					"END:VEVENT",
				],
	);
	const lines = [
		"BEGIN:VCALENDAR",
		"VERSION:2.0",
		"PRODID:-//Replevin//Case dates//EN",
		...events,
		"END:VCALENDAR",
	];
	return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function stampOf(time: number): string {
	return `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function escaped(text: string): string {
	return text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`);
}

/** Lines have at most 75 bytes; a longer one is folded (RFC 5545 section 3.1). */
function folded(line: string): string {
	let text = "";
	let bytes = 0;
	for (const sign of line) {
		const size = new TextEncoder().encode(sign).length;
		if (bytes + size > MAX_LINE_BYTES) {
			text += "\r\n ";
			bytes = 1;
		}
		text += sign;
		bytes += size;
	}
	return text;
}
