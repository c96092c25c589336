CREATE TABLE `__new_estate_agreement_messages` (
	`estate_id` text NOT NULL,
	`nonce` text NOT NULL,
	`version` text NOT NULL,
	`document_hash` text NOT NULL,
	`developer_id` text,
	`accepted_at` integer NOT NULL,
	`signature` text NOT NULL,
	`proof` text NOT NULL,
	`chain_id` integer NOT NULL,
	`service` text NOT NULL,
	PRIMARY KEY(`estate_id`, `nonce`)
);
--> statement-breakpoint
INSERT INTO `__new_estate_agreement_messages`("estate_id", "nonce", "version", "document_hash", "developer_id", "accepted_at", "signature", "proof", "chain_id", "service") SELECT "estate_id", "nonce", "version", "document_hash", "developer_id", "accepted_at", "signature", "proof", "chain_id", "service" FROM `estate_agreement_messages`;--> statement-breakpoint
DROP TABLE `estate_agreement_messages`;--> statement-breakpoint
ALTER TABLE `__new_estate_agreement_messages` RENAME TO `estate_agreement_messages`;--> statement-breakpoint
CREATE TABLE `__new_estate_agreements` (
	`estate_id` text NOT NULL,
	`version` text NOT NULL,
	`document_hash` text NOT NULL,
	`accepted_at` integer NOT NULL,
	`signature` text NOT NULL,
	`proof` text NOT NULL,
	`chain_id` integer NOT NULL,
	`service` text NOT NULL,
	PRIMARY KEY(`estate_id`, `version`)
);
--> statement-breakpoint
INSERT INTO `__new_estate_agreements`("estate_id", "version", "document_hash", "accepted_at", "signature", "proof", "chain_id", "service") SELECT "estate_id", "version", "document_hash", "accepted_at", "signature", "proof", "chain_id", "service" FROM `estate_agreements`;--> statement-breakpoint
DROP TABLE `estate_agreements`;--> statement-breakpoint
ALTER TABLE `__new_estate_agreements` RENAME TO `estate_agreements`;--> statement-breakpoint
CREATE TABLE `__new_estate_partners` (
	`estate_id` text NOT NULL,
	`developer_id` text NOT NULL,
	`since` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`estate_id`, `developer_id`)
);
--> statement-breakpoint
INSERT INTO `__new_estate_partners`("estate_id", "developer_id", "since", "created_at") SELECT "estate_id", "developer_id", "since", "created_at" FROM `estate_partners`;--> statement-breakpoint
DROP TABLE `estate_partners`;--> statement-breakpoint
ALTER TABLE `__new_estate_partners` RENAME TO `estate_partners`;--> statement-breakpoint
CREATE INDEX `estate_partners_developer` ON `estate_partners` (`developer_id`);--> statement-breakpoint
CREATE TABLE `__new_privacy_codes` (
	`code_id` text PRIMARY KEY NOT NULL,
	`estate_id` text NOT NULL,
	`label` text NOT NULL,
	`hint` text NOT NULL,
	`mac` text NOT NULL,
	`developer_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`resolves` integer DEFAULT 0 NOT NULL,
	`last_resolved_at` integer,
	`signature` text NOT NULL,
	`proof` text NOT NULL,
	`chain_id` integer NOT NULL,
	`service` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_privacy_codes`("code_id", "estate_id", "label", "hint", "mac", "developer_id", "created_at", "expires_at", "revoked_at", "resolves", "last_resolved_at", "signature", "proof", "chain_id", "service") SELECT "code_id", "estate_id", "label", "hint", "mac", "developer_id", "created_at", "expires_at", "revoked_at", "resolves", "last_resolved_at", "signature", "proof", "chain_id", "service" FROM `privacy_codes`;--> statement-breakpoint
DROP TABLE `privacy_codes`;--> statement-breakpoint
ALTER TABLE `__new_privacy_codes` RENAME TO `privacy_codes`;--> statement-breakpoint
CREATE UNIQUE INDEX `privacy_codes_mac` ON `privacy_codes` (`mac`);--> statement-breakpoint
CREATE INDEX `privacy_codes_estate` ON `privacy_codes` (`estate_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `privacy_codes_unrevoked` ON `privacy_codes` (`estate_id`,`expires_at`) WHERE revoked_at IS NULL;--> statement-breakpoint
CREATE TABLE `__new_recovery_cases` (
	`case_id` text PRIMARY KEY NOT NULL,
	`jrc_hash` text NOT NULL,
	`developer_id` text,
	`subject` text,
	`source` text NOT NULL,
	`reference` text,
	`lost_account` text NOT NULL,
	`recovery_account` text NOT NULL,
	`chain_id` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`status_reason` text,
	`tx_hash` text,
	`execute_after` integer,
	`order_verification` text,
	`full_case_number` text,
	`answered_at` integer,
	`documents` integer DEFAULT 0 NOT NULL,
	`not_watched_since` integer,
	`not_watched_because` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer NOT NULL,
	`change_number` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_recovery_cases`("case_id", "jrc_hash", "developer_id", "subject", "source", "reference", "lost_account", "recovery_account", "chain_id", "reason", "status", "status_reason", "tx_hash", "execute_after", "order_verification", "full_case_number", "answered_at", "documents", "not_watched_since", "not_watched_because", "created_at", "updated_at", "version", "change_number") SELECT "case_id", "jrc_hash", "developer_id", "subject", "source", "reference", "lost_account", "recovery_account", "chain_id", "reason", "status", "status_reason", "tx_hash", "execute_after", "order_verification", "full_case_number", "answered_at", "documents", "not_watched_since", "not_watched_because", "created_at", "updated_at", "version", "change_number" FROM `recovery_cases`;--> statement-breakpoint
DROP TABLE `recovery_cases`;--> statement-breakpoint
ALTER TABLE `__new_recovery_cases` RENAME TO `recovery_cases`;--> statement-breakpoint
CREATE INDEX `recovery_cases_developer` ON `recovery_cases` (`developer_id`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_status` ON `recovery_cases` (`developer_id`,`status`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_chain` ON `recovery_cases` (`developer_id`,`chain_id`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_status_chain` ON `recovery_cases` (`developer_id`,`status`,`chain_id`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_developer_lost` ON `recovery_cases` (`developer_id`,`lost_account`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_developer_recovery` ON `recovery_cases` (`developer_id`,`recovery_account`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_reference` ON `recovery_cases` (`developer_id`,`reference`,`created_at`,`case_id`) WHERE reference IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_lost` ON `recovery_cases` (`lost_account`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_recovery` ON `recovery_cases` (`recovery_account`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_lost_chain` ON `recovery_cases` (`lost_account`,`chain_id`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_recovery_chain` ON `recovery_cases` (`recovery_account`,`chain_id`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_open` ON `recovery_cases` (`lost_account`,`chain_id`,`created_at`,`case_id`) WHERE status IN ('created', 'pending', 'action_required');--> statement-breakpoint
CREATE INDEX `recovery_cases_waiting` ON `recovery_cases` (CASE WHEN developer_id IS NULL THEN subject ELSE developer_id END,`created_at`,`case_id`) WHERE (status = 'pending' AND order_verification = 'unverified') OR (status = 'action_required' AND order_verification IS NOT NULL AND (answered_at IS NOT NULL OR status_reason NOT IN ('order_unverifiable', 'documents_missing')));--> statement-breakpoint
CREATE INDEX `recovery_cases_waiting_age` ON `recovery_cases` (`created_at`,`case_id`) WHERE (status = 'pending' AND order_verification = 'unverified') OR (status = 'action_required' AND order_verification IS NOT NULL AND (answered_at IS NOT NULL OR status_reason NOT IN ('order_unverifiable', 'documents_missing')));--> statement-breakpoint
CREATE INDEX `recovery_cases_newest` ON `recovery_cases` (`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_status` ON `recovery_cases` (`status`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_chain` ON `recovery_cases` (`chain_id`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_status_chain` ON `recovery_cases` (`status`,`chain_id`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_reason` ON `recovery_cases` (`status_reason`,`created_at`,`case_id`) WHERE status_reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_not_watched` ON `recovery_cases` (`not_watched_because`,`not_watched_since`) WHERE not_watched_because IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_order` ON `recovery_cases` (`developer_id`,`order_verification`,`created_at`,`case_id`) WHERE order_verification IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_order` ON `recovery_cases` (`order_verification`,`created_at`,`case_id`) WHERE order_verification IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_number` ON `recovery_cases` (full_case_number COLLATE NOCASE,`created_at`,`case_id`) WHERE full_case_number IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_change` ON `recovery_cases` (`change_number`);--> statement-breakpoint
CREATE INDEX `recovery_cases_developer_change` ON `recovery_cases` (`developer_id`,`change_number`);--> statement-breakpoint
CREATE INDEX `recovery_cases_lost_change` ON `recovery_cases` (`lost_account`,`change_number`);--> statement-breakpoint
CREATE INDEX `recovery_cases_recovery_change` ON `recovery_cases` (`recovery_account`,`change_number`);--> statement-breakpoint
CREATE TABLE `__new_will_versions` (
	`estate_id` text NOT NULL,
	`version` integer NOT NULL,
	`sha256` text NOT NULL,
	`mime_type` text NOT NULL,
	`size` integer NOT NULL,
	`uploaded_at` integer NOT NULL,
	`object_key` text NOT NULL,
	`signature` text NOT NULL,
	`proof` text NOT NULL,
	`chain_id` integer NOT NULL,
	`service` text NOT NULL,
	`key_version` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`estate_id`, `version`)
);
--> statement-breakpoint
INSERT INTO `__new_will_versions`("estate_id", "version", "sha256", "mime_type", "size", "uploaded_at", "object_key", "signature", "proof", "chain_id", "service", "key_version") SELECT "estate_id", "version", "sha256", "mime_type", "size", "uploaded_at", "object_key", "signature", "proof", "chain_id", "service", "key_version" FROM `will_versions`;--> statement-breakpoint
DROP TABLE `will_versions`;--> statement-breakpoint
ALTER TABLE `__new_will_versions` RENAME TO `will_versions`;--> statement-breakpoint
CREATE UNIQUE INDEX `will_versions_object` ON `will_versions` (`object_key`);--> statement-breakpoint
CREATE INDEX `will_versions_key_version` ON `will_versions` (`key_version`,`object_key`);