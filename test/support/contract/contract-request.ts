/** Builds the path and query of a contract test's request. */
import { BASE_PATH } from "../../../src/services.ts";

export type Values = Record<string, string | number | null | undefined>;

export type Sent = { method: string; path: string; options: unknown };

/** The path with its query. Null and undefined values are left out. */
export function requestPath(path: string, query: Values = {}): string {
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== null && value !== undefined) search.append(name, String(value));
	}
	const text = search.toString();
	return BASE_PATH + path + (text && `${path.includes("?") ? "&" : "?"}${text}`);
}
