CREATE TABLE `estate_agreements` (
	`estate_id` text NOT NULL,
	`version` text NOT NULL,
	`document_hash` text NOT NULL,
	`accepted_at` integer NOT NULL,
	`signature` text NOT NULL,
	`proof` text NOT NULL,
	`chain_id` integer NOT NULL,
	PRIMARY KEY(`estate_id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `estate_history` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`estate_id` text NOT NULL,
	`at` integer NOT NULL,
	`action` text NOT NULL,
	`actor` text,
	`target` text
);
--> statement-breakpoint
CREATE INDEX `estate_history_estate` ON `estate_history` (`estate_id`,`seq`);--> statement-breakpoint
CREATE TABLE `estate_nonces` (
	`nonce_mac` text PRIMARY KEY NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `estate_partners` (
	`estate_id` text NOT NULL,
	`developer_id` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`estate_id`, `developer_id`)
);
--> statement-breakpoint
CREATE INDEX `estate_partners_developer` ON `estate_partners` (`developer_id`);--> statement-breakpoint
CREATE TABLE `estate_profiles` (
	`estate_id` text PRIMARY KEY NOT NULL,
	`owner_address` text NOT NULL,
	`chain_id` integer NOT NULL,
	`will_version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `estate_profiles_owner` ON `estate_profiles` (`owner_address`,`chain_id`);--> statement-breakpoint
CREATE TABLE `estate_tombstones` (
	`owner_mac` text PRIMARY KEY NOT NULL,
	`will_version` integer NOT NULL,
	`erased_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `privacy_codes` (
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
	`chain_id` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `privacy_codes_mac` ON `privacy_codes` (`mac`);--> statement-breakpoint
CREATE INDEX `privacy_codes_estate` ON `privacy_codes` (`estate_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `release_requests` (
	`request_id` text PRIMARY KEY NOT NULL,
	`estate_id` text NOT NULL,
	`code_id` text NOT NULL,
	`applicant_id` text NOT NULL,
	`applicant` text NOT NULL,
	`court_info` text NOT NULL,
	`order_sha256` text NOT NULL,
	`order_size` integer NOT NULL,
	`order_key` text NOT NULL,
	`status` text NOT NULL,
	`requested_at` integer NOT NULL,
	`objected_at` integer,
	`approvals` text DEFAULT '[]' NOT NULL,
	`approved_at` integer,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `release_requests_estate` ON `release_requests` (`estate_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `release_requests_applicant` ON `release_requests` (`applicant_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `release_requests_status` ON `release_requests` (`status`,`requested_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `release_requests_order` ON `release_requests` (`order_key`);--> statement-breakpoint
CREATE TABLE `sweeps` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `will_versions` (
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
	PRIMARY KEY(`estate_id`, `version`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `will_versions_object` ON `will_versions` (`object_key`);