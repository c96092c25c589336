/** Slots of the open-case quota (ADR 5). */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
import type { ReserveCaseInput, ReserveCaseResult } from "./account-messages.ts";

/** A younger slot may belong to a case that is being created. */
const SETTLED_AFTER_MS = 60_000;

const slotRow = lazy(() => z.object({ case_id: z.string(), reserved_at: z.int() }));

const caseIdRow = lazy(() => z.object({ case_id: z.string() }));

export type CaseSlotStore = ReturnType<typeof createCaseSlotStore>;

export function createCaseSlotStore(sql: SqlStorage) {
	/** Idempotent per case. */
	function reserve({ caseId, lostAccount, limit, now }: ReserveCaseInput): ReserveCaseResult {
		const account = lostAccount.toLowerCase();
		const slots = sql
			.exec(
				"SELECT case_id, reserved_at FROM open_cases WHERE lost_account = ? ORDER BY reserved_at",
				account,
			)
			.toArray()
			.map((row) => slotRow().parse(row));
		if (slots.some((slot) => slot.case_id === caseId)) return { kind: "reserved" };
		if (slots.length >= limit) {
			return {
				kind: "full",
				slots: slots.map(({ case_id, reserved_at }) => ({
					caseId: case_id,
					settled: now - reserved_at > SETTLED_AFTER_MS,
				})),
			};
		}
		sql.exec(
			"INSERT INTO open_cases (case_id, lost_account, reserved_at) VALUES (?, ?, ?)",
			caseId,
			account,
			now,
		);
		return { kind: "reserved" };
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

	return { reserve, release, casesAfter };
}
