// estates.md "Release of a will".
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	decideDownload,
	decideRelease,
	phaseOf,
	RELEASE_PHASES,
	type ReleaseCommand,
	type ReleaseState,
	releaseStateSchema,
	requestRelease,
} from "../../../src/estates/release/release.ts";

const NOW = 1_795_253_400_000;
const DAY = 86_400_000;
const APPLICANT = "dev_applicant";
const fresh: ReleaseState = {
	applicantId: APPLICANT,
	requestedAt: NOW - 40 * DAY,
	challengeEndsAt: NOW - 10 * DAY,
	approvals: [],
	downloadableUntil: null,
	ended: null,
};
const byAnna = { reviewerId: "dev_anna", approvedAt: NOW - 2 };
const byBert = { reviewerId: "dev_bert", approvedAt: NOW - 1 };
const released: ReleaseState = { ...fresh, approvals: [byAnna, byBert], downloadableUntil: NOW + 1 };
const ended = (as: "objected" | "rejected") => ({ ended: { as, at: NOW - 1 } });

const commands = {
	object: { kind: "object" },
	"approve by Anna": { kind: "approve", reviewerId: "dev_anna" },
	"approve by Bert": { kind: "approve", reviewerId: "dev_bert" },
	"approve by Carl": { kind: "approve", reviewerId: "dev_carl" },
	"approve by the applicant": { kind: "approve", reviewerId: APPLICANT },
	"reject by Carl": { kind: "reject", reviewerId: "dev_carl" },
	"reject by Anna": { kind: "reject", reviewerId: "dev_anna" },
	"reject by the applicant": { kind: "reject", reviewerId: APPLICANT },
} as const satisfies Record<string, ReleaseCommand>;

/** The resulting phase, `unchanged`, or the reason why the command is not allowed. */
function outcomeOf(state: ReleaseState, command: ReleaseCommand): string {
	const decision = decideRelease(state, command, NOW);
	if (decision.kind === "moved") return decision.phase;
	return decision.kind === "not_allowed" ? decision.reason : decision.kind;
}

type Row = { standing: string; state: ReleaseState; phase: string } & Partial<
	Record<keyof typeof commands, string>
>;
/** Commands that a row does not list are not allowed in its phase. */
const openEverywhere = {
	object: "objected",
	"reject by Carl": "rejected",
	"reject by Anna": "rejected",
	"approve by the applicant": "own_request",
	"reject by the applicant": "own_request",
};
const tooEarly = {
	"approve by Anna": "challenge_period_running",
	"approve by Bert": "challenge_period_running",
	"approve by Carl": "challenge_period_running",
};
const rows: Row[] = [
	{
		standing: "requested now",
		state: requestRelease({ applicantId: APPLICANT, challengeSeconds: 2_592_000 }, NOW).state,
		phase: "challenge_period",
		...openEverywhere,
		...tooEarly,
	},
	{
		standing: "a millisecond before the end of the challenge period",
		state: { ...fresh, challengeEndsAt: NOW + 1 },
		phase: "challenge_period",
		...openEverywhere,
		...tooEarly,
	},
	{
		standing: "at the end of the challenge period",
		state: { ...fresh, challengeEndsAt: NOW },
		phase: "awaiting_approval",
		...openEverywhere,
		"approve by Anna": "awaiting_approval",
		"approve by Bert": "awaiting_approval",
		"approve by Carl": "awaiting_approval",
	},
	{
		standing: "approved by Anna",
		state: { ...fresh, approvals: [byAnna] },
		phase: "awaiting_approval",
		...openEverywhere,
		"approve by Anna": "unchanged",
		"approve by Bert": "downloadable",
		"approve by Carl": "downloadable",
	},
	{
		standing: "in the last millisecond of the download period",
		state: released,
		phase: "downloadable",
		...openEverywhere,
		"approve by Anna": "unchanged",
		"approve by Bert": "unchanged",
	},
	{ standing: "after the download period", state: { ...released, downloadableUntil: NOW }, phase: "over" },
	{ standing: "objected to", state: { ...fresh, ...ended("objected") }, phase: "objected" },
	{
		standing: "objected to in the challenge period",
		state: { ...fresh, challengeEndsAt: NOW + DAY, ...ended("objected") },
		phase: "objected",
	},
	{
		standing: "objected to while downloadable",
		state: { ...released, ...ended("objected") },
		phase: "objected",
	},
	{ standing: "rejected", state: { ...fresh, ...ended("rejected") }, phase: "rejected" },
	{
		standing: "rejected while downloadable",
		state: { ...released, ...ended("rejected") },
		phase: "rejected",
	},
];

describe("the release table", () => {
	for (const { standing, state, phase, ...expected } of rows) {
		it(`${standing}: ${phase}`, () => expect(phaseOf(state, NOW)).toBe(phase));
		for (const [name, command] of Object.entries(commands)) {
			const outcome = expected[name as keyof typeof commands] ?? "wrong_phase";
			it(`${name}, ${standing}: ${outcome}`, () => {
				const before = structuredClone(state);
				expect(outcomeOf(state, command)).toBe(outcome);
				expect(state).toEqual(before);
			});
		}
	}

	it("has a row for every phase", () => {
		expect(new Set(rows.map(({ phase }) => phase))).toEqual(new Set(RELEASE_PHASES));
	});
});

describe("decideRelease", () => {
	it("starts awaiting approval if the period is 0", () => {
		expect(requestRelease({ applicantId: APPLICANT, challengeSeconds: 0 }, NOW).phase).toBe(
			"awaiting_approval",
		);
	});
});

describe("decideDownload", () => {
	const allowed = { kind: "allowed" };
	const refused = (reason: string) => ({ kind: "not_allowed", reason });

	it.each(rows)("decides a download by the applicant and by others, $standing", ({ state, phase }) => {
		const expected = {
			downloadable: allowed,
			challenge_period: refused("not_released"),
			awaiting_approval: refused("not_released"),
		}[phase];
		expect(decideDownload(state, APPLICANT, NOW)).toEqual(expected ?? refused("over"));
		for (const other of ["dev_anna", "dev_other", ""]) {
			expect(decideDownload(state, other, NOW)).toEqual(refused("not_the_applicant"));
		}
	});
});

describe("random commands and times", () => {
	const approvals = Object.values(commands).filter(({ kind }) => kind === "approve");
	const step = fc.record({
		// Mostly approvals, because other commands would end most requests before a download.
		command: fc.oneof(
			{ weight: 1, arbitrary: fc.constantFrom<ReleaseCommand>(...Object.values(commands)) },
			{ weight: 8, arbitrary: fc.constantFrom<ReleaseCommand>(...approvals) },
		),
		waitMs: fc.constantFrom(0, 1, DAY, 10 * DAY),
	});

	it("allow a download only after the period, two reviewers' approvals, and by the applicant", () => {
		let downloads = 0;
		fc.assert(
			fc.property(fc.array(step, { minLength: 10, maxLength: 20 }), (steps) => {
				let now = NOW;
				let { state } = requestRelease({ applicantId: APPLICANT, challengeSeconds: 30 * 86_400 }, now);
				let objected = false;
				for (const { command, waitMs } of steps) {
					now += waitMs;
					const decision = decideRelease(state, command, now);
					if (decision.kind === "moved") state = decision.state;
					objected ||= decision.kind === "moved" && command.kind === "object";
					expect(releaseStateSchema().parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
					if (decideDownload(state, APPLICANT, now).kind !== "allowed") continue;
					downloads++;
					const reviewers = new Set(state.approvals.map(({ reviewerId }) => reviewerId));
					expect(reviewers.size).toBe(2);
					expect(reviewers.has(APPLICANT)).toBe(false);
					const times = state.approvals.map(({ approvedAt }) => approvedAt);
					expect(Math.min(...times)).toBeGreaterThanOrEqual(NOW + 30 * DAY);
					expect(now).toBeLessThan(Math.max(...times) + 7 * DAY);
					expect(objected).toBe(false);
				}
			}),
			{ numRuns: 500 },
		);
		// The test needs runs that reach a download.
		expect(downloads).toBeGreaterThan(50);
	});
});
