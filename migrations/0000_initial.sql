CREATE TABLE `api_keys` (
	`key_id` text PRIMARY KEY NOT NULL,
	`developer_id` text NOT NULL,
	`label` text NOT NULL,
	`hint` text NOT NULL,
	`lookup` text NOT NULL,
	`secret_mac` text NOT NULL,
	`pepper_version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_lookup` ON `api_keys` (`lookup`);--> statement-breakpoint
CREATE INDEX `api_keys_developer` ON `api_keys` (`developer_id`);--> statement-breakpoint
CREATE TABLE `audit_events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`action` text NOT NULL,
	`actor` text,
	`target` text,
	`request_id` text NOT NULL,
	`ip_hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_events_action` ON `audit_events` (`action`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_events_actor` ON `audit_events` (`actor`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_events_target` ON `audit_events` (`target`,`seq`);--> statement-breakpoint
CREATE TABLE `developers` (
	`developer_id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `developers_email` ON `developers` (`email`);--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`developer_id` text,
	`case_id` text NOT NULL,
	`event_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`type` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_event` ON `events` (`event_id`);--> statement-breakpoint
CREATE INDEX `events_developer` ON `events` (`developer_id`,`seq`);--> statement-breakpoint
CREATE INDEX `events_unconfirmed` ON `events` (`created_at`) WHERE confirmed_at IS NULL;--> statement-breakpoint
CREATE TABLE `origins` (
	`origin_id` text PRIMARY KEY NOT NULL,
	`origin` text NOT NULL,
	`developer_id` text NOT NULL,
	`status` text NOT NULL,
	`requested_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	`reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `origins_developer` ON `origins` (`developer_id`,`origin`);--> statement-breakpoint
CREATE UNIQUE INDEX `origins_allowed` ON `origins` (`origin`) WHERE status = 'allowed';--> statement-breakpoint
CREATE INDEX `origins_status` ON `origins` (`status`,`requested_at`);--> statement-breakpoint
CREATE TABLE `password_resets` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`developer_id` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `password_resets_expiry` ON `password_resets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `recovery_cases` (
	`case_id` text PRIMARY KEY NOT NULL,
	`jrc_hash` text NOT NULL,
	`developer_id` text,
	`subject` text,
	`source` text NOT NULL,
	`lost_account` text NOT NULL,
	`recovery_account` text NOT NULL,
	`chain_id` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`status_reason` text,
	`tx_hash` text,
	`execute_after` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `recovery_cases_developer` ON `recovery_cases` (`developer_id`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_status` ON `recovery_cases` (`developer_id`,`status`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_chain` ON `recovery_cases` (`developer_id`,`chain_id`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_lost` ON `recovery_cases` (`lost_account`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_recovery` ON `recovery_cases` (`recovery_account`,`created_at`,`case_id`);--> statement-breakpoint
CREATE TABLE `wallet_challenges` (
	`nonce` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`chain_id` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `wallet_challenges_expiry` ON `wallet_challenges` (`expires_at`);