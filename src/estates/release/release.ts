/**
 * How a will is released (estates.md "Release of a will"): which command moves a request where, and nothing else.
 * Pure: state, command and time in, decision out; a refused command leaves no trace. Times are unix milliseconds.
 *
 * | phase | object | approve | reject | the clock |
 * | --- | --- | --- | --- | --- |
 * | challenge_period | objected | refused | rejected | awaiting_approval |
 * | awaiting_approval | objected | the first is noted, another's makes it downloadable | rejected | |
 * | downloadable | objected | refused | rejected | over |
 * | objected, rejected, over | refused | refused | refused | |
 *
 * What the same reviewer approves twice is approved once, and what one has approved who has lost the role since is not. An approval counts only after the challenge period, when
 * it is known that nobody has objected. The owner can object as long as anything can still be downloaded: who
 * objects is not dead.
 */
import * as z from "zod";
import { lazy } from "../../kernel/once.ts";

/** Seven days from the second approval. */
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

export const releaseStateSchema = lazy(() =>
	z.strictObject({
		/** The account that asked, which alone downloads: a `developerId`. */
		applicantId: z.string(),
		requestedAt: z.number(),
		challengeEndsAt: z.number(),
		/** By different reviewers, in the order of time. */
		approvals: z
			.array(z.strictObject({ reviewerId: z.string(), approvedAt: z.number() }))
			.max(APPROVALS_NEEDED),
		/** Null before the second approval. */
		downloadableUntil: z.number().nullable(),
		ended: z.strictObject({ as: z.enum(["objected", "rejected"]), at: z.number() }).nullable(),
	}),
);
export type ReleaseState = z.infer<ReturnType<typeof releaseStateSchema>>;

export type ReleaseCommand =
	/** By the owner's wallet session. */
	{ kind: "object" } | { kind: "approve"; reviewerId: string } | { kind: "reject"; reviewerId: string };

/** Who made a move, as the history names them. */
type ReleaseActor = "applicant" | "owner" | `reviewer:${string}`;

export type ReleaseDecision =
	| { kind: "moved"; state: ReleaseState; phase: ReleasePhase; actor: ReleaseActor }
	/** The command is fulfilled already, so it is answered like a success and moves nothing. */
	| { kind: "unchanged"; phase: ReleasePhase }
	| { kind: "refused"; reason: ReleaseRefusal };

export type ReleaseRefusal =
	/** The request's phase does not allow it. */
	| "wrong_phase"
	| "challenge_period_running"
	/** A reviewer never decides a request of their own account. */
	| "own_request";

export type DownloadDecision =
	| { kind: "allowed" }
	| { kind: "refused"; reason: "not_the_applicant" | "not_released" | "over" };

/** The first move. @param request.challengeSeconds the setting RELEASE_CHALLENGE_SECONDS */
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

/** Where a request stands, which time alone changes too: nothing needs to be written for that. */
export function phaseOf(state: ReleaseState, now: number): ReleasePhase {
	if (state.ended) return state.ended.as;
	if (state.downloadableUntil !== null) return now < state.downloadableUntil ? "downloadable" : "over";
	return now < state.challengeEndsAt ? "challenge_period" : "awaiting_approval";
}

/**
 * What a state counts for while some of those who approved may be reviewers no more: until it is decided, approvals
 * are of accounts that have the role still. What has been decided stays so. @param reviewers ids of those that have it
 */
export function withStandingApprovals(state: ReleaseState, reviewers: ReadonlySet<string>): ReleaseState {
	if (state.ended || state.downloadableUntil !== null) return state;
	return { ...state, approvals: state.approvals.filter(({ reviewerId }) => reviewers.has(reviewerId)) };
}

/** Every later move. */
export function decideRelease(state: ReleaseState, command: ReleaseCommand, now: number): ReleaseDecision {
	const phase = phaseOf(state, now);
	if (isFinished(phase)) return refused("wrong_phase");
	if ("reviewerId" in command && command.reviewerId === state.applicantId) return refused("own_request");
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

/** Whether an account may download the newest will now. */
export function decideDownload(state: ReleaseState, accountId: string, now: number): DownloadDecision {
	if (accountId !== state.applicantId) return { kind: "refused", reason: "not_the_applicant" };
	const phase = phaseOf(state, now);
	if (phase === "downloadable") return { kind: "allowed" };
	return { kind: "refused", reason: isFinished(phase) ? "over" : "not_released" };
}

function approve(state: ReleaseState, reviewerId: string, now: number): ReleaseDecision {
	const phase = phaseOf(state, now);
	if (phase === "challenge_period") return refused("challenge_period_running");
	if (state.approvals.some((approval) => approval.reviewerId === reviewerId))
		return { kind: "unchanged", phase };
	if (phase !== "awaiting_approval") return refused("wrong_phase");
	const approvals = [...state.approvals, { reviewerId, approvedAt: now }];
	const downloadableUntil =
		approvals.length < APPROVALS_NEEDED ? null : now + DOWNLOAD_PERIOD_SECONDS * SECOND_MS;
	return moved({ ...state, approvals, downloadableUntil }, `reviewer:${reviewerId}`, now);
}

function isFinished(phase: ReleasePhase): boolean {
	return phase === "objected" || phase === "rejected" || phase === "over";
}

function moved(
	state: ReleaseState,
	actor: ReleaseActor,
	now: number,
): Extract<ReleaseDecision, { kind: "moved" }> {
	return { kind: "moved", state, phase: phaseOf(state, now), actor };
}

function refused(reason: ReleaseRefusal): ReleaseDecision {
	return { kind: "refused", reason };
}
