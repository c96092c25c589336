/** Reviewers' reads and decisions (recovery.md "Review"). The route's policy checks the role. */
import * as z from "zod";
import { type PasskeyService, randomText } from "../../developers/passkeys/passkey-service.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import { successOf } from "../../kernel/errors/failure.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import type { MoveCommand } from "../../protocol/case-state.ts";
import { isSignedDecision } from "../../protocol/evidence/verify-decision.ts";
import { type DecidedCase, decisionText } from "../../protocol/signed-decision.ts";
import type { CaseFilter } from "../case/case-filter.ts";
import type { CaseIndex, CaseKey, CasePage, CaseRow, CaseTotal, PageKey } from "../case/case-index.d1.ts";
import type { CaseParties, Moved } from "../case/case-messages.ts";
import type { CaseObject } from "../case/case-object.ts";
import { caseErrors, caseNotFound, statusConflict } from "../errors.ts";
import type { Reported } from "../execution/execution-messages.ts";
import type { GivenApproval, ModuleService } from "../module/module-service.ts";
import { type CaseDecision, checkCompared, commandOf, versionNeeded } from "./case-decision.ts";
import { type CallDescription, describeCall } from "./describe-call.ts";
import { type GivenReason, reasonIn } from "./given-reason.ts";
import type { ReviewersAmong } from "./reviewer-roles.d1.ts";
import type { WaitingCases } from "./waiting-cases.d1.ts";

type ReviewPorts = {
	caseObject: (
		caseId: string,
	) => Pick<CaseObject, "move" | "read" | "evidence" | "parties" | "reportExecution">;
	index: Pick<CaseIndex, "list" | "count" | "openCasesOf" | "hasOpenCaseOf">;
	/** True if `RPC_URLS` has the chain. */
	hasNode: (chainId: number) => boolean;
	/** How many reviewers must verify a court order. */
	reviewersToVerify: number;
	reviewersAmong: ReviewersAmong;
	waiting: WaitingCases;
	passkeys: Pick<PasskeyService, "beginDecision" | "finishDecision" | "mustSign">;
	/** Of the service. */
	service: string;
	judgeApproval: ModuleService["judge"];
	/** Never fails. */
	onDecided: (caseId: string, now: number) => Promise<void>;
};

export const WAITING_GROUPS = ["new", "contested", "answered", "second", "mine"] as const;

type Asked = {
	/** All waiting cases of this filer, whatever the group. */
	filer?: string | undefined;
	group?: (typeof WAITING_GROUPS)[number] | undefined;
	reviewerId: string;
	now: number;
};

const DECISION_MS = 5 * 60_000;

type Signing = { caseId: string; reviewerId: string; decision: CaseDecision; now: number };

/** `GET /review/recovery-cases?account=` lists all of them. */
const MAX_COMPETING_CASES = 100;

/** Other fields are returned unchanged. */
const recordSchema = lazy(() =>
	z.looseObject({
		case: z.looseObject({ chainId: z.number(), lostAccount: z.string() }),
		transactions: z.array(z.object({ dest: z.string(), value: z.string(), data: z.string() })),
	}),
);

export type ReviewedCase = {
	/** Null for a case from the hosted app. */
	developerId: string | null;
	record: Infer<typeof recordSchema>;
	reasons: GivenReason[];
	transactionsInWords: CallDescription[];
	/** Other open cases of the same lost account and chain. */
	competing: CaseRow[];
};

export function createReview({
	caseObject,
	index,
	hasNode,
	reviewersToVerify,
	reviewersAmong,
	waiting,
	passkeys,
	service,
	judgeApproval,
	onDecided,
}: ReviewPorts) {
	/** Returns a page, and the total of matching cases. */
	async function list(
		filter: CaseFilter,
		after: CaseKey | undefined,
		limit: number,
	): Promise<CasePage & { total: CaseTotal }> {
		const [page, total] = await Promise.all([index.list(filter, after, limit), index.count(filter)]);
		return { ...page, total };
	}

	function listWaiting(asked: Asked, after: PageKey | undefined, limit: number) {
		const { filer, group = "all" } = asked;
		if (filer !== undefined) return waiting.pageOfFiler(filer, after, limit);
		if (group === "mine") return waiting.pageOfReviewer(asked, after, limit);
		if (group === "all" || group === "new") return waiting.page(after, limit, group);
		return waiting.pageOfGroup(group, after, limit);
	}

	async function read(caseId: string): Promise<ReviewedCase | null> {
		const object = caseObject(caseId);
		const [text, parties, evidence] = await Promise.all([
			object.read({ kind: "reviewer" }),
			object.parties({ kind: "reviewer" }),
			object.evidence({ kind: "reviewer" }),
		]);
		if (text === null || parties === null || evidence === null) return null;
		const record = recordSchema().parse(JSON.parse(text));
		const { chainId, lostAccount } = record.case;
		const lost = { chainId, account: lostAccount.toLowerCase() };
		const open = await index.openCasesOf(lost, undefined, MAX_COMPETING_CASES + 1);
		return {
			developerId: parties.developerId,
			record,
			reasons: evidence.history.flatMap(reasonIn),
			transactionsInWords: record.transactions.map(describeCall),
			competing: open.filter((row) => row.caseId !== caseId).slice(0, MAX_COMPETING_CASES),
		};
	}

	/**
	 * Rejects decisions by a reviewer whose own account has a competing case. Attestations need a chain without a node
	 * (recovery.md "Review").
	 */
	async function decide(
		{ caseId, reviewerId, decision, now }: Signing,
		passkey?: Parameters<typeof passkeys.finishDecision>[1],
	): Promise<Moved> {
		const object = caseObject(caseId);
		const parties = await partiesFor(caseId, reviewerId);
		const { chainId } = parties;
		const upon = decision.version;
		if (decision.decision === "attest_execution" && hasNode(chainId)) {
			throw statusConflict(
				`An execution on chain ${chainId} cannot be attested, because this service has a node for that chain. Report the transactions to the case instead.`,
			);
		}
		const decided = commandOf(decision, reviewerId);
		await checkCompared(decided, upon, () => object.read({ kind: "reviewer" }));
		if (passkey === undefined && (await passkeys.mustSign(reviewerId, now))) throw unsigned();
		const signed =
			passkey &&
			(await passkeys.finishDecision({ developerId: reviewerId, now }, passkey, (terms) =>
				decisionText(decided, decidedCase(parties, decision), terms),
			));
		// A library may accept what the evidence's verifier does not, and then the case could never be verified.
		if (signed && !(await isSignedDecision(decided, signed, decidedCase(parties, decision))))
			throw unverifiable();
		const command = await withOthers({ ...decided, ...(signed && { signed }) }, parties);
		const moved = successOf(await object.move(command, { kind: "reviewer" }, upon), caseErrors);
		if (moved.kind === "moved") await onDecided(caseId, now);
		return moved;
	}

	/** @returns the text that the reviewer's passkey is asked to sign, and the question for the browser. @throws AppError */
	async function beginDecision({ caseId, reviewerId, decision, now }: Signing) {
		const parties = await caseObject(caseId).parties({ kind: "reviewer" });
		if (!parties) throw caseNotFound();
		const terms = { service, expiresAt: now + DECISION_MS, nonce: randomText() };
		const text = decisionText(commandOf(decision, reviewerId), decidedCase(parties, decision), terms);
		return {
			text,
			options: await passkeys.beginDecision({ developerId: reviewerId, now }, { text, ...terms }),
		};
	}

	/** @throws AppError without the version, which the signature names */
	function decidedCase({ jrcHash }: CaseParties, { version }: CaseDecision): DecidedCase {
		if (version === undefined) throw versionNeeded();
		return { jrcHash, version };
	}

	/** Adds what a decision that takes two reviewers needs to know of the other one. */
	async function withOthers(command: MoveCommand, parties: CaseParties): Promise<MoveCommand> {
		if (command.kind === "attest_execution") {
			const former = await formerAmong(parties.attestations.map(({ reviewerId }) => reviewerId));
			return former.length > 0 ? { ...command, former } : command;
		}
		if (command.kind !== "verify_order" || reviewersToVerify === 1) return command;
		const former = await formerAmong(parties.firstVerifier ? [parties.firstVerifier] : []);
		return { ...command, needed: reviewersToVerify, ...(former.length > 0 && { former }) };
	}

	async function formerAmong(reviewers: string[]): Promise<string[]> {
		const current = reviewers.length > 0 ? await reviewersAmong(reviewers) : new Set();
		return reviewers.filter((id) => !current.has(id));
	}

	/** The reviewer's wallet has signed, so no passkey is asked for. @throws AppError */
	async function approve({
		caseId,
		reviewerId,
		approval,
		clientAddress,
	}: {
		caseId: string;
		reviewerId: string;
		approval: GivenApproval;
		clientAddress: string;
	}): Promise<Moved> {
		const object = caseObject(caseId);
		const parties = await partiesFor(caseId, reviewerId);
		const by = { payer: { kind: "developer", developerId: reviewerId } as const, clientAddress };
		const command = await judgeApproval(approval, parties, { reviewerId, by });
		return successOf(await object.move(command, { kind: "reviewer" }), caseErrors);
	}

	/** A report may halt the case, so a reviewer with a competing case may not report. */
	async function reportExecution(
		caseId: string,
		reviewerId: string,
		txHashes: readonly Hex[],
		clientAddress: string,
	): Promise<Reported> {
		const object = caseObject(caseId);
		await partiesFor(caseId, reviewerId);
		const by = { payer: { kind: "developer", developerId: reviewerId } as const, clientAddress };
		const result = await object.reportExecution(txHashes, { kind: "reviewer" }, by);
		return successOf(result, caseErrors);
	}

	/** @throws AppError if there is no such case, or if it competes with one of the reviewer's own account */
	async function partiesFor(caseId: string, reviewerId: string): Promise<CaseParties> {
		const parties = await caseObject(caseId).parties({ kind: "reviewer" });
		if (!parties) throw caseNotFound();
		const { chainId, lostAccount } = parties;
		const account = lostAccount.toLowerCase();
		if (!(await index.hasOpenCaseOf(reviewerId, { chainId, account }, caseId))) return parties;
		throw new AppError({
			code: "FORBIDDEN",
			message:
				"Your account has an open case for the same lost account. A reviewer cannot act on a case that competes with their own.",
		});
	}

	return {
		list,
		listWaiting,
		countWaiting: waiting.counts,
		read,
		beginDecision,
		decide,
		approve,
		reportExecution,
		partiesFor,
	};
}

const unverifiable = () =>
	new AppError({
		code: "FORBIDDEN",
		message:
			"The passkey's answer has a form that a court's verifier does not read. Nothing was decided. Sign again, with another key if that does not help.",
	});

const unsigned = () =>
	new AppError({
		code: "FORBIDDEN",
		message:
			"This decision must be signed by a passkey of the reviewer. Nothing was decided. Begin with `POST /review/recovery-cases/{caseId}/decisions/signing`.",
	});
