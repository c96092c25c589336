/**
 * The relational data (D1). `developers` is the truth; `api_keys`, `recovery_cases` and `events` are copies
 * of what the objects hold and can be rebuilt from them. Times are unix milliseconds.
 *
 * Over 300 lines: drizzle-kit compares all tables with the last migration, and what is beside what is seen here.
 */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const developers = sqliteTable(
	"developers",
	{
		developerId: text("developer_id").primaryKey(),
		/** ASCII, lower case. */
		email: text("email").notNull(),
		/** Encoded scrypt hash with its parameters, salt and pepper version. */
		passwordHash: text("password_hash").notNull(),
		role: text("role", { enum: ["developer", "resolver", "reviewer"] }).notNull(),
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
		/** The developer whose case it is; null for one that a session without a developer filed. */
		developerId: text("developer_id"),
		/** That session's subject: `anon:<uuid>`, `wallet:0x…` or `wallet:<chainId>:0x…`. */
		subject: text("subject"),
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
		index("recovery_cases_lost").on(table.lostAccount, table.createdAt, table.caseId),
		index("recovery_cases_recovery").on(table.recoveryAccount, table.createdAt, table.caseId),
		// For notices: cases that were filed and closed, however many, are not walked over.
		index("recovery_cases_open")
			.on(table.lostAccount, table.chainId, table.createdAt, table.caseId)
			.where(sql`status IN ('created', 'pending', 'action_required')`),
		// For reviewers, who see the cases of all.
		index("recovery_cases_newest").on(table.createdAt, table.caseId),
		index("recovery_cases_newest_status").on(table.status, table.createdAt, table.caseId),
		index("recovery_cases_newest_chain").on(table.chainId, table.createdAt, table.caseId),
		// Few cases have a reason, so the others have no part in its writes.
		index("recovery_cases_newest_reason")
			.on(table.statusReason, table.createdAt, table.caseId)
			.where(sql`status_reason IS NOT NULL`),
	],
);

export const events = sqliteTable(
	"events",
	{
		/** Orders all events of a developer for the pull feed. */
		seq: integer("seq").primaryKey({ autoIncrement: true }),
		developerId: text("developer_id"),
		caseId: text("case_id").notNull(),
		eventId: text("event_id").notNull(),
		/** The case's own event sequence, from 1. */
		sequence: integer("sequence").notNull(),
		type: text("type").notNull(),
		/** The exact bytes of the envelope. */
		body: text("body").notNull(),
		createdAt: integer("created_at").notNull(),
		confirmedAt: integer("confirmed_at"),
		/** When the sweep last pointed to it again; so that it takes turns. */
		sweptAt: integer("swept_at").notNull().default(0),
	},
	(table) => [
		uniqueIndex("events_event").on(table.eventId),
		index("events_developer").on(table.developerId, table.seq),
		index("events_unconfirmed").on(table.sweptAt, table.createdAt).where(sql`confirmed_at IS NULL`),
	],
);

/** Which case a call on a chain has proven: one call proves one case (recovery.md "Proof of execution"). */
export const executionClaims = sqliteTable(
	"execution_claims",
	{
		chainId: integer("chain_id").notNull(),
		/** Lower case. */
		txHash: text("tx_hash").notNull(),
		callIndex: integer("call_index").notNull(),
		caseId: text("case_id").notNull(),
		claimedAt: integer("claimed_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.chainId, table.txHash, table.callIndex] })],
);

/**
 * Which objects of the store belong to which case. Written before the case takes the document, so that none is ever
 * without its row, and again by the case, which can write it anew.
 */
export const caseDocuments = sqliteTable(
	"case_documents",
	{
		objectKey: text("object_key").primaryKey(),
		caseId: text("case_id").notNull(),
		storedAt: integer("stored_at").notNull(),
		/** When the case took it; null where that is not known, or not so. */
		addedAt: integer("added_at"),
		/** As in `will_versions`. */
		keyVersion: integer("key_version").notNull().default(0),
	},
	(table) => [
		index("case_documents_untaken").on(table.storedAt).where(sql`added_at IS NULL`),
		index("case_documents_key_version").on(table.keyVersion, table.objectKey),
	],
);

/** Browser origins that developers ask for and reviewers decide on. */
export const origins = sqliteTable(
	"origins",
	{
		originId: text("origin_id").primaryKey(),
		/** Scheme, host and port, as browsers send it. */
		origin: text("origin").notNull(),
		developerId: text("developer_id").notNull(),
		status: text("status", { enum: ["requested", "allowed", "refused"] }).notNull(),
		requestedAt: integer("requested_at").notNull(),
		decidedAt: integer("decided_at"),
		decidedBy: text("decided_by"),
		reason: text("reason"),
	},
	(table) => [
		uniqueIndex("origins_developer").on(table.developerId, table.origin),
		// An origin's cases belong to one developer; who that is, the reviewer decides.
		uniqueIndex("origins_allowed").on(table.origin).where(sql`status = 'allowed'`),
		index("origins_status").on(table.status, table.requestedAt),
	],
);

/** Nonces of EIP-4361 messages; consumed by the DELETE that finds them. */
export const walletChallenges = sqliteTable(
	"wallet_challenges",
	{
		nonce: text("nonce").primaryKey(),
		/** Lower case. */
		address: text("address").notNull(),
		chainId: integer("chain_id").notNull(),
		expiresAt: integer("expires_at").notNull(),
	},
	(table) => [index("wallet_challenges_expiry").on(table.expiresAt)],
);

/** One-time links that the operator hands out; consumed by the DELETE that finds them. */
export const passwordResets = sqliteTable(
	"password_resets",
	{
		/** SHA-256 of the link's 256-bit token, in hex. */
		tokenHash: text("token_hash").primaryKey(),
		developerId: text("developer_id").notNull(),
		expiresAt: integer("expires_at").notNull(),
	},
	(table) => [
		index("password_resets_expiry").on(table.expiresAt),
		index("password_resets_developer").on(table.developerId),
	],
);

/** Who did what, when. Append-only: ids and hints, never a secret, an e-mail or a token. */
export const auditEvents = sqliteTable(
	"audit_events",
	{
		seq: integer("seq").primaryKey({ autoIncrement: true }),
		at: integer("at").notNull(),
		action: text("action").notNull(),
		/** Id of who did it; null for nobody known. */
		actor: text("actor"),
		/** Id of what it was done to. */
		target: text("target"),
		requestId: text("request_id").notNull(),
		/** HMAC of the client's address, so that calls of one address can be told together. */
		ipHash: text("ip_hash").notNull(),
	},
	(table) => [
		index("audit_events_action").on(table.action, table.seq),
		index("audit_events_actor").on(table.actor, table.seq),
		index("audit_events_target").on(table.target, table.seq),
	],
);

/** Which endpoints a developer has; everything else about one is in its object. */
export const webhookEndpoints = sqliteTable(
	"webhook_endpoints",
	{
		endpointId: text("endpoint_id").primaryKey(),
		developerId: text("developer_id").notNull(),
		createdAt: integer("created_at").notNull(),
		/** No secret of it is under an older version of the key-encryption key; 0 where that is not known. */
		keyVersion: integer("key_version").notNull().default(0),
	},
	(table) => [
		index("webhook_endpoints_developer").on(table.developerId, table.createdAt),
		index("webhook_endpoints_key_version").on(table.keyVersion, table.endpointId),
	],
);

/**
 * What the queue gave up on, and who put it back. An event has at most one open letter: the sweep sends a pointer
 * to it every minute as long as it is not confirmed, and each of them may end here.
 */
export const deadLetters = sqliteTable(
	"dead_letters",
	{
		seq: integer("seq").primaryKey({ autoIncrement: true }),
		deadLetterId: text("dead_letter_id").notNull(),
		/** The queue's own id of the message, by which one that is delivered twice is stored once. */
		messageId: text("message_id").notNull(),
		/** The message as it was sent, as JSON. */
		body: text("body").notNull(),
		/** Of the pointer, where the message is one. */
		caseId: text("case_id"),
		eventId: text("event_id"),
		/** When it was first sent to the queue. */
		sentAt: integer("sent_at").notNull(),
		receivedAt: integer("received_at").notNull(),
		requeuedAt: integer("requeued_at"),
		requeuedBy: text("requeued_by"),
	},
	(table) => [
		uniqueIndex("dead_letters_id").on(table.deadLetterId),
		uniqueIndex("dead_letters_message").on(table.messageId),
		uniqueIndex("dead_letters_event").on(table.eventId).where(sql`requeued_at IS NULL`),
		index("dead_letters_open").on(table.seq).where(sql`requeued_at IS NULL`),
		index("dead_letters_requeued").on(table.seq).where(sql`requeued_at IS NOT NULL`),
		index("dead_letters_received").on(table.receivedAt),
	],
);

/**
 * An estate belongs to whoever proves its address: by key on every chain, which is chain 0 here, or by a contract
 * on the one chain that its code is on (ADR 15).
 */
export const estateProfiles = sqliteTable(
	"estate_profiles",
	{
		estateId: text("estate_id").primaryKey(),
		/** Lower case. */
		ownerAddress: text("owner_address").notNull(),
		chainId: integer("chain_id").notNull(),
		/** Of the newest will, or of the last before an erasure; 0 where there never was one. */
		willVersion: integer("will_version").notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [uniqueIndex("estate_profiles_owner").on(table.ownerAddress, table.chainId)],
);

/** What an erasure leaves: enough that nothing signed before it can be used again, and no personal data. */
export const estateTombstones = sqliteTable("estate_tombstones", {
	/** HMAC of address and chain. */
	ownerMac: text("owner_mac").primaryKey(),
	willVersion: integer("will_version").notNull(),
	erasedAt: integer("erased_at").notNull(),
});

/** Nonces of signed messages, as HMACs from the start, so that they can outlive an erasure. */
export const estateNonces = sqliteTable("estate_nonces", {
	nonceMac: text("nonce_mac").primaryKey(),
	usedAt: integer("used_at").notNull(),
});

/** Developers through whom an owner has signed something: they may see the profile. */
export const estatePartners = sqliteTable(
	"estate_partners",
	{
		estateId: text("estate_id").notNull(),
		developerId: text("developer_id").notNull(),
		since: integer("since").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.estateId, table.developerId] }),
		index("estate_partners_developer").on(table.developerId),
	],
);

/** Accepted terms. Append-only. */
export const estateAgreements = sqliteTable(
	"estate_agreements",
	{
		estateId: text("estate_id").notNull(),
		version: text("version").notNull(),
		documentHash: text("document_hash").notNull(),
		acceptedAt: integer("accepted_at").notNull(),
		signature: text("signature").notNull(),
		/** How the signature was proven, as JSON. */
		proof: text("proof").notNull(),
		/** Of the signed domain. */
		chainId: integer("chain_id").notNull(),
	},
	(table) => [primaryKey({ columns: [table.estateId, table.version] })],
);

/** Codes that stand in public papers instead of an address; never the code itself. */
export const privacyCodes = sqliteTable(
	"privacy_codes",
	{
		codeId: text("code_id").primaryKey(),
		estateId: text("estate_id").notNull(),
		label: text("label").notNull(),
		hint: text("hint").notNull(),
		/** HMAC of the code in hex; what it is resolved by. */
		mac: text("mac").notNull(),
		/** The developer through whom it was made, who may resolve it; null where the owner's wallet session made it. */
		developerId: text("developer_id"),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at"),
		revokedAt: integer("revoked_at"),
		resolves: integer("resolves").notNull().default(0),
		lastResolvedAt: integer("last_resolved_at"),
		signature: text("signature").notNull(),
		proof: text("proof").notNull(),
		chainId: integer("chain_id").notNull(),
	},
	(table) => [
		uniqueIndex("privacy_codes_mac").on(table.mac),
		index("privacy_codes_estate").on(table.estateId, table.createdAt),
	],
);

/** Wills; the bytes are in R2 under `objectKey`, sealed. */
export const willVersions = sqliteTable(
	"will_versions",
	{
		estateId: text("estate_id").notNull(),
		version: integer("version").notNull(),
		/** `0x` and hex, of the bytes as they were uploaded. */
		sha256: text("sha256").notNull(),
		mimeType: text("mime_type").notNull(),
		size: integer("size").notNull(),
		uploadedAt: integer("uploaded_at").notNull(),
		objectKey: text("object_key").notNull(),
		signature: text("signature").notNull(),
		proof: text("proof").notNull(),
		chainId: integer("chain_id").notNull(),
		/** The version of the key-encryption key that the document is under; 0 where that is not known. */
		keyVersion: integer("key_version").notNull().default(0),
	},
	(table) => [
		primaryKey({ columns: [table.estateId, table.version] }),
		uniqueIndex("will_versions_object").on(table.objectKey),
		index("will_versions_key_version").on(table.keyVersion, table.objectKey),
	],
);

/** Requests to be given a dead owner's will. */
export const releaseRequests = sqliteTable(
	"release_requests",
	{
		requestId: text("request_id").primaryKey(),
		estateId: text("estate_id").notNull(),
		codeId: text("code_id").notNull(),
		/** The account that asks, and that can download in the end. */
		applicantId: text("applicant_id").notNull(),
		/** Who asks, in their own words. */
		applicant: text("applicant").notNull(),
		/** The court order, as JSON, and its document in R2. */
		courtInfo: text("court_info").notNull(),
		orderSha256: text("order_sha256").notNull(),
		orderSize: integer("order_size").notNull(),
		orderKey: text("order_key").notNull(),
		/** What can be looked for: `open`, `approved`, or how it ended. Follows from the state. */
		status: text("status").notNull(),
		requestedAt: integer("requested_at").notNull(),
		/** As JSON; the default is none that can be read. */
		state: text("state").notNull().default(""),
		/** Grows with every change, so that two at once cannot both win. */
		revision: integer("revision").notNull().default(1),
		/** As in `will_versions`, of the order. */
		orderKeyVersion: integer("order_key_version").notNull().default(0),
	},
	(table) => [
		index("release_requests_estate").on(table.estateId, table.requestedAt),
		index("release_requests_applicant").on(table.applicantId, table.requestedAt),
		index("release_requests_status").on(table.status, table.requestedAt),
		uniqueIndex("release_requests_order").on(table.orderKey),
		index("release_requests_key_version").on(table.orderKeyVersion, table.orderKey),
	],
);

/** What happened to an estate, for its owner. Goes with an erasure. */
export const estateHistory = sqliteTable(
	"estate_history",
	{
		seq: integer("seq").primaryKey({ autoIncrement: true }),
		estateId: text("estate_id").notNull(),
		at: integer("at").notNull(),
		action: text("action").notNull(),
		/** Id of who did it; null for the owner. */
		actor: text("actor"),
		/** Id of what it was done to. */
		target: text("target"),
	},
	(table) => [index("estate_history_estate").on(table.estateId, table.seq)],
);

/** How far a sweep through something without an end has come, and what it has found (`src/documents/sweep-orphans.ts`). */
export const sweeps = sqliteTable("sweeps", {
	name: text("name").primaryKey(),
	/** Of the store's own list; empty at its beginning. */
	cursor: text("cursor").notNull(),
	seen: integer("seen").notNull().default(0),
	orphans: integer("orphans").notNull().default(0),
	orphansSince: integer("orphans_since"),
	/** An operator's word is written here too (docs/operations.md "Documents"). */
	removable: integer("removable").notNull().default(0),
});

/** Work on the whole of the data that an operator has asked for; the cron handler does it, page by page. */
export const maintenanceJobs = sqliteTable(
	"maintenance_jobs",
	{
		jobId: text("job_id").primaryKey(),
		kind: text("kind", { enum: ["reindex", "reseal"] }).notNull(),
		/** The last id that is done with; empty before the first. */
		position: text("position").notNull().default(""),
		done: integer("done").notNull().default(0),
		failed: integer("failed").notNull().default(0),
		/**
		 * Of a `reseal`: the version of the key-encryption key that it seals to. From then on no row is written whose
		 * seal is under an older one (`src/db/sealed-under.ts`).
		 */
		keyVersion: integer("key_version"),
		requestedAt: integer("requested_at").notNull(),
		finishedAt: integer("finished_at"),
	},
	(table) => [
		index("maintenance_jobs_open").on(table.kind, table.requestedAt).where(sql`finished_at IS NULL`),
		index("maintenance_jobs_key_version").on(table.kind, table.keyVersion),
	],
);
