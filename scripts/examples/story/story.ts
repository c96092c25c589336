/** The whole story in its order. A new operation gets its `record(…)` in the file of its slice. */
import type { WebhookEventType } from "../../../src/protocol/enumerations.ts";
import type { ExampleService } from "../example-service.ts";
import type { Recorder } from "../recorder.ts";
import {
	allowOrigin,
	endAccount,
	grantResolver,
	listAccounts,
	openAccount,
	openSessions,
	removeOrigin,
	watchAccount,
	watchCase,
} from "./accounts.ts";
import { caseOf, contestAllCases, contestCase, fileCase, fileFromPage, withdrawCase } from "./cases.ts";
import { eraseEstate, openEstate, releaseWill, resolveCode } from "./estates.ts";
import { useHostedLinks } from "./hosted-links.ts";
import { signDecision, usePasskeys } from "./passkeys.ts";
import { newReviewer } from "./people.ts";
import { approveOnChain, executeCase, readAudit, readToken, reviewCases } from "./review.ts";
import { prepareMessages } from "./signing.ts";
import {
	changeEndpoint,
	delivered,
	listSchedule,
	openEndpoint,
	requeueDeadLetter,
	scheduleDelivered,
	watchAccounts,
	watchDeliveries,
} from "./webhooks.ts";

/** @returns the first webhook of each type as the receiver got it, and the secret that signed it */
export async function tellStory(recorder: Recorder, service: ExampleService) {
	const stage = { ...recorder, service };
	const developer = await openAccount(stage);
	const reviewers = [
		await newReviewer(stage, "reviewer@example.com"),
		await newReviewer(stage, "colleague@example.com"),
	];
	const [reviewer] = reviewers;
	if (!reviewer) throw new Error("The story needs a reviewer.");
	await openSessions(stage);
	await watchAccount(stage);
	await prepareMessages(stage);
	const origin = await allowOrigin(stage, developer, reviewer);
	await watchAccounts(stage, developer);
	const endpoint = await openEndpoint(stage, developer);
	await fileCase(stage, developer);
	await watchCase(stage, caseOf({}).caseId);
	await contestCase(stage, developer);
	await withdrawCase(stage, developer);
	await fileFromPage(stage, origin);
	await removeOrigin(stage, developer);
	await reviewCases(stage, developer, reviewers);
	await executeCase(stage, developer, reviewer);
	const scheduleForeign = await approveOnChain(stage, developer, reviewer);
	await readToken(stage, developer);
	await usePasskeys(stage);
	await signDecision(stage, developer);
	const { caseId } = caseOf({});
	const rejected = caseOf({ lostAccount: `0x${"a2".repeat(20)}` }).caseId;
	const attested = caseOf({ lostAccount: `0x${"a1".repeat(20)}` }).caseId;
	const ofCases = {
		"recovery_case.created": await delivered(stage, caseId, "recovery_case.created"),
		"recovery_case.pending": await delivered(stage, caseId, "recovery_case.pending"),
		"recovery_case.rejected": await delivered(stage, caseId, "recovery_case.rejected"),
		"recovery_case.executed": await delivered(stage, attested, "recovery_case.executed"),
		"recovery_case.action_required": await delivered(stage, rejected, "recovery_case.action_required"),
		"account.claimed": await delivered(stage, caseId, "account.claimed"),
		"account.claim_changed": await delivered(stage, caseId, "account.claim_changed"),
	};
	await watchDeliveries(stage, developer, endpoint);
	await changeEndpoint(stage, developer);
	await requeueDeadLetter(stage, developer, reviewer);
	const court = await grantResolver(stage, reviewer);
	await listAccounts(stage, reviewer);
	const code = await openEstate(stage, developer);
	await resolveCode(stage, developer, code);
	await releaseWill(stage, court, reviewers, code);
	await eraseEstate(stage, developer);
	await contestAllCases(stage, developer);
	await readAudit(stage, reviewer);
	await useHostedLinks(stage, reviewer);
	await endAccount(stage);
	await scheduleForeign();
	const scheduled = { "account.recovery_scheduled": await scheduleDelivered(stage) };
	await listSchedule(stage, developer);
	const received = { ...ofCases, ...scheduled } satisfies Record<WebhookEventType, unknown>;
	return { received, secret: endpoint.secret, reviewer };
}
