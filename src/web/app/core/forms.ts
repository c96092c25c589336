/** Fields of a posted form (application/x-www-form-urlencoded). */
import type { PageContext } from "./page-env.ts";

export type Form = {
	/** The field's first value, trimmed; empty if absent. */
	text(name: string): string;
	/** As typed, for passwords. */
	raw(name: string): string;
	/** Every value of the name. */
	all(name: string): string[];
	has(name: string): boolean;
};

export async function readForm(c: PageContext): Promise<Form> {
	const fields = new URLSearchParams(await c.req.text());
	return {
		text: (name) => (fields.get(name) ?? "").trim(),
		raw: (name) => fields.get(name) ?? "",
		all: (name) => fields.getAll(name),
		has: (name) => fields.has(name),
	};
}
