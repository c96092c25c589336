/** Writes the status guide as OpenAPI text and as docs/case-lifecycle.md. Not part of the Worker. */
import { ACTION_REASONS, CASE_STATUSES, REJECTION_REASONS } from "../../protocol/enumerations.ts";
import type { Standing } from "../../protocol/evidence/evidence-form.ts";
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

/**
 * How the state of an evidence bundle follows from its history. A test derives it by these rules.
 * In a rule, a move stands for its entry, with `at`, and for the members of its payload.
 */
export const STATE_RULES: Record<keyof Standing, string> = {
	status: "`to` of the last entry",
	statusReason: "`reason` of the last entry",
	statusNote:
		"`note` of the last payload that has one; null if there is none or if an `attach_order` followed it",
	source: "`source` of `create`",
	reference: "`reference` of `create`; absent if that has none",
	tokenDecimals: "`tokenDecimals` of `create`; absent if that has none",
	courtOrder:
		"`typedData.message` of the last `attach_order`, without `jrcHash` and with `docketNumber` as a number; `attachedAt` is its `at`. `verification` is `verified` and `verifiedAt` the `at` of a `verify_order` that followed it and has no `needed`, or follows a `verify_order` of another reviewer who is not in its `former`; `verified_once` and null after only one with `needed`; else `unverified` and null. Null without an order",
	documents: "`document` of each `add_document`, in order, with its `at` as `addedAt`",
	executeAfter: "`at` + `challengePeriodSeconds` of the last `attach_order`; null without one",
	expiresAt: "`at` + `caseExpirySeconds` of `create`; null after an `attach_order`",
	execution:
		"`execution` of the last `prove_execution`, without `blockTime` and with `confirmedAt` as an ISO time. If an `attest_execution` led to `executed`: its `txHash` alone in `txHashes`, `state` `final`, `proof` `attested`, no `calls`, block number and hash null, its `at` as `confirmedAt`. Else null",
	notWatched:
		"`notWatched` of the last `lose_watch`, with `since` as an ISO time; null if there is none, after a `regain_watch`, after a `clear` of `owner_not_watched`, and after a move to `executed`, `rejected` or `expired`",
	txHash: "the last of `execution.txHashes` after the move to `executed`; null before",
	signer: "`proof` of `create`",
	createdAt: "`at` of the first entry",
	updatedAt: "`at` of the last entry",
	version: "the number of entries",
};

function historyRules(): string {
	const rows = Object.entries(STATE_RULES).map(([name, rule]) => `| \`${name}\` | ${rule} |`);
	return `## What follows from a history

An evidence bundle ([signing.md](signing.md#history-and-evidence)) contains a case's history, its \`state\` and its
\`events\`. These rules derive both from the entries of the history and their payloads. Times are ISO 8601 in UTC, with
milliseconds. Which moves were allowed is in the tables above.

| member of \`state\` | follows from |
| --- | --- |
${rows.join("\n")}

An entry emits an event if its \`to\` or its \`reason\` differs from that of the entry before, as those of \`create\` always
do, or if it is an \`allow_execution\`, or a \`verify_order\` by which the order of a \`pending\` case counts as \`verified\`. Any other entry has \`eventId\` null.
An event has:

| member of an event | follows from |
| --- | --- |
| \`eventId\` | \`eventId\` of the entry, which is computed from caseId and \`sequence\` ([signing.md](signing.md#caseid-and-eventid)) |
| \`sequence\` | the number of the event, counted from 1 |
| \`type\` | \`recovery_case.\` and the \`to\` of the entry |
| \`createdAt\` | \`at\` of the entry |
| \`body\` | the JSON text of \`{ id, type, createdAt, data: { caseId, jrcHash, status, txHash, statusReason, sequence, historyHash, phase, reference } }\` in this order and without white space: \`id\` is the eventId, \`data\` the case as the entry left it, \`historyHash\` the \`hash\` of the entry, without \`reference\` if the case has none. Only a \`recovery_case.pending\` has \`phase\`: \`order_attached\` while \`courtOrder.verification\` is not \`verified\`, then \`order_verified\` if the entry's \`at\` is before \`executeAfter\`, else \`executable\` |

\`confirmedAt\` and \`deliveries\` of an event, \`issuer\` and \`issuedAt\` follow from nothing: they are the service's word.
`;
}
