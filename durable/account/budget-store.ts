/**
 * Stores the spent part of an identity's budgets. What is spent is counted in memory, and a row says a little more, so
 * that most charges write nothing. After a restart the row counts: never less than was spent.
 */
import { type Budget, refund, spend, spentUntil } from "../../src/quota/budget.ts";
import { numberIn } from "../storage/rows.ts";
import type { Charge, SpendResult } from "./account-messages.ts";

/** A row is ahead of what is spent by this part of the budget, at most. */
const AHEAD = 1 / 100;

/** Of parts in memory. Without it their rows count. */
const MAX_KNOWN = 1_000;

/** A refunded charge may miss the former time by a fraction. */
const ROUNDING_MS = 1;

/** Unix milliseconds: when the budget is whole again, and what its row says of that. */
type Known = { wholeAt: number; storedAt: number };

export type BudgetStore = ReturnType<typeof createBudgetStore>;

export function createBudgetStore(sql: SqlStorage) {
	const known = new Map<string, Known>();

	/**
	 * Spends from all budgets, or from none if one is exhausted. By the object's own clock: a caller's time may be older
	 * than that of an earlier charge.
	 */
	function spendAll(charges: readonly Charge[]): SpendResult {
		const now = Date.now();
		const results = charges.map(({ part, budget, cost }) => ({
			part,
			budget,
			result: spend({ budget, cost, wholeAt: wholeAtOf(part, budget, now), now }),
		}));
		let longest = { part: "", waitMs: 0, left: 0 };
		for (const { part, result } of results) {
			if (result.kind === "exhausted" && result.waitMs > longest.waitMs) {
				longest = { part, waitMs: result.waitMs, left: result.left };
			}
		}
		if (longest.waitMs > 0) return { kind: "exhausted", ...longest };
		for (const { part, budget, result } of results)
			if (result.kind === "spent") record(part, budget, result.wholeAt, now);
		return { kind: "spent" };
	}

	/** By the object's own clock, like `spendAll`, so that a charge that is undone at once leaves no row. */
	function refundAll(charges: readonly Charge[]): void {
		const now = Date.now();
		for (const { part, budget, cost } of charges) {
			const before = find(part);
			if (!before) continue;
			before.wholeAt = refund({ budget, cost, wholeAt: before.wholeAt });
			if (before.wholeAt <= now + ROUNDING_MS) remove(part);
		}
	}

	function forgetWhole(now: number): void {
		for (const [part, { storedAt }] of known) if (storedAt <= now) known.delete(part);
		sql.exec("DELETE FROM origin_uses WHERE full_at <= ?", now);
	}

	/** After a transaction that was rolled back, and after the deletion of all rows. */
	function forgetMemory(): void {
		known.clear();
	}

	function lastWholeAt(): number | null {
		const last = numberIn(sql.exec("SELECT MAX(full_at) FROM origin_uses"));
		return last === null ? null : Math.ceil(last);
	}

	/** Corrects a time that was written while the clock was ahead, so that the budget comes back within its window. */
	function wholeAtOf(part: string, budget: Budget, now: number): number {
		const before = find(part);
		if (!before) return now;
		const wholeAt = spentUntil({ budget, wholeAt: before.wholeAt, now });
		if (wholeAt < before.wholeAt) store(part, wholeAt, wholeAt);
		return wholeAt;
	}

	function record(part: string, budget: Budget, wholeAt: number, now: number): void {
		const before = find(part);
		if (before && wholeAt <= before.storedAt) {
			before.wholeAt = wholeAt;
			return;
		}
		forgetWhole(now);
		const { windowMs } = budget;
		store(part, wholeAt, Math.min(wholeAt + windowMs * AHEAD, now + windowMs));
	}

	function find(part: string): Known | undefined {
		const inMemory = known.get(part);
		if (inMemory) return inMemory;
		const storedAt = numberIn(sql.exec("SELECT MAX(full_at) FROM origin_uses WHERE part = ?", part));
		return storedAt === null ? undefined : remember(part, { wholeAt: storedAt, storedAt });
	}

	function store(part: string, wholeAt: number, storedAt: number): void {
		sql.exec("INSERT OR REPLACE INTO origin_uses (part, full_at) VALUES (?, ?)", part, storedAt);
		remember(part, { wholeAt, storedAt });
	}

	function remember(part: string, entry: Known): Known {
		if (known.size >= MAX_KNOWN) known.clear();
		known.set(part, entry);
		return entry;
	}

	function remove(part: string): void {
		known.delete(part);
		sql.exec("DELETE FROM origin_uses WHERE part = ?", part);
	}

	return { spendAll, refundAll, forgetWhole, forgetMemory, lastWholeAt };
}
