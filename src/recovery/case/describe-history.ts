/**
 * How the state and the events of an evidence bundle follow from its history, for docs/case-lifecycle.md. A test
 * derives them by these rules. Not part of the Worker.
 */
import type { Standing } from "../../protocol/evidence/evidence-form.ts";

/** In a rule, a move stands for its entry, with `at`, and for the members of its payload. */
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

export function historyRules(): string {
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
