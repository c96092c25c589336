/** The guide to statuses and reasons says what the transition table does (recovery.md "When a case expires"). */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { CaseState, MoveCommand } from "../../../src/protocol/case-state.ts";
import { ACTION_REASONS, CASE_STATUSES, REJECTION_REASONS } from "../../../src/protocol/enumerations.ts";
import { RECOVERY_REASONS } from "../../../src/protocol/intent.ts";
import { followUpOf } from "../../../src/protocol/lifecycle.ts";
import { lifecycleDocument, lifecycleEdges } from "../../../src/recovery/case/describe-lifecycle.ts";
import { decide } from "../../../src/recovery/case/lifecycle.ts";
import { type Guide, REASON_GUIDE, STATUS_GUIDE } from "../../../src/recovery/case/status-guide.ts";
import { actionRequired, caseIn, commands, EXECUTION, NOW, TX, withOrder, withVerified } from "./fixtures.ts";

const everyCommand: MoveCommand[] = [
	...Object.values(commands),
	{ ...commands.require_action, statusReason: "order_unverifiable" },
	{ ...commands.contest_all, acceptedAt: NOW - 1 },
];

/** Everything beside status and reason that a decision may depend on. */
const circumstances: Partial<CaseState>[] = [
	{},
	withOrder,
	withVerified,
	{ ...withVerified, executeAfter: NOW + 1 },
	{ ...withVerified, notWatched: commands.lose_watch.notWatched },
	{ ...withVerified, attestations: [{ reviewerId: "dev_colleague", txHash: TX }] },
].flatMap((changes) => [changes, { ...changes, execution: EXECUTION }, { ...changes, expiresAt: NOW }]);

/** An order makes a case pending. */
const isReachable = (status: CaseState["status"], changes: Partial<CaseState>) =>
	status !== "created" || changes.courtOrder === undefined;

/** What the transition table does to a case of this status and reason, in every circumstance. */
function exitsOf(standing: Pick<CaseState, "status" | "statusReason">): Record<string, string[]> {
	const found = new Map<string, Set<string>>();
	for (const changes of circumstances.filter((changes) => isReachable(standing.status, changes))) {
		for (const reasonForRecovery of RECOVERY_REASONS) {
			const base = caseIn(standing.status, { ...changes, statusReason: standing.statusReason });
			const state = { ...base, rec: { ...base.rec, reasonForRecovery } };
			for (const command of everyCommand) {
				if (command.kind === "judge_execution" && followUpOf(state) === null) continue;
				const decision = decide(state, command, NOW);
				if (decision.kind !== "moved") continue;
				const { status, statusReason } = decision.state;
				if (status === standing.status && statusReason === standing.statusReason) continue;
				const target = statusReason === null ? status : `${status}/${statusReason}`;
				found.set(command.kind, (found.get(command.kind) ?? new Set()).add(target));
			}
		}
	}
	return Object.fromEntries([...found].map(([move, targets]) => [move, [...targets].sort()]));
}

const sorted = ({ exits }: Guide) =>
	Object.fromEntries(Object.entries(exits).map(([move, targets]) => [move, [...targets].sort()]));

describe("the guide", () => {
	it.each(["created", "pending", "executed", "rejected"] as const)(
		"has exactly the exits of %s",
		(status) => {
			expect(sorted(STATUS_GUIDE[status])).toEqual(exitsOf({ status, statusReason: null }));
		},
	);

	it.each(ACTION_REASONS)("has exactly the exits of action_required for %s", (statusReason) => {
		expect(sorted(REASON_GUIDE[statusReason])).toEqual(exitsOf(actionRequired(statusReason)));
	});

	it.each(REJECTION_REASONS)("has no exit of rejected for %s", (statusReason) => {
		expect(REASON_GUIDE[statusReason].exits).toEqual(exitsOf({ status: "rejected", statusReason }));
	});

	it("has for action_required what any of its reasons has", () => {
		const moves = new Set(ACTION_REASONS.flatMap((reason) => Object.keys(REASON_GUIDE[reason].exits)));
		expect(Object.keys(STATUS_GUIDE.action_required.exits).sort()).toEqual([...moves].sort());
	});
});

describe("the diagram", () => {
	it("has an edge for every move between two statuses, and no other", () => {
		const expected = CASE_STATUSES.flatMap((from) =>
			(from === "action_required" ? ACTION_REASONS : [null]).flatMap((statusReason) =>
				Object.entries(exitsOf({ status: from, statusReason })).flatMap(([move, targets]) =>
					targets.map((target) => `${from} ${target.split("/")[0]} ${move}`),
				),
			),
		);
		const drawn = lifecycleEdges().flatMap(({ from, to, moves }) =>
			moves.map((move) => `${from} ${to} ${move}`),
		);
		expect(drawn.sort()).toEqual([...new Set(expected), "[*] created create"].sort());
	});

	it("is the one of docs/case-lifecycle.md, which `npm run generate` writes", async () => {
		const written = await readFile("docs/case-lifecycle.md", "utf8");
		expect(written).toBe(lifecycleDocument());
		expect(written).toContain("  created --> pending: attach_order\n");
	});
});
