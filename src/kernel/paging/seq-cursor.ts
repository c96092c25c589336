/** The opaque `cursor` of lists ordered by row number: the number of the last row. */
import { AppError } from "../errors/app-error.ts";

type List = "audit" | "case-changes" | "deliveries" | "dead-letters" | "estate-history";

const LETTERS = {
	audit: "a",
	"case-changes": "c",
	deliveries: "w",
	"dead-letters": "d",
	"estate-history": "h",
} as const satisfies Record<List, string>;

export function encodeSeqCursor(list: List, seq: number): string {
	return btoa(`${LETTERS[list]}.${seq}`).replaceAll("=", "");
}

/** @throws AppError INPUT_VALIDATION_ERROR for a cursor of another list */
export function parseSeqCursor(list: List, cursor: string | undefined): number | undefined {
	if (cursor === undefined) return undefined;
	const seq = decode(LETTERS[list], cursor);
	if (seq !== undefined) return seq;
	throw cursorError();
}

export function cursorError(): AppError {
	return new AppError({
		code: "INPUT_VALIDATION_ERROR",
		message: "The cursor does not belong to this list. Start again without a cursor.",
		details: [{ field: "cursor", rule: "format", message: "must be the `nextCursor` of an earlier page" }],
	});
}

function decode(letter: string, cursor: string): number | undefined {
	if (!/^[A-Za-z0-9]+$/.test(cursor) || cursor.length % 4 === 1) return undefined;
	const [found, digits] = /^([a-z])\.([1-9]\d{0,14})$/.exec(atob(cursor))?.slice(1) ?? [];
	return found === letter && digits !== undefined ? Number(digits) : undefined;
}
