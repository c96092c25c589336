/** Idempotent deliveries of the outbox to D1, KV, webhook endpoints and cases. */

import { and, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import {
	accountCodes,
	apiKeys,
	developers,
	emailChanges,
	events,
	evidenceLinks,
	hostedLinks,
	mailOptOuts,
	mails,
	origins,
	passkeyChallenges,
	passkeys,
	recoveryCodes,
	takenCases,
	watchedAccountCounts,
	watchedAccounts,
	webhookEndpoints,
} from "../../src/db/schema.ts";
import { sealedQuery } from "../../src/db/sealed-query.ts";
import { hintEntryOf, hintNameOf } from "../../src/developers/api-keys/key-hint.ts";
import { type Infer, lazy } from "../../src/kernel/once.ts";
import type { Deliver } from "../outbox/outbox.ts";
import type { KeyCopy } from "./key-store.ts";
import { deliverEndedSockets } from "./live-socket-store.ts";

export const TOPIC = {
	keyCopy: "key-copy",
	closedAccount: "closed-account",
	endedEndpoints: "ended-endpoints",
	endedSockets: "ended-sockets",
} as const;

const closedAccountPayload = lazy(() => z.object({ developerId: z.string() }));

export type ClosedAccountPayload = Infer<typeof closedAccountPayload>;

const endedEndpointsPayload = lazy(() => z.object({ developerId: z.string(), before: z.int() }));

/** Endpoints that were created before that time, in unix milliseconds. */
export type EndedEndpointsPayload = Infer<typeof endedEndpointsPayload>;

export function accountDeliveries(
	env: Pick<Env, "DB" | "API_KEYS" | "WEBHOOK_ENDPOINTS" | "RECOVERY_CASES">,
	keyCopyOf: (keyId: string) => KeyCopy | undefined,
): Record<string, Deliver> {
	return {
		[TOPIC.keyCopy]: deliverKeyCopies(env, keyCopyOf),
		[TOPIC.closedAccount]: deliverClosedAccounts(env),
		[TOPIC.endedEndpoints]: deliverEndedEndpoints(env),
		[TOPIC.endedSockets]: deliverEndedSockets(env),
	};
}

/** Closes the account's webhook endpoints, then deletes its D1 rows, which frees its e-mail address. */
function deliverClosedAccounts({ DB, WEBHOOK_ENDPOINTS }: Pick<Env, "DB" | "WEBHOOK_ENDPOINTS">): Deliver {
	const db = drizzle(DB);
	return async (entries) => {
		for (const { payload: text } of entries) {
			const { developerId } = closedAccountPayload().parse(JSON.parse(text));
			await closeEndpoints({ DB, WEBHOOK_ENDPOINTS }, { developerId, before: Number.MAX_SAFE_INTEGER });
			await sealedQuery(
				"delete a developer",
				db.batch([
					db.delete(developers).where(eq(developers.developerId, developerId)),
					db.delete(apiKeys).where(eq(apiKeys.developerId, developerId)),
					db.delete(origins).where(eq(origins.developerId, developerId)),
					db.delete(hostedLinks).where(eq(hostedLinks.developerId, developerId)),
					db.delete(watchedAccounts).where(eq(watchedAccounts.developerId, developerId)),
					db.delete(watchedAccountCounts).where(eq(watchedAccountCounts.developerId, developerId)),
					db.delete(events).where(and(eq(events.developerId, developerId), eq(events.sequence, sql`0`))),
					db.delete(passkeys).where(eq(passkeys.developerId, developerId)),
					db.delete(recoveryCodes).where(eq(recoveryCodes.developerId, developerId)),
					db.delete(passkeyChallenges).where(eq(passkeyChallenges.developerId, developerId)),
					db.delete(accountCodes).where(eq(accountCodes.developerId, developerId)),
					db.delete(emailChanges).where(eq(emailChanges.developerId, developerId)),
					db.delete(mails).where(eq(mails.recipient, developerId)),
					db.delete(mailOptOuts).where(eq(mailOptOuts.recipient, developerId)),
					db.delete(evidenceLinks).where(eq(evidenceLinks.maker, developerId)),
					db.delete(takenCases).where(eq(takenCases.developerId, developerId)),
				]),
			);
		}
		return "done";
	};
}

function deliverEndedEndpoints(env: Pick<Env, "DB" | "WEBHOOK_ENDPOINTS">): Deliver {
	return async (entries) => {
		for (const { payload } of entries)
			await closeEndpoints(env, endedEndpointsPayload().parse(JSON.parse(payload)));
		return "done";
	};
}

async function closeEndpoints(
	{ DB, WEBHOOK_ENDPOINTS }: Pick<Env, "DB" | "WEBHOOK_ENDPOINTS">,
	{ developerId, before }: EndedEndpointsPayload,
): Promise<void> {
	const db = drizzle(DB);
	const isEnded = and(
		eq(webhookEndpoints.developerId, developerId),
		sql`${webhookEndpoints.createdAt} < CAST(${before} AS INTEGER)`,
	);
	const select = db.select({ endpointId: webhookEndpoints.endpointId }).from(webhookEndpoints).where(isEnded);
	const endpoints = await sealedQuery("list the endpoints of an account", select);
	const now = Date.now();
	await Promise.all(
		endpoints.map(({ endpointId }) => WEBHOOK_ENDPOINTS.getByName(endpointId).close({ developerId, now })),
	);
	await sealedQuery("delete the endpoints of an account", db.delete(webhookEndpoints).where(isEnded));
}

/**
 * Brings the copies of API keys in D1 and KV up to the account's own rows, in any order and any number of times.
 * Entries are keyed by the key's id.
 * @param copyOf undefined for a key that was deleted since
 */
function deliverKeyCopies(
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
