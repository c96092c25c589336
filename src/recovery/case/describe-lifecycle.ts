/** Writes the status guide as OpenAPI text and as docs/case-lifecycle.md. Not part of the Worker. */
import { ACTION_REASONS, CASE_STATUSES, REJECTION_REASONS } from "../../protocol/enumerations.ts";
import { historyRules } from "./describe-history.ts";
import { type Guide, MOVE_WORDS, REASON_GUIDE, STATUS_GUIDE } from "./status-guide.ts";

export const statusText = (): string => listOf(CASE_STATUSES, STATUS_GUIDE);

export const reasonText = (): string => listOf([...ACTION_REASONS, ...REJECTION_REASONS], REASON_GUIDE);

function listOf<Name extends string>(names: readonly Name[], guides: Record<Name, Guide>): string {
	return names
		.map((name) => {
			const { meaning, whoActs, exits } = guides[name];
			const ends = endsOf(exits);
			return `- \`${name}\`: ${meaning} Who must act: ${lowerFirst(whoActs)}${ends && ` Ends when ${ends}.`}`;
		})
		.join("\n");
}

function endsOf(exits: Guide["exits"]): string {
	const moves = Map.groupBy(Object.entries(exits), ([, targets]) =>
		targets.map((target) => `\`${target}\``).join(" or "),
	);
	const ends = [...moves].map(([targets, entries]) => {
		const words = entries.map(([move]) => MOVE_WORDS[move as keyof typeof MOVE_WORDS]);
		return `${words.join(", or ")} (${targets})`;
	});
	return ends.join("; ");
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** The edges between statuses, each with its moves; `[*]` is the beginning. */
export function lifecycleEdges(): { from: string; to: string; moves: string[] }[] {
	const edges = new Map<string, { from: string; to: string; moves: string[] }>([
		["[*] created", { from: "[*]", to: "created", moves: ["create"] }],
	]);
	for (const status of CASE_STATUSES) {
		for (const [move, targets] of Object.entries(STATUS_GUIDE[status].exits)) {
			for (const to of new Set(targets.map((target) => target.split("/")[0] ?? ""))) {
				const key = `${status} ${to}`;
				const edge = edges.get(key) ?? { from: status, to, moves: [] };
				edge.moves.push(move);
				edges.set(key, edge);
			}
		}
	}
	return [...edges.values()];
}

/** docs/case-lifecycle.md as a whole. */
export function lifecycleDocument(): string {
	const lines = lifecycleEdges().map(({ from, to, moves }) => `  ${from} --> ${to}: ${moves.join(", ")}`);
	const final = CASE_STATUSES.filter((status) => Object.keys(STATUS_GUIDE[status].exits).length === 0);
	return `# The life of a recovery case

A case has one of five statuses. This page says what each of them means, who must act, and what comes next.
[Court orders](guides/court-orders.md#execute) says whose calls execute a case.

Generated from \`src/recovery/case/status-guide.ts\` by \`npm run generate\`, and held against the transition table by
[test/unit/recovery/status-guide.test.ts](../test/unit/recovery/status-guide.test.ts). The rules in full are in
[design/recovery.md](design/recovery.md#lifecycle).

\`\`\`mermaid
stateDiagram-v2
${[...lines, ...final.map((status) => `  ${status} --> [*]`)].join("\n")}
\`\`\`

The labels are the values of \`move\` in a case's history. A move from \`action_required\` to itself changes the reason.
These change neither status nor reason: \`verify_order\`, \`add_document\`, \`approve_execution\`, \`observe_module\`, a \`prove_execution\` that is not final, and an
\`attach_order\` that gives a case halted for another reason its first order. A reviewer can clear a case
only if it has an order or a reviewer has halted it; without an order it is \`created\` again.

## Status

${tableOf(CASE_STATUSES, STATUS_GUIDE)}

## Reasons of action_required

${tableOf(ACTION_REASONS, REASON_GUIDE)}

## Reasons of rejected

${tableOf(REJECTION_REASONS, REASON_GUIDE)}

## Filing again

The caseId follows from the intent, so an intent has one case for ever. After a withdrawal, a contest or a rejection,
filing the same intent again returns the rejected case with 200, or 409 \`CASE_ALREADY_EXISTS\` to another caller. A new
filing needs a changed intent: another \`lostAccount\`, \`recoveryAccount\`, \`chainId\` or \`reasonForRecovery\`, or other
transactions, of which the order counts too. Another \`email\` changes nothing, because it is not part of the jrcHash.

${historyRules()}`;
}

function tableOf<Name extends string>(names: readonly Name[], guides: Record<Name, Guide>): string {
	const rows = names.map((name) => {
		const { meaning, whoActs, exits } = guides[name];
		return `| \`${name}\` | ${meaning} | ${whoActs} | ${endsOf(exits) || "never"} |`;
	});
	return ["| name | meaning | who must act | ends when |", "| --- | --- | --- | --- |", ...rows].join("\n");
}
