/** The URL and the body of a request. */
import { type Operations, ROUTES } from "../generated/api.ts";
import type { RequestParts } from "./options.ts";

export type Route = { method: string; url: string; isFile: boolean; isOpen: boolean };

/** @throws TypeError for a path parameter that would lead to another operation */
export function routeOf(
	base: string,
	operation: keyof Operations,
	{ path = {}, query = {} }: RequestParts,
): Route {
	const [method = "", template = "", ...marks] = ROUTES[operation].split(" ");
	const place = template.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, path[name]));
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query))
		for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
	const url = `${base}${place}?${search}`.replace(/\?$/, "");
	return { method, url, isFile: marks.includes("file"), isOpen: marks.includes("open") };
}

/** A URL parser would take `.` and `..` for steps, and nothing for another path. */
function segment(name: string, value: unknown): string {
	const text = typeof value === "number" ? String(value) : value;
	if (typeof text !== "string" || /^\.{0,2}$/.test(text))
		throw new TypeError(`${name} must be an id, but it is ${JSON.stringify(value)}`);
	return encodeURIComponent(text);
}

/** JSON has no form for a bigint. The service takes amounts as decimal text. */
const textOfBigint = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

export type EncodedBody = { body?: string | FormData; headers: Record<string, string> };

export function encodeBody(body: object | undefined): EncodedBody {
	if (body === undefined) return { headers: {} };
	const fields = Object.entries(body);
	if (!fields.some(([, value]) => value instanceof Blob))
		return { body: JSON.stringify(body, textOfBigint), headers: { "Content-Type": "application/json" } };
	const form = new FormData();
	for (const [name, value] of fields) {
		if (value instanceof Blob) form.append(name, value, "name" in value ? String(value.name) : "document");
		else if (value !== undefined)
			form.append(name, typeof value === "string" ? value : JSON.stringify(value));
	}
	// fetch adds the content type, which names the boundary.
	return { body: form, headers: {} };
}
