/** The state machine of a release request (estates.md "Release of a will"). Times are unix milliseconds. */
import * as z from "zod";
import type { Infer } from "../../kernel/once.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";

/** From the second approval. */
const DOWNLOAD_PERIOD_SECONDS = 7 * 86_400;
const SECOND_MS = 1000;
const APPROVALS_NEEDED = 2;

export const RELEASE_PHASES = [
	"challenge_period",
	"awaiting_approval",
	"downloadable",
	"objected",
	"rejected",
	"over",
] as const;
export type ReleasePhase = (typeof RELEASE_PHASES)[number];

export const releaseStateSchema = lazyObject(() => ({
	/** Only this account may download. */
	applicantId: z.string(),
	requestedAt: z.number(),
	challengeEndsAt: z.number(),
	approvals: z
		.array(z.strictObject({ reviewerId: z.string(), approvedAt: z.number() }))
		.max(APPROVALS_NEEDED),
	/** Null before the second approval. */
	downloadableUntil: z.number().nullable(),
	ended: z.strictObject({ as: z.enum(["objected", "rejected"]), at: z.number() }).nullable(),
}));
export type ReleaseState = Infer<typeof releaseStateSchema>;

export const RELEASE_STATUSES = ["open", "approved", "objected", "rejected"] as const;
/** Stored for queries. Unlike the phase, it does not depend on time. */
export type ReleaseStatus = (typeof RELEASE_STATUSES)[number];

export type ReleaseCommand =
	| { kind: "object" }
	| { kind: "approve"; reviewerId: string }
	| { kind: "reject"; reviewerId: string };

type ReleaseActor = "applicant" | "owner" | `reviewer:${string}`;

export type ReleaseDecision =
	| { kind: "moved"; state: ReleaseState; phase: ReleasePhase; actor: ReleaseActor }
	/** The move took effect before, so the caller gets a success. */
	| { kind: "unchanged"; phase: ReleasePhase }
	| { kind: "not_allowed"; reason: ReleaseObstacle };

export type ReleaseObstacle =
	| "wrong_phase"
	| "challenge_period_running"
	/** A reviewer never decides their own request. */
	| "own_request";

export type DownloadDecision =
	| { kind: "allowed" }
	| { kind: "not_allowed"; reason: "not_the_applicant" | "not_released" | "over" };

/** @param request.challengeSeconds the setting RELEASE_CHALLENGE_SECONDS */
export function requestRelease(
	request: { applicantId: string; challengeSeconds: number },
	now: number,
): Extract<ReleaseDecision, { kind: "moved" }> {
	return moved(
		{
			applicantId: request.applicantId,
			requestedAt: now,
			challengeEndsAt: now + request.challengeSeconds * SECOND_MS,
			approvals: [],
			downloadableUntil: null,
			ended: null,
		},
		"applicant",
		now,
	);
}

/** Depends on time, so that its end needs no write. */
export function phaseOf(state: ReleaseState, now: number): ReleasePhase {
	if (state.ended) return state.ended.as;
	if (state.downloadableUntil !== null) return now < state.downloadableUntil ? "downloadable" : "over";
	return now < state.challengeEndsAt ? "challenge_period" : "awaiting_approval";
}

/** `approved` from the second approval on. */
export function releaseStatusOf({ ended, downloadableUntil }: ReleaseState): ReleaseStatus {
	return ended?.as ?? (downloadableUntil === null ? "open" : "approved");
}

/** Removes approvals by former reviewers from an undecided request (estates.md "Release of a will"). */
export function withoutFormerReviewers(state: ReleaseState, reviewers: ReadonlySet<string>): ReleaseState {
	if (state.ended || state.downloadableUntil !== null) return state;
	return { ...state, approvals: state.approvals.filter(({ reviewerId }) => reviewers.has(reviewerId)) };
}

export function decideRelease(state: ReleaseState, command: ReleaseCommand, now: number): ReleaseDecision {
	const phase = phaseOf(state, now);
	if (isFinal(phase)) return notAllowed("wrong_phase");
	if ("reviewerId" in command && command.reviewerId === state.applicantId) return notAllowed("own_request");
	switch (command.kind) {
		case "object":
			return moved({ ...state, ended: { as: "objected", at: now } }, "owner", now);
		case "reject":
			return moved({ ...state, ended: { as: "rejected", at: now } }, `reviewer:${command.reviewerId}`, now);
		case "approve":
			return approve(state, command.reviewerId, now);
		default:
			return command satisfies never;
	}
}

export function decideDownload(state: ReleaseState, accountId: string, now: number): DownloadDecision {
	if (accountId !== state.applicantId) return { kind: "not_allowed", reason: "not_the_applicant" };
	const phase = phaseOf(state, now);
	if (phase === "downloadable") return { kind: "allowed" };
	return { kind: "not_allowed", reason: isFinal(phase) ? "over" : "not_released" };
}

function approve(state: ReleaseState, reviewerId: string, now: number): ReleaseDecision {
	const phase = phaseOf(state, now);
	if (phase === "challenge_period") return notAllowed("challenge_period_running");
	if (state.approvals.some((approval) => approval.reviewerId === reviewerId))
		return { kind: "unchanged", phase };
	if (phase !== "awaiting_approval") return notAllowed("wrong_phase");
	const approvals = [...state.approvals, { reviewerId, approvedAt: now }];
	const downloadableUntil =
		approvals.length < APPROVALS_NEEDED ? null : now + DOWNLOAD_PERIOD_SECONDS * SECOND_MS;
	return moved({ ...state, approvals, downloadableUntil }, `reviewer:${reviewerId}`, now);
}

function isFinal(phase: ReleasePhase): boolean {
	return phase === "objected" || phase === "rejected" || phase === "over";
}

function moved(
	state: ReleaseState,
	actor: ReleaseActor,
	now: number,
): Extract<ReleaseDecision, { kind: "moved" }> {
	return { kind: "moved", state, phase: phaseOf(state, now), actor };
}

function notAllowed(reason: ReleaseObstacle): ReleaseDecision {
	return { kind: "not_allowed", reason };
}
