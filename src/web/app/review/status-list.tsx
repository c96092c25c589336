/** A list of cards that is read by status: dead-letter messages, and requests for wills. */
import type { Child } from "hono/jsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { Done, Rest } from "./parts.tsx";
import { Search } from "./search.tsx";

type Copy = { title: string; lead: string; done: string; status: string; statuses: Record<string, string> };

export function statusList(
	c: PageContext,
	{ copy, cards, nextCursor }: { copy: Copy; cards: readonly Child[]; nextCursor: string | null },
): Promise<Response> {
	const status = { name: "status", label: copy.status, options: Object.entries(copy.statuses) };
	return page(
		c,
		{ title: copy.title, area: "reviewers" },
		<>
			<h1>{copy.title}</h1>
			<p class="lead">{copy.lead}</p>
			<Done c={c} text={copy.done} />
			<Search c={c} fields={[status]} />
			{cards}
			<Rest c={c} nextCursor={nextCursor} hasRows={cards.length > 0} />
		</>,
	);
}
