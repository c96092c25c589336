/** Stores the spent part of an identity's budgets. */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
import { refund, spend, spentUntil } from "../../src/quota/budget.ts";
import type { Charge, SpendResult } from "./account-messages.ts";

/** A refunded charge may miss the former time by a fraction. */
const ROUNDING_MS = 1;

const wholeRow = lazy(() => z.object({ full_at: z.number() }));

export type BudgetStore = ReturnType<typeof createBudgetStore>;

export function createBudgetStore(sql: SqlStorage) {
	/**
	 * Spends from all budgets, or from none if one is exhausted. By the object's own clock: a caller's time may be older
	 * than that of an earlier charge.
	 */
	function spendAll(charges: readonly Charge[]): SpendResult {
		const now = Date.now();
		forgetWhole(now);
		const results = charges.map(({ part, budget, cost }) => ({
			part,
			result: spend({ budget, cost, wholeAt: correctedWholeAt({ part, budget }, now), now }),
		}));
		let longest = { part: "", waitMs: 0 };
		for (const { part, result } of results) {
			if (result.kind === "exhausted" && result.waitMs > longest.waitMs) {
				longest = { part, waitMs: result.waitMs };
			}
		}
		if (longest.waitMs > 0) return { kind: "exhausted", ...longest };
		for (const { part, result } of results) if (result.kind === "spent") write(part, result.wholeAt);
		return { kind: "spent" };
	}

	function refundAll(charges: readonly Charge[], now: number): void {
		for (const { part, budget, cost } of charges) {
			const wholeAt = wholeAtOf(part);
			if (wholeAt !== undefined) write(part, refund({ budget, cost, wholeAt }));
		}
		forgetWhole(now + ROUNDING_MS);
	}

	function forgetWhole(now: number): void {
		sql.exec("DELETE FROM origin_uses WHERE full_at <= ?", now);
	}

	function lastWholeAt(): number | null {
		const { last } = sql.exec("SELECT MAX(full_at) AS last FROM origin_uses").one();
		return typeof last === "number" ? Math.ceil(last) : null;
	}

	/** Corrects a time that was written while the clock was ahead, so that the budget comes back within its window. */
	function correctedWholeAt({ part, budget }: Pick<Charge, "part" | "budget">, now: number): number {
		const stored = wholeAtOf(part) ?? now;
		const wholeAt = spentUntil({ budget, wholeAt: stored, now });
		if (wholeAt < stored) write(part, wholeAt);
		return wholeAt;
	}

	function wholeAtOf(part: string): number | undefined {
		const [row] = sql.exec("SELECT full_at FROM origin_uses WHERE part = ?", part).toArray();
		return row && wholeRow().parse(row).full_at;
	}

	function write(part: string, wholeAt: number): void {
		sql.exec("INSERT OR REPLACE INTO origin_uses (part, full_at) VALUES (?, ?)", part, wholeAt);
	}

	return { spendAll, refundAll, forgetWhole, lastWholeAt };
}
