/**
 * Reads a local D1 database from its file. A runtime would take a third of a start, only to find that there is nothing
 * to migrate.
 */
import { createHash, createHmac } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The class of Miniflare's objects that hold D1 databases, which is also their folder. */
const CLASS = "miniflare-D1DatabaseObject";

export type DatabaseFacts = {
	/** Names of files in `migrations`. */
	applied: Set<string>;
	/** Of the data; undefined if no build has said so yet. */
	generation: number | undefined;
};

/** @returns null if a runtime has to tell: there is no file, it is no database of ours, or it is busy */
export function readDatabaseFile(id: string, persistRoot: string): DatabaseFacts | null {
	try {
		const file = join(persistRoot, "d1", CLASS, `${objectIdOf(id)}.sqlite`);
		using database = new DatabaseSync(file, { readOnly: true });
		const names = database.prepare("SELECT name FROM d1_migrations").all();
		const row = database.prepare("SELECT generation FROM schema_generation WHERE id = 1").get();
		return {
			applied: new Set(names.map(({ name }) => String(name))),
			generation: row && Number(row.generation),
		};
	} catch {
		return null;
	}
}

/** The id that workerd derives from a name: 16 bytes of its HMAC, and 16 bytes of the HMAC of those. */
function objectIdOf(name: string): string {
	const key = createHash("sha256").update(CLASS).digest();
	const half = (data: string | Buffer) => createHmac("sha256", key).update(data).digest().subarray(0, 16);
	const nameHalf = half(name);
	return Buffer.concat([nameHalf, half(nameHalf)]).toString("hex");
}
