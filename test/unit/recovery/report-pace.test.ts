import { expect, it } from "vitest";
import { NAMED_PER_MINUTE, NO_REPORTS, paceWith } from "../../../src/quota/report-rate.ts";

const NOW = 1_795_253_400_000;

function paceAfter(counts: number[], now = NOW) {
	return counts.reduce((pace, count) => {
		const next = paceWith(pace, count, now);
		if (next.kind === "too_often") throw new Error(`${count} were too many`);
		return next;
	}, NO_REPORTS);
}

it("has room for the largest report, and in the same minute for no other", () => {
	const full = paceAfter([NAMED_PER_MINUTE]);
	expect(paceWith(full, 1, NOW)).toEqual({ kind: "too_often", retryAfterSeconds: 60 });
	expect(paceWith(full, 1, NOW + 58_001)).toEqual({ kind: "too_often", retryAfterSeconds: 2 });
	expect(paceWith(full, 1, NOW + 60_000)).toEqual({ kind: "free", windowStart: NOW + 60_000, named: 1 });
});

it("counts transactions, not reports", () => {
	const pace = paceAfter(Array(20).fill(3));
	expect(paceWith(pace, 41, NOW).kind).toBe("too_often");
	expect(paceWith(pace, 40, NOW)).toMatchObject({ kind: "free", named: 100 });
});
