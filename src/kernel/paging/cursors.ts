/** The opaque `cursor` of lists: where the last page ended, in base64url. Null after the last page. */
import { AppError } from "../errors/app-error.ts";

/** In lists that are ordered by time: time in unix milliseconds and id of the last row. */
export type RowKey = { at: number; id: string };

export function encodeKeyCursor(next: RowKey | undefined): string | null {
	return next ? encode(`${next.at}.${next.id}`) : null;
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
	const [, at, id] = /^(\d{1,15})\.([a-z]+_[0-9a-f]{32})$/.exec(decode(cursor)) ?? [];
	if (!at || !id?.startsWith(`${prefix}_`)) throw cursorError();
	return { at: Number(at), id };
}

/** In lists that are ordered by row number: the list's letter and the number of the last row. */
const LETTERS = {
	audit: "a",
	"case-changes": "c",
	deliveries: "w",
	"dead-letters": "d",
	"estate-history": "h",
};

type NumberedList = keyof typeof LETTERS;

export function encodeSeqCursor(list: NumberedList, next: number | undefined): string | null {
	return next === undefined ? null : encode(`${LETTERS[list]}.${next}`);
}

/** @throws AppError INPUT_VALIDATION_ERROR for a cursor of another list */
export function parseSeqCursor(list: NumberedList, cursor: string | undefined): number | undefined {
	if (cursor === undefined) return undefined;
	const [, letter, seq] = /^([a-z])\.([1-9]\d{0,14})$/.exec(decode(cursor)) ?? [];
	if (letter !== LETTERS[list]) throw cursorError();
	return Number(seq);
}

export function cursorError(): AppError {
	return new AppError({
		code: "INPUT_VALIDATION_ERROR",
		message: "The cursor does not belong to this list. Start again without a cursor.",
		details: [{ field: "cursor", rule: "format", message: "must be the `nextCursor` of an earlier page" }],
	});
}

function encode(text: string): string {
	return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function decode(cursor: string): string {
	if (!/^[A-Za-z0-9_-]+$/.test(cursor) || cursor.length % 4 === 1) throw cursorError();
	return atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
}
