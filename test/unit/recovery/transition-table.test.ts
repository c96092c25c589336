/** The outcome of every command in every state of a case (recovery.md "Moves"). */
import { describe, expect, it } from "vitest";
import type { CaseState, MoveCommand } from "../../../src/protocol/case-state.ts";
import { ACTION_REASONS, CASE_STATUSES } from "../../../src/protocol/enumerations.ts";
import { signedMessageOf } from "../../../src/recovery/case/lifecycle.ts";
import {
	actionRequired,
	caseIn,
	commands,
	NOW,
	outcomeOf,
	SPENT,
	spent,
	WRONG,
	withOrder,
	withVerified,
} from "./fixtures.ts";

const rejectedBy = (reason: string) => `rejected/${reason}!`;
/** Commands that are not listed are rejected for the status. */
type Row = {
	standing: string;
	state: CaseState;
	/** Repetitions that succeed, because the case still stands as the message left it. */
	repeats?: MoveCommand["kind"][];
} & Partial<Record<MoveCommand["kind"], string>>;

const everywhereOpen = {
	contest: rejectedBy("contested_by_lost_account"),
	contest_all: rejectedBy("contested_by_lost_account"),
	withdraw: rejectedBy("withdrawn_by_claimant"),
	reject: rejectedBy("rejected_by_reviewer"),
	expire: "unchanged",
	allow_execution: "unchanged",
	judge_execution: "unchanged",
	regain_watch: "unchanged",
};

/** While nothing has stopped the case. */
const beforeAction = {
	...everywhereOpen,
	observe_activity: "action_required/lost_account_active!",
	find_mismatch: "action_required/execution_mismatch!",
	require_action: "action_required/documents_missing!",
};

const rows: Row[] = [
	{
		standing: "created",
		state: caseIn("created"),
		...beforeAction,
		add_document: "created/null",
		lose_watch: "created/null",
		attach_order: "pending/null!",
		prove_execution: "action_required/executed_without_verified_order!",
	},
	{
		standing: "created, past its expiry",
		state: caseIn("created", { expiresAt: NOW }),
		...beforeAction,
		expire: "action_required/expired!",
		add_document: "created/null",
		lose_watch: "created/null",
		attach_order: "pending/null!",
		prove_execution: "action_required/executed_without_verified_order!",
	},
	{
		standing: "pending, order unverified",
		state: caseIn("pending", withOrder),
		...beforeAction,
		add_document: "pending/null",
		lose_watch: "pending/null",
		attach_order: "unchanged",
		verify_order: "pending/null!",
		prove_execution: "action_required/executed_without_verified_order!",
		attest_execution: "rejected: order_not_verified",
		approve_execution: "rejected: order_not_verified",
	},
	{
		standing: "pending, order verified, challenge period over",
		state: caseIn("pending", { ...withVerified, phase: "order_verified" }),
		...beforeAction,
		allow_execution: "pending/null!",
		add_document: "pending/null",
		lose_watch: "pending/null",
		attach_order: "unchanged",
		verify_order: "unchanged",
		prove_execution: "executed/null!",
		attest_execution: "pending/null",
		approve_execution: "pending/null",
	},
	{
		standing: "pending, order verified, challenge period over, not watched",
		state: caseIn("pending", {
			...withVerified,
			phase: "executable",
			notWatched: commands.lose_watch.notWatched,
		}),
		...beforeAction,
		add_document: "pending/null",
		attach_order: "unchanged",
		verify_order: "unchanged",
		lose_watch: "unchanged",
		regain_watch: "pending/null",
		prove_execution: "action_required/owner_not_watched!",
		attest_execution: "pending/null",
		approve_execution: "pending/null",
	},
	{
		standing: "pending, order verified, challenge period running",
		state: caseIn("pending", { ...withVerified, executeAfter: NOW + 1 }),
		...beforeAction,
		add_document: "pending/null",
		lose_watch: "pending/null",
		attach_order: "unchanged",
		verify_order: "unchanged",
		prove_execution: "action_required/executed_before_challenge_period!",
		attest_execution: "rejected: challenge_period_running",
		approve_execution: "rejected: challenge_period_running",
	},
	{
		standing: "pending and executable",
		state: caseIn("pending", { ...withVerified, phase: "executable" }),
		...beforeAction,
		add_document: "pending/null",
		lose_watch: "pending/null",
		attach_order: "unchanged",
		verify_order: "unchanged",
		prove_execution: "executed/null!",
		attest_execution: "pending/null",
		approve_execution: "pending/null",
	},
	...ACTION_REASONS.flatMap((reason): Row[] => [
		{
			standing: `action_required/${reason}, no order`,
			state: actionRequired(reason),
			...everywhereOpen,
			attach_order: ["order_unverifiable", "documents_missing", "expired"].includes(reason)
				? "pending/null!"
				: `action_required/${reason}`,
			verify_order: "rejected: no_order",
			clear: ["order_unverifiable", "documents_missing"].includes(reason)
				? "created/null!"
				: "rejected: no_order",
			prove_execution: `action_required/${reason}`,
			add_document: `action_required/${reason}`,
			lose_watch: reason === "expired" ? "unchanged" : `action_required/${reason}`,
		},
		{
			standing: `action_required/${reason}, with an order`,
			state: actionRequired(reason, withOrder),
			...everywhereOpen,
			...(["order_unverifiable", "documents_missing", "expired"].includes(reason)
				? { attach_order: "pending/null!" }
				: { repeats: ["attach_order"] }),
			clear: "pending/null!",
			verify_order: `action_required/${reason}`,
			prove_execution: `action_required/${reason}`,
			add_document: `action_required/${reason}`,
			lose_watch: reason === "expired" ? "unchanged" : `action_required/${reason}`,
		},
	]),
	{ standing: "executed", state: caseIn("executed") },
	{ standing: "rejected", state: caseIn("rejected") },
	{
		standing: "rejected/contested_by_lost_account",
		state: caseIn("rejected", { statusReason: "contested_by_lost_account" }),
		repeats: ["contest", "contest_all"],
	},
	{
		standing: "rejected/withdrawn_by_claimant",
		state: caseIn("rejected", { statusReason: "withdrawn_by_claimant" }),
		repeats: ["withdraw"],
	},
	{
		standing: "rejected/rejected_by_reviewer",
		state: caseIn("rejected", { statusReason: "rejected_by_reviewer" }),
	},
];
describe("transition table", () => {
	for (const { standing, state, repeats = [], ...expected } of rows) {
		for (const [kind, command] of Object.entries(commands)) {
			// The chain goes on, whatever the case has become.
			const otherwise = kind === "observe_module" ? `${state.status}/${state.statusReason}` : WRONG;
			const outcome = expected[command.kind] ?? otherwise;
			it(`${kind} in ${standing}: ${outcome}`, () => {
				const before = structuredClone(state);
				expect(outcomeOf(state, command)).toBe(outcome);
				expect(state).toEqual(before);
			});

			const moves = outcome !== "unchanged" && !outcome.startsWith("rejected:");
			const rejected = signedMessageOf(state, command) !== null && moves ? SPENT : outcome;
			const again = repeats.includes(command.kind) ? "unchanged" : rejected;
			it(`${kind} in ${standing}, every message spent: ${again}`, () => {
				expect(outcomeOf({ ...state, spentMessages: spent }, command)).toBe(again);
			});
		}
	}

	it("covers every status", () => {
		expect(new Set(rows.map((row) => row.state.status))).toEqual(new Set(CASE_STATUSES));
	});
});
