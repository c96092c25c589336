/** Slots of the open-case quota (recovery.md "Open-case quota"). */
import { object, text } from "../../src/protocol/form.ts";
import { columnsOf, integer, rowsOf } from "../storage/rows.ts";
import type { CaseReservation, ReserveCaseInput, ReserveCaseResult } from "./account-messages.ts";

/** A younger slot may belong to a case that is being created. */
const SETTLED_AFTER_MS = 60_000;

/** A forgotten entry matters only within its request. */
const MAX_SHARED = 1000;

const slot = object({ caseId: text(), reservedAt: integer });
const ownCase = object({ caseId: text() });

type SlotResult = Extract<ReserveCaseResult, { kind: "reserved" | "full" }>;

export type CaseSlotStore = ReturnType<typeof createCaseSlotStore>;

export function createCaseSlotStore(sql: SqlStorage) {
	/** Cases whose slot a second request relies on. Memory is enough, because a reservation is released in milliseconds. */
	const shared = new Set<string>();

	/** Idempotent per case. */
	function reserve({ caseId, lostAccount, limit, now }: ReserveCaseInput): SlotResult {
		const account = lostAccount.toLowerCase();
		const select = `SELECT ${columnsOf(slot)} FROM open_cases WHERE lost_account = ? ORDER BY reserved_at`;
		const slots = rowsOf(slot, sql.exec(select, account));
		if (slots.some((taken) => taken.caseId === caseId)) {
			if (shared.size >= MAX_SHARED) shared.clear();
			shared.add(caseId);
			return { kind: "reserved", reservation: null };
		}
		if (slots.length >= limit) {
			return {
				kind: "full",
				slots: slots.map(({ caseId, reservedAt }) => ({
					caseId,
					settled: now - reservedAt > SETTLED_AFTER_MS,
				})),
			};
		}
		shared.delete(caseId);
		sql.exec(
			"INSERT INTO open_cases (case_id, lost_account, reserved_at) VALUES (?, ?, ?)",
			caseId,
			account,
			now,
		);
		return { kind: "reserved", reservation: { caseId, reservedAt: now } };
	}

	/** Keeps a slot that another request relies on. */
	function releaseReservation({ caseId, reservedAt }: CaseReservation): void {
		if (shared.has(caseId)) return;
		sql.exec("DELETE FROM open_cases WHERE case_id = ? AND reserved_at = ?", caseId, reservedAt);
	}

	function release(caseIds: readonly string[]): void {
		for (const caseId of caseIds) sql.exec("DELETE FROM open_cases WHERE case_id = ?", caseId);
	}

	function casesAfter(caseId: string, limit: number): string[] {
		const select = `SELECT ${columnsOf(ownCase)} FROM open_cases WHERE case_id > ? ORDER BY case_id LIMIT ?`;
		return rowsOf(ownCase, sql.exec(select, caseId, limit)).map((next) => next.caseId);
	}

	return { reserve, release, releaseReservation, casesAfter };
}
