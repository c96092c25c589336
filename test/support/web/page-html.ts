import { expect } from "vitest";

/** The text of a page. No browser shows problems of its own on it, and no rejection says twice that nothing was changed. */
export async function htmlOf(response: Response): Promise<string> {
	const html = await response.text();
	expect(html).not.toMatch(/<form(?![^>]* novalidate)/);
	expect(html).not.toMatch(/Nothing was changed.*Nothing was changed/s);
	return html;
}
