/** Slots of the open-case quota (ADR 5). */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
import type { CaseReservation, ReserveCaseInput, ReserveCaseResult } from "./account-messages.ts";

/** A younger slot may belong to a case that is being created. */
const SETTLED_AFTER_MS = 60_000;

const slotRow = lazy(() => z.object({ case_id: z.string(), reserved_at: z.int() }));

const caseIdRow = lazy(() => z.object({ case_id: z.string() }));

type SlotResult = Extract<ReserveCaseResult, { kind: "reserved" | "full" }>;

export type CaseSlotStore = ReturnType<typeof createCaseSlotStore>;

export function createCaseSlotStore(sql: SqlStorage) {
	/** Idempotent per case: a repetition renews the slot, so that an earlier request cannot release it. */
	function reserve({ caseId, lostAccount, limit, now }: ReserveCaseInput): SlotResult {
		const account = lostAccount.toLowerCase();
		const slots = sql
			.exec(
				"SELECT case_id, reserved_at FROM open_cases WHERE lost_account = ? ORDER BY reserved_at",
				account,
			)
			.toArray()
			.map((row) => slotRow().parse(row));
		const own = slots.find((slot) => slot.case_id === caseId);
		if (!own && slots.length >= limit) {
			return {
				kind: "full",
				slots: slots.map(({ case_id, reserved_at }) => ({
					caseId: case_id,
					settled: now - reserved_at > SETTLED_AFTER_MS,
				})),
			};
		}
		const reservedAt = Math.max(now, (own?.reserved_at ?? 0) + 1);
		sql.exec(
			"INSERT OR REPLACE INTO open_cases (case_id, lost_account, reserved_at) VALUES (?, ?, ?)",
			caseId,
			account,
			reservedAt,
		);
		return { kind: "reserved", reservation: own ? null : { caseId, reservedAt } };
	}

	function releaseReservation({ caseId, reservedAt }: CaseReservation): void {
		sql.exec("DELETE FROM open_cases WHERE case_id = ? AND reserved_at = ?", caseId, reservedAt);
	}

	function release(caseIds: readonly string[]): void {
		for (const caseId of caseIds) sql.exec("DELETE FROM open_cases WHERE case_id = ?", caseId);
	}

	function casesAfter(caseId: string, limit: number): string[] {
		return sql
			.exec("SELECT case_id FROM open_cases WHERE case_id > ? ORDER BY case_id LIMIT ?", caseId, limit)
			.toArray()
			.map((row) => caseIdRow().parse(row).case_id);
	}

	return { reserve, release, releaseReservation, casesAfter };
}
