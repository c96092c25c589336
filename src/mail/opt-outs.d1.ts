/** Kinds of mail that a recipient has switched off (mail.md "Kinds that can be switched off"). */
import { and, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { mailOptOuts } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import type { OptionalMailKind } from "./mail-kinds.ts";

/** `recipient`: as in the outbox. */
export type OptOut = { recipient: string; kind: OptionalMailKind };

export type OptOuts = ReturnType<typeof createOptOuts>;

export function createOptOuts(database: D1Database) {
	const db = drizzle(database);
	const { recipient, kind } = mailOptOuts;
	const isThis = (optOut: OptOut) => and(eq(recipient, optOut.recipient), eq(kind, optOut.kind));

	async function has(optOut: OptOut): Promise<boolean> {
		const select = db.select().from(mailOptOuts).where(isThis(optOut)).limit(1);
		return (await sealedQuery("find an opt-out", select)).length > 0;
	}

	async function list(of: string): Promise<OptionalMailKind[]> {
		const select = db.select({ kind }).from(mailOptOuts).where(eq(recipient, of));
		return (await sealedQuery("list opt-outs", select)).map((row) => row.kind);
	}

	async function add(optOut: OptOut): Promise<void> {
		await sealedQuery("add an opt-out", db.insert(mailOptOuts).values(optOut).onConflictDoNothing());
	}

	async function remove(optOut: OptOut): Promise<void> {
		await sealedQuery("remove an opt-out", db.delete(mailOptOuts).where(isThis(optOut)));
	}

	return { has, list, add, remove };
}
