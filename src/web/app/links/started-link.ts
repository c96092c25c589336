/** Pages on which somebody finishes a started link. The address names the link, and the cookie holds its secret. */
import type { PageContext } from "../core/page-env.ts";
import { redirect } from "../core/respond.tsx";
import { speak } from "./language.ts";
import { findStarted } from "./link-calls.ts";
import type { LinkView } from "./link-view.ts";
import { notStartedPage, statePage } from "./state-page.tsx";

/**
 * Responds with `go` if the address names no link, or one that this browser can finish; then `c` has it as `link`.
 * Otherwise with a page that says why nothing can be done through the link.
 */
export async function throughLink(
	c: PageContext,
	kind: LinkView["kind"],
	go: () => Response | Promise<Response>,
): Promise<Response> {
	const linkId = c.req.query("link");
	if (linkId === undefined) return go();
	const found = await findStarted(c, linkId);
	if (!found) return notStartedPage(c);
	speak(c, found.view);
	if (found.view.state !== "started") return statePage(c, found.view);
	if (found.view.kind !== kind) return redirect(c, cleanPath(found.view));
	c.set("link", found);
	return go();
}

/** Where the link is finished. Its id authorises nothing. */
export function cleanPath({ kind, linkId }: Pick<LinkView, "kind" | "linkId">): string {
	return withLink(kind === "estate" ? "/estate/terms" : "/recover", linkId);
}

/** The same page through the link of this request, if it has one. @param path may have a query */
export function keepLink(c: PageContext, path: string): string {
	const link = c.get("link");
	return link ? withLink(path, link.view.linkId) : path;
}

function withLink(path: string, linkId: string): string {
	return `${path}${path.includes("?") ? "&" : "?"}link=${linkId}`;
}

/** Whether the link has filled in this very value. Addresses are equal in any letter case. */
export function isPrefilled(
	c: PageContext,
	name: Exclude<keyof NonNullable<LinkView["prefill"]>, "transactions">,
	value: string,
): boolean {
	const filled = c.get("link")?.view.prefill?.[name];
	return filled !== undefined && String(filled).toLowerCase() === value.toLowerCase();
}

export function isLocked(c: PageContext, name: LinkView["locked"][number]): boolean {
	return c.get("link")?.view.locked.includes(name) ?? false;
}
