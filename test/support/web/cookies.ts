import { expect } from "vitest";

/** What a browser does with cookies of one origin: it keeps each by its name, and drops those without a value. */
export type Cookies = Map<string, string>;

export const cookieHeaderOf = (cookies: Cookies): string =>
	[...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

export function takeCookies({ headers }: Response, cookies: Cookies): void {
	for (const cookie of headers.getSetCookie()) {
		const [name = "", value = ""] = cookie.split(";")[0]?.split(/=(.*)/s) ?? [];
		if (value === "") cookies.delete(name);
		else cookies.set(name, value);
	}
}

/** The text of a page. No browser shows problems of its own on it, and no rejection says twice that nothing was changed. */
export async function htmlOf(response: Response): Promise<string> {
	const html = await response.text();
	expect(html).not.toMatch(/<form(?![^>]* novalidate)/);
	expect(html).not.toMatch(/Nothing was changed.*Nothing was changed/s);
	return html;
}
