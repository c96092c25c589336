/** The opaque `cursor` of lists ordered by time: time and id of a page's last row, in base64url. */
import { cursorError } from "./seq-cursor.ts";

/** `at`: unix milliseconds. */
export type RowKey = { at: number; id: string };

export function encodeKeyCursor({ at, id }: RowKey): string {
	return btoa(`${at}.${id}`).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * @param prefix of the ids in this list
 * @throws AppError INPUT_VALIDATION_ERROR for a cursor of another list
 */
export function parseKeyCursor(
	prefix: "dev" | "hl" | "rc" | "rel",
	cursor: string | undefined,
): RowKey | undefined {
	if (cursor === undefined) return undefined;
	const key = decode(cursor);
	if (key?.id.startsWith(`${prefix}_`)) return key;
	throw cursorError();
}

function decode(cursor: string): RowKey | undefined {
	if (!/^[A-Za-z0-9_-]+$/.test(cursor) || cursor.length % 4 === 1) return undefined;
	const text = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
	const match = /^(\d{1,15})\.([a-z]+_[0-9a-f]{32})$/.exec(text);
	return match?.[1] && match[2] ? { at: Number(match[1]), id: match[2] } : undefined;
}
