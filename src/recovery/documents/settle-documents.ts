/**
 * Asks cases about documents whose upload was cut off between row and move, or whose answer was lost: one that the
 * case has taken is noted so, and of any other the row goes, so that the sweep of the store takes the document.
 * Nobody but the case itself can say that it has not taken one.
 */
import { log } from "../../kernel/log.ts";
import type { CaseDocumentRows, UntakenDocument } from "./case-documents.d1.ts";

/** Of a row. A request that is to add the document ends long before. */
const SETTLED_AFTER_MS = 86_400_000;
/** Cases that are asked at once. */
const PAGE_SIZE = 50;
/** Of one run; cases that do not answer fill no more than that before others are asked. */
const MAX_PAGES = 20;

/** @param now unix milliseconds @throws AggregateError when all is done, where some case did not answer */
export async function settleDocuments(
	now: number,
	rows: Pick<CaseDocumentRows, "untaken" | "noteTaken" | "forget">,
	hasTaken: (caseId: string, objectKey: string) => Promise<boolean>,
): Promise<void> {
	async function settle({ objectKey, caseId }: UntakenDocument): Promise<void> {
		if (await hasTaken(caseId, objectKey)) return rows.noteTaken(objectKey, now);
		log.warn("untaken-document", { objectKey, caseId });
		return rows.forget(objectKey);
	}
	const causes: unknown[] = [];
	let last: UntakenDocument | undefined;
	for (let pages = 0; pages < MAX_PAGES; pages++) {
		const page = await rows.untaken(last, now - SETTLED_AFTER_MS, PAGE_SIZE);
		const settled = await Promise.allSettled(page.map(settle));
		causes.push(...settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : [])));
		last = page.at(-1);
		if (page.length < PAGE_SIZE) break;
	}
	if (causes.length > 0) throw new AggregateError(causes, "some cases did not say which documents they have");
}
