import { expect } from "vitest";
import type { CaseState, CreateCommand, Execution, MoveCommand } from "../../../src/protocol/case-state.ts";
import type { CaseStatus, StatusReason } from "../../../src/protocol/enumerations.ts";
import { createCase } from "../../../src/protocol/lifecycle.ts";
import { decide, signedMessageOf } from "../../../src/recovery/case/lifecycle.ts";

export const NOW = Date.UTC(2026, 10, 21, 9, 30);
export const DAY_MS = 86_400_000;
export const SIGNED = { signature: "0x01", proof: { kind: "key" } } as const;
export const COURT_INFO = {
	title: "In re Estate of Doe",
	fullCaseNumber: "1:26-cv-00042",
	courtId: "nysd",
	docketNumber: 17,
};

export const CREATE: CreateCommand = {
	kind: "create",
	caseId: "rc_74ac76c7f29219667d32ccbdbc8a780f",
	jrcHash: "0xfce7895067815e3cc192febc0e5353cbcc25d8cfc00f0a18f989227139b1b70b",
	source: "api",
	developerId: "dev_1",
	subject: null,
	rec: {
		lostAccount: "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A",
		recoveryAccount: "0x1563915e194D8CfBA1943570603F7606A3115508",
		chainId: 8453,
		reasonForRecovery: "lost key",
		email: "claimant@example.com",
	},
	txs: [{ dest: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", value: "0", data: "0x" }],
	caseExpirySeconds: 180 * 86_400,
	...SIGNED,
};

/** A case in any state, built by hand so that every state can be reached. */
export function caseIn(status: CaseStatus, changes: Partial<CaseState> = {}): CaseState {
	const { state } = createCase(CREATE, NOW);
	return { ...state, status, ...changes };
}

export function actionRequired(statusReason: StatusReason, changes: Partial<CaseState> = {}): CaseState {
	return caseIn("action_required", { statusReason, ...changes });
}

const ORDER: NonNullable<CaseState["courtOrder"]> = {
	...COURT_INFO,
	attachedAt: NOW,
	verification: "unverified",
	verifiedAt: null,
};
const VERIFIED_ORDER = { ...ORDER, verification: "verified", verifiedAt: NOW } as const;

export const TX = `0x${"ab".repeat(32)}` as const;
export const EXECUTION: Execution = {
	txHashes: [TX],
	state: "final",
	proof: "direct",
	calls: [{ txHash: TX, index: 0, caller: CREATE.rec.lostAccount }],
	blockNumber: 1,
	blockHash: TX,
	blockTime: NOW,
	confirmedAt: NOW,
};
export const DOCUMENT = {
	documentId: `doc_${"1".repeat(32)}`,
	sha256: TX,
	size: 12_345,
	title: "Death certificate",
};
const REVIEW = { reviewerId: "dev_reviewer", note: "seen" };

export const commands = {
	attach_order: { kind: "attach_order", courtInfo: COURT_INFO, challengePeriodSeconds: 60, ...SIGNED },
	contest: { kind: "contest", reason: "I still hold the key", ...SIGNED },
	contest_all: {
		kind: "contest_all",
		nonce: `0x${"ce".repeat(32)}`,
		deadline: NOW / 1000 + 60,
		acceptedAt: NOW + 1,
		...SIGNED,
	},
	withdraw: { kind: "withdraw", reason: "found it", ...SIGNED },
	expire: { kind: "expire" },
	allow_execution: { kind: "allow_execution" },
	observe_activity: { kind: "observe_activity", transactionCount: 5 },
	lose_watch: { kind: "lose_watch", notWatched: { since: NOW - 3 * DAY_MS, because: "node_outage" } },
	regain_watch: { kind: "regain_watch" },
	prove_execution: { kind: "prove_execution", execution: EXECUTION },
	find_mismatch: { kind: "find_mismatch", txHashes: [TX], finding: "reverted" },
	judge_execution: { kind: "judge_execution" },
	verify_order: { kind: "verify_order", ...REVIEW },
	require_action: { kind: "require_action", statusReason: "documents_missing", ...REVIEW },
	clear: { kind: "clear", ...REVIEW },
	reject: { kind: "reject", ...REVIEW },
	attest_execution: { kind: "attest_execution", txHash: TX, ...REVIEW },
	add_document: { kind: "add_document", by: "developer", document: DOCUMENT },
	approve_execution: {
		kind: "approve_execution",
		reviewerId: "dev_reviewer",
		reviewer: "0x00000000000000000000000000000000000000AA",
		module: "0x00000000000000000000000000000000000000bB",
		threshold: 2,
		terms: { notBefore: 0, deadline: NOW / 1000 + 60, round: 0, generation: 1 },
		...SIGNED,
	},
	observe_module: {
		kind: "observe_module",
		event: "scheduled",
		txHash: TX,
		...{ logIndex: 0, blockNumber: 1, generation: 1, round: 1, readyAt: NOW / 1000, endsAt: NOW / 1000 + 60 },
	},
} satisfies { [K in MoveCommand["kind"]]: Extract<MoveCommand, { kind: K }> };

export const withOrder = { courtOrder: ORDER, executeAfter: NOW, expiresAt: null };
export const withVerified = { courtOrder: VERIFIED_ORDER, executeAfter: NOW, expiresAt: null };

export const WRONG = "rejected: wrong_status";
export const SPENT = "rejected: message_spent";

/** The digests of all signed commands. */
export const spent = Object.values(commands).flatMap(
	(command) => signedMessageOf(caseIn("created"), command) ?? [],
);

/** `status/reason!` for a move with an event, without the `!` for a move without one. */
export function outcomeOf(state: CaseState, command: MoveCommand): string {
	const decision = decide(state, command, NOW);
	if (decision.kind === "rejected") return `rejected: ${decision.reason}`;
	if (decision.kind === "unchanged") return "unchanged";
	expect(decision.event).toBe(decision.event && `recovery_case.${decision.state.status}`);
	return `${decision.state.status}/${decision.state.statusReason}${decision.event ? "!" : ""}`;
}
