// auth.md "Other limits".
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DEFAULT_BUDGETS, IDENTITIES, RESOURCES } from "../../../src/quota/budget-table.ts";

const WINDOWS = new Map([
	[60_000, "minute"],
	[3_600_000, "hour"],
	[86_400_000, "day"],
]);

it("the table in auth.md is the one in the code", () => {
	const text = readFileSync("docs/design/auth.md", "utf8");
	const section = text.slice(text.indexOf("### Budgets"), text.indexOf("### Who pays"));
	const rows = section
		.split("\n")
		.filter((line) => line.startsWith("|") && !line.includes("---"))
		.map((line) =>
			line
				.split("|")
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);
	const shown = (amount: number, isBytes: boolean) => (isBytes ? `${amount / 2 ** 20} MiB` : String(amount));
	const expected = RESOURCES.map((resource) => {
		const { windowMs, amounts } = DEFAULT_BUDGETS[resource];
		const given = new Map<string, number>(Object.entries(amounts));
		const cells = IDENTITIES.map((identity) => {
			const amount = given.get(identity);
			return amount === undefined ? "" : shown(amount, resource === "stored_bytes");
		});
		return [resource, WINDOWS.get(windowMs), ...cells];
	});
	expect(rows).toEqual([["resource", "within", ...IDENTITIES], ...expected]);
});
