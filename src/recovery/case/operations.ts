import * as z from "zod";
import { freshProofBody, requireFreshProof } from "../../developers/fresh-proof.ts";
import { defineOperation } from "../../http/operation.ts";
import { invalidField } from "../../kernel/errors/app-error.ts";
import { lazy } from "../../kernel/once.ts";
import { limitField } from "../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../kernel/paging/paging.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { signatureSchema, wholeNumberText } from "../../kernel/schemas/schemas.ts";
import { caseEvent } from "../../webhooks/delivery/webhook-event.ts";
import { caseNotFound } from "../errors.ts";
import { newCaseFields, tokenDecimalsSchema } from "../intent/intent-schemas.ts";
import { caseRecordResponse, recordOrReceipt, recordOrReceiptResponse } from "./case-record.ts";
import {
	caseIdParam,
	closeReasonSchema,
	courtInfoSchema,
	eventSequenceSchema,
	jrcHashParam,
	referenceSchema,
	standingFields,
} from "./case-schemas.ts";
import { withReviewerAccess } from "./reviewer-access.ts";

const newCaseBody = lazyObject(
	{
		id: "NewCase",
		description: doc(
			"`case` is the `rec` of a RecoveryIntent and `transactions` are its `txs`. `case.jrcHash` is optional and is checked.",
		),
	},
	() => ({
		...newCaseFields(),
		tokenDecimals: tokenDecimalsSchema().optional(),
		signature: signatureSchema(),
		reference: referenceSchema()
			.optional()
			.describe(
				doc(
					"Your own name of the case, for a developer's key pair or session only. It stands in the record, in lists, in webhooks and in the evidence, which a court may read, and is never erased: no name and no e-mail address. Not signed. A repetition keeps that of the first request.",
				),
			),
	}),
);

/** recovery.md "POST /recovery-cases/new-case". */
export const createCase = defineOperation({
	operationId: "createRecoveryCase",
	method: "POST",
	path: "/recovery-cases/new-case",
	tag: "Recovery cases",
	summary: doc("File a signed recovery case"),
	description: doc(
		"`signature` is the recoveryAccount's EIP-712 signature of the NewCase message that jrc-hash returns. A retry with the same case is safe: it returns 200 with the case as it stands. That is also so after a contest, a withdrawal or a rejection, so read `status`: a closed case stays `rejected`. To file anew, change the intent (an account, the chain, the reason or the transactions), which gives another jrcHash.",
	),
	policy: "claimant",
	cors: "signed",
	body: newCaseBody,
	responses: {
		201: { description: doc("The case was created."), schema: recordOrReceiptResponse },
		200: {
			description: doc("You filed this case before. The response is the case as it stands."),
			schema: recordOrReceiptResponse,
		},
	},
	errors: [
		"NO_RECOVERY_CASE_TXS",
		"UNMATCHED_JRC_HASH",
		"INVALID_SIGNER",
		"CASE_ALREADY_EXISTS",
		"USER_NOT_FOUND",
		"RATE_LIMITED",
	],
	handler: async ({ body, principal, headers, services, clientAddress, now }) => {
		const { jrcHash, ...rec } = body.case;
		const { reference } = body;
		if (reference !== undefined && principal.kind !== "developer") {
			throw invalidField({
				field: "reference",
				rule: "not_allowed",
				message: "is for a developer's key pair or session; a hosted link brings its own",
			});
		}
		const intent = { rec, txs: body.transactions };
		const link = await services.hostedLinks.requests.linkOfCase({ headers, principal, intent });
		const filed = await services.recovery.create({
			caller: principal,
			clientAddress,
			intent,
			tokenDecimals: body.tokenDecimals,
			signature: body.signature,
			claimedHash: jrcHash,
			reference,
			now,
			link,
		});
		if (filed.kind === "repeated") return { status: 200, ...recordOrReceipt(filed) };
		const location = `${services.basePath}/recovery-cases/${filed.standing.caseId}`;
		return { status: 201, headers: { Location: location }, ...recordOrReceipt(filed) };
	},
});

/** recovery.md "GET /recovery-cases/{caseId}". */
export const getCase = defineOperation({
	operationId: "getRecoveryCase",
	method: "GET",
	path: "/recovery-cases/{caseId}",
	tag: "Recovery cases",
	summary: doc("Read a case, its transactions and its history"),
	policy: "case_viewer",
	cors: "allowlisted",
	readOnly: true,
	params: caseIdParam,
	responses: { 200: { description: doc("The case."), schema: caseRecordResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, principal, services }) => {
		const record = await services.recovery.read(principal, params.caseId);
		if (record === null) throw caseNotFound();
		return { status: 200, json: record };
	},
});

const archiveResponse = lazy(() => z.file());

/** archives.md "The archive". */
export const downloadCase = defineOperation({
	operationId: "downloadRecoveryCase",
	method: "POST",
	path: "/recovery-cases/{caseId}/download",
	tag: "Recovery cases",
	summary: doc("Download a case whole"),
	description: doc(
		"A ZIP archive for whoever may read the case: its record, its evidence, the service's public keys, and the documents that the caller may read. A signed manifest lists every file with its SHA-256; `replevin verify` checks the archive offline. The caller proves once more who it is: a developer by `password`, and `passkey` if the account has one; a wallet by a signed message of `POST /auth/wallet/challenge` with the purpose `download`. API keys cannot do this. Five wrong passwords end the session.",
	),
	policy: "any_session",
	params: caseIdParam,
	body: freshProofBody,
	download: ["application/zip"],
	responses: { 200: { description: doc("The archive."), schema: archiveResponse } },
	errors: ["INVALID_PASSWORD", "INVALID_SIGNER", "RESOURCE_NOT_FOUND", "USER_NOT_FOUND"],
	handler: async ({ params: { caseId }, body, principal, services, clientAddress, audit, now }) => {
		await requireFreshProof({ principal, body, services, clientAddress, audit, now });
		const files = await withReviewerAccess(principal, services, (caller) =>
			services.caseFiles(caller, { caseId, clientAddress, now }),
		);
		if (files === null) throw caseNotFound();
		await audit({ action: "recovery_case.downloaded", target: caseId });
		const bytes = await services.archive({ kind: "case", subject: caseId, files, now });
		return { status: 200, file: { bytes, mimeType: "application/zip", fileName: `${caseId}.zip` } };
	},
});

const courtOrderBody = lazyObject("CourtOrderBody", () => ({
	courtInfo: courtInfoSchema(),
	signature: signatureSchema(),
}));

/** recovery.md "PATCH /recovery-cases/{jrcHash}/court-order". */
export const attachCourtOrder = defineOperation({
	operationId: "attachCourtOrder",
	method: "PATCH",
	path: "/recovery-cases/{jrcHash}/court-order",
	tag: "Recovery cases",
	summary: doc("Attach a signed court order"),
	description: doc(
		"`signature` is the recoveryAccount's EIP-712 signature of the CourtOrder message. The case becomes `pending` and the challenge period starts. A halted case, such as a contested one, also accepts its first order, and then waits for a reviewer.",
	),
	policy: "claimant",
	cors: "signed",
	params: jrcHashParam,
	body: courtOrderBody,
	responses: { 200: { description: doc("The updated case."), schema: recordOrReceiptResponse } },
	errors: ["RESOURCE_NOT_FOUND", "INVALID_SIGNER", "RECOVERY_STATUS_ERROR"],
	handler: async ({ params, body, principal, services, clientAddress, now }) => {
		const moved = await services.recovery.attachOrder({
			caller: principal,
			clientAddress,
			now,
			caseId: params.caseId,
			courtInfo: body.courtInfo,
			signature: body.signature,
		});
		return { status: 200, ...recordOrReceipt(moved) };
	},
});

const closeCaseBody = lazyObject("CloseCaseBody", () => ({
	reason: closeReasonSchema(),
	signature: signatureSchema(),
}));

const closedCaseResponse = lazyObject("CaseStanding", standingFields);

const closing = <Action extends "contest" | "withdraw">(action: Action, summary: string, signer: string) =>
	defineOperation({
		operationId: `${action}RecoveryCase` as const,
		method: "POST",
		path: `/recovery-cases/{jrcHash}/${action}`,
		tag: "Recovery cases",
		summary,
		description: doc(
			`\`signature\` is the ${signer}'s EIP-712 signature of the CloseCase message with the action \`${action}\`. No credential is needed.`,
		),
		policy: "public",
		cors: "signed",
		rateLimited: true,
		params: jrcHashParam,
		body: closeCaseBody,
		responses: { 200: { description: doc("The status of the case."), schema: closedCaseResponse } },
		errors: ["RESOURCE_NOT_FOUND", "INVALID_SIGNER", "RECOVERY_STATUS_ERROR"],
		handler: async ({ params: { caseId }, body, services, clientAddress }) => {
			const moved = await services.recovery.close({ action, caseId, ...body, clientAddress });
			return { status: 200, body: moved.standing };
		},
	});

/** recovery.md "Beyond the specification". */
export const contestCase = closing(
	"contest",
	"Contest a case as the owner of the lost account",
	"lostAccount",
);

/** recovery.md "Beyond the specification". */
export const withdrawCase = closing("withdraw", "Withdraw a case as its claimant", "recoveryAccount");

const caseEventsQuery = lazyObject(() => ({
	after: wholeNumberText(0, Number.MAX_SAFE_INTEGER)
		.optional()
		.describe(doc("`nextAfter` of the previous call. By default the page starts with the first event.")),
	limit: limitField(),
}));

export const caseEventListResponse = lazyObject("CaseEventList", () => ({
	data: z.array(z.strictObject({ sequence: eventSequenceSchema(), event: caseEvent() })),
	nextAfter: z.int().meta({
		description: doc(
			"Pass it as `after` in the next call: the last `sequence` of this page, or `after` itself if the page is empty.",
		),
		example: 2,
	}),
}));

/** recovery.md "Beyond the specification". */
export const listCaseEvents = defineOperation({
	operationId: "listRecoveryCaseEvents",
	method: "GET",
	path: "/recovery-cases/{caseId}/events",
	tag: "Recovery cases",
	summary: doc("List a case's events, oldest first"),
	description: doc(
		"`event` has the exact bytes of the webhook's body. Continue with `nextAfter`; an empty page means that there is nothing new.",
	),
	policy: "case_viewer",
	cors: "allowlisted",
	readOnly: true,
	params: caseIdParam,
	query: caseEventsQuery,
	responses: { 200: { description: doc("One page of events."), schema: caseEventListResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { caseId }, query, principal, services }) => {
		const after = Number(query.after ?? 0);
		const limit = pageSizeOf(query.limit);
		const events = await withReviewerAccess(principal, services, (caller) =>
			services.recovery.eventsAfter(caller, { caseId, after, limit }),
		);
		if (events === null) throw caseNotFound();
		return { status: 200, json: eventPage(events, events.at(-1)?.sequence ?? after) };
	},
});

/** Inserts the stored bytes unparsed, so that they stay the same. */
function eventPage(events: readonly { sequence: number; body: string }[], nextAfter: number): string {
	const data = events.map(({ sequence, body }) => `{"sequence":${sequence},"event":${body}}`).join(",");
	return `{"data":[${data}],"nextAfter":${nextAfter}}`;
}
