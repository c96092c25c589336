import type { PageContext } from "./page-env.ts";

/** The address of a hosted link is a secret, which no page may repeat. */
export const isSecretPath = (pathname: string): boolean => pathname.startsWith("/l/");

/**
 * The page of ours with the form that was posted, because the form's own address may show no page.
 *
 * @returns path and query; undefined for a page that was opened, and if the browser does not say
 */
export function formPage(c: PageContext): string | undefined {
	const referer = c.req.header("Referer") ?? "";
	if (c.req.method !== "POST" || !URL.canParse(referer)) return undefined;
	const { origin, pathname, search } = new URL(referer);
	const isOwn = origin === c.env.settings.appOrigin && !isSecretPath(pathname);
	return isOwn ? `${pathname}${search}` : undefined;
}
