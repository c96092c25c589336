/** The unique index of `developers` decides who gets an e-mail address. */
import { and, desc, eq, exists, getTableColumns, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { formsOf } from "../../db/row-forms.ts";
import { accountCodes, developers } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";
import type { RowKey } from "../../kernel/paging/cursors.ts";
import { type Page, pageOf } from "../../kernel/paging/paging.ts";
import { mailInsertion, type NewMail } from "../../mail/mails.d1.ts";
import { object, parseStored } from "../../protocol/form.ts";
import type { Developer, DeveloperWithHash, Role } from "./developer.ts";

const { passwordHash: _, ...columns } = getTableColumns(developers);
const developerRow = object(formsOf(columns));
const developerRowWithHash = object(formsOf(getTableColumns(developers)));

const { developerId, email, role, createdAt } = columns;

type HashChange = { developerId: string; from: string; to: string };

export type DeveloperRows = ReturnType<typeof createDeveloperRows>;

export function createDeveloperRows(database: D1Database) {
	const db = drizzle(database);

	/** @returns false if the e-mail address is taken */
	async function insert(developer: DeveloperWithHash): Promise<boolean> {
		const insertion = db.insert(developers).values(developer).onConflictDoNothing({ target: email });
		const inserted = await sealedQuery("insert a developer", insertion.returning({ developerId }));
		return inserted.length === 1;
	}

	async function findByEmail(address: string): Promise<DeveloperWithHash | undefined> {
		const select = db.select().from(developers).where(eq(email, address)).limit(1);
		const [row] = await sealedQuery("find a developer by e-mail", select);
		return row && parseStored(developerRowWithHash, row);
	}

	async function findById(id: string): Promise<Developer | undefined> {
		const select = db.select(columns).from(developers).where(eq(developerId, id)).limit(1);
		const [row] = await sealedQuery("find a developer by id", select);
		return row && parseStored(developerRow, row);
	}

	async function findWithHash(id: string): Promise<DeveloperWithHash | undefined> {
		const select = db.select().from(developers).where(eq(developerId, id)).limit(1);
		const [row] = await sealedQuery("find a developer with the password hash", select);
		return row && parseStored(developerRowWithHash, row);
	}

	/** @returns false after a concurrent password change */
	async function replaceHash(change: HashChange): Promise<boolean> {
		const updated = await sealedQuery("replace a password hash", hashUpdate(change));
		return updated.length === 1;
	}

	/** Also deletes the reset codes of the account, and tells its owner. */
	async function changePassword(
		change: HashChange & { roleHeldUntil: number },
		letter: NewMail | undefined,
	): Promise<boolean> {
		const { developerId: id, to, roleHeldUntil } = change;
		const isChanged = and(eq(developerId, id), eq(developers.passwordHash, to));
		const changed = db.select({ developerId }).from(developers).where(isChanged);
		const deletion = db
			.delete(accountCodes)
			.where(
				and(eq(accountCodes.developerId, id), eq(accountCodes.purpose, "reset_password"), exists(changed)),
			);
		const update = hashUpdate(change, { roleHeldUntil: whole(roleHeldUntil) });
		const told = letter ? [mailInsertion(db, letter)] : [];
		const [updated] = await sealedQuery("change a password", db.batch([update, deletion, ...told]));
		return updated.length === 1;
	}

	function hashUpdate({ developerId: id, from, to }: HashChange, more: { roleHeldUntil?: SQL } = {}) {
		const isUnchanged = and(eq(developerId, id), eq(developers.passwordHash, from));
		const values = { passwordHash: to, ...more };
		return db.update(developers).set(values).where(isUnchanged).returning({ developerId });
	}

	/** @returns false after a concurrent change */
	async function changeRole({
		developerId: id,
		from,
		to,
	}: {
		developerId: string;
		from: Role;
		to: Role;
	}): Promise<boolean> {
		const hasRole = and(eq(developerId, id), eq(role, from));
		const update = db.update(developers).set({ role: to }).where(hasRole);
		const updated = await sealedQuery("change a role", update.returning({ developerId }));
		return updated.length === 1;
	}

	/** Newest first. */
	async function listByRole(
		wanted: Role,
		after: RowKey | undefined,
		limit: number,
	): Promise<Page<Developer, RowKey>> {
		const isAfter = after && sql`(${createdAt}, ${developerId}) < (${whole(after.at)}, ${after.id})`;
		const select = db
			.select(columns)
			.from(developers)
			.where(and(eq(role, wanted), isAfter))
			.orderBy(desc(createdAt), desc(developerId))
			.limit(limit + 1);
		const found = (await sealedQuery("list accounts", select)).map((row) => parseStored(developerRow, row));
		return pageOf(found, limit, (row) => ({ at: row.createdAt, id: row.developerId }));
	}

	return {
		insert,
		findByEmail,
		findById,
		findWithHash,
		replaceHash,
		changePassword,
		changeRole,
		listByRole,
	};
}
