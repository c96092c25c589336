/** The opaque `cursor` of a list: the key of the page's last row, in base64url. Pure. */

/**
 * @param createdAt unix milliseconds of the last row
 */
export function encodeCursor({ createdAt, caseId }: { createdAt: number; caseId: string }): string {
	return btoa(`${createdAt}.${caseId}`).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The key that a cursor holds, or null where it was not made by `encodeCursor`. */
export function decodeCursor(cursor: string): { createdAt: number; caseId: string } | null {
	if (!/^[A-Za-z0-9_-]+$/.test(cursor) || cursor.length % 4 === 1) return null;
	const text = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
	const match = /^(\d{1,15})\.(rc_[0-9a-f]{32})$/.exec(text);
	return match?.[1] && match[2] ? { createdAt: Number(match[1]), caseId: match[2] } : null;
}
