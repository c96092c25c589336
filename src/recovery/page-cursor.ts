/** `cursor` and `nextCursor` of this slice's lists. */
import { AppError } from "../kernel/app-error.ts";
import type { PageKey } from "./case-index.ts";
import { decodeCursor, encodeCursor } from "./core/cursor.ts";

/** @throws AppError INPUT_VALIDATION_ERROR for one that no list has answered */
export function parseCursor(cursor: string | undefined): PageKey | null {
	if (cursor === undefined) return null;
	const key = decodeCursor(cursor);
	if (key) return key;
	throw new AppError({
		code: "INPUT_VALIDATION_ERROR",
		message: "The cursor is not one that this list has answered. Start again without it.",
		details: [{ field: "cursor", message: "must be the `nextCursor` of an earlier page" }],
	});
}

export function nextCursorOf(next: PageKey | null): string | null {
	return next && encodeCursor(next);
}
