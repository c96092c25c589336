import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allowancesOf, restoreAllowance, useAllowance } from "../../../src/quota/origin-quota.ts";

const DAY_MS = 86_400_000;
const perDay = 1000;

describe("an allowance", () => {
	it("can be used up at once, says when there is room, and is whole again after a day", () => {
		const now = 5 * DAY_MS;
		const used = useAllowance({ fullAt: 0, bytes: perDay, perDay, now });
		expect(used).toEqual({ kind: "used", fullAt: now + DAY_MS });
		const fullAt = now + DAY_MS;
		const waitMs = DAY_MS / perDay;
		expect(useAllowance({ fullAt, bytes: 1, perDay, now })).toEqual({ kind: "short", waitMs });
		expect(useAllowance({ fullAt, bytes: 1, perDay, now: now + waitMs }).kind).toBe("used");
		expect(useAllowance({ fullAt, bytes: perDay, perDay, now: fullAt - 1 }).kind).toBe("short");
		expect(useAllowance({ fullAt, bytes: perDay, perDay, now: fullAt }).kind).toBe("used");
		expect(useAllowance({ fullAt: 0, bytes: perDay + 1, perDay, now }).kind).toBe("short");
	});

	it("is as it was when a use is undone", () => {
		const use = { fullAt: 7, bytes: 250, perDay, now: 5 };
		const used = useAllowance(use);
		expect(used).toEqual({ kind: "used", fullAt: 7 + DAY_MS / 4 });
		expect(restoreAllowance({ ...use, fullAt: 7 + DAY_MS / 4 })).toBe(7);
	});

	it("never lets more through than itself and what comes back meanwhile", () => {
		const steps = fc.array(fc.record({ after: fc.nat(DAY_MS), bytes: fc.integer({ min: 1, max: perDay }) }));
		fc.assert(
			fc.property(steps, (all) => {
				let [now, fullAt, through] = [0, 0, 0];
				for (const { after, bytes } of all) {
					now += after;
					const answer = useAllowance({ fullAt, bytes, perDay, now });
					if (answer.kind === "used") [fullAt, through] = [answer.fullAt, through + bytes];
				}
				expect(through).toBeLessThanOrEqual(perDay * (1 + now / DAY_MS) + 1e-6);
			}),
		);
	});

	it("is an eighth for one network, which holds the largest will at the least that can be set", () => {
		expect(allowancesOf(88 * 2 ** 20).network).toBe(11 * 2 ** 20);
	});
});
