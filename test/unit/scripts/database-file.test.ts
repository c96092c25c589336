// architecture.md "Running it".
// Reads D1's file without a runtime. Miniflare decides where the file is, so Miniflare makes it here.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readDatabaseFile } from "../../../scripts/start/database-file.ts";
import { migrateState } from "../../../scripts/start/migrate.ts";

const ID = "a-database";
const ONE = "0001_one.sql";
const TWO = "0002_two.sql";
let folder: string;
let state: string;

const databases = () => [{ binding: "DB", id: ID, directory: folder }];

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), "replevin-database-file-"));
	state = join(folder, "state");
	writeFileSync(
		join(folder, ONE),
		"CREATE TABLE schema_generation (id INTEGER PRIMARY KEY, generation INTEGER NOT NULL);\n" +
			"INSERT INTO schema_generation VALUES (1, 3);",
	);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** @returns what was applied, and how many processes it took */
async function migrate(): Promise<[applied: string[], processes: number]> {
	let processes = 0;
	const count = () => {
		processes++;
	};
	subscribe("child_process", count);
	try {
		return [await migrateState(databases(), state), processes];
	} finally {
		unsubscribe("child_process", count);
	}
}

it("finds what is applied, so that only a change takes a runtime", async () => {
	expect(readDatabaseFile(ID, state)).toBeNull();
	expect(await migrate()).toEqual([[ONE], 1]);
	expect(readDatabaseFile(ID, state)).toEqual({ applied: new Set([ONE]), generation: 3 });
	expect(readDatabaseFile("another", state)).toBeNull();
	expect(await migrate()).toEqual([[], 0]);
	writeFileSync(join(folder, TWO), "CREATE TABLE two (id INTEGER);");
	expect(await migrate()).toEqual([[TWO], 1]);
	expect(await migrate()).toEqual([[], 0]);
});
