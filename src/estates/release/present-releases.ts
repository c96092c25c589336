/** Makes of release requests what goes out. Who reviewed is told to reviewers alone. */
import type * as z from "zod";
import { isoTime, isoTimeOrNull } from "../../kernel/iso-time.ts";
import { presentOwner } from "../profile/present-estates.ts";
import { phaseOf } from "./release.ts";
import type { releaseRequestResponse, reviewedReleaseResponse } from "./release-response-schemas.ts";
import type { ReleaseRequest } from "./release-rows.ts";

/** @param now the phase follows from the time */
export function presentRelease(request: ReleaseRequest, now: number): z.infer<typeof releaseRequestResponse> {
	return { ...fieldsOf(request, now), approvals: request.state.approvals.length };
}

export function presentReviewedRelease(
	request: ReleaseRequest,
	now: number,
): z.infer<typeof reviewedReleaseResponse> {
	const { applicantId, approvals } = request.state;
	return {
		...fieldsOf(request, now),
		applicantId,
		approvals: approvals.map(({ reviewerId, approvedAt }) => ({
			reviewerId,
			approvedAt: isoTime(approvedAt),
		})),
	};
}

function fieldsOf(request: ReleaseRequest, now: number) {
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
