/** ISO 8601 in UTC with milliseconds. @param unixMs unix milliseconds */
export function isoTime(unixMs: number): string {
	return new Date(unixMs).toISOString();
}

export function isoTimeOrNull(unixMs: number | null): string | null {
	return unixMs === null ? null : isoTime(unixMs);
}
