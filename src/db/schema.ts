/**
 * The D1 tables. docs/design/data-map.md says who reads each row and when it goes. Times are unix milliseconds,
 * addresses lower case.
 *
 * Over 300 lines, because drizzle-kit compares all tables with the last migration.
 */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { ROLES } from "../developers/account/developer.ts";
import { LANGUAGES } from "../kernel/languages.ts";
import { mailKinds, optionalMailKinds } from "../mail/mail-kinds.ts";
import {
	CASE_SOURCES,
	CASE_STATUSES,
	NOT_WATCHED_CAUSES,
	OPEN_STATUSES,
	REQUEST_REASONS,
	STATUS_REASONS,
	VERIFICATIONS,
	WEBHOOK_EVENT_TYPES,
} from "../protocol/enumerations.ts";
import { RECOVERY_REASONS } from "../protocol/intent.ts";

declare const BUNDLED: boolean;

/** Only migrations and tests read a table's indexes, so the Worker's bundle has none (`doc` of kernel/schemas/doc.ts). */
function indexes<T>(make: T): T | undefined {
	return typeof BUNDLED === "undefined" ? make : undefined;
}

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(", ");

export const developers = sqliteTable(
	"developers",
	{
		developerId: text("developer_id").primaryKey(),
		/** ASCII, lower case. */
		email: text("email").notNull(),
		/** With algorithm, parameters, salt and pepper version. */
		passwordHash: text("password_hash").notNull(),
		role: text("role", { enum: ROLES }).notNull(),
		createdAt: integer("created_at").notNull(),
		/** Null until the address is confirmed by a code that was mailed to it. */
		emailConfirmedAt: integer("email_confirmed_at"),
		/** The language of mails to this address: that of the page or program that last asked for a code. */
		language: text("language", { enum: LANGUAGES }).notNull().default("en"),
		/** A role gives no powers before (auth.md "Held-back roles"). */
		roleHeldUntil: integer("role_held_until").notNull().default(0),
	},
	indexes((table) => [
		uniqueIndex("developers_email").on(table.email),
		index("developers_role").on(table.role, table.createdAt, table.developerId),
	]),
);

export const apiKeys = sqliteTable(
	"api_keys",
	{
		keyId: text("key_id").primaryKey(),
		developerId: text("developer_id").notNull(),
		lookup: text("lookup").notNull(),
		secretMac: text("secret_mac").notNull(),
		pepperVersion: integer("pepper_version").notNull(),
		expiresAt: integer("expires_at"),
		revokedAt: integer("revoked_at"),
	},
	indexes((table) => [
		uniqueIndex("api_keys_lookup").on(table.lookup),
		index("api_keys_developer").on(table.developerId),
		// Partial, for the removal of ended keys.
		index("api_keys_revoked").on(table.revokedAt).where(sql`revoked_at IS NOT NULL`),
		index("api_keys_expired").on(table.expiresAt).where(sql`expires_at IS NOT NULL`),
	]),
);

/** Who filed a case: a developer, or a session of the hosted app. */
export const FILER = "CASE WHEN developer_id IS NULL THEN subject ELSE developer_id END";
/** The case's court order or its claimant's answer waits for a reviewer, or its recovery is to be stopped on the chain. Queries spell it like this, because the index is partial. */
export const IS_WAITING = `(status = 'pending' AND order_verification <> 'verified') OR (status = 'action_required' AND (answered_at IS NOT NULL OR (order_verification IS NOT NULL AND status_reason NOT IN (${quoted(REQUEST_REASONS)})))) OR stop_until IS NOT NULL`;
/** Of these, the cases that no reviewer has asked or verified anything about yet. */
export const IS_NEW = `(${IS_WAITING}) AND answered_at IS NULL AND order_verification IS NOT 'verified_once'`;
/** The case can still move. Spelled like this in queries too. */
export const IS_OPEN = `status IN (${quoted(OPEN_STATUSES)})`;

export const recoveryCases = sqliteTable(
	"recovery_cases",
	{
		caseId: text("case_id").primaryKey(),
		jrcHash: text("jrc_hash").notNull(),
		/** Null if a session without a developer filed the case. */
		developerId: text("developer_id"),
		/** The session's subject: `anon:<uuid>`, `wallet:0x…` or `wallet:<chainId>:0x…`. */
		subject: text("subject"),
		source: text("source", { enum: CASE_SOURCES }).notNull(),
		/** The developer's name for the case, of a hosted link or of the filing by API. */
		reference: text("reference"),
		lostAccount: text("lost_account").notNull(),
		recoveryAccount: text("recovery_account").notNull(),
		chainId: integer("chain_id").notNull(),
		reason: text("reason", { enum: RECOVERY_REASONS }).notNull(),
		status: text("status", { enum: CASE_STATUSES }).notNull(),
		statusReason: text("status_reason", { enum: STATUS_REASONS }),
		txHash: text("tx_hash"),
		executeAfter: integer("execute_after"),
		/** Null without a court order. */
		orderVerification: text("order_verification", { enum: VERIFICATIONS }),
		fullCaseNumber: text("full_case_number"),
		/** When the claimant answered a reviewer's halt by a document. */
		answeredAt: integer("answered_at"),
		documents: integer("documents").notNull().default(0),
		/** Until when the module could still move what this halted or closed case names; null if nothing is to stop. */
		stopUntil: integer("stop_until"),
		/** Null while the lost account is watched. */
		notWatchedSince: integer("not_watched_since"),
		notWatchedBecause: text("not_watched_because", { enum: NOT_WATCHED_CAUSES }),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
		version: integer("version").notNull(),
		/** Greater than every number before, whenever the row is written (recovery.md "Changes of a list"). */
		changeNumber: integer("change_number").notNull().default(0),
	},
	indexes((table) => [
		index("recovery_cases_developer").on(table.developerId, table.createdAt, table.caseId),
		index("recovery_cases_status").on(table.developerId, table.status, table.createdAt, table.caseId),
		index("recovery_cases_chain").on(table.developerId, table.chainId, table.createdAt, table.caseId),
		index("recovery_cases_status_chain").on(
			table.developerId,
			table.status,
			table.chainId,
			table.createdAt,
			table.caseId,
		),
		index("recovery_cases_developer_lost").on(
			table.developerId,
			table.lostAccount,
			table.createdAt,
			table.caseId,
		),
		index("recovery_cases_developer_recovery").on(
			table.developerId,
			table.recoveryAccount,
			table.createdAt,
			table.caseId,
		),
		// Partial, because most cases have no reference.
		index("recovery_cases_reference")
			.on(table.developerId, table.reference, table.createdAt, table.caseId)
			.where(sql`reference IS NOT NULL`),
		index("recovery_cases_lost").on(table.lostAccount, table.createdAt, table.caseId),
		index("recovery_cases_recovery").on(table.recoveryAccount, table.createdAt, table.caseId),
		// For contract wallets, which own their address on one chain only.
		index("recovery_cases_lost_chain").on(table.lostAccount, table.chainId, table.createdAt, table.caseId),
		index("recovery_cases_recovery_chain").on(
			table.recoveryAccount,
			table.chainId,
			table.createdAt,
			table.caseId,
		),
		// Notices must not scan closed cases.
		index("recovery_cases_open")
			.on(table.lostAccount, table.chainId, table.createdAt, table.caseId)
			.where(sql.raw(IS_OPEN)),
		// The same for an account on every chain.
		index("recovery_cases_open_anywhere")
			.on(table.lostAccount, table.createdAt, table.caseId)
			.where(sql.raw(IS_OPEN)),
		index("recovery_cases_waiting")
			.on(sql.raw(FILER), table.createdAt, table.caseId)
			.where(sql.raw(IS_WAITING)),
		// For the mails to claimants.
		index("recovery_cases_answered").on(table.answeredAt).where(sql`answered_at IS NOT NULL`),
		index("recovery_cases_waiting_age").on(table.createdAt, table.caseId).where(sql.raw(IS_WAITING)),
		index("recovery_cases_new").on(sql.raw(FILER), table.createdAt, table.caseId).where(sql.raw(IS_NEW)),
		index("recovery_cases_new_age").on(table.createdAt, table.caseId).where(sql.raw(IS_NEW)),
		index("recovery_cases_answered_age")
			.on(table.createdAt, table.caseId)
			.where(sql`answered_at IS NOT NULL`),
		// When it began to wait, for the mails to reviewers.
		index("recovery_cases_waiting_since").on(table.updatedAt).where(sql.raw(IS_WAITING)),
		index("recovery_cases_newest").on(table.createdAt, table.caseId),
		index("recovery_cases_newest_status").on(table.status, table.createdAt, table.caseId),
		index("recovery_cases_newest_chain").on(table.chainId, table.createdAt, table.caseId),
		index("recovery_cases_newest_status_chain").on(
			table.status,
			table.chainId,
			table.createdAt,
			table.caseId,
		),
		// Partial, because few cases have a reason.
		index("recovery_cases_newest_reason")
			.on(table.statusReason, table.createdAt, table.caseId)
			.where(sql`status_reason IS NOT NULL`),
		index("recovery_cases_not_watched")
			.on(table.notWatchedBecause, table.notWatchedSince)
			.where(sql`not_watched_because IS NOT NULL`),
		// Partial, because most cases have no order.
		index("recovery_cases_order")
			.on(table.developerId, table.orderVerification, table.createdAt, table.caseId)
			.where(sql`order_verification IS NOT NULL`),
		index("recovery_cases_newest_order")
			.on(table.orderVerification, table.createdAt, table.caseId)
			.where(sql`order_verification IS NOT NULL`),
		index("recovery_cases_newest_number")
			.on(sql`full_case_number COLLATE NOCASE`, table.createdAt, table.caseId)
			.where(sql`full_case_number IS NOT NULL`),
		// Partial, because few cases are stopped.
		index("recovery_cases_stop").on(table.stopUntil).where(sql`stop_until IS NOT NULL`),
		index("recovery_cases_change").on(table.changeNumber),
		index("recovery_cases_developer_change").on(table.developerId, table.changeNumber),
		index("recovery_cases_lost_change").on(table.lostAccount, table.changeNumber),
		index("recovery_cases_recovery_change").on(table.recoveryAccount, table.changeNumber),
	]),
);

export const events = sqliteTable(
	"events",
	{
		/** Of all developers. No caller sees it, because its gaps would tell how many others are told of an event. */
		seq: integer("seq").primaryKey({ autoIncrement: true }),
		developerId: text("developer_id"),
		/** The developer's own number, from 1: the order of the feed `GET /events`. */
		position: integer("position").notNull().default(0),
		caseId: text("case_id").notNull(),
		eventId: text("event_id").notNull(),
		/** Counts the case's events from 1. 0 for an event of a watched account, of which D1 has the only copy. */
		sequence: integer("sequence").notNull(),
		type: text("type", { enum: WEBHOOK_EVENT_TYPES }).notNull(),
		/** The exact bytes of the envelope. */
		body: text("body").notNull(),
		createdAt: integer("created_at").notNull(),
		confirmedAt: integer("confirmed_at"),
		/** The sweep takes the oldest first. */
		sweptAt: integer("swept_at").notNull().default(0),
	},
	indexes((table) => [
		uniqueIndex("events_event").on(table.eventId),
		index("events_developer").on(table.developerId, table.position),
		index("events_unconfirmed").on(table.sweptAt, table.createdAt).where(sql`confirmed_at IS NULL`),
	]),
);

/** The accounts that developers watch (webhooks.md "Watched accounts"). */
export const watchedAccounts = sqliteTable(
	"watched_accounts",
	{
		/** In lower case. */
		account: text("account").notNull(),
		/** 0 for every chain. */
		chainId: integer("chain_id").notNull(),
		developerId: text("developer_id").notNull(),
		addedAt: integer("added_at").notNull(),
		/** The last event of all cases at that time: of later ones the developer is told. */
		addedSeq: integer("added_seq").notNull(),
	},
	indexes((table) => [
		primaryKey({ columns: [table.account, table.chainId, table.developerId] }),
		index("watched_accounts_developer").on(table.developerId, table.account, table.chainId),
	]),
);

/** How many accounts each developer watches, because a million rows are too many to count. */
export const watchedAccountCounts = sqliteTable("watched_account_counts", {
	developerId: text("developer_id").primaryKey(),
	accounts: integer("accounts").notNull(),
});

/** The hashes of each case's history, for its signed head (recovery.md "The head of a case"). */
export const historyHashes = sqliteTable(
	"history_hashes",
	{
		caseId: text("case_id").notNull(),
		/** Of the entry, from 1. */
		sequence: integer("sequence").notNull(),
		hash: text("hash").notNull(),
		/** Unix milliseconds. */
		at: integer("at").notNull(),
	},
	indexes((table) => [primaryKey({ columns: [table.caseId, table.sequence] })]),
);

/** Contests of all cases of a lost account on a chain (recovery.md "Contests of all cases"). */
export const accountContests = sqliteTable(
	"account_contests",
	{
		/** The EIP-712 digest of the message. */
		digest: text("digest").primaryKey(),
		account: text("account").notNull(),
		chainId: integer("chain_id").notNull(),
		nonce: text("nonce").notNull(),
		/** Unix seconds, as signed. */
		deadline: integer("deadline").notNull(),
		signature: text("signature").notNull(),
		/** JSON. */
		proof: text("proof").notNull(),
		/** The open cases at that time. */
		cases: integer("cases").notNull(),
		acceptedAt: integer("accepted_at").notNull(),
		/** It stands until then, or until a later contest replaces it. */
		endsAt: integer("ends_at").notNull(),
		revokedAt: integer("revoked_at"),
	},
	indexes((table) => [
		uniqueIndex("account_contests_nonce").on(table.account, table.chainId, table.nonce),
		index("account_contests_end").on(table.endsAt),
		// Its last row is the contest that new cases are compared with.
		index("account_contests_last").on(table.account, table.chainId, table.endsAt),
	]),
);

/** The cases that a contest has still to move. */
export const contestDeliveries = sqliteTable(
	"contest_deliveries",
	{
		id: integer("id").primaryKey({ autoIncrement: true }),
		digest: text("digest").notNull(),
		caseId: text("case_id").notNull(),
		/** 1 for a case that is newer than the contest. */
		isStanding: integer("is_standing").notNull(),
		attempts: integer("attempts").notNull().default(0),
		dueAt: integer("due_at").notNull(),
	},
	indexes((table) => [
		uniqueIndex("contest_deliveries_case").on(table.digest, table.caseId),
		index("contest_deliveries_due").on(table.dueAt),
	]),
);

/** How far each follower of `events` has come (`follow-events.ts`). */
export const eventProgress = sqliteTable("event_progress", {
	follower: text("follower", { enum: ["contests", "watchers", "watched_accounts"] }).primaryKey(),
	seq: integer("seq").notNull(),
});

/** How far the events of the recovery module are read on each chain (recovery-module.md "What the service does with events"). */
export const moduleCursors = sqliteTable("module_cursors", {
	chainId: integer("chain_id").primaryKey(),
	/** The last final block whose events the cases have. */
	block: integer("block").notNull(),
	readAt: integer("read_at").notNull(),
});

/** Schedules on a chain of which no case of ours is the reason, until they end. */
export const foreignSchedules = sqliteTable(
	"foreign_schedules",
	{
		chainId: integer("chain_id").notNull(),
		/** In lower case. */
		account: text("account").notNull(),
		jrcHash: text("jrc_hash").notNull(),
		generation: integer("generation").notNull(),
		round: integer("round").notNull(),
		txHash: text("tx_hash").notNull(),
		readyAt: integer("ready_at").notNull(),
		endsAt: integer("ends_at").notNull(),
		seenAt: integer("seen_at").notNull(),
	},
	(table) => [
		primaryKey({
			columns: [table.chainId, table.account, table.jrcHash, table.generation, table.round],
		}),
		index("foreign_schedules_end").on(table.endsAt),
	],
);

/** A call proves one case only (recovery.md "Proof of execution"). */
export const executionClaims = sqliteTable(
	"execution_claims",
	{
		chainId: integer("chain_id").notNull(),
		txHash: text("tx_hash").notNull(),
		callIndex: integer("call_index").notNull(),
		caseId: text("case_id").notNull(),
		claimedAt: integer("claimed_at").notNull(),
	},
	indexes((table) => [primaryKey({ columns: [table.chainId, table.txHash, table.callIndex] })]),
);

/** The case of each document in R2. Written before the case adds the document, and again by the case. */
export const caseDocuments = sqliteTable(
	"case_documents",
	{
		objectKey: text("object_key").primaryKey(),
		caseId: text("case_id").notNull(),
		storedAt: integer("stored_at").notNull(),
		/** Null until the case confirms the document. */
		addedAt: integer("added_at"),
		/** See `will_versions`. */
		keyVersion: integer("key_version").notNull().default(0),
	},
	indexes((table) => [
		index("case_documents_untaken").on(table.storedAt).where(sql`added_at IS NULL`),
		index("case_documents_key_version").on(table.keyVersion, table.objectKey),
	]),
);

/** Links that show a case's evidence. A row is deleted when its link is revoked. */
export const evidenceLinks = sqliteTable(
	"evidence_links",
	{
		evidenceLinkId: text("evidence_link_id").primaryKey(),
		/** SHA-256 of the token. */
		tokenHash: text("token_hash").notNull(),
		caseId: text("case_id").notNull(),
		/** The role in which the maker reads the case. */
		madeBy: text("made_by").notNull(),
		/** A developer's id, or the subject of a session. */
		maker: text("maker").notNull(),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at").notNull(),
	},
	indexes((table) => [
		uniqueIndex("evidence_links_token").on(table.tokenHash),
		index("evidence_links_case").on(table.caseId, table.createdAt, table.evidenceLinkId),
		index("evidence_links_maker").on(table.maker, table.caseId, table.expiresAt),
		index("evidence_links_expiry").on(table.expiresAt),
	]),
);

/** Which reviewer works on a case, until when. */
export const takenCases = sqliteTable(
	"taken_cases",
	{
		caseId: text("case_id").primaryKey(),
		developerId: text("developer_id").notNull(),
		takenUntil: integer("taken_until").notNull(),
	},
	indexes((table) => [
		index("taken_cases_reviewer").on(table.developerId, table.caseId, table.takenUntil),
		index("taken_cases_until").on(table.takenUntil),
	]),
);

/** Numbers of the reviewers' work. */
export const reviewWeeks = sqliteTable("review_weeks", {
	/** Its Monday. */
	week: integer("week").primaryKey(),
	waiting: integer("waiting").notNull(),
	decided: integer("decided").notNull(),
	countedAt: integer("counted_at").notNull(),
});

/** Reviewers' notes for their colleagues. Nobody else reads them. */
export const caseNotes = sqliteTable(
	"case_notes",
	{
		noteId: text("note_id").primaryKey(),
		caseId: text("case_id").notNull(),
		/** Who wrote it. */
		developerId: text("developer_id").notNull(),
		note: text("note").notNull(),
		writtenAt: integer("written_at").notNull(),
		/** When it is next asked whether its case has been closed for long. */
		dueAt: integer("due_at").notNull(),
	},
	indexes((table) => [
		index("case_notes_case").on(table.caseId, table.writtenAt, table.noteId),
		index("case_notes_due").on(table.dueAt),
	]),
);

export const origins = sqliteTable(
	"origins",
	{
		originId: text("origin_id").primaryKey(),
		origin: text("origin").notNull(),
		developerId: text("developer_id").notNull(),
		status: text("status", { enum: ["requested", "allowed", "refused"] }).notNull(),
		requestedAt: integer("requested_at").notNull(),
		decidedAt: integer("decided_at"),
		decidedBy: text("decided_by"),
		reason: text("reason"),
	},
	indexes((table) => [
		uniqueIndex("origins_developer").on(table.developerId, table.origin),
		// An origin's cases belong to one developer.
		uniqueIndex("origins_allowed").on(table.origin).where(sql`status = 'allowed'`),
		index("origins_status").on(table.status, table.requestedAt),
	]),
);

/** hosted-links.md. Hashes are SHA-256. */
export const hostedLinks = sqliteTable(
	"hosted_links",
	{
		linkId: text("link_id").primaryKey(),
		tokenHash: text("token_hash").notNull(),
		developerId: text("developer_id").notNull(),
		kind: text("kind", { enum: ["recovery", "estate"] }).notNull(),
		origin: text("origin").notNull(),
		/** JSON. Null once the link is used, ended or expired. */
		prefill: text("prefill"),
		/** JSON. */
		locked: text("locked").notNull(),
		returnUrl: text("return_url"),
		reference: text("reference"),
		locale: text("locale", { enum: LANGUAGES }),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at").notNull(),
		startedAt: integer("started_at"),
		/** When it can no longer be started, or finished. */
		endsAt: integer("ends_at").notNull(),
		usedAt: integer("used_at"),
		endedAt: integer("ended_at"),
		/** Of the present browser. */
		secretHash: text("secret_hash"),
		/** JSON: hashes of earlier secrets, newest first. */
		formerSecrets: text("former_secrets").notNull().default("[]"),
		/** The jrcHash that may be filed through the link until then. */
		reservedHash: text("reserved_hash"),
		reservedUntil: integer("reserved_until"),
		caseId: text("case_id"),
		/** Estate of the Agreement that used the link. */
		estateId: text("estate_id"),
	},
	indexes((table) => [
		uniqueIndex("hosted_links_token").on(table.tokenHash),
		index("hosted_links_developer").on(table.developerId, table.createdAt, table.linkId),
		index("hosted_links_reference")
			.on(table.developerId, table.reference, table.createdAt, table.linkId)
			.where(sql`reference IS NOT NULL`),
		// For the removal of old links, and of what ended links were prefilled with.
		index("hosted_links_ends").on(table.endsAt),
		index("hosted_links_prefilled").on(table.endsAt).where(sql`prefill IS NOT NULL`),
	]),
);

/** Nonces of EIP-4361 messages. A nonce is consumed by the DELETE that finds it. */
export const walletChallenges = sqliteTable(
	"wallet_challenges",
	{
		nonce: text("nonce").primaryKey(),
		address: text("address").notNull(),
		chainId: integer("chain_id").notNull(),
		expiresAt: integer("expires_at").notNull(),
		/** The page that requested the message; null for the service itself. */
		origin: text("origin"),
		/** `sign_in` or `download`. */
		purpose: text("purpose").notNull(),
	},
	indexes((table) => [index("wallet_challenges_expiry").on(table.expiresAt)]),
);

/** Hashes of one-time codes, by mail or from the operator's command. */
export const accountCodes = sqliteTable(
	"account_codes",
	{
		codeHash: text("code_hash").primaryKey(),
		purpose: text("purpose", { enum: ["confirm_email", "reset_password", "first_passkey"] }).notNull(),
		developerId: text("developer_id").notNull(),
		/** 1 if the code was mailed, so that whoever has it reads the account's mail. */
		isMailed: integer("is_mailed").notNull(),
		expiresAt: integer("expires_at").notNull(),
	},
	indexes((table) => [
		index("account_codes_expiry").on(table.expiresAt),
		index("account_codes_developer").on(table.developerId, table.purpose, table.expiresAt),
	]),
);

/** Changes of a developer's address under way, and the former address of a change that is done, which is told of it. */
export const emailChanges = sqliteTable(
	"email_changes",
	{
		changeId: text("change_id").primaryKey(),
		developerId: text("developer_id").notNull(),
		/** ASCII, lower case. */
		newEmail: text("new_email").notNull(),
		/** Null until the change is done. */
		formerEmail: text("former_email"),
		language: text("language", { enum: LANGUAGES }).notNull(),
		/** Of the code that was mailed to the present address, and of that to the new one. Null after the change. */
		currentCodeHash: text("current_code_hash"),
		newCodeHash: text("new_code_hash"),
		/** That of the account when the change began. Another one ends the change. */
		roleHeldUntil: integer("role_held_until").notNull(),
		/** 1 if a passkey allowed the change. */
		withPasskey: integer("with_passkey").notNull(),
		expiresAt: integer("expires_at").notNull(),
	},
	indexes((table) => [
		index("email_changes_developer").on(table.developerId, table.expiresAt),
		index("email_changes_expiry").on(table.expiresAt),
	]),
);

/** Keys that developers, reviewers and resolvers log in and sign with (auth.md "Passkeys"). */
export const passkeys = sqliteTable(
	"passkeys",
	{
		/** Base64url, as the authenticator chose it. */
		credentialId: text("credential_id").primaryKey(),
		developerId: text("developer_id").notNull(),
		name: text("name").notNull(),
		/** COSE, in base64url. */
		publicKey: text("public_key").notNull(),
		signCount: integer("sign_count").notNull(),
		createdAt: integer("created_at").notNull(),
		lastUsedAt: integer("last_used_at"),
	},
	indexes((table) => [index("passkeys_developer").on(table.developerId, table.createdAt)]),
);

/** Hashes of the codes that let a person in who has lost her passkeys. */
export const recoveryCodes = sqliteTable(
	"recovery_codes",
	{ codeHash: text("code_hash").primaryKey(), developerId: text("developer_id").notNull() },
	indexes((table) => [index("recovery_codes_developer").on(table.developerId)]),
);

/** What a passkey is asked to sign. Used once. */
export const passkeyChallenges = sqliteTable(
	"passkey_challenges",
	{
		/** Base64url. */
		challenge: text("challenge").primaryKey(),
		developerId: text("developer_id").notNull(),
		purpose: text("purpose", { enum: ["register", "log_in", "change_account", "decide"] }).notNull(),
		/** JSON, by purpose. */
		facts: text("facts").notNull(),
		expiresAt: integer("expires_at").notNull(),
	},
	indexes((table) => [
		index("passkey_challenges_expiry").on(table.expiresAt),
		index("passkey_challenges_developer").on(table.developerId),
	]),
);

/** The outbox of mail (mail.md "Outbox"). Names its recipient, whose address is read when the mail is sent. */
export const mails = sqliteTable(
	"mails",
	{
		mailId: text("mail_id").primaryKey(),
		kind: text("kind", { enum: mailKinds }).notNull(),
		/** The id of a developer, of a watcher or of a change of address, or `operator`. */
		recipient: text("recipient").notNull(),
		/** JSON, see `MAIL_KINDS`. */
		facts: text("facts").notNull(),
		/** `unknown`: perhaps sent, and not sent again. */
		state: text("state", { enum: ["waiting", "sent", "unknown", "failed"] }).notNull(),
		attempts: integer("attempts").notNull().default(0),
		/** Attempts after which the sender did not say that the mail was not sent. Counted before each of them. */
		perhapsSent: integer("perhaps_sent").notNull().default(0),
		createdAt: integer("created_at").notNull(),
		dueAt: integer("due_at").notNull(),
		/** No attempt begins later. */
		expiresAt: integer("expires_at").notNull(),
		endedAt: integer("ended_at"),
	},
	indexes((table) => [
		index("mails_due").on(table.dueAt).where(sql`state = 'waiting'`),
		index("mails_waiting").on(table.createdAt).where(sql`state = 'waiting'`),
		index("mails_ended").on(table.endedAt).where(sql`ended_at IS NOT NULL`),
		index("mails_recipient").on(table.recipient, table.kind, table.createdAt),
	]),
);

/** Kinds of mail that a recipient has switched off (mail.md "Kinds that can be switched off"). */
export const mailOptOuts = sqliteTable(
	"mail_opt_outs",
	{
		/** As in `mails`. */
		recipient: text("recipient").notNull(),
		kind: text("kind", { enum: optionalMailKinds }).notNull(),
	},
	indexes((table) => [primaryKey({ columns: [table.recipient, table.kind] })]),
);

/** E-mail addresses that are told of the cases of an account, or of one case (mail.md "Watchers", "Claimants"). */
export const watchers = sqliteTable(
	"watchers",
	{
		watcherId: text("watcher_id").primaryKey(),
		account: text("account").notNull(),
		/** The contract's chain, or 0 for an account that a key proved on every chain. */
		chainId: integer("chain_id").notNull(),
		/** Of a claimant, whose account is the case's recovery account; empty for an owner. */
		caseId: text("case_id").notNull().default(""),
		/** When the claimant is warned that the case expires; null if that is done, or not due. */
		warnAt: integer("warn_at"),
		/** JSON: the address, sealed with the id as context. */
		sealed: text("sealed").notNull(),
		keyVersion: integer("key_version").notNull(),
		addressMac: text("address_mac").notNull(),
		/** What its own session sees. */
		masked: text("masked").notNull(),
		language: text("language", { enum: LANGUAGES }).notNull(),
		/** Name of the client network that added it, which pays for its mails. */
		network: text("network").notNull(),
		createdAt: integer("created_at").notNull(),
		confirmedAt: integer("confirmed_at"),
		/** Of the code that was mailed last. */
		codeHash: text("code_hash"),
		codeExpiresAt: integer("code_expires_at").notNull().default(0),
		/** When it goes; null unless its owner asked for that. */
		removedAt: integer("removed_at"),
	},
	indexes((table) => [
		uniqueIndex("watchers_account").on(table.account, table.chainId, table.caseId, table.addressMac),
		index("watchers_case").on(table.caseId).where(sql`case_id <> ''`),
		index("watchers_warned").on(table.warnAt).where(sql`warn_at IS NOT NULL`),
		index("watchers_code").on(table.codeHash).where(sql`code_hash IS NOT NULL`),
		index("watchers_removed").on(table.removedAt).where(sql`removed_at IS NOT NULL`),
		index("watchers_unconfirmed").on(table.codeExpiresAt).where(sql`confirmed_at IS NULL`),
		index("watchers_key_version").on(table.keyVersion, table.watcherId),
	]),
);

/** Addresses that take no more mail from us, as keyed hashes. */
export const addressCodes = sqliteTable(
	"address_codes",
	{
		addressMac: text("address_mac").primaryKey(),
		codeHash: text("code_hash").notNull(),
		expiresAt: integer("expires_at").notNull(),
	},
	indexes((table) => [index("address_codes_expiry").on(table.expiresAt)]),
);

export const mailSuppressions = sqliteTable("mail_suppressions", {
	addressMac: text("address_mac").primaryKey(),
	because: text("because", { enum: ["bounced", "complained", "suppressed"] }).notNull(),
	at: integer("at").notNull(),
});

/** Mail of a service on this machine, which leaves it never (`/dev/mail`). */
export const localMails = sqliteTable(
	"local_mails",
	{
		seq: integer("seq").primaryKey({ autoIncrement: true }),
		mailId: text("mail_id").notNull(),
		recipient: text("recipient").notNull(),
		subject: text("subject").notNull(),
		html: text("html").notNull(),
		text: text("text").notNull(),
		/** JSON. */
		headers: text("headers").notNull(),
		at: integer("at").notNull(),
	},
	indexes((table) => [uniqueIndex("local_mails_mail").on(table.mailId)]),
);

/** The audit log. Append-only, except for counts of refusals; never a secret, an e-mail address or a token. */
export const auditEvents = sqliteTable(
	"audit_events",
	{
		seq: integer("seq").primaryKey({ autoIncrement: true }),
		at: integer("at").notNull(),
		action: text("action").notNull(),
		/** Null if unknown. */
		actor: text("actor"),
		target: text("target"),
		requestId: text("request_id").notNull(),
		/** An HMAC, which relates requests from one address. `many` in a row that counts refusals of many networks. */
		ipHash: text("ip_hash").notNull(),
		/** Hours since 1970, in a row that counts refusals; otherwise null. */
		hour: integer("hour"),
		count: integer("count").notNull().default(1),
	},
	indexes((table) => [
		uniqueIndex("audit_events_refusals")
			.on(table.hour, table.action, table.ipHash)
			.where(sql`hour IS NOT NULL`),
		index("audit_events_action").on(table.action, table.seq),
		index("audit_events_actor").on(table.actor, table.seq),
		index("audit_events_target").on(table.target, table.seq),
		index("audit_events_at").on(table.at),
	]),
);

/** The owner of each endpoint; the rest is in its object. */
export const webhookEndpoints = sqliteTable(
	"webhook_endpoints",
	{
		endpointId: text("endpoint_id").primaryKey(),
		developerId: text("developer_id").notNull(),
		createdAt: integer("created_at").notNull(),
		/** The oldest key-encryption key version of its secrets; 0 if unknown. */
		keyVersion: integer("key_version").notNull().default(0),
	},
	indexes((table) => [
		index("webhook_endpoints_developer").on(table.developerId, table.createdAt),
		index("webhook_endpoints_key_version").on(table.keyVersion, table.endpointId),
	]),
);

/** An event has at most one open dead-letter message, because the sweep sends unconfirmed events again. */
export const deadLetters = sqliteTable(
	"dead_letters",
	{
		seq: integer("seq").primaryKey({ autoIncrement: true }),
		deadLetterId: text("dead_letter_id").notNull(),
		/** The queue's message id, which de-duplicates messages delivered twice. */
		messageId: text("message_id").notNull(),
		/** The message as JSON. */
		body: text("body").notNull(),
		caseId: text("case_id"),
		eventId: text("event_id"),
		sentAt: integer("sent_at").notNull(),
		receivedAt: integer("received_at").notNull(),
		requeuedAt: integer("requeued_at"),
		requeuedBy: text("requeued_by"),
	},
	indexes((table) => [
		uniqueIndex("dead_letters_id").on(table.deadLetterId),
		uniqueIndex("dead_letters_message").on(table.messageId),
		uniqueIndex("dead_letters_event").on(table.eventId).where(sql`requeued_at IS NULL`),
		index("dead_letters_open").on(table.seq).where(sql`requeued_at IS NULL`),
		index("dead_letters_requeued").on(table.seq).where(sql`requeued_at IS NOT NULL`),
		index("dead_letters_received").on(table.receivedAt),
	]),
);

/** An estate belongs to a proof of its address (ADR 15): by key, stored as chain 0, or by a contract on one chain. */
export const estateProfiles = sqliteTable(
	"estate_profiles",
	{
		estateId: text("estate_id").primaryKey(),
		ownerAddress: text("owner_address").notNull(),
		chainId: integer("chain_id").notNull(),
		/** The newest will, or the last before an erasure; 0 without a will. */
		willVersion: integer("will_version").notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	indexes((table) => [uniqueIndex("estate_profiles_owner").on(table.ownerAddress, table.chainId)]),
);

/** Prevents replays after an erasure. Holds no personal data. */
export const estateTombstones = sqliteTable("estate_tombstones", {
	ownerMac: text("owner_mac").primaryKey(),
	willVersion: integer("will_version").notNull(),
	erasedAt: integer("erased_at").notNull(),
});

/** HMACs of used nonces, which may outlive an erasure. */
export const estateNonces = sqliteTable("estate_nonces", {
	nonceMac: text("nonce_mac").primaryKey(),
	usedAt: integer("used_at").notNull(),
});

/** Developers through whom an owner has signed, who may see the profile. */
export const estatePartners = sqliteTable(
	"estate_partners",
	{
		estateId: text("estate_id").notNull(),
		developerId: text("developer_id").notNull(),
		since: integer("since").notNull(),
		/** The developer's first read of the profile. */
		createdAt: integer("created_at").notNull(),
	},
	indexes((table) => [
		primaryKey({ columns: [table.estateId, table.developerId] }),
		index("estate_partners_developer").on(table.developerId),
	]),
);

/** Profiles read by a caller through whom nothing was signed (ADR 40). The key is an HMAC of both. */
export const bareProfiles = sqliteTable(
	"bare_profiles",
	{
		profileMac: text("profile_mac").primaryKey(),
		createdAt: integer("created_at").notNull(),
		/** Updated once a day at most. */
		lastReadAt: integer("last_read_at").notNull(),
	},
	indexes((table) => [index("bare_profiles_last_read").on(table.lastReadAt)]),
);

/** The first acceptance of each version of the terms. */
export const estateAgreements = sqliteTable(
	"estate_agreements",
	{
		estateId: text("estate_id").notNull(),
		version: text("version").notNull(),
		documentHash: text("document_hash").notNull(),
		acceptedAt: integer("accepted_at").notNull(),
		signature: text("signature").notNull(),
		proof: text("proof").notNull(),
		chainId: integer("chain_id").notNull(),
		/** The signed origin. */
		service: text("service").notNull(),
	},
	indexes((table) => [primaryKey({ columns: [table.estateId, table.version] })]),
);

/** Every accepted Agreement message, with the nonce that a later verification needs. */
export const estateAgreementMessages = sqliteTable(
	"estate_agreement_messages",
	{
		estateId: text("estate_id").notNull(),
		nonce: text("nonce").notNull(),
		version: text("version").notNull(),
		documentHash: text("document_hash").notNull(),
		/** The sender; null for the owner's wallet session. */
		developerId: text("developer_id"),
		acceptedAt: integer("accepted_at").notNull(),
		signature: text("signature").notNull(),
		proof: text("proof").notNull(),
		chainId: integer("chain_id").notNull(),
		service: text("service").notNull(),
	},
	indexes((table) => [primaryKey({ columns: [table.estateId, table.nonce] })]),
);

/** Codes are stored as MACs only. */
export const privacyCodes = sqliteTable(
	"privacy_codes",
	{
		codeId: text("code_id").primaryKey(),
		estateId: text("estate_id").notNull(),
		label: text("label").notNull(),
		hint: text("hint").notNull(),
		mac: text("mac").notNull(),
		/** Null for the owner's wallet session. */
		developerId: text("developer_id"),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at"),
		revokedAt: integer("revoked_at"),
		resolves: integer("resolves").notNull().default(0),
		signature: text("signature").notNull(),
		proof: text("proof").notNull(),
		chainId: integer("chain_id").notNull(),
		service: text("service").notNull(),
	},
	indexes((table) => [
		uniqueIndex("privacy_codes_mac").on(table.mac),
		index("privacy_codes_estate").on(table.estateId, table.createdAt),
		// An estate has few live codes, and any number that have ended.
		index("privacy_codes_unrevoked").on(table.estateId, table.expiresAt).where(sql`revoked_at IS NULL`),
	]),
);

/** Versions of wills. The sealed document is in R2 under `objectKey`. */
export const willVersions = sqliteTable(
	"will_versions",
	{
		estateId: text("estate_id").notNull(),
		version: integer("version").notNull(),
		sha256: text("sha256").notNull(),
		mimeType: text("mime_type").notNull(),
		size: integer("size").notNull(),
		uploadedAt: integer("uploaded_at").notNull(),
		objectKey: text("object_key").notNull(),
		signature: text("signature").notNull(),
		proof: text("proof").notNull(),
		chainId: integer("chain_id").notNull(),
		service: text("service").notNull(),
		/** Version of the key-encryption key that seals the document; 0 if unknown. */
		keyVersion: integer("key_version").notNull().default(0),
	},
	indexes((table) => [
		primaryKey({ columns: [table.estateId, table.version] }),
		uniqueIndex("will_versions_object").on(table.objectKey),
		index("will_versions_key_version").on(table.keyVersion, table.objectKey),
	]),
);

export const releaseRequests = sqliteTable(
	"release_requests",
	{
		requestId: text("request_id").primaryKey(),
		estateId: text("estate_id").notNull(),
		codeId: text("code_id").notNull(),
		/** May download the will after approval. */
		applicantId: text("applicant_id").notNull(),
		applicant: text("applicant").notNull(),
		/** The court order, as JSON, and its document in R2. */
		courtInfo: text("court_info").notNull(),
		orderSha256: text("order_sha256").notNull(),
		orderSize: integer("order_size").notNull(),
		orderKey: text("order_key").notNull(),
		/** Derived from the state, for lists. */
		status: text("status").notNull(),
		requestedAt: integer("requested_at").notNull(),
		/** The state as JSON. The default is not a valid state. */
		state: text("state").notNull().default(""),
		/** Increases with every change, so that one of two concurrent changes fails. */
		revision: integer("revision").notNull().default(1),
		orderKeyVersion: integer("order_key_version").notNull().default(0),
	},
	indexes((table) => [
		index("release_requests_estate").on(table.estateId, table.requestedAt),
		index("release_requests_applicant").on(table.applicantId, table.requestedAt),
		index("release_requests_status").on(table.status, table.requestedAt),
		uniqueIndex("release_requests_order").on(table.orderKey),
		index("release_requests_key_version").on(table.orderKeyVersion, table.orderKey),
	]),
);

/** History of an estate, for its owner. An erasure deletes it. */
export const estateHistory = sqliteTable(
	"estate_history",
	{
		seq: integer("seq").primaryKey({ autoIncrement: true }),
		estateId: text("estate_id").notNull(),
		at: integer("at").notNull(),
		action: text("action").notNull(),
		/** Null for the owner. */
		actor: text("actor"),
		target: text("target"),
	},
	indexes((table) => [index("estate_history_estate").on(table.estateId, table.seq)]),
);

/** Its one row names the oldest build that may serve this data (`generation.ts`). Only a breaking migration changes it. */
export const schemaGeneration = sqliteTable("schema_generation", {
	id: integer("id").primaryKey(),
	generation: integer("generation").notNull(),
});

export const sweeps = sqliteTable("sweeps", {
	name: text("name").primaryKey(),
	cursor: text("cursor").notNull(),
	seen: integer("seen").notNull().default(0),
	orphans: integer("orphans").notNull().default(0),
	orphansSince: integer("orphans_since"),
	/** Orphans that may be removed; an operator can raise it (operations.md "Documents"). */
	removable: integer("removable").notNull().default(0),
	/** Orphans that the last pass kept because they were too many; otherwise 0. */
	held: integer("held").notNull().default(0),
});

/** Jobs of operators, which the cron handler processes page by page. */
export const maintenanceJobs = sqliteTable(
	"maintenance_jobs",
	{
		jobId: text("job_id").primaryKey(),
		kind: text("kind", { enum: ["reindex", "reseal", "export"] }).notNull(),
		position: text("position").notNull().default(""),
		done: integer("done").notNull().default(0),
		failed: integer("failed").notNull().default(0),
		/** Key version of a `reseal`, which then rejects rows with older seals (`src/db/sealed-under.ts`). */
		keyVersion: integer("key_version"),
		requestedAt: integer("requested_at").notNull(),
		finishedAt: integer("finished_at"),
	},
	indexes((table) => [
		index("maintenance_jobs_open").on(table.kind, table.requestedAt).where(sql`finished_at IS NULL`),
		index("maintenance_jobs_key_version").on(table.kind, table.keyVersion),
	]),
);
