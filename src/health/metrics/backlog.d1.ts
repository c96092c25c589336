/** Counts pending work with queries that read a bounded number of rows. */

import { sealedQuery } from "../../db/sealed-query.ts";
import type { NotWatched } from "../../protocol/case-state.ts";
import { NOT_WATCHED_CAUSES, OPEN_STATUSES } from "../../protocol/enumerations.ts";

/** Queries read no further, so this count means "at least". */
export const SCAN_LIMIT = 10_000;

export type Backlog = {
	unconfirmedEvents: number;
	/** Unix milliseconds; null without one. */
	oldestUnconfirmedAt: number | null;
	deadLetters: number;
	waitingMails: number;
	/** Unix milliseconds; null without one. */
	oldestMailAt: number | null;
	openCases: Record<(typeof OPEN_STATUSES)[number], number>;
	/** `oldestAt`: unix milliseconds of the oldest last look; null without such a case. */
	notWatched: Record<NotWatched["because"], { cases: number; oldestAt: number | null }>;
	/** On chains, of which no case is the reason. */
	foreignSchedules: number;
	/** Addresses that get no more mail. */
	suppressedAddresses: number;
	/** By prefix of their keys. */
	heldDocuments: Record<string, number>;
};

const UNCONFIRMED = `SELECT count(*) AS n, min(created_at) AS oldest FROM (
	SELECT created_at FROM events WHERE confirmed_at IS NULL AND swept_at >= 0 LIMIT ?)`;
/** Ignores messages whose event was confirmed since. */
const DEAD_LETTERS = `SELECT count(*) AS n FROM (
	SELECT event_id FROM dead_letters INDEXED BY dead_letters_open WHERE requeued_at IS NULL AND seq > 0 LIMIT ?) AS letter
	LEFT JOIN events ON events.event_id = letter.event_id WHERE events.confirmed_at IS NULL`;
const MAILS = `SELECT count(*) AS n, min(created_at) AS oldest FROM (
	SELECT created_at FROM mails INDEXED BY mails_waiting WHERE state = 'waiting' AND created_at >= 0 LIMIT ?)`;
const CASES = `SELECT count(*) AS n FROM (
	SELECT 1 FROM recovery_cases INDEXED BY recovery_cases_newest_status WHERE status = ? LIMIT ?)`;
const NOT_WATCHED = `SELECT count(*) AS n, min(not_watched_since) AS oldest FROM (
	SELECT not_watched_since FROM recovery_cases INDEXED BY recovery_cases_not_watched
	WHERE not_watched_because = ? ORDER BY not_watched_since LIMIT ?)`;
const FOREIGN = "SELECT count(*) AS n FROM (SELECT 1 FROM foreign_schedules LIMIT ?)";
const SUPPRESSED = "SELECT count(*) AS n FROM (SELECT 1 FROM mail_suppressions LIMIT ?)";
const HELD = "SELECT name, held FROM sweeps WHERE name IN (SELECT value FROM json_each(?))";

type Row = Record<string, unknown>;

/** @param prefixes of the documents that are swept */
export function createBacklogReader(database: D1Database, prefixes: readonly string[]) {
	return async (): Promise<Backlog> => {
		const names = prefixes.map((prefix) => `orphans:${prefix}`);
		const [events, letters, mails, held, foreign, suppressed, ...counts] = await sealedQuery(
			"count what waits",
			database.batch<Row>([
				database.prepare(UNCONFIRMED).bind(SCAN_LIMIT),
				database.prepare(DEAD_LETTERS).bind(SCAN_LIMIT),
				database.prepare(MAILS).bind(SCAN_LIMIT),
				database.prepare(HELD).bind(JSON.stringify(names)),
				database.prepare(FOREIGN).bind(SCAN_LIMIT),
				database.prepare(SUPPRESSED).bind(SCAN_LIMIT),
				...OPEN_STATUSES.map((status) => database.prepare(CASES).bind(status, SCAN_LIMIT)),
				...NOT_WATCHED_CAUSES.map((cause) => database.prepare(NOT_WATCHED).bind(cause, SCAN_LIMIT)),
			]),
		);
		const heldByName = new Map(held?.results.map((row) => [String(row.name), Number(row.held)]));
		return {
			unconfirmedEvents: countOf(events),
			oldestUnconfirmedAt: oldestOf(events),
			deadLetters: countOf(letters),
			waitingMails: countOf(mails),
			oldestMailAt: oldestOf(mails),
			openCases: Object.fromEntries(
				OPEN_STATUSES.map((status, index) => [status, countOf(counts[index])]),
			) as Backlog["openCases"],
			notWatched: Object.fromEntries(
				NOT_WATCHED_CAUSES.map((cause, index) => {
					const result = counts[OPEN_STATUSES.length + index];
					return [cause, { cases: countOf(result), oldestAt: oldestOf(result) }];
				}),
			) as Backlog["notWatched"],
			foreignSchedules: countOf(foreign),
			suppressedAddresses: countOf(suppressed),
			heldDocuments: Object.fromEntries(
				prefixes.map((prefix) => [prefix, heldByName.get(`orphans:${prefix}`) ?? 0]),
			),
		};
	};
}

function oldestOf(result: D1Result<Row> | undefined): number | null {
	const oldest = result?.results[0]?.oldest;
	return typeof oldest === "number" ? oldest : null;
}

function countOf(result: D1Result<Row> | undefined): number {
	return Number(result?.results[0]?.n);
}
