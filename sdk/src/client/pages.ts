/** Lists that come in pages. */
import type { ApiPromise, WithResponse } from "./api-promise.ts";
import { UnexpectedResponseError } from "./errors.ts";

/** One page: of a list with a cursor, or of a feed with a position. */
export type Page = { data: unknown[] } & ({ nextCursor: string | null } | { nextAfter: number });

/** The query of the next page. */
type Continued = { cursor?: string; after?: number };

/**
 * A list whose pages are read as they are needed.
 *
 * @example
 * for await (const summary of replevin.cases.list({ status: "pending" })) console.log(summary.caseId);
 */
export class List<P extends Page> implements AsyncIterable<P["data"][number]> {
	/** Only a type: it makes `await` of a list an error, which would give the list and no items. */
	// biome-ignore lint/suspicious/noThenProperty: there is none at run time.
	declare readonly then: (readWith: "for await, .page() or .toArray()") => never;
	readonly #read: (more: Continued) => ApiPromise<P>;

	/** @internal */
	constructor(read: (more: Continued) => ApiPromise<P>) {
		this.#read = read;
	}

	/** One page: the first, or the one at the cursor that the query named. */
	page(): ApiPromise<P> {
		return this.#read({});
	}

	/** All pages from there on. A page may be empty and not the last. */
	async *pages(): AsyncGenerator<P, void, undefined> {
		let more: Continued | null = {};
		while (more !== null) {
			const { data: page, response }: WithResponse<P> = await this.#read(more).withResponse();
			if (!Array.isArray(page.data))
				throw new UnexpectedResponseError("A page of the list has no data. Check baseUrl.", response);
			const next = continued(page);
			if (next !== null && isNoProgress(next, more))
				throw new UnexpectedResponseError("A page of the list does not lead to another one.", response);
			yield page;
			more = next;
		}
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<P["data"][number], void, undefined> {
		for await (const { data } of this.pages())
			for (const item of data) yield item as Awaited<P["data"][number]>;
	}

	/** The items in one array, at most `limit`: a list may be long. */
	async toArray({ limit }: { limit: number }): Promise<P["data"][number][]> {
		const items: P["data"][number][] = [];
		if (limit <= 0) return items;
		for await (const item of this) if (items.push(item) >= limit) break;
		return items;
	}
}

/** Without this check, the list would read the same page for ever. */
function isNoProgress(next: Continued, { cursor, after }: Continued): boolean {
	if (next.cursor !== undefined) return typeof next.cursor !== "string" || next.cursor === cursor;
	return typeof next.after !== "number" || next.after === after;
}

/** A feed has no last page. It ends for now with an empty one. */
function continued(page: Page): Continued | null {
	if ("nextCursor" in page) return page.nextCursor === null ? null : { cursor: page.nextCursor };
	return page.data.length === 0 ? null : { after: page.nextAfter };
}
