import type { GetColumnData } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Form, nullable, oneOf, text, wholeNumber } from "../protocol/form.ts";

/** The forms of stored values, by the columns that they are in. Numbers are whole. */
export function formsOf<Columns extends Record<string, SQLiteColumn>>(columns: Columns) {
	const forms = Object.entries(columns).map(([name, column]) => [name, formOf(column)]);
	return Object.fromEntries(forms) as { [Name in keyof Columns]: Form<GetColumnData<Columns[Name]>> };
}

function formOf({ dataType, enumValues, notNull }: SQLiteColumn): Form<unknown> {
	const textForm = enumValues ? oneOf(...enumValues) : text();
	const form: Form<unknown> = dataType === "number" ? wholeNumber(Number.MIN_SAFE_INTEGER) : textForm;
	return notNull ? form : nullable(form);
}
