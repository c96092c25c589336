import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { breaks } from "../../kernel/schemas/field-rule.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { hash32Schema, timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import { NAMED_PER_MINUTE } from "../../quota/report-rate.ts";
import { caseRecordResponse } from "../case/case-record.ts";
import { jrcHashParam, standingFields } from "../case/case-schemas.ts";
import { reviewerIdOf, withReviewerAccess } from "../case/reviewer-access.ts";
import { caseNotFound } from "../errors.ts";
import { OBSERVATION_STATES } from "./execution-messages.ts";

const txHash = lazy(() => hash32Schema().meta({ example: doc(`0x${"5c".repeat(32)}`) }));

const executionBody = lazy(() =>
	z
		.strictObject({
			txHash: txHash().optional(),
			txHashes: z
				.array(txHash())
				.min(1, "must name at least one transaction")
				.max(NAMED_PER_MINUTE, `must name at most ${NAMED_PER_MINUTE} transactions`)
				.optional(),
		})
		.refine(({ txHash, txHashes }) => (txHash === undefined) !== (txHashes === undefined), {
			path: ["txHashes"],
			...breaks("exactly_one", "must be given if `txHash` is not, and must not be given if it is"),
		})
		.meta({
			id: "ExecutionBody",
			description: doc("Either `txHash`, or `txHashes` if the execution took several transactions."),
		}),
);

const observationSchema = lazyObject(() => ({
	state: z
		.enum(OBSERVATION_STATES)
		.describe(
			doc(
				"`confirming`: proven, but the blocks may still be reorganised. `unseen`: not mined, or removed by a reorganisation. `unproven`: neither proven nor disproven.",
			),
		),
	txHashes: z.array(hash32Schema()),
	reason: z.string().nullable(),
	nextLookAt: timestampSchema()
		.nullable()
		.describe(
			doc("When the service checks again by itself. Null if another check would give the same result."),
		),
}));

export const observedExecutionResponse = lazyObject("ObservedExecution", () => ({
	...standingFields(),
	observation: observationSchema(),
}));

const executionStandingResponse = lazyObject("ExecutionStanding", () => ({
	...standingFields(),
	observation: observationSchema()
		.nullable()
		.describe(
			doc(
				"The result of the last check of reported transactions. Null if none were reported, and once the result is final: then `execution` of the record has it.",
			),
		),
}));

/** recovery.md "Beyond the specification", "Proof of execution". */
export const reportExecution = defineOperation({
	operationId: "reportExecution",
	method: "POST",
	path: "/recovery-cases/{jrcHash}/execution",
	tag: "Recovery cases",
	summary: doc("Report the transactions that executed a case"),
	description: doc(
		"For the case's developer, the recovery account's wallet session, and reviewers whose own account has no competing case. The service verifies the transactions on the chain. 200: the result is final, and the case is `executed`, or `action_required` if the transactions did not do what the case asks for. 202: the transactions are still confirming, or nothing can be proven yet; the service checks again at `nextLookAt`. 409 on a chain without a node: two reviewers must attest the execution.",
	),
	policy: "developer_or_wallet",
	cors: "allowlisted",
	params: jrcHashParam,
	body: executionBody,
	responses: {
		200: { description: doc("The case, after a final result."), schema: caseRecordResponse },
		202: { description: doc("The result so far."), schema: observedExecutionResponse },
	},
	errors: ["RESOURCE_NOT_FOUND", "RECOVERY_STATUS_ERROR", "RATE_LIMITED"],
	handler: async ({ params: { caseId }, body, principal, services, clientAddress, audit }) => {
		const txHashes = hashesOf(body);
		const own = await services.recovery.reportExecution({
			caseId,
			txHashes,
			reporter: principal,
			clientAddress,
		});
		const reviewerId = own === null ? await reviewerIdOf(principal, services) : null;
		const result =
			reviewerId === null
				? own
				: await services.caseReview.reportExecution(caseId, reviewerId, txHashes, clientAddress);
		if (result === null) throw caseNotFound();
		// Only the audit log names the reviewer, because the history names the chain as actor.
		if (reviewerId !== null) await audit({ action: "recovery_case.execution_named", target: caseId });
		if (result.kind === "settled") return { status: 200, json: result.record };
		const { observation, standing } = result;
		const nextLookAt = isoTimeOrNull(observation.nextLookAt);
		return { status: 202, body: { ...standing, observation: { ...observation, nextLookAt } } };
	},
});

/** Lower case, like a node's. */
function hashesOf({ txHash, txHashes }: { txHash?: Hex | undefined; txHashes?: Hex[] | undefined }): Hex[] {
	const named = txHashes ?? (txHash === undefined ? [] : [txHash]);
	return named.map((hash): Hex => `0x${hash.slice(2).toLowerCase()}`);
}

/** recovery.md "When the chain is checked". */
export const getExecution = defineOperation({
	operationId: "getExecution",
	method: "GET",
	path: "/recovery-cases/{jrcHash}/execution",
	tag: "Recovery cases",
	summary: doc("Get what the chain shows of the reported transactions"),
	description: doc(
		"The result of the last check of the transactions that were reported, and when the service checks again. The call itself asks no node.",
	),
	policy: "case_viewer",
	cors: "allowlisted",
	readOnly: true,
	params: jrcHashParam,
	responses: {
		200: { description: doc("The result of the last check."), schema: executionStandingResponse },
	},
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { caseId }, principal, services }) => {
		const found = await withReviewerAccess(principal, services, (caller) =>
			services.recovery.executionStanding(caller, caseId),
		);
		if (found === null) throw caseNotFound();
		const { standing, observation } = found;
		const nextLookAt = isoTimeOrNull(observation?.nextLookAt ?? null);
		return { status: 200, body: { ...standing, observation: observation && { ...observation, nextLookAt } } };
	},
});
