/** Only reviewers see who approved. */
import * as z from "zod";
import { type Infer, lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import { courtInfoSchema } from "../../recovery/case/case-schemas.ts";
import { ownerFields, ownerParams, presentOwner } from "../profile/owner-schemas.ts";
import { phaseOf, RELEASE_PHASES } from "./release.ts";
import type { ReleaseRequest } from "./release-request.ts";

const requestId = lazy(() =>
	z.string().regex(/^rel_[0-9a-f]{32}$/, "must be `rel_` and 32 lower-case hex digits"),
);

export const releaseParams = lazyObject(() => ({ ...ownerParams().shape, requestId: requestId() }));
export const reviewedReleaseParams = lazyObject(() => ({ requestId: requestId() }));

const releaseFields = lazy(() => ({
	requestId: z.string().meta({ example: doc("rel_5f0d8c1e9b7a4c3d8e2f1a0b9c8d7e6f") }),
	...ownerFields(),
	phase: z.enum(RELEASE_PHASES),
	applicant: z.string(),
	courtInfo: courtInfoSchema(),
	order: z.strictObject({
		sha256: z.string().describe(doc("`0x` and the SHA-256 of the order's bytes.")),
		size: z.int().describe(doc("In bytes.")),
	}),
	requestedAt: timestampSchema(),
	challengeEndsAt: timestampSchema().describe(doc("Approvals are possible from this time on.")),
	downloadableUntil: timestampSchema().nullable().describe(doc("Null before the second approval.")),
	endedAt: timestampSchema()
		.nullable()
		.describe(doc("When the owner objected or a reviewer rejected the request.")),
}));

export const releaseRequestSchema = lazyObject("ReleaseRequest", () => ({
	...releaseFields(),
	approvals: z
		.int()
		.describe(
			doc(
				"Number of approvals by different reviewers; two release the will. Until then, approvals by former reviewers do not count.",
			),
		),
}));

export const reviewedReleaseSchema = lazyObject("ReviewedReleaseRequest", () => ({
	...releaseFields(),
	applicantId: z.string().describe(doc("Id of the account that made the request.")),
	approvals: z.array(z.strictObject({ reviewerId: z.string(), approvedAt: timestampSchema() })),
}));

/** @param now decides the phase */
export function presentRelease(request: ReleaseRequest, now: number): Infer<typeof releaseRequestSchema> {
	return { ...presentFields(request, now), approvals: request.state.approvals.length };
}

export function presentReviewedRelease(
	request: ReleaseRequest,
	now: number,
): Infer<typeof reviewedReleaseSchema> {
	const { applicantId, approvals } = request.state;
	return {
		...presentFields(request, now),
		applicantId,
		approvals: approvals.map(({ reviewerId, approvedAt }) => ({
			reviewerId,
			approvedAt: isoTime(approvedAt),
		})),
	};
}

function presentFields(request: ReleaseRequest, now: number) {
	const { requestId, applicant, courtInfo, order, state } = request;
	return {
		requestId,
		...presentOwner(request),
		phase: phaseOf(state, now),
		applicant,
		courtInfo,
		order: { sha256: order.sha256, size: order.size },
		requestedAt: isoTime(state.requestedAt),
		challengeEndsAt: isoTime(state.challengeEndsAt),
		downloadableUntil: isoTimeOrNull(state.downloadableUntil),
		endedAt: isoTimeOrNull(state.ended?.at ?? null),
	};
}
