// operations.md "Metrics".
// The text of GET /metrics, and the round that asks every webhook endpoint a few at a time.
import { describe, expect, it } from "vitest";
import { metricsText } from "../../src/health/metrics/collect-metrics.ts";
import {
	type Asked,
	countAsked,
	countTroubled,
	FIRST_ROUND,
	goOn,
	type Round,
} from "../../src/health/metrics/endpoint-round.ts";
import { writeOpenMetrics } from "../../src/health/metrics/open-metrics.ts";
import { VERSION } from "../../src/version.ts";
import { parseOpenMetrics } from "../support/metrics/parse-open-metrics.ts";

const backlog = {
	foreignSchedules: 2,
	suppressedAddresses: 4,
	unconfirmedEvents: 7,
	oldestUnconfirmedAt: 1_000,
	deadLetters: 2,
	waitingMails: 4,
	oldestMailAt: 0,
	openCases: { created: 1, pending: 10_000, action_required: 0 },
	notWatched: { node_outage: { cases: 3, oldestAt: 21_500 }, reserve_used_up: { cases: 0, oldestAt: null } },
	heldDocuments: { "documents/": 11, "case-documents/": 0 },
};
const troubled = new Map([
	["we_1", "failing" as const],
	["we_2", "disabled" as const],
	["we_3", "failing" as const],
]);
const round: Round = { ...FIRST_ROUND, troubled, total: 40 };

/** Every sample, as `name{labels}`. */
function samplesOf(text: string): Record<string, number> {
	const samples = [...parseOpenMetrics(text).values()].flatMap((family) => family.samples);
	return Object.fromEntries(
		samples.map(({ name, labels, value }) => [name + Object.values(labels).join(), value]),
	);
}

describe("the metrics", () => {
	it("are valid OpenMetrics, each described, with the values that were collected", () => {
		const text = metricsText({ backlog, round, scanLimit: 10_000 }, 61_500);
		for (const { type, help } of parseOpenMetrics(text).values()) expect([type, help]).not.toContain("");
		expect(samplesOf(text)).toEqual({
			[`replevin_build_info${VERSION}`]: 1,
			replevin_scan_limit: 10_000,
			replevin_unconfirmed_events: 7,
			replevin_oldest_unconfirmed_event_age_seconds: 60.5,
			replevin_dead_letters: 2,
			replevin_waiting_mails: 4,
			replevin_oldest_waiting_mail_age_seconds: 61.5,
			replevin_open_casescreated: 1,
			replevin_open_casespending: 10_000,
			replevin_open_casesaction_required: 0,
			replevin_foreign_schedules: 2,
			replevin_suppressed_mail_addresses: 4,
			replevin_cases_not_watchednode_outage: 3,
			replevin_cases_not_watchedreserve_used_up: 0,
			replevin_longest_not_watched_secondsnode_outage: 40,
			replevin_longest_not_watched_secondsreserve_used_up: 0,
			replevin_troubled_webhook_endpointsfailing: 2,
			replevin_troubled_webhook_endpointsdisabled: 1,
			replevin_checked_webhook_endpoints: 40,
			"replevin_held_documentsdocuments/": 11,
			"replevin_held_documentscase-documents/": 0,
		});
		const age = parseOpenMetrics(text).get("replevin_oldest_unconfirmed_event_age_seconds");
		expect(age?.unit).toBe("seconds");
	});

	it("have an age of 0 without an unconfirmed event, and for a clock that is behind", () => {
		const ageOf = (oldestUnconfirmedAt: number | null) =>
			samplesOf(metricsText({ backlog: { ...backlog, oldestUnconfirmedAt }, round, scanLimit: 1 }, 500))
				.replevin_oldest_unconfirmed_event_age_seconds;
		expect([ageOf(null), ageOf(1_000)]).toEqual([0, 0]);
	});

	it("escape what a label or a help may contain", () => {
		const value = 'a"b\\c\nd';
		const text = writeOpenMetrics([
			{ type: "gauge", name: "x", help: value, samples: [{ labels: { l: value, m: "" }, value: -1.5e-7 }] },
		]);
		expect(parseOpenMetrics(text).get("x")?.samples).toEqual([
			{ name: "x", labels: { l: value, m: "" }, value: -1.5e-7 },
		]);
	});
});

describe("the round of the endpoints", () => {
	const asked = (...states: [string, Asked["state"]][]) =>
		states.map(([endpointId, state]): Asked => ({ endpointId, state }));
	const counts = (at: Round) => [countTroubled(at, "failing"), countTroubled(at, "disabled"), countAsked(at)];

	it("counts page by page, and begins again after the last one", () => {
		const first = goOn(FIRST_ROUND, asked(["a", "failing"], ["b", "healthy"]), 2);
		expect([first.cursor, counts(first)]).toEqual(["b", [1, 0, 2]]);
		const second = goOn(first, asked(["c", "disabled"]), 2);
		expect([second.cursor, counts(second)]).toEqual(["", [1, 1, 3]]);
		const again = goOn(second, asked(["a", "healthy"], ["b", "failing"]), 2);
		expect(counts(again)).toEqual([1, 1, 3]);
	});

	it("forgets endpoints that were deleted, within the page and behind the last one", () => {
		const all = goOn(FIRST_ROUND, asked(["a", "failing"], ["b", "failing"], ["d", "failing"]), 9);
		const without = goOn(all, asked(["a", "failing"]), 9);
		expect(counts(without)).toEqual([1, 0, 1]);
		const full = goOn(all, asked(["b", "failing"]), 1);
		expect([...full.troubled.keys()].sort()).toEqual(["b", "d"]);
	});

	it("keeps the state of an endpoint that does not respond", () => {
		const before = goOn(FIRST_ROUND, asked(["a", "failing"], ["b", "healthy"]), 9);
		expect(counts(goOn(before, asked(["a", "unknown"], ["b", "unknown"]), 9))).toEqual([1, 0, 2]);
	});
});
