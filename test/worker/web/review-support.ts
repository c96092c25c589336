/** A browser of the tests: one session, one language, forms sent by our own pages. */
import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import { cookieHeaderOf, takeCookies, type Visit } from "../../../scripts/demo/form-browser.ts";
import { htmlOf } from "../../support/web/page-html.ts";

type Session = { token: string };

const ORIGIN = env.BASE_URL;

export function browserOf(session: Session | null, language = "en") {
	const cookies = new Map(session && [["access_token", session.token]]);
	const send = async (path: string, init: RequestInit = {}) => {
		const headers = {
			"Accept-Language": language,
			Cookie: cookieHeaderOf(cookies),
			...(init.headers as Record<string, string>),
		};
		const response = await exports.default.fetch(`${ORIGIN}${path}`, {
			redirect: "manual",
			...init,
			headers,
		});
		takeCookies(response, cookies);
		return response;
	};
	const read = async (response: Response): Promise<Visit> => {
		const html = await htmlOf(response);
		if (session) expect(html, "no page shows the session's token").not.toContain(session.token);
		expect(html).not.toMatch(/\b(undefined|NaN|\[object Object\])\b/);
		return {
			status: response.status,
			location: response.headers.get("location"),
			html,
			headers: response.headers,
		};
	};
	return {
		send,
		open: async (path: string) => read(await send(path)),
		/** As a form of our own page. */
		post: async (path: string, fields: Record<string, string>) =>
			read(
				await send(path, { method: "POST", headers: { Origin: ORIGIN }, body: new URLSearchParams(fields) }),
			),
	};
}

/** The hidden fields of a page's second look. */
export function confirmationOf(html: string): Record<string, string> {
	const form =
		/<form[^>]* method="post" action="(?!\/(?:language|sign-out))[^"]*">.*?<\/form>/s.exec(html)?.[0] ?? "";
	const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
	return Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, unescaped(value)]));
}

const unescaped = (text: string) =>
	text
		.replaceAll("&quot;", '"')
		.replaceAll("&#39;", "'")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&");
