// auth.md "Other limits".
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refund, spend, spentUntil } from "../../../src/quota/budget.ts";
import { budgetTableOf } from "../../../src/quota/budget-table.ts";

const DAY_MS = 86_400_000;
const AMOUNT = 1000;
const budget = { amount: AMOUNT, windowMs: DAY_MS };

describe("a budget", () => {
	it("can be spent at once, says when enough is back, and is whole again after its window", () => {
		const now = 5 * DAY_MS;
		expect(spend({ budget, cost: AMOUNT, wholeAt: 0, now })).toEqual({
			kind: "spent",
			wholeAt: now + DAY_MS,
		});
		const wholeAt = now + DAY_MS;
		const waitMs = DAY_MS / AMOUNT;
		expect(spend({ budget, cost: 1, wholeAt, now })).toEqual({ kind: "exhausted", waitMs, left: 0 });
		expect(spend({ budget, cost: 251, wholeAt: wholeAt - DAY_MS / 4, now })).toMatchObject({ left: 250 });
		expect(spend({ budget, cost: 1, wholeAt, now: now + waitMs }).kind).toBe("spent");
		expect(spend({ budget, cost: AMOUNT, wholeAt, now: wholeAt - 1 }).kind).toBe("exhausted");
		expect(spend({ budget, cost: AMOUNT, wholeAt, now: wholeAt }).kind).toBe("spent");
		expect(spend({ budget, cost: AMOUNT + 1, wholeAt: 0, now }).kind).toBe("exhausted");
	});

	it("is as before when its cost is refunded", () => {
		const wholeAt = 7 + DAY_MS / 4;
		expect(spend({ budget, cost: 250, wholeAt: 7, now: 5 })).toEqual({ kind: "spent", wholeAt });
		expect(refund({ budget, cost: 250, wholeAt })).toBe(7);
	});

	it("counts as used after a clock that was ahead, and comes back within its window", () => {
		const wholeAt = spentUntil({ budget, wholeAt: 9 * DAY_MS, now: DAY_MS });
		expect(wholeAt).toBe(2 * DAY_MS);
		expect(spend({ budget, cost: 1, wholeAt, now: DAY_MS }).kind).toBe("exhausted");
		expect(spend({ budget, cost: AMOUNT / 2, wholeAt, now: DAY_MS * 1.5 }).kind).toBe("spent");
	});

	it("admits no more when charges arrive out of order", () => {
		const steps = fc.array(fc.record({ now: fc.nat(2 * DAY_MS), cost: fc.integer({ min: 1, max: AMOUNT }) }));
		fc.assert(
			fc.property(steps, (all) => {
				let [wholeAt, admitted] = [0, 0];
				for (const { now, cost } of all) {
					const result = spend({ budget, cost, wholeAt, now });
					if (result.kind === "spent") [wholeAt, admitted] = [result.wholeAt, admitted + cost];
				}
				expect(admitted).toBeLessThanOrEqual(AMOUNT * 3 + 1e-6);
			}),
		);
	});

	it("never admits more than its amount and the refill since the first spending", () => {
		const steps = fc.array(fc.record({ after: fc.nat(DAY_MS), cost: fc.integer({ min: 1, max: AMOUNT }) }));
		fc.assert(
			fc.property(steps, (all) => {
				let [now, wholeAt, admitted] = [0, 0, 0];
				for (const { after, cost } of all) {
					now += after;
					const result = spend({ budget, cost, wholeAt, now });
					if (result.kind === "spent") [wholeAt, admitted] = [result.wholeAt, admitted + cost];
				}
				expect(admitted).toBeLessThanOrEqual(AMOUNT * (1 + now / DAY_MS) + 1e-6);
			}),
		);
	});
});

it("the smallest budget of an origin leaves one network enough for the largest will", () => {
	const table = budgetTableOf({ originBytesPerDay: 88 * 2 ** 20, newProfilesPerDay: 1 });
	expect(table.stored_bytes.amounts.origin_network).toBe(11 * 2 ** 20);
});
