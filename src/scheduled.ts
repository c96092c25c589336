/** Cron work of every minute. A failing task does not stop the others. */

import { createRefusalRows } from "./audit/refusals.d1.ts";
import { configOf } from "./config/config.ts";
import { createEmailChanges } from "./developers/account/email-changes.d1.ts";
import { createKeyRows } from "./developers/api-keys/api-keys.d1.ts";
import { createDocumentObjects } from "./document-store/documents.r2.ts";
import { sweepOrphans } from "./document-store/sweep-orphans.ts";
import { createSweepStates } from "./document-store/sweep-states.d1.ts";
import { createEstateDocumentRows } from "./estates/estate-documents.d1.ts";
import { createProfileViewRows } from "./estates/profile/profile-views.d1.ts";
import { createLinkRows } from "./hosted-links/hosted-links.d1.ts";
import { log } from "./kernel/log.ts";
import { removeExpiredCodes } from "./mail/address-codes.d1.ts";
import { continueClockMails, continueMails } from "./mail/wire.ts";
import { jobs } from "./operator-jobs/wire.ts";
import { continueContests } from "./recovery/case/contest-all/deliver-contests.ts";
import { createCaseDocumentRows } from "./recovery/documents/case-documents.d1.ts";
import { documentIdOf } from "./recovery/documents/document-keys.ts";
import { reconcileDocuments } from "./recovery/documents/reconcile-documents.ts";
import { createEvidenceLinkRows } from "./recovery/evidence/links/evidence-links.d1.ts";
import { createReviewWeeks } from "./recovery/review/desk/review-weeks.d1.ts";
import { createCaseNotes } from "./recovery/review/notes/case-notes.d1.ts";
import { contestPorts, continueModules } from "./recovery/wire.ts";
import { continueWatchedAccounts, continueWatchers } from "./watchers/wire.ts";
import { createEventConfirmations } from "./webhooks/consumer/events.d1.ts";
import { sweepUnconfirmedEvents } from "./webhooks/consumer/sweep.ts";
import { createDeadLetterRows } from "./webhooks/dead-letters/dead-letters.d1.ts";

/** Of each kind. An hour has about as many refusals at most (auth.md "Refusals"). */
const MAX_REMOVED = 1_000;

type Task = (now: number, env: Env) => Promise<unknown>;

const EVERY_MINUTE: Record<string, Task> = {
	sweep: (now, { DB, CASE_EVENTS }) =>
		sweepUnconfirmedEvents(now, createEventConfirmations(DB).takeUnconfirmed, async (pointers) => {
			await CASE_EVENTS.sendBatch(pointers.map((body) => ({ body })));
		}),
	"dead-letters": (now, { DB }) => createDeadLetterRows(DB).removeOld(now, MAX_REMOVED),
	"api-keys": (now, { DB }) => createKeyRows(DB).deleteEnded(now),
	"address-codes": (now, { DB }) => removeExpiredCodes(DB, now),
	"email-changes": (now, { DB }) => createEmailChanges(DB).removeExpired(now),
	refusals: (now, { DB }) => createRefusalRows(DB).removeOld(now, MAX_REMOVED),
	"evidence-links": (now, { DB }) => createEvidenceLinkRows(DB).removeExpired(now, MAX_REMOVED),
	"review-weeks": (now, { DB }) => createReviewWeeks(DB).countWaiting(now),
	"case-notes": (now, { DB }) => createCaseNotes(DB).removeOld(now, MAX_REMOVED),
	"hosted-links": (now, { DB }) => createLinkRows(DB).removeOld(now, MAX_REMOVED),
	profiles: (now, { DB }) => createProfileViewRows(DB).removeUnread(now, MAX_REMOVED),
	reindex: (now, env) => jobs.reindex({ now, env, config: configOf(env) }),
	reseal: (now, env) => jobs.reseal({ now, env, config: configOf(env) }),
	export: (now, env) => jobs.export({ now, env, config: configOf(env) }),
	contests: (now, env) => continueContests(now, contestPorts(env)),
	"watched-accounts": continueWatchedAccounts,
	watchers: (now, env) => continueWatchers(now, env, configOf(env)),
	"clock-mails": (now, env) => continueClockMails(now, env, configOf(env)),
	"recovery-module": (now, env) => continueModules(now, env, configOf(env)),
	mails: (now, env) => continueMails(now, env, configOf(env)),
	"case-documents": (now, { DB, RECOVERY_CASES }) =>
		reconcileDocuments(now, createCaseDocumentRows(DB), async (caseId, objectKey) => {
			const documentId = documentIdOf(objectKey);
			const found = await RECOVERY_CASES.getByName(caseId).findDocument(documentId, { kind: "reviewer" });
			return found !== null;
		}),
	orphans: (now, { DB, DOCUMENTS }) =>
		sweepOrphans(now, {
			objects: createDocumentObjects(DOCUMENTS),
			sources: [createEstateDocumentRows(DB), createCaseDocumentRows(DB)],
			states: createSweepStates(DB),
		}),
};

/** @throws AggregateError after all tasks, if any failed */
export async function runEveryMinute(now: number, env: Env): Promise<void> {
	const causes: unknown[] = [];
	for (const [work, run] of Object.entries(EVERY_MINUTE)) {
		try {
			await run(now, env);
		} catch (cause) {
			causes.push(cause);
			log.error("scheduled", { work, cause });
		}
	}
	if (causes.length > 0) throw new AggregateError(causes, "scheduled tasks failed");
}
