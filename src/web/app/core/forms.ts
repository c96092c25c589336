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

/** Thrown if a body is no form of our pages. */
export class NoForm extends Error {}

/** @throws NoForm */
export async function readForm(c: PageContext): Promise<Form> {
	const mediaType = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
	if (mediaType !== "application/x-www-form-urlencoded") throw new NoForm();
	// text() of the runtime warns of every body that is not declared as text.
	const fields = new URLSearchParams(new TextDecoder().decode(await c.req.arrayBuffer()));
	return {
		text: (name) => (fields.get(name) ?? "").trim(),
		raw: (name) => fields.get(name) ?? "",
		all: (name) => fields.getAll(name),
		has: (name) => fields.has(name),
	};
}
