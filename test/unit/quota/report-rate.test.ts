// auth.md "Other limits".
import { expect, it } from "vitest";
import { countReport, NAMED_PER_MINUTE, NO_REPORTS } from "../../../src/quota/report-rate.ts";

const NOW = 1_795_253_400_000;

function rateAfter(counts: number[], now = NOW) {
	return counts.reduce((rate, count) => {
		const next = countReport(rate, count, now);
		if (next.kind === "too_often") throw new Error(`${count} were too many`);
		return next;
	}, NO_REPORTS);
}

it("counts the largest possible report, and rejects any other within the same minute", () => {
	const full = rateAfter([NAMED_PER_MINUTE]);
	expect(countReport(full, 1, NOW)).toEqual({ kind: "too_often", retryAfterSeconds: 60 });
	expect(countReport(full, 1, NOW + 58_001)).toEqual({ kind: "too_often", retryAfterSeconds: 2 });
	expect(countReport(full, 1, NOW + 60_000)).toEqual({
		kind: "counted",
		windowStart: NOW + 60_000,
		named: 1,
	});
});

it("counts transactions, not reports", () => {
	const rate = rateAfter(Array(20).fill(3));
	expect(countReport(rate, 41, NOW).kind).toBe("too_often");
	expect(countReport(rate, 40, NOW)).toMatchObject({ kind: "counted", named: 100 });
});
