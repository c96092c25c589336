/** What each move does to a case beyond its status, and who may not make it. */
import { describe, expect, it } from "vitest";
import type { Execution } from "../../../src/recovery/core/case-state.ts";
import { createCase, decide, isOpen } from "../../../src/recovery/core/lifecycle.ts";
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
	TX,
	WRONG,
	withOrder,
	withVerified,
} from "./fixtures.ts";

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
