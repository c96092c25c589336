/**
 * Visits all webhook endpoints a page at a time and remembers the failing ones. Counts are exact after a round, and a
 * step costs the same for any number of endpoints. Pure.
 */

export type Trouble = "failing" | "disabled";

export type Round = {
	/** The last id visited; empty at the beginning. */
	cursor: string;
	troubled: ReadonlyMap<string, Trouble>;
	/** Endpoints visited in this round. */
	asked: number;
	/** Endpoints of the last whole round; null before its end. */
	total: number | null;
};

export const FIRST_ROUND: Round = { cursor: "", troubled: new Map(), asked: 0, total: null };

/** `unknown`: the endpoint did not respond, so its earlier state stays. */
export type Asked = { endpointId: string; state: "healthy" | Trouble | "unknown" };

/** @param page the endpoints after the cursor, in the order of their ids */
export function goOn(round: Round, page: readonly Asked[], pageSize: number): Round {
	const isLast = page.length < pageSize;
	const end = page.at(-1)?.endpointId ?? round.cursor;
	const isPassed = (id: string) => id > round.cursor && (isLast || id <= end);
	const troubled = new Map([...round.troubled].filter(([id]) => !isPassed(id)));
	for (const { endpointId, state } of page) {
		const known = state === "unknown" ? round.troubled.get(endpointId) : state;
		if (known !== undefined && known !== "healthy") troubled.set(endpointId, known);
	}
	const asked = round.asked + page.length;
	return isLast
		? { cursor: "", troubled, asked: 0, total: asked }
		: { ...round, cursor: end, troubled, asked };
}

export function countTroubled({ troubled }: Round, trouble: Trouble): number {
	return [...troubled.values()].filter((state) => state === trouble).length;
}

/** The number of endpoints that the counts cover. */
export function countAsked({ asked, total }: Round): number {
	return Math.max(asked, total ?? 0);
}
