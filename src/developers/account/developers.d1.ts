/** The `developers` table. Its unique index on the e-mail decides who gets an address. */
import { and, eq, exists } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import { developers, passwordResets } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { lazy } from "../../kernel/once.ts";
import { type DeveloperRows, ROLES } from "../ports.ts";

const developerRow = lazy(() =>
	z.object({
		developerId: z.string(),
		email: z.string(),
		role: z.enum(ROLES),
		createdAt: z.int(),
	}),
);
const developerRowWithHash = lazy(() => developerRow().extend({ passwordHash: z.string() }));

const { developerId, email, role, createdAt } = developers;

export function createDeveloperRows(database: D1Database): DeveloperRows {
	const db = drizzle(database);
	return {
		async insert(developer) {
			const insert = db.insert(developers).values(developer).onConflictDoNothing({ target: email });
			const inserted = await sealedQuery("insert a developer", insert.returning({ developerId }));
			return inserted.length === 1;
		},
		async findByEmail(address) {
			const select = db.select().from(developers).where(eq(email, address)).limit(1);
			const [row] = await sealedQuery("find a developer by e-mail", select);
			return row && developerRowWithHash().parse(row);
		},
		async findById(id) {
			const columns = { developerId, email, role, createdAt };
			const select = db.select(columns).from(developers).where(eq(developerId, id)).limit(1);
			const [row] = await sealedQuery("find a developer by id", select);
			return row && developerRow().parse(row);
		},
		async findWithHash(id) {
			const select = db.select().from(developers).where(eq(developerId, id)).limit(1);
			const [row] = await sealedQuery("find a developer with the password hash", select);
			return row && developerRowWithHash().parse(row);
		},
		async replaceHash({ developerId: id, from, to }) {
			const isUnchanged = and(eq(developerId, id), eq(developers.passwordHash, from));
			const update = db.update(developers).set({ passwordHash: to }).where(isUnchanged);
			const updated = await sealedQuery("replace a password hash", update.returning({ developerId }));
			return updated.length === 1;
		},
		async changePassword({ developerId: id, from, to }) {
			const isUnchanged = and(eq(developerId, id), eq(developers.passwordHash, from));
			const update = db.update(developers).set({ passwordHash: to }).where(isUnchanged);
			const isSet = and(eq(developerId, id), eq(developers.passwordHash, to));
			const [updated] = await sealedQuery(
				"change a password",
				db.batch([
					update.returning({ developerId }),
					db
						.delete(passwordResets)
						.where(
							and(
								eq(passwordResets.developerId, id),
								exists(db.select({ developerId }).from(developers).where(isSet)),
							),
						),
				]),
			);
			return updated.length === 1;
		},
		async changeRole({ developerId: id, from, to }) {
			const isStill = and(eq(developerId, id), eq(role, from));
			const update = db.update(developers).set({ role: to }).where(isStill);
			const updated = await sealedQuery("change a role", update.returning({ developerId }));
			return updated.length === 1;
		},
	};
}
