// A build refuses data that a breaking migration has made for newer builds only (operations.md "Upgrading and rolling back").
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generationRefusal, SCHEMA_GENERATION } from "../../src/db/generation.ts";

const ROOT = join(import.meta.dirname, "../..");

describe("a build of generation 3", () => {
	it.each([undefined, 3])("serves data of generation %s", (generation) =>
		expect(generationRefusal(generation, 3)).toBeUndefined(),
	);

	it.each([1, 2])(
		"refuses data of generation %i, from before the first release, and says who deletes them",
		(generation) =>
			expect(generationRefusal(generation, 3)).toMatch(/before the first release.* Delete them yourself/),
	);
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
