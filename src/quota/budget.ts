/**
 * The generic cell rate algorithm: a budget may be spent in a burst and refills evenly. The only state is the time at
 * which it is full again.
 */

/** Of a number that a division made. */
const ROUNDING = 1e-6;

/** `amount` refills within `windowMs`. */
export type Budget = { amount: number; windowMs: number };

/** `wholeAt` and `now`: unix milliseconds. */
type Spending = { budget: Budget; cost: number; wholeAt: number; now: number };

/**
 * @returns the new `wholeAt`, or the wait until the cost fits and how much would fit now; a cost above the amount never
 * fits
 */
export function spend({
	budget,
	cost,
	wholeAt,
	now,
}: Spending): { kind: "spent"; wholeAt: number } | { kind: "exhausted"; waitMs: number; left: number } {
	const before = spentUntil({ budget, wholeAt, now });
	const next = before + refillMs(cost, budget);
	const waitMs = next - now - budget.windowMs;
	if (waitMs <= 0) return { kind: "spent", wholeAt: next };
	const left = Math.floor(budget.amount * (1 - (before - now) / budget.windowMs) + ROUNDING);
	return { kind: "exhausted", waitMs, left };
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
