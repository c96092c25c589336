/**
 * The relational data (D1). `developers` is the truth; `api_keys`, `recovery_cases` and `events` are copies
 * of what the objects hold and can be rebuilt from them. Times are unix milliseconds.
 */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const developers = sqliteTable(
	"developers",
	{
		developerId: text("developer_id").primaryKey(),
		/** ASCII, lower case. */
		email: text("email").notNull(),
		/** Encoded scrypt hash with its parameters, salt and pepper version. */
		passwordHash: text("password_hash").notNull(),
		role: text("role", { enum: ["developer", "reviewer"] }).notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [uniqueIndex("developers_email").on(table.email)],
);

export const apiKeys = sqliteTable(
	"api_keys",
	{
		keyId: text("key_id").primaryKey(),
		developerId: text("developer_id").notNull(),
		label: text("label").notNull(),
		hint: text("hint").notNull(),
		/** HMAC of `sk_…` in hex; what a caller's key is looked up by. */
		lookup: text("lookup").notNull(),
		/** HMAC of key id and `ss_…` in hex. */
		secretMac: text("secret_mac").notNull(),
		pepperVersion: integer("pepper_version").notNull(),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at"),
		revokedAt: integer("revoked_at"),
	},
	(table) => [
		uniqueIndex("api_keys_lookup").on(table.lookup),
		index("api_keys_developer").on(table.developerId),
	],
);

export const recoveryCases = sqliteTable(
	"recovery_cases",
	{
		caseId: text("case_id").primaryKey(),
		jrcHash: text("jrc_hash").notNull(),
		developerId: text("developer_id").notNull(),
		source: text("source").notNull(),
		/** Addresses are lower case here, so that a filter matches however it is spelt. */
		lostAccount: text("lost_account").notNull(),
		recoveryAccount: text("recovery_account").notNull(),
		chainId: integer("chain_id").notNull(),
		reason: text("reason").notNull(),
		status: text("status").notNull(),
		statusReason: text("status_reason"),
		txHash: text("tx_hash"),
		executeAfter: integer("execute_after"),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
		version: integer("version").notNull(),
	},
	(table) => [
		index("recovery_cases_developer").on(table.developerId, table.createdAt, table.caseId),
		index("recovery_cases_status").on(table.developerId, table.status, table.createdAt, table.caseId),
		index("recovery_cases_chain").on(table.developerId, table.chainId, table.createdAt, table.caseId),
		index("recovery_cases_lost").on(table.lostAccount, table.createdAt, table.caseId),
		index("recovery_cases_recovery").on(table.recoveryAccount, table.createdAt, table.caseId),
	],
);

export const events = sqliteTable(
	"events",
	{
		/** Orders all events of a developer for the pull feed. */
		seq: integer("seq").primaryKey({ autoIncrement: true }),
		developerId: text("developer_id").notNull(),
		caseId: text("case_id").notNull(),
		eventId: text("event_id").notNull(),
		/** The case's own event sequence, from 1. */
		sequence: integer("sequence").notNull(),
		type: text("type").notNull(),
		/** The exact bytes of the envelope. */
		body: text("body").notNull(),
		createdAt: integer("created_at").notNull(),
		confirmedAt: integer("confirmed_at"),
	},
	(table) => [
		uniqueIndex("events_event").on(table.eventId),
		index("events_developer").on(table.developerId, table.seq),
		index("events_unconfirmed").on(table.createdAt).where(sql`confirmed_at IS NULL`),
	],
);
