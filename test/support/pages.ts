/** Visits pages as a browser does: with cookies, and following redirects only when told. */
import { env, exports } from "cloudflare:workers";

type Visit = { status: number; location: string | null; html: string; headers: Headers };

export function newBrowser(language = "en", ownHeaders: Record<string, string> = {}) {
	const cookies = new Map<string, string>();
	async function send(path: string, init: RequestInit): Promise<Visit> {
		const response = await exports.default.fetch(`${env.BASE_URL}${path}`, {
			redirect: "manual",
			...init,
			headers: {
				"Accept-Language": language,
				Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
				...ownHeaders,
				...init.headers,
			},
		});
		for (const cookie of response.headers.getSetCookie()) {
			const [name = "", value = ""] = cookie.split(";")[0]?.split(/=(.*)/s) ?? [];
			if (value === "") cookies.delete(name);
			else cookies.set(name, value);
		}
		const location = response.headers.get("location");
		return { status: response.status, location, html: await response.text(), headers: response.headers };
	}
	return {
		cookies,
		get: (path: string) => send(path, {}),
		/** A form of our own page. */
		post: (path: string, fields: Record<string, string> | [string, string][] | FormData) => {
			const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
			return send(path, { method: "POST", headers: { Origin: env.BASE_URL }, body });
		},
	};
}

/** The fields that a browser would send back, as the page has them. */
export function hiddenFields(html: string): Record<string, string> {
	const inputs = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
	return Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, unescaped(value)]));
}

/** The message that the page shows to be signed. */
export function messageIn(html: string): string {
	return unescaped(/<textarea id="message"[^>]*>([^<]*)<\/textarea>/.exec(html)?.[1] ?? "");
}

function unescaped(text: string): string {
	return text
		.replaceAll("&quot;", '"')
		.replaceAll("&#39;", "'")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&");
}
