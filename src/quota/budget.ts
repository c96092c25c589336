/**
 * The generic cell rate algorithm: a budget may be spent in a burst and refills evenly. The only state is the time at
 * which it is full again.
 */

/** `amount` refills within `windowMs`. */
export type Budget = { amount: number; windowMs: number };

/** `wholeAt` and `now`: unix milliseconds. */
type Spending = { budget: Budget; cost: number; wholeAt: number; now: number };

/** @returns the new `wholeAt`, or the wait until the cost fits; a cost above the amount never fits */
export function spend({
	budget,
	cost,
	wholeAt,
	now,
}: Spending): { kind: "spent"; wholeAt: number } | { kind: "exhausted"; waitMs: number } {
	const next = spentUntil({ budget, wholeAt, now }) + refillMs(cost, budget);
	const waitMs = next - now - budget.windowMs;
	return waitMs > 0 ? { kind: "exhausted", waitMs } : { kind: "spent", wholeAt: next };
}

/**
 * Between `now`, a whole budget, and a window later, a used one. Only a clock that was ahead can have written a later
 * time, and then the budget counts as used.
 */
export function spentUntil({ budget, wholeAt, now }: Omit<Spending, "cost">): number {
	return Math.min(Math.max(wholeAt, now), now + budget.windowMs);
}

export function refund({ budget, cost, wholeAt }: Omit<Spending, "now">): number {
	return wholeAt - refillMs(cost, budget);
}

function refillMs(cost: number, { amount, windowMs }: Budget): number {
	return (cost / amount) * windowMs;
}
