/** Takes an ended key out of its copies: the D1 row is marked, the hint in KV deleted. Idempotent. */
import { and, eq, isNull } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import { apiKeys } from "../../src/db/schema.ts";
import { sealedQuery } from "../../src/db/sealed-query.ts";
import { hintNameOf } from "../../src/developers/core/key-hint.ts";
import type { Deliver } from "../outbox/outbox.ts";

const payload = z.object({ lookup: z.string(), revokedAt: z.int() });

export type EndedKeyPayload = z.infer<typeof payload>;

/** Delivery of the outbox topic `ended-key`, whose entries are keyed by the key's id. */
export function deliverEndedKeys({ DB, API_KEYS }: Pick<Env, "DB" | "API_KEYS">): Deliver {
	const db = drizzle(DB);
	return async (entries) => {
		await Promise.all(
			entries.map(async ({ key: keyId, payload: text }) => {
				const { lookup, revokedAt } = payload.parse(JSON.parse(text));
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
