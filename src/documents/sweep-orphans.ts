/**
 * Takes away documents that no row names (estates.md "POST …/will"): what an upload left that was cut off between
 * the store and the database. A row is written within the upload's request, so a day is more than enough to be sure
 * that none will come. Goes through all of them over and over, one page at a time.
 */
import { DOCUMENT_PREFIX, type DocumentObjects } from "./sealed-documents.ts";

const ORPHAN_AGE_MS = 86_400_000;
/** Of one run. */
const PAGE_SIZE = 200;

export type OrphanRows = {
	/** Which of these a row names. */
	named(objectKeys: readonly string[]): Promise<string[]>;
	/** The last key that was looked at; empty at the beginning. */
	position(): Promise<string>;
	moveTo(position: string): Promise<void>;
};

/** @param now unix milliseconds @returns how many were removed */
export async function sweepOrphans(
	now: number,
	objects: Pick<DocumentObjects, "list" | "remove">,
	rows: OrphanRows,
	{ pageSize = PAGE_SIZE }: { pageSize?: number } = {},
): Promise<number> {
	const page = await objects.list(DOCUMENT_PREFIX, await rows.position(), pageSize);
	const old = page.objects
		.filter(({ uploadedAt }) => uploadedAt < now - ORPHAN_AGE_MS)
		.map(({ objectKey }) => objectKey);
	const named = old.length > 0 ? new Set(await rows.named(old)) : new Set<string>();
	const orphans = old.filter((objectKey) => !named.has(objectKey));
	await objects.remove(orphans);
	for (const objectKey of orphans)
		console.warn(JSON.stringify({ level: "warn", event: "orphan", objectKey }));
	await rows.moveTo(page.isLast ? "" : (page.objects.at(-1)?.objectKey ?? ""));
	return orphans.length;
}
