/** How a page of the service leaves it: never kept, never framed, no script, nothing from anywhere else. */
import type { HtmlEscapedString } from "hono/utils/html";

/** A page's markup; escaped where it holds what somebody wrote. */
export type Page = HtmlEscapedString | Promise<HtmlEscapedString>;

/**
 * `strict-origin` and not `no-referrer`: under the latter browsers send `Origin: null` with a form of the
 * page itself (Fetch standard, "append a request `Origin` header"), which could not be told from a forged
 * one. Neither lets the path or query of a page out.
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

/** @param more headers beyond those of every page, such as `X-Request-Id` */
export async function pageResponse(page: Page, status: number, more: Iterable<[string, string]>) {
	const headers = new Headers([...more]);
	for (const [name, value] of Object.entries(PAGE_HEADERS)) headers.set(name, value);
	return new Response(String(await page), { status, headers });
}
