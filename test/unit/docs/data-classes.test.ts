// data-map.md "Protection levels" gives each table of D1 one level.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

it("gives each table of D1 exactly one protection level", () => {
	const [, section = ""] = read("docs/design/data-map.md").split(/^## Protection levels$/m);
	const rows = section
		.split("\n")
		.filter((line) => /^\| (?:secret|confidential|personal|internal|public) \|/.test(line));
	const levelled = rows.flatMap((row) => {
		const [, , , tables = ""] = row.split("|");
		return [...tables.matchAll(/`([a-z_]+)`/g)].map(([, table]) => table);
	});
	const tables = [...read("src/db/schema.ts").matchAll(/sqliteTable\(\s*"([a-z_]+)"/g)].map(
		([, name]) => name,
	);
	expect(rows).toHaveLength(5);
	expect(tables.length).toBeGreaterThan(20);
	expect(levelled.sort()).toEqual(tables.sort());
});
