// estates.md "POST …/privacy-codes".
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { isLive } from "../../../src/estates/estate-statements.d1.ts";

const NOW = 1_795_253_400_250;

it.each([
	["has no expiry", { expiresAt: null, revokedAt: null }, true],
	["expires in a millisecond", { expiresAt: NOW + 1, revokedAt: null }, true],
	["expires now", { expiresAt: NOW, revokedAt: null }, false],
	["has expired", { expiresAt: NOW - 1, revokedAt: null }, false],
	["was revoked", { expiresAt: null, revokedAt: NOW - 1 }, false],
	["is revoked now", { expiresAt: null, revokedAt: NOW }, false],
	["was revoked before its expiry", { expiresAt: NOW + 1, revokedAt: NOW }, false],
	["was revoked at time 0", { expiresAt: null, revokedAt: 0 }, false],
])("decides whether a privacy code that %s is live", async (_, { expiresAt, revokedAt }, expected) => {
	const row = sql`(SELECT ${expiresAt} AS expires_at, ${revokedAt} AS revoked_at)`;
	const rows = await drizzle(env.DB).all(sql`SELECT ${isLive(NOW)} AS live FROM ${row}`);
	expect(rows).toEqual([{ live: expected ? 1 : 0 }]);
});
