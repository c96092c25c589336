import type { HtmlEscapedString } from "hono/utils/html";

export type Page = HtmlEscapedString | Promise<HtmlEscapedString>;

/**
 * Pages are never cached or framed. `strict-origin`, because `no-referrer` makes a form send `Origin: null` (Fetch
 * standard).
 */
const PAGE_HEADERS = {
	"Content-Type": "text/html; charset=utf-8",
	"Cache-Control": "no-store",
	"Content-Security-Policy":
		"default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	"Referrer-Policy": "strict-origin",
	"X-Content-Type-Options": "nosniff",
	"X-Frame-Options": "DENY",
} as const;

/** @param more additional headers, such as `X-Request-Id` */
export async function pageResponse(page: Page, status: number, more: Iterable<[string, string]>) {
	const headers = new Headers([...more]);
	for (const [name, value] of Object.entries(PAGE_HEADERS)) headers.set(name, value);
	return new Response(String(await page), { status, headers });
}
