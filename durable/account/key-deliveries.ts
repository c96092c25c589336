/** Updates the copies of API keys in D1 and KV. Idempotent. */
import { and, eq, isNull } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import { apiKeys } from "../../src/db/schema.ts";
import { sealedQuery } from "../../src/db/sealed-query.ts";
import { hintNameOf } from "../../src/developers/api-keys/key-hint.ts";
import { type Infer, lazy } from "../../src/kernel/once.ts";
import type { Deliver } from "../outbox/outbox.ts";

const endedKeyPayload = lazy(() => z.object({ lookup: z.string(), revokedAt: z.int() }));
const retiringKeyPayload = lazy(() =>
	z.object({
		expiresAt: z.int().nullable(),
		/** After an undone rotation, the row may have been marked as revoked. */
		isRestored: z.literal(true).optional(),
	}),
);

export type EndedKeyPayload = Infer<typeof endedKeyPayload>;
export type RetiringKeyPayload = Infer<typeof retiringKeyPayload>;

/** Entries are keyed by the key's id. */
export function deliverEndedKeys({ DB, API_KEYS }: Pick<Env, "DB" | "API_KEYS">): Deliver {
	const db = drizzle(DB);
	return async (entries) => {
		await Promise.all(
			entries.map(async ({ key: keyId, payload: text }) => {
				const { lookup, revokedAt } = endedKeyPayload().parse(JSON.parse(text));
				const isLive = and(eq(apiKeys.keyId, keyId), isNull(apiKeys.revokedAt));
				await Promise.all([
					sealedQuery("end an API key", db.update(apiKeys).set({ revokedAt }).where(isLive)),
					API_KEYS.delete(hintNameOf(lookup)),
				]);
			}),
		);
		return "done";
	};
}

/** Entries are keyed by the key's id. */
export function deliverRetiringKeys({ DB }: Pick<Env, "DB">): Deliver {
	const db = drizzle(DB);
	return async (entries) => {
		for (const { key: keyId, payload: text } of entries) {
			const { expiresAt, isRestored } = retiringKeyPayload().parse(JSON.parse(text));
			const change = isRestored ? { expiresAt, revokedAt: null } : { expiresAt };
			const update = db.update(apiKeys).set(change).where(eq(apiKeys.keyId, keyId));
			await sealedQuery("let an API key retire", update);
		}
		return "done";
	};
}
