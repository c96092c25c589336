/**
 * Asks cases about documents whose upload was cut off between row and move, or whose answer was lost: one that the
 * case has taken is noted so, and of any other the row goes, so that the sweep of the store takes the document.
 * Nobody but the case itself can say that it has not taken one.
 */

/** Of a row. A request that is to add the document ends long before. */
const SETTLED_AFTER_MS = 86_400_000;
/** Of one run, each a call of a case's object. */
const PAGE_SIZE = 50;

export type UnsettledDocuments = {
	/** Rows older than that of documents which no case is known to have taken, the oldest first. */
	untaken(storedBefore: number, limit: number): Promise<{ objectKey: string; caseId: string }[]>;
	noteTaken(objectKey: string, now: number): Promise<void>;
	forget(objectKey: string): Promise<void>;
};

/** @param now unix milliseconds @throws AggregateError when the page is done, where some case did not answer */
export async function settleDocuments(
	now: number,
	rows: UnsettledDocuments,
	hasTaken: (caseId: string, objectKey: string) => Promise<boolean>,
): Promise<void> {
	const page = await rows.untaken(now - SETTLED_AFTER_MS, PAGE_SIZE);
	const settled = await Promise.allSettled(
		page.map(async ({ objectKey, caseId }) => {
			if (await hasTaken(caseId, objectKey)) return rows.noteTaken(objectKey, now);
			console.warn(JSON.stringify({ level: "warn", event: "untaken-document", objectKey, caseId }));
			return rows.forget(objectKey);
		}),
	);
	const causes = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
	if (causes.length > 0) throw new AggregateError(causes, "some cases did not say which documents they have");
}
