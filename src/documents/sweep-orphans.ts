/**
 * Takes away documents that no row names (estates.md "POST …/will"): what an upload left that was cut off between
 * the store and the database. A row is written within the upload's request, so a day is more than enough to be sure
 * that none will come. Goes through all of them over and over, one page at a time.
 *
 * Only below prefixes whose rows are known, and only as `core/orphan-brake.ts` allows: a pass counts, and a later one
 * removes as many at most as it was allowed. What is held is in the log as an error, with every pass.
 */
import { judgeOrphans } from "./orphan-brake.ts";
import type { DocumentObjects } from "./sealed-documents.ts";

const ORPHAN_AGE_MS = 86_400_000;
/** Of one run. */
const PAGE_SIZE = 200;

/** Whoever stores documents below a prefix of their own says which of them its rows name. */
export type DocumentRows = {
	/** As of `SealedDocuments`. */
	prefix: string;
	/** Which of these a row names. */
	named(objectKeys: readonly string[]): Promise<string[]>;
};

/** How far a sweep is, and what it has found since it began anew. Times are unix milliseconds. */
type SweepState = {
	/** The last key that was looked at; empty at the beginning. */
	cursor: string;
	/** Old enough, and still there. */
	seen: number;
	/** Of these, what no row names. */
	orphans: number;
	orphansSince: number | null;
	/** How many may be removed, by an earlier pass or an operator's word. */
	removable: number;
};

export type SweepStates = {
	/** A new one where there is none. */
	load(name: string): Promise<SweepState>;
	save(name: string, state: SweepState): Promise<void>;
};

export type SweepPorts = {
	objects: Pick<DocumentObjects, "list" | "remove">;
	/** Of every prefix that has rows; what is below another one is never touched. */
	sources: readonly DocumentRows[];
	states: SweepStates;
};

/** @param now unix milliseconds @returns how many were removed */
export async function sweepOrphans(
	now: number,
	{ objects, sources, states }: SweepPorts,
	{ pageSize = PAGE_SIZE }: { pageSize?: number } = {},
): Promise<number> {
	let removed = 0;
	for (const { prefix, named } of sources) {
		const name = `orphans:${prefix}`;
		const state = await states.load(name);
		const page = await objects.list(prefix, state.cursor, pageSize);
		const old = page.objects
			.filter(({ objectKey, uploadedAt }) => isOf(prefix, objectKey) && uploadedAt < now - ORPHAN_AGE_MS)
			.map(({ objectKey }) => objectKey);
		const isNamed = new Set(old.length > 0 ? await named(old) : []);
		const orphans = old.filter((objectKey) => !isNamed.has(objectKey));
		const taken = orphans.slice(0, state.removable);
		const reached = {
			...state,
			cursor: page.objects.at(-1)?.objectKey ?? state.cursor,
			seen: state.seen + old.length - taken.length,
			orphans: state.orphans + orphans.length - taken.length,
			removable: state.removable - taken.length,
		};
		// Written first: what may be removed is used up even if this ends here.
		await states.save(name, page.isLast ? startAnew(reached, now, prefix) : reached);
		await objects.remove(taken);
		for (const objectKey of taken) log("warn", "orphan", { objectKey });
		removed += taken.length;
	}
	return removed;
}

/** A document of this prefix itself, not of one that begins like it. */
function isOf(prefix: string, objectKey: string): boolean {
	return objectKey.startsWith(prefix) && !objectKey.includes("/", prefix.length);
}

function startAnew(pass: SweepState, now: number, prefix: string): SweepState {
	const { seen, orphans, orphansSince } = pass;
	const anew = { ...pass, cursor: "", seen: 0, orphans: 0, orphansSince: null };
	const judged = judgeOrphans({ seen, orphans, since: orphansSince }, now);
	switch (judged.kind) {
		case "none":
			return { ...anew, removable: 0 };
		case "removable":
			return { ...anew, removable: orphans };
		case "waiting":
		case "held": {
			const isHeld = judged.kind === "held";
			log(isHeld ? "error" : "warn", `orphans-${judged.kind}`, { prefix, orphans, seen });
			return { ...anew, orphansSince: judged.since };
		}
		default:
			return judged satisfies never;
	}
}

function log(level: "warn" | "error", event: string, said: Record<string, unknown>): void {
	console[level](JSON.stringify({ level, event, ...said }));
}
