import { entries } from "../../migrations/meta/_journal.json";

/** The migrations that this build needs and the database lacks, oldest first, by wrangler's records. */
export async function missingMigrations(db: D1Database): Promise<string[]> {
	const applied = await appliedMigrations(db);
	return entries.map(({ tag }) => tag).filter((tag) => !applied.has(`${tag}.sql`));
}

async function appliedMigrations(db: D1Database): Promise<Set<string>> {
	try {
		const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
		return new Set(results.map(({ name }) => name));
	} catch (error) {
		// The first migration creates the table.
		if (/no such table/i.test(String(error))) return new Set();
		throw error;
	}
}
