import { log } from "../../kernel/log.ts";
import type { CaseDocumentRows, UnconfirmedDocument } from "./case-documents.d1.ts";

/** Longer than a request that adds a document. */
const UNCONFIRMED_AGE_MS = 86_400_000;
const PAGE_SIZE = 50;
/** Limits one run, so that unresponsive cases do not delay cron. */
const MAX_PAGES = 20;

/**
 * Asks cases about documents of interrupted uploads, then confirms or removes their rows.
 *
 * @param now unix milliseconds
 * @throws AggregateError at the end, if a case did not respond
 */
export async function reconcileDocuments(
	now: number,
	rows: Pick<CaseDocumentRows, "listUnconfirmed" | "confirm" | "removeUnconfirmed">,
	caseHasDocument: (caseId: string, objectKey: string) => Promise<boolean>,
): Promise<void> {
	async function reconcile({ objectKey, caseId }: UnconfirmedDocument): Promise<void> {
		if (await caseHasDocument(caseId, objectKey)) return rows.confirm(objectKey, now);
		log.warn("untaken-document", { objectKey, caseId });
		return rows.removeUnconfirmed(objectKey);
	}
	const causes: unknown[] = [];
	let last: UnconfirmedDocument | undefined;
	for (let pages = 0; pages < MAX_PAGES; pages++) {
		const page = await rows.listUnconfirmed(last, now - UNCONFIRMED_AGE_MS, PAGE_SIZE);
		const outcomes = await Promise.allSettled(page.map(reconcile));
		causes.push(...outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : [])));
		last = page.at(-1);
		if (page.length < PAGE_SIZE) break;
	}
	if (causes.length > 0) throw new AggregateError(causes, "some cases did not say which documents they have");
}
