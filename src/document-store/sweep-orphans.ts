/**
 * Removes unreferenced documents (estates.md "Unreferenced documents"), one page per run, within the limit of
 * `judge-orphans.ts`.
 */
import { log } from "../kernel/log.ts";
import type { DocumentObjects } from "./documents.r2.ts";
import { judgeOrphans } from "./judge-orphans.ts";
import type { SweepState, SweepStates } from "./sweep-states.d1.ts";

const ORPHAN_AGE_MS = 86_400_000;
/** Documents per run. */
const PAGE_SIZE = 200;

export type DocumentReferences = {
	prefix: string;
	findReferenced(objectKeys: readonly string[]): Promise<string[]>;
};

export type SweepPorts = {
	objects: Pick<DocumentObjects, "list" | "remove">;
	sources: readonly DocumentReferences[];
	states: SweepStates;
};

/** @returns the number of removed documents */
export async function sweepOrphans(
	now: number,
	{ objects, sources, states }: SweepPorts,
	{ pageSize = PAGE_SIZE }: { pageSize?: number } = {},
): Promise<number> {
	let removedCount = 0;
	for (const source of sources) {
		const { prefix } = source;
		const name = `orphans:${prefix}`;
		const state = await states.load(name);
		const page = await objects.list(prefix, state.cursor, pageSize);
		const old = page.objects
			.filter(
				({ objectKey, uploadedAt }) => isDirectlyBelow(prefix, objectKey) && uploadedAt < now - ORPHAN_AGE_MS,
			)
			.map(({ objectKey }) => objectKey);
		const referenced = new Set(old.length > 0 ? await source.findReferenced(old) : []);
		const orphans = old.filter((objectKey) => !referenced.has(objectKey));
		const removed = orphans.slice(0, state.removable);
		const reached = {
			...state,
			cursor: page.objects.at(-1)?.objectKey ?? state.cursor,
			seen: state.seen + old.length - removed.length,
			orphans: state.orphans + orphans.length - removed.length,
			removable: state.removable - removed.length,
		};
		// Saved first, so that a crash after a removal cannot repeat it under the same limit.
		await states.save(name, page.isLast ? finishPass(reached, now, prefix) : reached);
		await objects.remove(removed);
		for (const objectKey of removed) log.warn("orphan", { objectKey });
		removedCount += removed.length;
	}
	return removedCount;
}

function isDirectlyBelow(prefix: string, objectKey: string): boolean {
	return objectKey.startsWith(prefix) && !objectKey.includes("/", prefix.length);
}

function finishPass(pass: SweepState, now: number, prefix: string): SweepState {
	const { seen, orphans, orphansSince } = pass;
	const next = { ...pass, cursor: "", seen: 0, orphans: 0, orphansSince: null, held: 0 };
	const judged = judgeOrphans({ seen, orphans, since: orphansSince }, now);
	switch (judged.kind) {
		case "none":
			return { ...next, removable: 0 };
		case "removable":
			return { ...next, removable: orphans };
		case "waiting":
			log.warn("orphans-waiting", { prefix, orphans, seen });
			return { ...next, orphansSince: judged.since };
		case "held":
			log.error("orphans-held", { prefix, orphans, seen });
			return { ...next, orphansSince: judged.since, held: orphans };
		default:
			return judged satisfies never;
	}
}
