/** The `developers` table. Its unique index on the e-mail decides who gets an address. */
import { and, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import { developers } from "../../db/schema.ts";
import type { DeveloperRows } from "../ports.ts";

const developerRow = z.object({
	developerId: z.string(),
	email: z.string(),
	role: z.enum(["developer", "reviewer"]),
	createdAt: z.int(),
});
const developerRowWithHash = developerRow.extend({ passwordHash: z.string() });

const { developerId, email, role, createdAt } = developers;

export function createDeveloperRows(database: D1Database): DeveloperRows {
	const db = drizzle(database);
	return {
		async insert(developer) {
			const inserted = await db
				.insert(developers)
				.values(developer)
				.onConflictDoNothing({ target: email })
				.returning({ developerId });
			return inserted.length === 1;
		},
		async findByEmail(address) {
			const [row] = await db.select().from(developers).where(eq(email, address)).limit(1);
			return row && developerRowWithHash.parse(row);
		},
		async findById(id) {
			const columns = { developerId, email, role, createdAt };
			const [row] = await db.select(columns).from(developers).where(eq(developerId, id)).limit(1);
			return row && developerRow.parse(row);
		},
		async replaceHash(change) {
			await db
				.update(developers)
				.set({ passwordHash: change.to })
				.where(and(eq(developerId, change.developerId), eq(developers.passwordHash, change.from)));
		},
	};
}
