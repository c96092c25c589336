// A build refuses data that a breaking migration has made for newer builds only (architecture.md "Running it").
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isTooOld, SCHEMA_GENERATION, tooOldMessage } from "../../src/db/generation.ts";

const ROOT = join(import.meta.dirname, "../..");

describe("a build of an older generation", () => {
	it("is too old for newer data, and serves data of its own generation and before", () => {
		expect(isTooOld(3, 2)).toBe(true);
		expect(isTooOld(2, 2)).toBe(false);
		expect(isTooOld(1, 2)).toBe(false);
	});

	it("names its own generation, the one that is needed, and what to do", () => {
		const message = tooOldMessage(3, 2);
		expect(message).toContain("serves schema generation 2");
		expect(message).toContain("needs generation 3 or later");
		expect(message).toContain("Start a newer build");
	});

	it("serves data whose generation is unknown", () => expect(isTooOld(undefined, 2)).toBe(false));
});

it("this build serves what its own migrations require", () => {
	const files = globSync("migrations/*.sql", { cwd: ROOT }).sort();
	const raised = files.flatMap((file) => {
		const sql = readFileSync(join(ROOT, file), "utf8");
		const statement =
			/INSERT INTO [`"]?schema_generation[^;]*VALUES \(1, (\d+)\)|UPDATE [`"]?schema_generation[`"]? SET [`"]?generation[`"]? = (\d+)/g;
		return [...sql.matchAll(statement)].map(([, inserted, updated]) => Number(inserted ?? updated));
	});
	expect(raised.length).toBeGreaterThan(0);
	expect(raised).toEqual([...raised].sort((a, b) => a - b));
	expect(raised.at(-1)).toBe(SCHEMA_GENERATION);
});
