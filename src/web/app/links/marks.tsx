/** Notes about the partner behind a link. The partner's host is shown, and no text of the partner. */
import type { Child } from "hono/jsx";
import { Items } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { LinkView } from "./link-view.ts";

/** The words for a prefilled value; undefined for a value of the visitor. */
export function markOf(c: PageContext, isFilledIn: boolean): string | undefined {
	const link = c.get("link");
	return link && isFilledIn ? c.get("copy").links.filledIn(link.view.host) : undefined;
}

export function Mark({ c, isFilledIn }: { c: PageContext; isFilledIn: boolean }) {
	const words = markOf(c, isFilledIn);
	return words === undefined ? null : <span class="mark">{words}</span>;
}

type Fixed = { c: PageContext; id: string; label: string; error?: string | undefined; children?: Child };

/** Advice about prefilled values; nothing if there are none. */
export function Filled({ c, view }: { c: PageContext; view: LinkView }) {
	if (Object.keys(view.prefill ?? {}).length === 0) return null;
	return <p class="note">{c.get("copy").links.invitation.filled(view.host)}</p>;
}

/** In place of a field that the link locks. */
export function FixedField({ c, id, label, error, children }: Fixed) {
	return (
		<div class="field" id={id}>
			<p class="label">{label}</p>
			<p class="fixed">{children}</p>
			<p class="mark">{markOf(c, true)}</p>
			<p class="hint">{c.get("copy").links.fixed}</p>
			{error !== undefined && <p class="error">{error}</p>}
		</div>
	);
}

/** The data that the partner will see, shown before the signature. */
export function Sees({ c, view }: { c: PageContext; view: Pick<LinkView, "host" | "kind"> }) {
	const { sees } = c.get("copy").links;
	return (
		<div class="note caution">
			<h2 class="note-title">{sees.heading(view.host)}</h2>
			<Items of={sees.items[view.kind]} />
		</div>
	);
}

/** A link and no redirect, because the policy of pages blocks a redirect of a form to another origin. */
export function Leave({ c, view, isFirst = false }: { c: PageContext; view: LinkView; isFirst?: boolean }) {
	if (view.returnUrl === null) return null;
	return (
		<a class={isFirst ? "button" : "button second"} href={view.returnUrl}>
			{c.get("copy").links.leave(new URL(view.returnUrl).host)}
		</a>
	);
}
