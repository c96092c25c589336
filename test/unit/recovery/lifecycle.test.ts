/** What each move does to a case beyond its status, and who may not make it. */
import { describe, expect, it } from "vitest";
import type { CaseState, Execution, MoveCommand } from "../../../src/recovery/case/case-state.ts";
import { createCase, decide, followUpOf, isOpen } from "../../../src/recovery/case/lifecycle.ts";
import {
	actionRequired,
	COURT_INFO,
	CREATE,
	caseIn,
	commands,
	DAY_MS,
	EXECUTION,
	NOW,
	outcomeOf,
	SPENT,
	TX,
	WRONG,
	withOrder,
	withVerified,
} from "./fixtures.ts";

/** After moves that all have to be allowed. */
const movedBy = (state: CaseState, ...moves: MoveCommand[]) =>
	moves.reduce((before, command) => {
		const decision = decide(before, command, NOW);
		if (decision.kind !== "moved") throw new Error(`${command.kind}: not moved`);
		return decision.state;
	}, state);

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

	it.each([commands.contest, commands.observe_activity, commands.find_mismatch])(
		"nor a moment at which nothing can be done about it any more: $kind before there is an order",
		(early) => {
			const halted = movedBy(caseIn("created", inherited), early);
			const ordered = movedBy(halted, commands.attach_order);
			expect(ordered).toMatchObject({ status: halted.status, statusReason: halted.statusReason });
			expect(ordered).toMatchObject({ executeAfter: NOW + 60_000, expiresAt: null });
			const courtInfo = { ...COURT_INFO, docketNumber: 18 };
			expect(outcomeOf(ordered, { ...commands.attach_order, courtInfo })).toBe(WRONG);
			expect(outcomeOf(movedBy(ordered, commands.verify_order), commands.clear)).toBe("pending/null!");
		},
	);

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

	it("before the challenge period was over stays what it is: clearing judges it anew, and alike", () => {
		const early = { ...withVerified, executeAfter: NOW + 1, execution: EXECUTION };
		const halted = actionRequired("executed_before_challenge_period", early);
		expect(outcomeOf(halted, commands.attest_execution)).toBe(WRONG);
		const cleared = decide(halted, commands.clear, NOW + DAY_MS);
		if (cleared.kind !== "moved") throw new Error("not cleared");
		expect(followUpOf(cleared.state)).toEqual({ kind: "judge_execution" });
		expect(outcomeOf(cleared.state, commands.judge_execution)).toBe(
			"action_required/executed_before_challenge_period!",
		);
		expect(outcomeOf(halted, commands.reject)).toBe("rejected/rejected_by_reviewer!");
	});

	it("without a verified order counts when a reviewer verifies that order and clears", () => {
		const halted = actionRequired("executed_without_verified_order", { ...withOrder, execution: EXECUTION });
		const verified = decide(halted, commands.verify_order, NOW);
		if (verified.kind !== "moved") throw new Error("not verified");
		expect(followUpOf(verified.state)).toBeNull();
		const cleared = decide(verified.state, commands.clear, NOW);
		if (cleared.kind !== "moved") throw new Error("not cleared");
		expect(outcomeOf(cleared.state, commands.judge_execution)).toBe("executed/null!");
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

	it("needs both to be reviewers when the second one attests", () => {
		const second = { ...commands.attest_execution, reviewerId: "dev_second" };
		const former = [commands.attest_execution.reviewerId];
		expect(decide(state, { ...second, former }, NOW)).toMatchObject({
			event: null,
			state: { status: "pending", attestations: [{ reviewerId: "dev_second" }] },
		});
	});

	it("needs both to name the same transaction", () => {
		const txHash = `0x${"cd".repeat(32)}` as const;
		const second = decide(state, { ...commands.attest_execution, reviewerId: "dev_second", txHash }, NOW);
		expect(second).toMatchObject({ event: null, state: { status: "pending" } });
	});
});

describe("a signed message", () => {
	const inherited = caseIn("pending", {
		...withOrder,
		rec: { ...CREATE.rec, reasonForRecovery: "inheritance" },
	});
	const asks = commands.require_action;

	it("contests once: after a reviewer has cleared it takes another one", () => {
		const cleared = movedBy(inherited, commands.contest, commands.clear);
		expect(outcomeOf(cleared, commands.contest)).toBe(SPENT);
		expect(outcomeOf(cleared, { ...commands.contest, reason: "in other words" })).toBe(
			"action_required/contested!",
		);
	});

	it("attaches an order once: what a reviewer has sent back takes a corrected one", () => {
		const sentBack = movedBy(caseIn("created"), commands.attach_order, asks);
		const courtInfo = { ...COURT_INFO, docketNumber: 18 };
		expect(outcomeOf(sentBack, commands.attach_order)).toBe(SPENT);
		const corrected = movedBy(sentBack, { ...commands.attach_order, courtInfo }, asks);
		expect(outcomeOf(corrected, commands.attach_order)).toBe(SPENT);
		expect(outcomeOf(corrected, { ...commands.attach_order, courtInfo })).toBe(SPENT);
	});

	it("is the same message whatever signature and proof it comes with", () => {
		const cleared = movedBy(inherited, commands.contest, commands.clear);
		const proof = { kind: "contract", blockNumber: 7, codeHash: TX } as const;
		expect(outcomeOf(cleared, { ...commands.contest, signature: "0x02", proof })).toBe(SPENT);
	});

	it("that moved nothing is not spent", () => {
		const pending = caseIn("pending", withOrder);
		expect(decide(pending, commands.attach_order, NOW)).toEqual({ kind: "unchanged" });
		const contested: CaseState = { ...inherited, status: "action_required", statusReason: "contested" };
		expect(outcomeOf(contested, commands.contest)).toBe(WRONG);
		expect(outcomeOf(movedBy(contested, commands.clear), commands.contest)).toBe(
			"action_required/contested!",
		);
	});
});

describe("a reviewer", () => {
	const ofReviewer = Object.values(commands).filter((command) => "reviewerId" in command);

	it.each(ofReviewer)("never decides a case of their own account: $kind", (command) => {
		const own = caseIn("pending", { ...withVerified, developerId: command.reviewerId });
		expect(outcomeOf(own, command)).toBe("rejected: own_case");
	});

	it("is quoted in statusNote", () => {
		const decision = decide(caseIn("created"), commands.require_action, NOW);
		expect(decision).toMatchObject({ actor: "reviewer:dev_reviewer", state: { statusNote: "seen" } });
	});
});
