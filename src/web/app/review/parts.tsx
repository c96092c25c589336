/** Parts of lists and forms that several of the reviewers' pages have. */
import type { Child } from "hono/jsx";
import type { ApiFailure } from "../core/api.ts";
import { Items } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { Pager } from "../core/pager.tsx";
import { type Rejected, rejectedBy } from "../core/problems.ts";
import { page } from "../core/respond.tsx";

const DAY_MS = 86_400_000;

/** Links below a list. `hasRows`: whether this page shows any, which it may not although the list goes on. */
export function Rest({
	c,
	nextCursor,
	hasRows,
}: {
	c: PageContext;
	nextCursor: string | null;
	hasRows: boolean;
}) {
	const { list } = c.get("copy").review;
	const isWhole = nextCursor === null && c.req.query("cursor") === undefined;
	return (
		<>
			{!hasRows && <p>{isWhole ? list.empty : list.emptyHere}</p>}
			<Pager c={c} nextCursor={nextCursor} />
		</>
	);
}

/** A reviewer's first day in five lines. */
export function HowToCheck({ c }: { c: PageContext }) {
	const { title, steps } = c.get("copy").desk.howTo;
	return (
		<details class="unprinted">
			<summary>{title}</summary>
			<Items isOrdered of={steps} />
		</details>
	);
}

/** @param iso of the registration of an account, whose age is to be seen */
export const daysSince = (iso: string): number => Math.floor((Date.now() - Date.parse(iso)) / DAY_MS);

/** Why nothing was changed, by field where the API names one. */
export function notChanged(c: PageContext, failure: ApiFailure): Rejected {
	return rejectedBy(c, failure, c.get("copy").review.failures);
}

type StatusListCopy = {
	title: string;
	lead: string;
	done: string;
	statuses: Record<string, string>;
};

type StatusList = Rejected & {
	path: string;
	/** The first of its statuses is shown unless the address names another. */
	copy: StatusListCopy;
	labels?: Record<string, string>;
	cards: readonly Child[];
	nextCursor: string | null;
};

/** A list of cards that is read by status: sites, dead-letter messages, and requests for wills. */
export function statusList(c: PageContext, list: StatusList): Promise<Response> {
	const { path, copy, cards, nextCursor, ...rejected } = list;
	const { title, lead, done, statuses } = copy;
	const shown = c.req.query("status") ?? Object.keys(statuses)[0];
	return page(
		c,
		{ title, area: "reviewers", lead, done: { done }, ...rejected },
		<>
			<nav class="links unprinted" aria-label={c.get("copy").labels.status}>
				{Object.entries(statuses).map(([value, text]) => (
					<a
						class="sentence"
						href={`${path}?status=${value}`}
						aria-current={value === shown ? "page" : undefined}
					>
						{text}
					</a>
				))}
			</nav>
			{cards}
			<Rest c={c} nextCursor={nextCursor} hasRows={cards.length > 0} />
		</>,
	);
}
