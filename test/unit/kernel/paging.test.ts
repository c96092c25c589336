// architecture.md "Scale".
import { describe, expect, it } from "vitest";
import { pageOf, pageOfWalks, type Walk } from "../../../src/kernel/paging/paging.ts";

const order = { keyOf: (row: number) => row, compare: (a: number, b: number) => a - b };
const page = (walks: Walk<number, number>[], limit: number) => pageOfWalks(walks, limit, order);

describe("a page", () => {
	it("has a next page only if a row more was found", () => {
		expect(pageOf([1, 2], 2, order.keyOf)).toEqual({ rows: [1, 2], next: undefined });
		expect(pageOf([1, 2, 3], 2, order.keyOf)).toEqual({ rows: [1, 2], next: 2 });
		expect(pageOf([], 2, order.keyOf)).toEqual({ rows: [], next: undefined });
	});
});

describe("a page of walks", () => {
	it("shows each match of two walks once, whatever their bounds", () => {
		const [odd, even] = [1, 0].map((rest) => Array.from({ length: 40 }, (_, index) => 2 * index + rest));
		const isWanted = (value: number) => value % 7 === 0;
		for (const bound of [1, 3, 10, 100]) {
			for (const limit of [1, 2, 5]) {
				const seen: number[] = [];
				let after: number | undefined = -1;
				while (after !== undefined) {
					const walks: Walk<number, number>[] = [odd, even].map((index = []) => {
						const walked = index.filter((value) => value > (after ?? 0)).slice(0, bound);
						return { rows: walked.filter(isWanted).slice(0, limit + 1), end: walked[bound - 1] };
					});
					const { rows, next }: { rows: number[]; next: number | undefined } = page(walks, limit);
					seen.push(...rows);
					after = next;
				}
				expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => 7 * index));
			}
		}
	});
});
