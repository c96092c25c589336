/** Reads an object's rows by forms. Columns have names in snake_case, and members of forms in camelCase. */
import { type Form, nullable, type ObjectForm, parseStored, wholeNumber } from "../../src/protocol/form.ts";

export const integer = wholeNumber(Number.MIN_SAFE_INTEGER);
export const integerOrNull = nullable(integer);

/** The rows of a statement. */
export type Found = SqlStorageCursor<Record<string, SqlStorageValue>>;

/** The columns to select, under the names of the form's members: `key_id AS keyId`. */
export function columnsOf({ members }: Pick<ObjectForm<unknown>, "members">): string {
	return members.map((name) => `${snakeCased(name)} AS ${name}`).join(", ");
}

const snakeCased = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export function rowsOf<T>(form: Form<T>, found: Found): T[] {
	return found.toArray().map((row) => parseStored(form, row));
}

/** The only value of the only row; null for what is no number, such as the least of no rows. */
export function numberIn(found: Found): number | null {
	const [value] = Object.values(found.one());
	return typeof value === "number" ? value : null;
}
