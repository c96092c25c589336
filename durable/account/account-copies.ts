/** What an account's outbox delivers. Every delivery is idempotent. */
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import { apiKeys, developers, origins, passwordResets } from "../../src/db/schema.ts";
import { sealedQuery } from "../../src/db/sealed-query.ts";
import type { Deliver } from "../outbox/outbox.ts";
import { deliverEndedKeys, deliverRetiringKeys } from "./key-copies.ts";

/** Outbox topics of an account. */
export const TOPIC = {
	endedKey: "ended-key",
	retiringKey: "retiring-key",
	closedAccount: "closed-account",
} as const;

const payload = z.object({ developerId: z.string() });

export type ClosedAccountPayload = z.infer<typeof payload>;

/** The deliveries, by topic. */
export function accountDeliveries(env: Pick<Env, "DB" | "API_KEYS">): Record<string, Deliver> {
	return {
		[TOPIC.endedKey]: deliverEndedKeys(env),
		[TOPIC.retiringKey]: deliverRetiringKeys(env),
		[TOPIC.closedAccount]: deliverClosedAccounts(env),
	};
}

/** Takes a closed account out of D1: its row, so that the address is free again, and what belongs to it. */
export function deliverClosedAccounts({ DB }: Pick<Env, "DB">): Deliver {
	const db = drizzle(DB);
	return async (entries) => {
		for (const { payload: text } of entries) {
			const { developerId } = payload.parse(JSON.parse(text));
			await sealedQuery(
				"delete a developer",
				db.batch([
					db.delete(developers).where(eq(developers.developerId, developerId)),
					db.delete(apiKeys).where(eq(apiKeys.developerId, developerId)),
					db.delete(origins).where(eq(origins.developerId, developerId)),
					db.delete(passwordResets).where(eq(passwordResets.developerId, developerId)),
				]),
			);
		}
		return "done";
	};
}
