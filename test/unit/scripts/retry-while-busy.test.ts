// architecture.md "Running it".
import { describe, expect, it } from "vitest";
import { retryWhileBusy } from "../../../scripts/operator/database.ts";

/** Fails with each message in turn, then succeeds. */
function failing(...messages: string[]) {
	let calls = 0;
	const query = async () => {
		const message = messages[calls++];
		if (message !== undefined) throw new Error(message);
		return "rows";
	};
	return { query, calls: () => calls };
}

describe("a query that meets another writer", () => {
	it.each(["D1_ERROR: database is locked: SQLITE_BUSY", "D1_ERROR: Failed to get session commit token"])(
		"is repeated after: %s",
		async (message) => {
			const { query, calls } = failing(message, message);
			expect(await retryWhileBusy(query, 0)).toBe("rows");
			expect(calls()).toBe(3);
		},
	);

	it("is given up after five attempts, with the database's message", async () => {
		const { query, calls } = failing(...Array(9).fill("database is locked"));
		await expect(retryWhileBusy(query, 0)).rejects.toThrow("database is locked");
		expect(calls()).toBe(5);
	});
});

it("a query with another error is not repeated", async () => {
	const { query, calls } = failing("no such table: developers");
	await expect(retryWhileBusy(query, 0)).rejects.toThrow("no such table");
	expect(calls()).toBe(1);
});
