/**
 * recovery.md "The watch over the lost account".
 *
 * The effects of each move beyond the status, and its authors.
 *
 * Over 300 lines, because the moves are one table.
 */
import { describe, expect, it } from "vitest";
import type { CaseState, Execution, MoveCommand } from "../../../src/protocol/case-state.ts";
import { createCase, followUpOf, isOpen } from "../../../src/protocol/lifecycle.ts";
import { decide } from "../../../src/recovery/case/lifecycle.ts";
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

/** The state after these moves, which must all be allowed. */
const movedBy = (state: CaseState, ...moves: MoveCommand[]) =>
	moves.reduce((before, command) => {
		const decision = decide(before, command, NOW);
		if (decision.kind !== "moved") throw new Error(`${command.kind}: not moved`);
		return decision.state;
	}, state);

describe("createCase", () => {
	it("creates an open case without an order, which expires after the given time", () => {
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

describe("an order that two reviewers must verify", () => {
	const by = (reviewerId: string, changes: object = {}) =>
		({ kind: "verify_order", reviewerId, note: "genuine", needed: 2, ...changes }) as const;
	const pending = caseIn("pending", withOrder);
	const once = movedBy(pending, by("dev_r"));
	const orderOf = ({ courtOrder }: CaseState) => [courtOrder?.verification, courtOrder?.verifiedAt];

	it("is not verified after the first, and sends no event", () => {
		expect(orderOf(once)).toEqual(["verified_once", null]);
		expect(outcomeOf(pending, by("dev_r"))).toBe("pending/null");
		expect(outcomeOf(once, commands.attest_execution)).toBe("rejected: order_not_verified");
	});

	it("is verified after the second", () => {
		expect(outcomeOf(once, by("dev_s"))).toBe("pending/null!");
		expect(orderOf(movedBy(once, by("dev_s")))).toEqual(["verified", NOW]);
	});

	it("is not verified by the same reviewer twice", () => {
		expect(outcomeOf(once, by("dev_r"))).toBe("rejected: second_reviewer_needed");
	});

	it("needs another second one if the first is no reviewer any more", () => {
		const again = movedBy(once, by("dev_s", { former: ["dev_r"] }));
		expect(orderOf(again)).toEqual(["verified_once", null]);
		expect(orderOf(movedBy(again, by("dev_t")))).toEqual(["verified", NOW]);
	});

	it("begins again with another order", () => {
		const asked = movedBy(once, { ...commands.require_action, statusReason: "order_unverifiable" });
		const other = { ...commands.attach_order, courtInfo: { ...COURT_INFO, docketNumber: 99 } };
		const replaced = movedBy(asked, other);
		expect(orderOf(replaced)).toEqual(["unverified", null]);
		expect(orderOf(movedBy(replaced, by("dev_s")))).toEqual(["verified_once", null]);
	});

	it("ends the halt with the second one who resumes", () => {
		const halted = actionRequired("order_unverifiable", withOrder);
		const resume = { resumes: "halt" } as const;
		const first = movedBy(halted, by("dev_r", resume));
		expect([first.status, orderOf(first)]).toEqual(["action_required", ["verified_once", null]]);
		expect(outcomeOf(first, by("dev_s", resume))).toBe("pending/null!");
	});
});

describe("verifying an order and ending the halt in one move", () => {
	const resume = { ...commands.verify_order, resumes: "halt" } as const;

	it("ends the halt, also if the order was verified before", () => {
		expect(outcomeOf(actionRequired("documents_missing", withOrder), resume)).toBe("pending/null!");
		expect(outcomeOf(actionRequired("documents_missing", withVerified), resume)).toBe("pending/null!");
	});

	it("is for a halted case with an order", () => {
		expect(outcomeOf(caseIn("pending", withOrder), resume)).toBe(WRONG);
		expect(outcomeOf(actionRequired("documents_missing"), resume)).toBe("rejected: no_order");
	});
});

describe("a repeated message", () => {
	const { attach_order, contest, clear, withdraw } = commands;
	const ofDeadOwner = caseIn("created", {
		rec: { ...CREATE.rec, reasonForRecovery: "inheritance" },
	});
	const another = { ...contest, reason: "still mine" };

	it("succeeds while the contest stands, also after the first court order", () => {
		const contested = movedBy(ofDeadOwner, contest);
		expect(outcomeOf(contested, contest)).toBe("unchanged");
		expect(outcomeOf(movedBy(contested, attach_order), contest)).toBe("unchanged");
		expect(outcomeOf(contested, another)).toBe(WRONG);
	});

	it("is rejected after a reviewer cleared the case, even if another contest halts it again", () => {
		const cleared = movedBy(ofDeadOwner, contest, attach_order, clear);
		expect(outcomeOf(cleared, contest)).toBe(SPENT);
		const again = movedBy(cleared, another);
		expect(outcomeOf(again, contest)).toBe(WRONG);
		expect(outcomeOf(again, another)).toBe("unchanged");
	});

	it("succeeds while its contest or withdrawal keeps the case closed", () => {
		const closed = movedBy(caseIn("created"), contest);
		expect(outcomeOf(closed, contest)).toBe("unchanged");
		expect(outcomeOf(closed, another)).toBe(WRONG);
		expect(outcomeOf(closed, withdraw)).toBe(WRONG);
		const withdrawn = movedBy(movedBy(ofDeadOwner, contest), withdraw);
		expect(outcomeOf(withdrawn, withdraw)).toBe("unchanged");
		expect(outcomeOf(withdrawn, contest)).toBe(WRONG);
	});

	it("succeeds for the order on file of a case that another reason halts", () => {
		const ordered = movedBy(ofDeadOwner, contest, attach_order);
		expect(outcomeOf(ordered, attach_order)).toBe("unchanged");
		const other = { ...attach_order, courtInfo: { ...COURT_INFO, docketNumber: 18 } };
		expect(outcomeOf(ordered, other)).toBe(WRONG);
	});
});

describe("attach_order", () => {
	it("starts the challenge period, ends the expiry, and resets note, attestations and verification of an earlier order", () => {
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
		"rejects another order while the case is pending: %s",
		(field) => {
			const courtInfo = { ...COURT_INFO, [field]: "other" };
			expect(outcomeOf(caseIn("pending", withOrder), { ...commands.attach_order, courtInfo })).toBe(WRONG);
		},
	);

	it("rejects another docket number while the case is pending", () => {
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
	])("halts the case instead of closing it if another person may hold the key: %s", (_, state) => {
		expect(outcomeOf(state, commands.contest)).toBe("action_required/contested!");
	});

	it.each([commands.contest, commands.observe_activity, commands.find_mismatch])(
		"does not prevent the first order of a case that was halted before: $kind",
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

	it("rejects a second contest of a halted case", () => {
		expect(outcomeOf(actionRequired("contested", inherited), commands.contest)).toBe(WRONG);
	});
});

describe("execution", () => {
	it("is stored in a halted case and judged when a reviewer clears the case", () => {
		const halted = actionRequired("lost_account_active", withVerified);
		const proven = decide(halted, commands.prove_execution, NOW);
		if (proven.kind !== "moved") throw new Error("not stored");
		expect(proven.state.execution).toEqual(EXECUTION);
		const cleared = decide(proven.state, commands.clear, NOW);
		if (cleared.kind !== "moved") throw new Error("not cleared");
		expect(outcomeOf(cleared.state, commands.judge_execution)).toBe("executed/null!");
	});

	it("does not execute the case while it is confirming", () => {
		const execution: Execution = { ...EXECUTION, state: "confirming" };
		const decision = decide(caseIn("pending", withVerified), { kind: "prove_execution", execution }, NOW);
		expect(decision).toMatchObject({ kind: "moved", event: null, state: { status: "pending", execution } });
	});

	it("that came before the end of the challenge period halts the case again after it is cleared", () => {
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

	it("that halted the case for an unverified order counts once the order is verified and the case cleared", () => {
		const halted = actionRequired("executed_without_verified_order", { ...withOrder, execution: EXECUTION });
		const verified = decide(halted, commands.verify_order, NOW);
		if (verified.kind !== "moved") throw new Error("not verified");
		expect(followUpOf(verified.state)).toBeNull();
		const cleared = decide(verified.state, commands.clear, NOW);
		if (cleared.kind !== "moved") throw new Error("not cleared");
		expect(outcomeOf(cleared.state, commands.judge_execution)).toBe("executed/null!");
	});

	it("sets the case's txHash to the last transaction", () => {
		const last = `0x${"cd".repeat(32)}` as const;
		const execution = { ...EXECUTION, txHashes: [TX, last] };
		const decision = decide(caseIn("pending", withVerified), { kind: "prove_execution", execution }, NOW);
		expect(decision).toMatchObject({ state: { status: "executed", txHash: last } });
	});
});

describe("the watch", () => {
	const { notWatched } = commands.lose_watch;
	const unwatched = caseIn("pending", { ...withVerified, notWatched });

	it("that was lost halts a proven execution, which a reviewer's clear judges", () => {
		const halted = movedBy(unwatched, commands.prove_execution);
		expect(halted).toMatchObject({ statusReason: "owner_not_watched", notWatched, execution: EXECUTION });
		const cleared = movedBy(halted, commands.clear);
		expect(outcomeOf(cleared, commands.judge_execution)).toBe("executed/null!");
	});

	it("that was lost is not made good by a reviewer who clears another halt", () => {
		const halted = movedBy(movedBy(unwatched, commands.observe_activity), commands.prove_execution);
		const cleared = movedBy(halted, commands.clear);
		expect(outcomeOf(cleared, commands.judge_execution)).toBe("action_required/owner_not_watched!");
	});

	it("that came back judges an execution as if it had never been lost", () => {
		expect(outcomeOf(movedBy(unwatched, commands.regain_watch), commands.prove_execution)).toBe(
			"executed/null!",
		);
	});

	it("is not missed in a case that has ended or rests", () => {
		expect(movedBy(unwatched, commands.withdraw).notWatched).toBeUndefined();
		const expired = caseIn("created", { expiresAt: NOW, notWatched });
		expect(movedBy(expired, commands.expire).notWatched).toBeUndefined();
	});
});

describe("attest_execution", () => {
	const first = decide(caseIn("pending", withVerified), commands.attest_execution, NOW);
	if (first.kind !== "moved") throw new Error("first attestation rejected");
	const { state } = first;

	it("executes the case only with two different reviewers", () => {
		expect(state.status).toBe("pending");
		expect(outcomeOf(state, commands.attest_execution)).toBe("unchanged");
		const second = decide(state, { ...commands.attest_execution, reviewerId: "dev_second" }, NOW);
		expect(second).toMatchObject({
			state: { status: "executed", txHash: TX, execution: { proof: "attested" } },
		});
	});

	it("ignores the attestation of a former reviewer", () => {
		const second = { ...commands.attest_execution, reviewerId: "dev_second" };
		const former = [commands.attest_execution.reviewerId];
		expect(decide(state, { ...second, former }, NOW)).toMatchObject({
			event: null,
			state: { status: "pending", attestations: [{ reviewerId: "dev_second" }] },
		});
	});

	it("executes the case only if both reviewers name the same transaction", () => {
		const txHash = `0x${"cd".repeat(32)}` as const;
		const second = decide(state, { ...commands.attest_execution, reviewerId: "dev_second", txHash }, NOW);
		expect(second).toMatchObject({ event: null, state: { status: "pending" } });
	});
});

describe("a contest of all cases", () => {
	const { contest_all, contest, attach_order, clear } = commands;
	const inherited = caseIn("created", { rec: { ...CREATE.rec, reasonForRecovery: "inheritance" } });
	const standing = { ...contest_all, acceptedAt: NOW - DAY_MS };
	const ofDays = (days: number) => ({
		...contest_all,
		acceptedAt: NOW - days * DAY_MS,
		deadline: NOW / 1000 - days * 86_400,
	});

	it("does to an earlier case what a contest of that case does", () => {
		for (const state of [caseIn("created"), inherited, caseIn("pending", withOrder)]) {
			expect(outcomeOf(state, contest_all)).toBe(outcomeOf(state, contest));
		}
		expect(decide(inherited, contest_all, NOW)).toMatchObject({ actor: "lost_account" });
	});

	it("only halts a case that was created after it was accepted, whatever the reason for recovery", () => {
		expect(outcomeOf(caseIn("created"), standing)).toBe("action_required/contested!");
		expect(outcomeOf(caseIn("created"), { ...contest_all, acceptedAt: NOW })).toBe(
			"action_required/contested!",
		);
		expect(outcomeOf(caseIn("pending", withOrder), standing)).toBe("action_required/contested!");
	});

	it("leaves the owner's own recovery a way: an order and a reviewer's decision", () => {
		const halted = movedBy(caseIn("created"), standing);
		expect(outcomeOf(halted, attach_order)).toBe("action_required/contested");
		const cleared = movedBy(halted, attach_order, clear);
		expect(cleared.status).toBe("pending");
		expect(outcomeOf(cleared, standing)).toBe(SPENT);
	});

	it("stands for thirty days", () => {
		expect(outcomeOf(caseIn("created"), ofDays(30))).toBe("unchanged");
		const dayBefore = { ...ofDays(30), acceptedAt: NOW - 30 * DAY_MS + 1, deadline: NOW / 1000 };
		expect(outcomeOf(caseIn("created"), dayBefore)).toBe("action_required/contested!");
	});

	it("moves nothing if it was accepted after its deadline", () => {
		expect(outcomeOf(caseIn("created"), { ...contest_all, deadline: NOW / 1000 - 1 })).toBe("unchanged");
	});

	it("moves a case once, and repeats safely while the case stands as it left it", () => {
		const halted = movedBy(inherited, contest_all);
		expect(outcomeOf(halted, contest_all)).toBe("unchanged");
		expect(outcomeOf(movedBy(caseIn("created"), contest_all), contest_all)).toBe("unchanged");
		const cleared = movedBy(halted, attach_order, clear);
		expect(outcomeOf(cleared, contest_all)).toBe(SPENT);
		expect(outcomeOf(cleared, { ...contest_all, nonce: TX })).toBe("action_required/contested!");
	});

	it("changes nothing in a case that is contested already", () => {
		expect(outcomeOf(movedBy(inherited, contest), contest_all)).toBe(WRONG);
	});
});

describe("a signed message", () => {
	const inherited = caseIn("pending", {
		...withOrder,
		rec: { ...CREATE.rec, reasonForRecovery: "inheritance" },
	});
	const asks = commands.require_action;

	it("cannot contest a second time after a reviewer cleared the case; another message can", () => {
		const cleared = movedBy(inherited, commands.contest, commands.clear);
		expect(outcomeOf(cleared, commands.contest)).toBe(SPENT);
		expect(outcomeOf(cleared, { ...commands.contest, reason: "in other words" })).toBe(
			"action_required/contested!",
		);
	});

	it("cannot attach an order a second time after a reviewer returned the case; a corrected order can", () => {
		const sentBack = movedBy(caseIn("created"), commands.attach_order, asks);
		const courtInfo = { ...COURT_INFO, docketNumber: 18 };
		expect(outcomeOf(sentBack, commands.attach_order)).toBe(SPENT);
		const corrected = movedBy(sentBack, { ...commands.attach_order, courtInfo }, asks);
		expect(outcomeOf(corrected, commands.attach_order)).toBe(SPENT);
		expect(outcomeOf(corrected, { ...commands.attach_order, courtInfo })).toBe(SPENT);
	});

	it("is the same message with any signature and proof", () => {
		const cleared = movedBy(inherited, commands.contest, commands.clear);
		const proof = { kind: "contract", blockNumber: 7, codeHash: TX } as const;
		expect(outcomeOf(cleared, { ...commands.contest, signature: "0x02", proof })).toBe(SPENT);
	});

	it("that moved nothing can be used later", () => {
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

	it.each(ofReviewer)("cannot decide a case of their own account: $kind", (command) => {
		const own = caseIn("pending", { ...withVerified, developerId: command.reviewerId });
		expect(outcomeOf(own, command)).toBe("rejected: own_case");
	});

	it("has their reason stored as statusNote", () => {
		const decision = decide(caseIn("created"), commands.require_action, NOW);
		expect(decision).toMatchObject({ actor: "reviewer:dev_reviewer", state: { statusNote: "seen" } });
	});
});
