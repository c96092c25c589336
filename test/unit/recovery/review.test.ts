/** The checks before a decision reaches the case (recovery.md "All cases"). */
import { describe, expect, it } from "vitest";
import { failure } from "../../../src/kernel/errors/failure.ts";
import type { MoveCommand } from "../../../src/protocol/case-state.ts";
import type { CaseDecision } from "../../../src/recovery/review/case-decision.ts";
import { createReview } from "../../../src/recovery/review/review-service.ts";
import { CREATE, TX } from "./fixtures.ts";

const { caseId, jrcHash, rec } = CREATE;
const standing = { caseId, jrcHash, status: "pending", statusReason: null } as const;

const noPage = async () => ({ rows: [], next: undefined });

/** The case is on chain 8453. */
function reviewWith(nodes: number[], { isFiled = true } = {}) {
	const moves: MoveCommand[] = [];
	const seen = { developerId: null, isVisible: true, isOpen: true };
	const review = createReview({
		caseObject: () => ({
			async move(command) {
				moves.push(command);
				return isFiled ? { kind: "moved", record: "{}", standing } : failure("not_found", null);
			},
			read: async () => null,
			evidence: async () => null,
			reportExecution: async () => failure("not_found", null),
			parties: async () => (isFiled ? { caseId, jrcHash, attestations: [], ...rec, ...seen } : null),
		}),
		index: {
			list: async () => ({ rows: [], next: undefined }),
			count: async () => ({ count: 0, isExact: true }),
			openCasesOf: async () => [],
			hasOpenCaseOf: async () => false,
		},
		waiting: {
			...{ page: noPage, pageOfFiler: noPage, pageOfGroup: noPage, pageOfReviewer: noPage },
			counts: () => Promise.reject(new Error("no counts")),
		},
		passkeys: WITHOUT_PASSKEYS,
		service: "https://replevin.test",
		reviewersToVerify: 1,
		hasNode: (chainId) => nodes.includes(chainId),
		reviewersAmong: async (ids) => new Set(ids),
		judgeApproval: () => Promise.reject(new Error("no module")),
		onDecided: async () => {},
	});
	return { moves, review };
}
const WITHOUT_PASSKEYS = {
	mustSign: async () => false,
	beginDecision: () => Promise.reject(new Error("no passkey")),
	finishDecision: () => Promise.reject(new Error("no passkey")),
};
const decisionOf = (decision: CaseDecision) => ({ caseId, reviewerId: "dev_1", decision, now: 1 });
const attest = { decision: "attest_execution", reason: "seen", txHash: TX } as const;

describe("attesting", () => {
	it("is rejected only on a chain with a node", async () => {
		const { review, moves } = reviewWith([1, 8453]);
		const rejected = { code: "RECOVERY_STATUS_ERROR", message: expect.stringContaining("8453") };
		await expect(review.decide(decisionOf(attest))).rejects.toMatchObject(rejected);
		expect(moves).toEqual([]);
		expect(await reviewWith([1]).review.decide(decisionOf(attest))).toMatchObject({ kind: "moved" });
		const unfiled = reviewWith([8453], { isFiled: false }).review;
		const notFound = { code: "RESOURCE_NOT_FOUND" };
		await expect(unfiled.decide(decisionOf(attest))).rejects.toMatchObject(notFound);
	});

	it("rejects no other decision on a chain with a node", async () => {
		const { review, moves } = reviewWith([8453]);
		await review.decide(decisionOf({ decision: "clear", reason: "seen" }));
		await review.decide(decisionOf({ decision: "require_action", reason: "seen" }));
		expect(moves).toEqual([
			{ kind: "clear", reviewerId: "dev_1", note: "seen" },
			{ kind: "require_action", reviewerId: "dev_1", note: "seen", statusReason: "order_unverifiable" },
		]);
	});
});
