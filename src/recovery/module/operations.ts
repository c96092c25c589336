import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import {
	addressSchema,
	chainIdSchema,
	signatureSchema,
	timestampSchema,
	unixSecondsSchema,
} from "../../kernel/schemas/schemas.ts";
import { isoTime } from "../../kernel/time/iso-time.ts";
import { moduleAddress } from "../../protocol/recovery-module/court-recovery-module.ts";
import { MODULE_STATES } from "../../protocol/recovery-module/module-calls.ts";
import { caseRecordResponse, recordOrReceipt } from "../case/case-record.ts";
import { caseIdParam, standingFields } from "../case/case-schemas.ts";
import { withReviewerAccess } from "../case/reviewer-access.ts";
import { caseNotFound } from "../errors.ts";
import type { ModuleCase } from "./module-messages.ts";
import type { ModuleStanding } from "./module-service.ts";

const termFields = lazy(() => ({
	reviewer: addressSchema().describe(doc("The address that signs.")),
	notBefore: unixSecondsSchema().meta({
		description: doc(
			"The earliest execution, in unix seconds; 0 for none. It may not be before `executeAfter`.",
		),
		example: 0,
	}),
	deadline: unixSecondsSchema().meta({
		description: doc("The last moment for the schedule, in unix seconds, thirty days ahead at most."),
		example: 1_795_000_000,
	}),
	round: unixSecondsSchema().meta({ description: doc("As on the chain."), example: 0 }),
	generation: unixSecondsSchema().meta({ description: doc("As on the chain."), example: 1 }),
}));

const approvalBody = lazyObject(
	{
		id: "ExecutionApproval",
		description: doc(
			"A reviewer's signature of the module's `Approval(address reviewer,address account,bytes32 jrcHash,uint256 notBefore,uint256 deadline,uint256 round,uint256 generation)`.",
		),
	},
	() => ({ ...termFields(), signature: signatureSchema() }),
);

const callResponse = lazyObject(
	{ id: "ModuleCall", description: doc("A transaction without a value.") },
	() => ({ to: addressSchema(), data: z.string().meta({ example: "0x" }) }),
);

const approvalStandingResponse = lazyObject("ApprovalStanding", () => ({
	...standingFields(),
	chainId: chainIdSchema(),
	module: addressSchema().describe(doc("The contract CourtRecoveryModule. Not audited.")),
	account: addressSchema().describe(doc("The lost account.")),
	state: z
		.enum(["not_offered", "not_configured", ...MODULE_STATES])
		.describe(
			doc(
				"On the chain now. `not_offered`: this service takes no approvals for the chain, and did not ask it. `not_configured`: the account has no reviewers. `unknown`: nothing is scheduled. `waiting`, `ready`: it can be executed from `readyAt` until `endsAt`. `expired`, `vetoed`: it needs new approvals.",
			),
		),
	configuration: z
		.strictObject({
			reviewers: z.array(addressSchema()),
			threshold: z.int(),
			vetoers: z.array(addressSchema()),
			delaySeconds: z.int(),
			expirySeconds: z.int(),
		})
		.meta({ id: "ModuleConfiguration" })
		.nullable(),
	round: z.int().nullable(),
	generation: z.int().nullable(),
	readyAt: timestampSchema().nullable(),
	endsAt: timestampSchema().nullable(),
	vetoes: z.int().nullable().describe(doc("Reviewers who have voted for a veto in this round.")),
	wasDelayed: z.boolean().nullable(),
	executeAfter: timestampSchema().nullable(),
	isExecutable: z
		.boolean()
		.describe(
			doc(
				"The case is pending and its order verified, so that reviewers may approve and the calls are given.",
			),
		),
	approvals: z.array(
		z
			.strictObject({
				...termFields(),
				approvedAt: timestampSchema(),
				isCurrent: z
					.boolean()
					.describe(doc("Whether round, generation and deadline are still worth something on the chain.")),
			})
			.meta({ id: "StoredApproval" }),
	),
	calls: z
		.strictObject({
			schedule: callResponse().nullable(),
			execute: callResponse().nullable(),
			veto: callResponse().nullable(),
		})
		.meta({
			id: "ModuleCalls",
			description: doc(
				"`schedule` once enough reviewers have approved, `execute` once it is scheduled: anybody may send them. `veto` stops the recovery if the account, or enough reviewers, send it.",
			),
		}),
}));

function presentStanding(of: ModuleCase, { configuration, status, ...standing }: ModuleStanding) {
	const { chainId, lostAccount: account } = of.rec;
	const { generation = null, ...configured } = configuration ?? {};
	const scheduled = status && status.endsAt > 0 ? status : null;
	const timeOf = (seconds: number | undefined) => (seconds === undefined ? null : isoTime(seconds * 1000));
	return {
		...of.standing,
		...{ chainId, account, generation, module: moduleAddress, state: standing.state },
		configuration: configuration && configured,
		round: status?.round ?? null,
		readyAt: timeOf(scheduled?.readyAt),
		endsAt: timeOf(scheduled?.endsAt),
		vetoes: status?.vetoes ?? null,
		wasDelayed: status?.wasDelayed ?? null,
		executeAfter: of.executeAfter === null ? null : isoTime(of.executeAfter),
		isExecutable: of.isExecutable,
		approvals: standing.approvals.map(({ reviewer, terms, approvedAt, isCurrent }) => ({
			...{ reviewer, ...terms, isCurrent },
			approvedAt: isoTime(approvedAt),
		})),
		calls: standing.calls,
	};
}

/** recovery.md "Approvals for the chain". */
export const getApproval = defineOperation({
	operationId: "getApproval",
	method: "GET",
	path: "/recovery-cases/{caseId}/approval",
	tag: "Recovery cases",
	summary: doc("Get the approvals of a case, and its state on the chain"),
	description: doc(
		"Asks the chain's node about the recovery module with four requests, which the caller's budget of node requests pays. Gives the calls that schedule, execute and stop the recovery. The service sends none of them.",
	),
	policy: "case_viewer",
	cors: "allowlisted",
	readOnly: true,
	params: caseIdParam,
	responses: { 200: { description: doc("How the case stands."), schema: approvalStandingResponse } },
	errors: ["RESOURCE_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ params: { caseId }, principal, services, clientAddress, now }) => {
		const of = await withReviewerAccess(principal, services, (caller) =>
			services.recovery.moduleCase(caller, caseId),
		);
		if (of === null) throw caseNotFound();
		const standing = await services.modules.standing(of, { payer: principal, clientAddress }, now);
		return { status: 200, body: presentStanding(of, standing) };
	},
});

/** recovery.md "Approvals for the chain". */
export const approveExecution = defineOperation({
	operationId: "approveExecution",
	method: "POST",
	path: "/review/recovery-cases/{caseId}/approvals",
	tag: "Review",
	summary: doc("Approve a recovery on its chain"),
	description: doc(
		"Stores a reviewer's signature for the recovery module. With enough of them anybody can schedule the recovery, and execute it after the account's delay, unless somebody stops it on the chain. A signature cannot be taken back: the case may be halted or closed later, and the chain will not know. So a case takes approvals only while its order is verified and it is not halted, and only for a time from `executeAfter` on.",
	),
	policy: "reviewer",
	params: caseIdParam,
	body: approvalBody,
	responses: { 200: { description: doc("The case as it stands."), schema: caseRecordResponse } },
	errors: ["RESOURCE_NOT_FOUND", "RECOVERY_STATUS_ERROR", "INVALID_SIGNER", "RATE_LIMITED"],
	handler: async ({ params: { caseId }, body, principal, services, audit, clientAddress }) => {
		const { developerId: reviewerId } = principal;
		const moved = await services.caseReview.approve({ caseId, reviewerId, approval: body, clientAddress });
		if (moved.kind === "moved") await audit({ action: "recovery_case.execution_approved", target: caseId });
		return { status: 200, ...recordOrReceipt(moved) };
	},
});
