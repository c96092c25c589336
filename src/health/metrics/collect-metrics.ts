/** The gauges of `GET /metrics` (operations.md "Metrics"). */
import { VERSION } from "../../version.ts";
import type { Backlog } from "./backlog.d1.ts";
import { countAsked, countTroubled, type Round } from "./endpoint-round.ts";
import { type Family, writeOpenMetrics } from "./open-metrics.ts";

const gauge = (name: string, help: string, samples: Family["samples"]): Family => ({
	type: "gauge",
	name: `replevin_${name}`,
	help,
	samples,
});

/** @param scanLimit the count at which the backlog's queries stop */
export function metricsText(
	{ backlog, round, scanLimit }: { backlog: Backlog; round: Round; scanLimit: number },
	now: number,
): string {
	const { oldestUnconfirmedAt, openCases, notWatched, heldDocuments } = backlog;
	const ageOf = (at: number | null) => (at === null ? 0 : Math.max(0, now - at) / 1000);
	return writeOpenMetrics([
		{
			type: "info",
			name: "replevin_build",
			help: "The running build.",
			samples: [{ labels: { version: VERSION }, value: 1 }],
		},
		gauge(
			"scan_limit",
			"Counts of events, dead letters and cases stop at this value, which then means at least so many.",
			[{ value: scanLimit }],
		),
		gauge("unconfirmed_events", "Events in the outboxes of cases that not every webhook endpoint has.", [
			{ value: backlog.unconfirmedEvents },
		]),
		{
			...gauge(
				"oldest_unconfirmed_event_age_seconds",
				"Age of the oldest unconfirmed event; 0 without one.",
				[{ value: ageOf(oldestUnconfirmedAt) }],
			),
			unit: "seconds",
		},
		gauge("dead_letters", "Dead-letter messages whose event is not confirmed.", [
			{ value: backlog.deadLetters },
		]),
		gauge("waiting_mails", "Mails that are not sent yet.", [{ value: backlog.waitingMails }]),
		{
			...gauge("oldest_waiting_mail_age_seconds", "Age of the oldest mail that waits; 0 without one.", [
				{ value: ageOf(backlog.oldestMailAt) },
			]),
			unit: "seconds",
		},
		gauge(
			"open_cases",
			"Cases that are neither executed nor closed, by status.",
			Object.entries(openCases).map(([status, value]) => ({ labels: { status }, value })),
		),
		gauge(
			"cases_not_watched",
			"Open cases whose lost account has not been watched for three daily looks, by cause.",
			Object.entries(notWatched).map(([because, { cases }]) => ({ labels: { because }, value: cases })),
		),
		{
			...gauge(
				"longest_not_watched_seconds",
				"Time since the oldest last look at their accounts; 0 without such a case.",
				Object.entries(notWatched).map(([because, { oldestAt }]) => ({
					labels: { because },
					value: ageOf(oldestAt),
				})),
			),
			unit: "seconds",
		},
		gauge(
			"foreign_schedules",
			"Recoveries that are scheduled on chains by the recovery module, and that no case allows.",
			[{ value: backlog.foreignSchedules }],
		),
		gauge(
			"suppressed_mail_addresses",
			"Addresses that get no more mail, because a mail bounced or its recipient complained.",
			[{ value: backlog.suppressedAddresses }],
		),
		gauge(
			"troubled_webhook_endpoints",
			"Webhook endpoints whose receiver fails, or that the service disabled.",
			(["failing", "disabled"] as const).map((status) => ({
				labels: { status },
				value: countTroubled(round, status),
			})),
		),
		gauge("checked_webhook_endpoints", "Webhook endpoints that the count of troubled endpoints covers.", [
			{ value: countAsked(round) },
		]),
		gauge(
			"held_documents",
			"Documents without a row that the sweep does not remove, by prefix of their keys.",
			Object.entries(heldDocuments).map(([prefix, value]) => ({ labels: { prefix }, value })),
		),
	]);
}
