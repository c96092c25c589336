/** `cursor` and `nextCursor` of this slice's lists. */
import { encodeKeyCursor, parseKeyCursor } from "../../kernel/key-cursor.ts";
import type { PageKey } from "./case-index.ts";

/** @throws AppError INPUT_VALIDATION_ERROR for one that no list has answered */
export function parseCursor(cursor: string | undefined): PageKey | null {
	const key = parseKeyCursor("rc", cursor);
	return key ? { createdAt: key.at, caseId: key.id } : null;
}

export function nextCursorOf(next: PageKey | null): string | null {
	return next && encodeKeyCursor({ at: next.createdAt, id: next.caseId });
}
