import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { consumeQuota, NETWORK_SHARE, refundQuota } from "../../../src/quota/origin-quota.ts";

const DAY_MS = 86_400_000;
const perDay = 1000;

describe("a daily storage quota", () => {
	it("can be consumed at once, says when enough is back, and is whole again after a day", () => {
		const now = 5 * DAY_MS;
		const consumed = consumeQuota({ fullAt: 0, bytes: perDay, perDay, now });
		expect(consumed).toEqual({ kind: "consumed", fullAt: now + DAY_MS });
		const fullAt = now + DAY_MS;
		const waitMs = DAY_MS / perDay;
		expect(consumeQuota({ fullAt, bytes: 1, perDay, now })).toEqual({ kind: "exceeded", waitMs });
		expect(consumeQuota({ fullAt, bytes: 1, perDay, now: now + waitMs }).kind).toBe("consumed");
		expect(consumeQuota({ fullAt, bytes: perDay, perDay, now: fullAt - 1 }).kind).toBe("exceeded");
		expect(consumeQuota({ fullAt, bytes: perDay, perDay, now: fullAt }).kind).toBe("consumed");
		expect(consumeQuota({ fullAt: 0, bytes: perDay + 1, perDay, now }).kind).toBe("exceeded");
	});

	it("is as before when consumed bytes are refunded", () => {
		const use = { fullAt: 7, bytes: 250, perDay, now: 5 };
		expect(consumeQuota(use)).toEqual({ kind: "consumed", fullAt: 7 + DAY_MS / 4 });
		expect(refundQuota({ ...use, fullAt: 7 + DAY_MS / 4 })).toBe(7);
	});

	it("never admits more bytes than the quota and its refill since the first use", () => {
		const steps = fc.array(fc.record({ after: fc.nat(DAY_MS), bytes: fc.integer({ min: 1, max: perDay }) }));
		fc.assert(
			fc.property(steps, (all) => {
				let [now, fullAt, admitted] = [0, 0, 0];
				for (const { after, bytes } of all) {
					now += after;
					const result = consumeQuota({ fullAt, bytes, perDay, now });
					if (result.kind === "consumed") [fullAt, admitted] = [result.fullAt, admitted + bytes];
				}
				expect(admitted).toBeLessThanOrEqual(perDay * (1 + now / DAY_MS) + 1e-6);
			}),
		);
	});

	it("leaves one network enough for the largest will, even at the smallest setting", () => {
		expect(88 * 2 ** 20 * NETWORK_SHARE).toBe(11 * 2 ** 20);
	});
});
