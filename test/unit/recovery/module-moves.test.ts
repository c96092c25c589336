// recovery.md "Approvals for the chain".
import { describe, expect, it } from "vitest";
import type { CaseState, MoveCommand } from "../../../src/protocol/case-state.ts";
import { completeSet, stopUntil } from "../../../src/protocol/module-moves.ts";
import { decide } from "../../../src/recovery/case/lifecycle.ts";
import { CREATE, caseIn, commands, NOW, withOrder, withVerified } from "./fixtures.ts";

const executable = caseIn("pending", { ...withVerified, phase: "executable" });
const approve = commands.approve_execution;
const [AA, CC] = [approve.reviewer, "0x00000000000000000000000000000000000000CC"];

function moved(state: CaseState, ...moves: MoveCommand[]): CaseState {
	return moves.reduce((before, command) => {
		const decision = decide(before, command, NOW);
		return decision.kind === "moved" ? decision.state : before;
	}, state);
}

describe("approvals", () => {
	it("count together with the same terms, and a reviewer's last one replaces the first", () => {
		const later = { ...approve, terms: { ...approve.terms, deadline: approve.terms.deadline + 1 } };
		const apart = moved(executable, approve, { ...later, reviewer: CC });
		expect(completeSet(apart, 2)).toBeNull();
		const together = moved(apart, later);
		expect(completeSet(together, 2)?.map(({ reviewer }) => reviewer)).toEqual([CC, AA]);
		expect(decide(together, { ...later, signature: "0x02" }, NOW).kind).toBe("unchanged");
	});

	it("are not collected beyond the threshold", () => {
		const full = moved(executable, approve, { ...approve, reviewer: CC });
		const third = { ...approve, reviewer: "0x00000000000000000000000000000000000000dD" };
		expect(decide(full, third, NOW).kind).toBe("unchanged");
	});

	it.each([
		["a deadline that has passed", NOW / 1000],
		["a deadline in more than thirty days", NOW / 1000 + 30 * 86_400 + 1],
	])("are rejected with %s", (_, deadline) => {
		const command = { ...approve, terms: { ...approve.terms, deadline } };
		expect(decide(executable, command, NOW)).toMatchObject({ reason: "approval_deadline" });
	});

	it("may come before executeAfter, for a time after it", () => {
		const waiting = { ...executable, executeAfter: NOW + 60_000 };
		const at = (notBefore: number) => ({ ...approve, terms: { ...approve.terms, notBefore } });
		expect(decide(waiting, at(NOW / 1000 + 60), NOW).kind).toBe("moved");
		expect(decide(waiting, at(NOW / 1000 + 59), NOW)).toMatchObject({ reason: "challenge_period_running" });
	});

	it("are rejected by the account that receives, and by the developer of the case", () => {
		const byHeir = { ...approve, reviewer: CREATE.rec.recoveryAccount.toLowerCase() };
		expect(decide(executable, byHeir, NOW)).toMatchObject({ reason: "own_case" });
		expect(decide(executable, { ...approve, reviewerId: "dev_1" }, NOW)).toMatchObject({
			reason: "own_case",
		});
	});

	it("end with a new order, because nobody approved for it", () => {
		const asked = moved(executable, approve, commands.require_action);
		const courtInfo = { ...commands.attach_order.courtInfo, title: "In re Estate of Doe, amended" };
		expect(moved(asked, { ...commands.attach_order, courtInfo }).approvals).toBeUndefined();
	});
});

describe("what has to be stopped on the chain", () => {
	const deadline = approve.terms.deadline * 1000 + 86_400_000;
	const scheduled = commands.observe_module;
	const vetoed = {
		...scheduled,
		event: "vetoed",
		logIndex: 1,
		generation: 0,
		readyAt: 0,
		endsAt: 0,
	} as const;
	const contested = (...moves: MoveCommand[]) => moved(executable, ...moves, commands.contest);

	it("is an approval of a case that is contested later, also of a closed one", () => {
		expect(contested(approve).status).toBe("rejected");
		expect(stopUntil(contested(approve))).toBe(deadline);
		expect(stopUntil(moved(executable, approve, commands.find_mismatch))).toBe(deadline);
	});

	it("is a schedule until its end, and nothing after its veto or execution", () => {
		expect(stopUntil(contested(approve, scheduled))).toBe(scheduled.endsAt * 1000);
		expect(stopUntil(moved(contested(approve, scheduled), vetoed))).toBeNull();
		const executed = { ...scheduled, event: "executed", logIndex: 2 } as const;
		expect(stopUntil(moved(contested(approve, scheduled), executed))).toBeNull();
	});

	it("is an approval of the next round", () => {
		const next = { ...approve, terms: { ...approve.terms, round: 1 } };
		expect(stopUntil(contested(approve, scheduled, vetoed, next))).toBe(deadline);
	});

	it("is nothing in a case that goes on, and nothing without an approval", () => {
		expect(stopUntil(moved(executable, approve))).toBeNull();
		expect(stopUntil(moved(caseIn("pending", withOrder), commands.contest))).toBeNull();
	});

	it("counts each event once, in the order of the chain", () => {
		const told = moved(executable, scheduled, vetoed);
		expect(moved(told, scheduled, vetoed)).toEqual(told);
		expect(told.module).toMatchObject({ event: "vetoed", generation: 1, round: 1 });
	});
});
