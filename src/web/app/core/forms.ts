/** Fields of a posted form (application/x-www-form-urlencoded), and parameters of an address. */
import { mediaTypeOf } from "../../../http/media-type.ts";
import type { PageContext } from "./page-env.ts";

export type Form = {
	/** The field's value, trimmed; empty if absent. @throws GivenTwice */
	text(name: string): string;
	/** As typed, for passwords. @throws GivenTwice */
	raw(name: string): string;
	/** Every value of the name. */
	all(name: string): string[];
	has(name: string): boolean;
};

/** Thrown if a body is no form of our pages. */
export class NoForm extends Error {}

/** Thrown if a field or parameter that takes one value is given twice, as in the API. */
export class GivenTwice extends Error {}

/** @throws GivenTwice */
export function rejectRepeated(parameters: URLSearchParams): void {
	if (new Set(parameters.keys()).size < parameters.size) throw new GivenTwice();
}

function soleValue(fields: URLSearchParams, name: string): string {
	const [value = "", ...more] = fields.getAll(name);
	if (more.length > 0) throw new GivenTwice();
	return value;
}

/** @throws NoForm */
export async function readForm(c: PageContext): Promise<Form> {
	const mediaType = mediaTypeOf(c.req.header("Content-Type"));
	if (mediaType !== "application/x-www-form-urlencoded") throw new NoForm();
	// text() of the runtime warns of every body that is not declared as text.
	const fields = new URLSearchParams(new TextDecoder().decode(await c.req.arrayBuffer()));
	return {
		text: (name) => soleValue(fields, name).trim(),
		raw: (name) => soleValue(fields, name),
		all: (name) => fields.getAll(name),
		has: (name) => fields.has(name),
	};
}
