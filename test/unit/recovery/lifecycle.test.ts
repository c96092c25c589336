import { describe, expect, it } from "vitest";
import {
	ACTION_REASONS,
	CASE_STATUSES,
	type CaseState,
	type Execution,
	type MoveCommand,
} from "../../../src/recovery/core/case-state.ts";
import { createCase, decide, isOpen } from "../../../src/recovery/core/lifecycle.ts";
import {
	actionRequired,
	COURT_INFO,
	CREATE,
	caseIn,
	DAY_MS,
	NOW,
	ORDER,
	SIGNED,
	VERIFIED_ORDER,
} from "./fixtures.ts";

const TX = `0x${"ab".repeat(32)}` as const;
const EXECUTION: Execution = {
	txHashes: [TX],
	state: "final",
	proof: "direct",
	calls: [{ txHash: TX, index: 0, caller: CREATE.rec.lostAccount }],
	blockNumber: 1,
	blockHash: TX,
	blockTime: NOW,
	confirmedAt: NOW,
};
const REVIEW = { reviewerId: "dev_reviewer", note: "seen" };

const commands = {
	attach_order: { kind: "attach_order", courtInfo: COURT_INFO, challengePeriodSeconds: 60, ...SIGNED },
	contest: { kind: "contest", reason: "I still hold the key", ...SIGNED },
	withdraw: { kind: "withdraw", reason: "found it", ...SIGNED },
	expire: { kind: "expire" },
	observe_activity: { kind: "observe_activity", transactionCount: 5 },
	prove_execution: { kind: "prove_execution", execution: EXECUTION },
	find_mismatch: { kind: "find_mismatch", txHashes: [TX], finding: "reverted" },
	judge_execution: { kind: "judge_execution" },
	verify_order: { kind: "verify_order", ...REVIEW },
	require_action: { kind: "require_action", statusReason: "documents_missing", ...REVIEW },
	clear: { kind: "clear", ...REVIEW },
	reject: { kind: "reject", ...REVIEW },
	attest_execution: { kind: "attest_execution", txHash: TX, ...REVIEW },
} satisfies { [K in MoveCommand["kind"]]: Extract<MoveCommand, { kind: K }> };

/** The outcome of every command in every standing; what is not listed is refused for the status. */
const WRONG = "refused: wrong_status";
const rejectedBy = (reason: string) => `rejected/${reason}!`;
type Row = { standing: string; state: CaseState } & Partial<Record<MoveCommand["kind"], string>>;

const withOrder = { courtOrder: ORDER, executeAfter: NOW, expiresAt: null };
const withVerified = { courtOrder: VERIFIED_ORDER, executeAfter: NOW, expiresAt: null };

const everywhereOpen = {
	contest: rejectedBy("contested_by_lost_account"),
	withdraw: rejectedBy("withdrawn_by_claimant"),
	reject: rejectedBy("rejected_by_reviewer"),
	expire: "unchanged",
	judge_execution: "unchanged",
};

// `status/reason!` moved with an event, without `!` moved without one.
const rows: Row[] = [
	{
		standing: "created",
		state: caseIn("created"),
		...everywhereOpen,
		attach_order: "pending/null!",
		observe_activity: "action_required/lost_account_active!",
		find_mismatch: "action_required/execution_mismatch!",
		prove_execution: "action_required/executed_without_verified_order!",
		require_action: "action_required/documents_missing!",
	},
	{
		standing: "created, past its expiry",
		state: caseIn("created", { expiresAt: NOW }),
		...everywhereOpen,
		expire: "action_required/expired!",
		attach_order: "pending/null!",
		observe_activity: "action_required/lost_account_active!",
		find_mismatch: "action_required/execution_mismatch!",
		prove_execution: "action_required/executed_without_verified_order!",
		require_action: "action_required/documents_missing!",
	},
	{
		standing: "pending, order unverified",
		state: caseIn("pending", withOrder),
		...everywhereOpen,
		attach_order: "unchanged",
		verify_order: "pending/null",
		observe_activity: "action_required/lost_account_active!",
		find_mismatch: "action_required/execution_mismatch!",
		prove_execution: "action_required/executed_without_verified_order!",
		require_action: "action_required/documents_missing!",
		attest_execution: "refused: order_not_verified",
	},
	{
		standing: "pending, order verified, challenge period over",
		state: caseIn("pending", withVerified),
		...everywhereOpen,
		attach_order: "unchanged",
		verify_order: "unchanged",
		observe_activity: "action_required/lost_account_active!",
		find_mismatch: "action_required/execution_mismatch!",
		prove_execution: "executed/null!",
		require_action: "action_required/documents_missing!",
		attest_execution: "pending/null",
	},
	{
		standing: "pending, order verified, challenge period running",
		state: caseIn("pending", { ...withVerified, executeAfter: NOW + 1 }),
		...everywhereOpen,
		attach_order: "unchanged",
		verify_order: "unchanged",
		observe_activity: "action_required/lost_account_active!",
		find_mismatch: "action_required/execution_mismatch!",
		prove_execution: "action_required/executed_before_challenge_period!",
		require_action: "action_required/documents_missing!",
		attest_execution: "refused: challenge_period_running",
	},
	...ACTION_REASONS.flatMap((reason): Row[] => [
		{
			standing: `action_required/${reason}, no order`,
			state: actionRequired(reason),
			...everywhereOpen,
			...(["order_unverifiable", "documents_missing", "expired"].includes(reason) && {
				attach_order: "pending/null!",
			}),
			verify_order: "refused: no_order",
			clear: "refused: no_order",
			prove_execution: `action_required/${reason}`,
		},
		{
			standing: `action_required/${reason}, with an order`,
			state: actionRequired(reason, withOrder),
			...everywhereOpen,
			...(["order_unverifiable", "documents_missing", "expired"].includes(reason) && {
				attach_order: "pending/null!",
			}),
			clear: "pending/null!",
			verify_order: `action_required/${reason}`,
			prove_execution: `action_required/${reason}`,
		},
	]),
	{ standing: "executed", state: caseIn("executed") },
	{ standing: "rejected", state: caseIn("rejected") },
];
function outcomeOf(state: CaseState, command: MoveCommand): string {
	const decision = decide(state, command, NOW);
	if (decision.kind === "refused") return `refused: ${decision.reason}`;
	if (decision.kind === "unchanged") return "unchanged";
	expect(decision.event).toBe(decision.event && `recovery_case.${decision.state.status}`);
	return `${decision.state.status}/${decision.state.statusReason}${decision.event ? "!" : ""}`;
}

describe("transition table", () => {
	for (const { standing, state, ...expected } of rows) {
		for (const [kind, command] of Object.entries(commands)) {
			const outcome = expected[command.kind] ?? WRONG;
			it(`${kind} in ${standing}: ${outcome}`, () => {
				const before = structuredClone(state);
				expect(outcomeOf(state, command)).toBe(outcome);
				expect(state).toEqual(before);
			});
		}
	}

	it("covers every status", () => {
		expect(new Set(rows.map((row) => row.state.status))).toEqual(new Set(CASE_STATUSES));
	});
});

describe("createCase", () => {
	it("starts open, with no order, and expires after the given time", () => {
		const { state, event, actor } = createCase(CREATE, NOW);
		expect(state).toMatchObject({
			status: "created",
			statusReason: null,
			courtOrder: null,
			executeAfter: null,
		});
		expect(state.expiresAt).toBe(NOW + 180 * DAY_MS);
		expect(event).toBe("recovery_case.created");
		expect(actor).toBe("recovery_account");
		expect(isOpen(state.status)).toBe(true);
	});
});

describe("attach_order", () => {
	it("starts the challenge period, ends the expiry and forgets what was said of an earlier order", () => {
		const state = actionRequired("order_unverifiable", {
			...withVerified,
			statusNote: "cannot read the seal",
			attestations: [{ reviewerId: "dev_x", txHash: TX }],
		});
		const decision = decide(state, { ...commands.attach_order, challengePeriodSeconds: 3600 }, NOW + DAY_MS);
		expect(decision).toMatchObject({
			kind: "moved",
			actor: "recovery_account",
			state: {
				courtOrder: { ...COURT_INFO, attachedAt: NOW + DAY_MS, verification: "unverified", verifiedAt: null },
				executeAfter: NOW + DAY_MS + 3_600_000,
				expiresAt: null,
				statusNote: null,
				attestations: [],
			},
		});
	});

	it.each(["title", "fullCaseNumber", "courtId"] as const)(
		"refuses another order while pending: %s",
		(field) => {
			const courtInfo = { ...COURT_INFO, [field]: "other" };
			expect(outcomeOf(caseIn("pending", withOrder), { ...commands.attach_order, courtInfo })).toBe(WRONG);
		},
	);

	it("refuses another docket number while pending", () => {
		const courtInfo = { ...COURT_INFO, docketNumber: 18 };
		expect(outcomeOf(caseIn("pending", withOrder), { ...commands.attach_order, courtInfo })).toBe(WRONG);
	});
});

describe("contest", () => {
	const inherited = { rec: { ...CREATE.rec, reasonForRecovery: "inheritance" as const } };
	const other = { rec: { ...CREATE.rec, reasonForRecovery: "other" as const } };

	it.each([
		["created", caseIn("created", inherited)],
		["pending", caseIn("pending", { ...withOrder, ...other })],
		["action_required for another reason", actionRequired("documents_missing", inherited)],
	])("is no veto where the key may have been found: %s", (_, state) => {
		expect(outcomeOf(state, commands.contest)).toBe("action_required/contested!");
	});

	it("counts once", () => {
		expect(outcomeOf(actionRequired("contested", inherited), commands.contest)).toBe(WRONG);
	});
});

describe("execution", () => {
	it("is kept, and judged when a reviewer has cleared the case", () => {
		const halted = actionRequired("lost_account_active", withVerified);
		const proven = decide(halted, commands.prove_execution, NOW);
		if (proven.kind !== "moved") throw new Error("not stored");
		expect(proven.state.execution).toEqual(EXECUTION);
		const cleared = decide(proven.state, commands.clear, NOW);
		if (cleared.kind !== "moved") throw new Error("not cleared");
		expect(outcomeOf(cleared.state, commands.judge_execution)).toBe("executed/null!");
	});

	it("does not count while it confirms", () => {
		const execution: Execution = { ...EXECUTION, state: "confirming" };
		const decision = decide(caseIn("pending", withVerified), { kind: "prove_execution", execution }, NOW);
		expect(decision).toMatchObject({ kind: "moved", event: null, state: { status: "pending", execution } });
	});

	it("names the last transaction as the case's txHash", () => {
		const last = `0x${"cd".repeat(32)}` as const;
		const execution = { ...EXECUTION, txHashes: [TX, last] };
		const decision = decide(caseIn("pending", withVerified), { kind: "prove_execution", execution }, NOW);
		expect(decision).toMatchObject({ state: { status: "executed", txHash: last } });
	});
});

describe("attest_execution", () => {
	const first = decide(caseIn("pending", withVerified), commands.attest_execution, NOW);
	if (first.kind !== "moved") throw new Error("first attestation refused");
	const { state } = first;

	it("needs two different reviewers", () => {
		expect(state.status).toBe("pending");
		expect(outcomeOf(state, commands.attest_execution)).toBe("unchanged");
		const second = decide(state, { ...commands.attest_execution, reviewerId: "dev_second" }, NOW);
		expect(second).toMatchObject({
			state: { status: "executed", txHash: TX, execution: { proof: "attested" } },
		});
	});

	it("needs both to name the same transaction", () => {
		const txHash = `0x${"cd".repeat(32)}` as const;
		const second = decide(state, { ...commands.attest_execution, reviewerId: "dev_second", txHash }, NOW);
		expect(second).toMatchObject({ event: null, state: { status: "pending" } });
	});
});

describe("a reviewer", () => {
	const ofReviewer = Object.values(commands).filter((command) => "reviewerId" in command);

	it.each(ofReviewer)("never decides a case of their own account: $kind", (command) => {
		const own = caseIn("pending", { ...withVerified, developerId: command.reviewerId });
		expect(outcomeOf(own, command)).toBe("refused: own_case");
	});

	it("is quoted in statusNote", () => {
		const decision = decide(caseIn("created"), commands.require_action, NOW);
		expect(decision).toMatchObject({ actor: "reviewer:dev_reviewer", state: { statusNote: "seen" } });
	});
});
