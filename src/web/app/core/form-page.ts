import { getPath } from "hono/utils/url";
import type { PageContext } from "./page-env.ts";

/**
 * The address of a hosted link is a secret, which no page may repeat. Nor may it repeat an address of no page, because that
 * may be a link's with a mistake.
 *
 * @param routed the path as the router reads it, for which `/%6c/` is `/l/`
 */
export function kindOfPath(c: PageContext, routed: string): "secret" | "unknown" | "page" {
	const pattern = c.get("patternOf")(routed);
	if (pattern === undefined) return "unknown";
	return pattern.startsWith("/l/") ? "secret" : "page";
}

/**
 * The page of ours with the form that was posted, because the form's own address may show no page.
 *
 * @returns path and query; undefined for a page that was opened, and if the browser does not say
 */
export function formPage(c: PageContext): string | undefined {
	const referer = c.req.header("Referer") ?? "";
	if (c.req.method !== "POST" || !URL.canParse(referer)) return undefined;
	const { origin, pathname, search } = new URL(referer);
	const isOwn =
		origin === c.env.settings.appOrigin && kindOfPath(c, getPath(new Request(referer))) === "page";
	return isOwn ? `${pathname}${search}` : undefined;
}
