/** Brings the copies of API keys in D1 and KV up to the account's own rows, in any order and any number of times. */
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { apiKeys, developers } from "../../src/db/schema.ts";
import { sealedQuery } from "../../src/db/sealed-query.ts";
import { hintEntryOf, hintNameOf } from "../../src/developers/api-keys/key-hint.ts";
import type { Deliver } from "../outbox/outbox.ts";
import type { KeyCopy } from "./key-store.ts";

/**
 * Entries are keyed by the key's id.
 * @param copyOf undefined for a key that was deleted since
 */
export function deliverKeyCopies(
	{ DB, API_KEYS }: Pick<Env, "DB" | "API_KEYS">,
	copyOf: (keyId: string) => KeyCopy | undefined,
): Deliver {
	return async (entries) => {
		const copies = entries.map(({ key }) => copyOf(key)).filter((copy) => copy !== undefined);
		await Promise.all(copies.flatMap((copy) => [writeRow(DB, copy), writeHint(API_KEYS, copy)]));
		return "done";
	};
}

async function writeHint(namespace: KVNamespace, copy: KeyCopy): Promise<void> {
	if (copy.revokedAt !== null) return namespace.delete(hintNameOf(copy.lookup));
	const entry = hintEntryOf(copy, Date.now());
	if (entry) await namespace.put(...entry);
}

/** A late write brings back neither a revoked key nor the row of a deleted account. */
async function writeRow(database: D1Database, copy: KeyCopy): Promise<void> {
	const { keyId, developerId, lookup, secretMac, pepperVersion, expiresAt, revokedAt } = copy;
	const values = [keyId, developerId, lookup, secretMac, pepperVersion, expiresAt, revokedAt];
	const list = sql.join(
		values.map((value) => sql`${value}`),
		sql`, `,
	);
	const hasAccount = sql`EXISTS (SELECT 1 FROM ${developers} WHERE developer_id = ${developerId})`;
	const write = drizzle(database)
		.insert(apiKeys)
		.select(sql`SELECT ${list} WHERE ${hasAccount}`)
		.onConflictDoUpdate({
			target: apiKeys.keyId,
			set: {
				expiresAt: sql`excluded.expires_at`,
				revokedAt: sql`COALESCE(${apiKeys.revokedAt}, excluded.revoked_at)`,
			},
		});
	await sealedQuery("copy an API key", write);
}
