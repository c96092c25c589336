/** ISO 8601 in UTC with milliseconds, the form of every time on the wire. @param unixMs unix milliseconds */
export function isoTime(unixMs: number): string {
	return new Date(unixMs).toISOString();
}

/** Like `isoTime`; null stays null. */
export function isoTimeOrNull(unixMs: number | null): string | null {
	return unixMs === null ? null : isoTime(unixMs);
}
