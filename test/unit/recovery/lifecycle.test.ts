/**
 * recovery.md "The watch over the lost account".
 *
 * The effects of each move beyond the status, and its authors.
 *
 * Over 300 lines, because the moves are one table.
 */
import { describe, expect, it } from "vitest";
import type { CaseState, Execution, MoveCommand } from "../../../src/protocol/case-state.ts";
import { createCase, isOpen } from "../../../src/protocol/lifecycle.ts";
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

	it("begins again with another order", () => {
		const asked = movedBy(once, { ...commands.require_action, statusReason: "order_unverifiable" });
		const other = { ...commands.attach_order, courtInfo: { ...COURT_INFO, docketNumber: 99 } };
		const replaced = movedBy(asked, other);
		expect(orderOf(replaced)).toEqual(["unverified", null]);
		expect(orderOf(movedBy(replaced, by("dev_s")))).toEqual(["verified_once", null]);
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
	it("does not execute the case while it is confirming", () => {
		const execution: Execution = { ...EXECUTION, state: "confirming" };
		const decision = decide(caseIn("pending", withVerified), { kind: "prove_execution", execution }, NOW);
		expect(decision).toMatchObject({ kind: "moved", event: null, state: { status: "pending", execution } });
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

describe("a contest of all cases", () => {
	const { contest_all, contest } = commands;
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

	it("stands for thirty days", () => {
		expect(outcomeOf(caseIn("created"), ofDays(30))).toBe("unchanged");
		const dayBefore = { ...ofDays(30), acceptedAt: NOW - 30 * DAY_MS + 1, deadline: NOW / 1000 };
		expect(outcomeOf(caseIn("created"), dayBefore)).toBe("action_required/contested!");
	});

	it("moves nothing if it was accepted after its deadline", () => {
		expect(outcomeOf(caseIn("created"), { ...contest_all, deadline: NOW / 1000 - 1 })).toBe("unchanged");
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
