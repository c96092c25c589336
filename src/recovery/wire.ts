import { waitUntil } from "cloudflare:workers";
import { createJsonRpc } from "../chain/json-rpc.ts";
import type { Config } from "../config/config.ts";
import type { PasskeyService } from "../developers/passkeys/passkey-service.ts";
import { wireDocuments } from "../document-store/wire.ts";
import { once } from "../kernel/once.ts";
import type { Budgets } from "../quota/budgets.ts";
import type { IsNamed } from "../quota/named-accounts.d1.ts";
import type { VerifySignature } from "../quota/node-requests.ts";
import { createStorageBudget } from "../quota/storage-budget.ts";
import { createTurns } from "../quota/turns.ts";
import { wireBudgets } from "../quota/wire.ts";
import { sendEvents } from "../watchers/wire.ts";
import { createReceiptReader } from "../webhooks/delivery/delivery-receipts.object.ts";
import { createEndpointRows } from "../webhooks/endpoint/endpoints.d1.ts";
import { createCaseFiles } from "./case/case-archive.ts";
import { createCaseIndex } from "./case/case-index.d1.ts";
import { createRecoveryService, type RecoveryService } from "./case/case-service.ts";
import { createContestService } from "./case/contest-all/contest-service.ts";
import { createContestRows } from "./case/contest-all/contests.d1.ts";
import type { ContestPorts } from "./case/contest-all/deliver-contests.ts";
import type { RoleReader } from "./case/reviewer-access.ts";
import { createCaseDocumentRows } from "./documents/case-documents.d1.ts";
import { CASE_DOCUMENTS } from "./documents/document-keys.ts";
import { createDocumentService, type DocumentService } from "./documents/document-service.ts";
import { createHistoryHashes } from "./evidence/history-hashes.d1.ts";
import { createEvidenceLinkService } from "./evidence/links/evidence-link-service.ts";
import { createEvidenceLinkRows } from "./evidence/links/evidence-links.d1.ts";
import { createEvidenceSigner } from "./evidence/sign-head.ts";
import { createLiveService } from "./live/live-service.ts";
import { createModuleEvents } from "./module/module-events.ts";
import { createModuleRows } from "./module/module-rows.d1.ts";
import { createModuleService, type ModuleService } from "./module/module-service.ts";
import { continueModuleWatch } from "./module/watch-module.ts";
import { createDeskService, endTaking } from "./review/desk/desk-service.ts";
import { createReviewWeeks } from "./review/desk/review-weeks.d1.ts";
import { createTakenCases } from "./review/desk/taken-cases.d1.ts";
import { createCaseNotes } from "./review/notes/case-notes.d1.ts";
import { createNoteService } from "./review/notes/note-service.ts";
import { createReview } from "./review/review-service.ts";
import { createReviewerRoles } from "./review/reviewer-roles.d1.ts";
import { createWaitingCases } from "./review/waiting-cases.d1.ts";

export function wireRecovery(
	env: Env,
	config: Config,
	{ budgets, verifySignature }: { budgets: Budgets; verifySignature: VerifySignature },
) {
	return createRecoveryService({
		caseObject: (caseId) => env.RECOVERY_CASES.getByName(caseId),
		index: createCaseIndex(env.DB),
		budgets,
		slotsOf: (holder) => env.ACCOUNTS.getByName(holder),
		verifySignature,
		evidence: wireEvidence(env, config),
		settings: config,
	});
}

const MODULE_TIMEOUT_MS = 15_000;

export const wireModules = ({ moduleReviewers: reviewers, rpcUrls }: Config, budgets: Budgets) =>
	createModuleService({ reviewers, rpcUrls, budgets });

/** Reads the recovery module's events. Each task of it repeats what fails. */
export async function continueModules(
	now: number,
	env: Pick<Env, "DB" | "RECOVERY_CASES" | "ACCOUNTS" | "CASE_EVENTS">,
	config: Config,
): Promise<void> {
	const { moduleReviewers: reviewers, rpcUrls, confirmations } = config;
	const rows = createModuleRows(env.DB);
	const budgets = wireBudgets(env, config);
	const caseObject = (caseId: string) => env.RECOVERY_CASES.getByName(caseId);
	await rows.forgetOld(now);
	await continueModuleWatch(now, reviewers.keys(), {
		...createModuleEvents({ rows, caseObject, reviewers, tell: (told) => sendEvents(env, told) }),
		...{ cursorOf: rows.cursorOf, moveOn: rows.moveOn, confirmations },
		rpcOf: (chainId) => createJsonRpc({ url: rpcUrls.get(chainId) ?? "", timeoutMs: MODULE_TIMEOUT_MS }),
		charge: async (requests, at) => {
			const costs = { module_reads: requests };
			const request = {
				payer: { kind: "service" },
				clientAddress: null,
				costs,
				now: at,
				isRead: true,
			} as const;
			return (await budgets.charge(request)).kind === "charged";
		},
	});
}

export function wireContests(
	env: Env,
	ports: { verifySignature: VerifySignature; budgets: Budgets; isNamed: IsNamed },
) {
	return createContestService({
		...contestPorts(env),
		...ports,
		runLater: waitUntil,
	});
}

export function contestPorts({ DB, RECOVERY_CASES }: Pick<Env, "DB" | "RECOVERY_CASES">): ContestPorts {
	return {
		contests: createContestRows(DB),
		caseObject: (caseId) => RECOVERY_CASES.getByName(caseId),
	};
}

/** Memory and processor are the isolate's. */
const evidenceTurns = createTurns({
	now: () => Date.now(),
	wait: (milliseconds) => scheduler.wait(milliseconds),
	runLater: waitUntil,
});

function wireEvidence(env: Env, config: Config) {
	return {
		hashes: createHistoryHashes(env.DB),
		issuer: config.appOrigin,
		turns: evidenceTurns,
		signer: once(() => createEvidenceSigner(config.evidenceSigningKeys.signingKey)),
		receiptsOf: createReceiptReader(createEndpointRows(env.DB), (endpointId) =>
			env.WEBHOOK_ENDPOINTS.getByName(endpointId),
		),
	};
}

export function wireEvidenceLinks(
	env: Env,
	{ appOrigin }: Config,
	{ budgets, recovery }: { budgets: Budgets; recovery: () => RecoveryService },
) {
	return createEvidenceLinkService({
		rows: createEvidenceLinkRows(env.DB),
		withinBudget: createStorageBudget(budgets),
		evidence: (...request) => recovery().evidence(...request),
		appOrigin,
	});
}

export function wireCaseFiles(
	{ RECOVERY_CASES }: Pick<Env, "RECOVERY_CASES">,
	ports: { recovery: () => RecoveryService; documents: () => DocumentService },
) {
	return createCaseFiles({ caseObject: (caseId) => RECOVERY_CASES.getByName(caseId), ...ports });
}

export function wireLive(
	{ RECOVERY_CASES, ACCOUNTS }: Pick<Env, "RECOVERY_CASES" | "ACCOUNTS">,
	ports: { recovery: () => RecoveryService; developers: RoleReader },
) {
	return createLiveService({
		caseObject: (caseId) => RECOVERY_CASES.getByName(caseId),
		accountOf: (name) => ACCOUNTS.getByName(name),
		...ports,
	});
}

export function wireCaseDocuments(env: Env, config: Config, budgets: Budgets) {
	return createDocumentService({
		caseObject: (caseId) => env.RECOVERY_CASES.getByName(caseId),
		documents: wireDocuments(env, config, CASE_DOCUMENTS),
		rows: createCaseDocumentRows(env.DB),
		withinBudget: createStorageBudget(budgets),
	});
}

export function wireReview(
	env: Env,
	{ rpcUrls, reviewersToVerify, appOrigin }: Config,
	{ passkeys, modules }: { passkeys: PasskeyService; modules: ModuleService },
) {
	const desk = { taken: createTakenCases(env.DB), weeks: createReviewWeeks(env.DB) };
	const review = createReview({
		caseObject: (caseId) => env.RECOVERY_CASES.getByName(caseId),
		index: createCaseIndex(env.DB),
		hasNode: (chainId) => rpcUrls.has(chainId),
		reviewersToVerify,
		reviewersAmong: createReviewerRoles(env.DB),
		waiting: createWaitingCases(env.DB),
		passkeys,
		service: appOrigin,
		judgeApproval: modules.judge,
		onDecided: endTaking(desk),
	});
	return {
		...review,
		notes: createNoteService(createCaseNotes(env.DB), review.partiesFor),
		desk: createDeskService(desk, review.partiesFor),
	};
}
