/** A browser as far as forms and cookies go, for tests of pages over HTTP. It follows no redirect. */
import { env, exports } from "cloudflare:workers";
import { cookieHeaderOf, htmlOf, takeCookies } from "./cookies.ts";

const ORIGIN = env.BASE_URL;

type Opened = { status: number; html: string; location: string | null; headers: Headers };

export function createBrowser(options: { language?: "en" | "es"; cookies?: Record<string, string> } = {}) {
	const { language = "en" } = options;
	const jar = new Map(Object.entries(options.cookies ?? {}));
	// Pages and log-ins are limited by address.
	const address = crypto.randomUUID();

	async function send(path: string, init: RequestInit): Promise<Opened> {
		const headers = new Headers(init.headers);
		headers.set("Accept-Language", language);
		headers.set("Accept", "text/html");
		headers.set("CF-Connecting-IP", address);
		if (jar.size > 0) headers.set("Cookie", cookieHeaderOf(jar));
		const response = await exports.default.fetch(`${ORIGIN}${path}`, {
			...init,
			headers,
			redirect: "manual",
		});
		takeCookies(response, jar);
		return {
			status: response.status,
			html: await htmlOf(response),
			location: response.headers.get("Location"),
			headers: response.headers,
		};
	}

	return {
		jar,
		/** The client's address. */
		address,
		open: (path: string) => send(path, {}),
		post: (path: string, fields: Record<string, string> | [string, string][]) =>
			send(path, {
				method: "POST",
				headers: { Origin: ORIGIN, "Sec-Fetch-Site": "same-origin" },
				body: new URLSearchParams(fields),
			}),
	};
}
