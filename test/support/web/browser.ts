/** A browser as far as forms and cookies go, for tests of pages over HTTP. It follows no redirect. */
import { env, exports } from "cloudflare:workers";
import { openFormBrowser } from "../../../scripts/demo/form-browser.ts";
import { htmlOf } from "./page-html.ts";

export function createBrowser(options: { language?: "en" | "es"; cookies?: Record<string, string> } = {}) {
	const jar = new Map(Object.entries(options.cookies ?? {}));
	// Pages and log-ins are limited by address.
	const address = crypto.randomUUID();
	const { get, post } = openFormBrowser(env.BASE_URL, {
		cookies: jar,
		headers: {
			"Accept-Language": options.language ?? "en",
			Accept: "text/html",
			"CF-Connecting-IP": address,
			"Sec-Fetch-Site": "same-origin",
		},
		fetch: (request) => exports.default.fetch(request),
		textOf: htmlOf,
	});
	return { jar, address, open: (path: string) => get(path), post };
}
