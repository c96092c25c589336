CREATE TABLE `account_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`developer_id` text NOT NULL,
	`is_mailed` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `account_codes_expiry` ON `account_codes` (`expires_at`);--> statement-breakpoint
CREATE INDEX `account_codes_developer` ON `account_codes` (`developer_id`,`purpose`,`expires_at`);--> statement-breakpoint
CREATE TABLE `account_contests` (
	`digest` text PRIMARY KEY NOT NULL,
	`account` text NOT NULL,
	`chain_id` integer NOT NULL,
	`nonce` text NOT NULL,
	`deadline` integer NOT NULL,
	`signature` text NOT NULL,
	`proof` text NOT NULL,
	`cases` integer NOT NULL,
	`accepted_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_contests_nonce` ON `account_contests` (`account`,`chain_id`,`nonce`);--> statement-breakpoint
CREATE INDEX `account_contests_end` ON `account_contests` (`ends_at`);--> statement-breakpoint
CREATE INDEX `account_contests_last` ON `account_contests` (`account`,`chain_id`,`ends_at`);--> statement-breakpoint
CREATE TABLE `address_codes` (
	`address_mac` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `address_codes_expiry` ON `address_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`key_id` text PRIMARY KEY NOT NULL,
	`developer_id` text NOT NULL,
	`lookup` text NOT NULL,
	`secret_mac` text NOT NULL,
	`pepper_version` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_lookup` ON `api_keys` (`lookup`);--> statement-breakpoint
CREATE INDEX `api_keys_developer` ON `api_keys` (`developer_id`);--> statement-breakpoint
CREATE INDEX `api_keys_revoked` ON `api_keys` (`revoked_at`) WHERE revoked_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `api_keys_expired` ON `api_keys` (`expires_at`) WHERE expires_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `audit_events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`action` text NOT NULL,
	`actor` text,
	`target` text,
	`request_id` text NOT NULL,
	`ip_hash` text NOT NULL,
	`hour` integer,
	`count` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_events_refusals` ON `audit_events` (`hour`,`action`,`ip_hash`) WHERE hour IS NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_events_action` ON `audit_events` (`action`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_events_actor` ON `audit_events` (`actor`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_events_target` ON `audit_events` (`target`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_events_at` ON `audit_events` (`at`);--> statement-breakpoint
CREATE TABLE `bare_profiles` (
	`profile_mac` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`last_read_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bare_profiles_last_read` ON `bare_profiles` (`last_read_at`);--> statement-breakpoint
CREATE TABLE `case_documents` (
	`object_key` text PRIMARY KEY NOT NULL,
	`case_id` text NOT NULL,
	`stored_at` integer NOT NULL,
	`added_at` integer,
	`key_version` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `case_documents_untaken` ON `case_documents` (`stored_at`) WHERE added_at IS NULL;--> statement-breakpoint
CREATE INDEX `case_documents_key_version` ON `case_documents` (`key_version`,`object_key`);--> statement-breakpoint
CREATE TABLE `case_notes` (
	`note_id` text PRIMARY KEY NOT NULL,
	`case_id` text NOT NULL,
	`developer_id` text NOT NULL,
	`note` text NOT NULL,
	`written_at` integer NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `case_notes_case` ON `case_notes` (`case_id`,`written_at`,`note_id`);--> statement-breakpoint
CREATE INDEX `case_notes_due` ON `case_notes` (`due_at`);--> statement-breakpoint
CREATE TABLE `contest_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`digest` text NOT NULL,
	`case_id` text NOT NULL,
	`is_standing` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contest_deliveries_case` ON `contest_deliveries` (`digest`,`case_id`);--> statement-breakpoint
CREATE INDEX `contest_deliveries_due` ON `contest_deliveries` (`due_at`);--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dead_letter_id` text NOT NULL,
	`message_id` text NOT NULL,
	`body` text NOT NULL,
	`case_id` text,
	`event_id` text,
	`sent_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`requeued_at` integer,
	`requeued_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dead_letters_id` ON `dead_letters` (`dead_letter_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `dead_letters_message` ON `dead_letters` (`message_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `dead_letters_event` ON `dead_letters` (`event_id`) WHERE requeued_at IS NULL;--> statement-breakpoint
CREATE INDEX `dead_letters_open` ON `dead_letters` (`seq`) WHERE requeued_at IS NULL;--> statement-breakpoint
CREATE INDEX `dead_letters_requeued` ON `dead_letters` (`seq`) WHERE requeued_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `dead_letters_received` ON `dead_letters` (`received_at`);--> statement-breakpoint
CREATE TABLE `developers` (
	`developer_id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`email_confirmed_at` integer,
	`language` text DEFAULT 'en' NOT NULL,
	`role_held_until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `developers_email` ON `developers` (`email`);--> statement-breakpoint
CREATE INDEX `developers_role` ON `developers` (`role`,`created_at`,`developer_id`);--> statement-breakpoint
CREATE TABLE `email_changes` (
	`change_id` text PRIMARY KEY NOT NULL,
	`developer_id` text NOT NULL,
	`new_email` text NOT NULL,
	`former_email` text,
	`language` text NOT NULL,
	`current_code_hash` text,
	`new_code_hash` text,
	`role_held_until` integer NOT NULL,
	`with_passkey` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `email_changes_developer` ON `email_changes` (`developer_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `email_changes_expiry` ON `email_changes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `estate_agreement_messages` (
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
CREATE TABLE `estate_agreements` (
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
	`created_at` integer NOT NULL,
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
CREATE TABLE `event_progress` (
	`follower` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`developer_id` text,
	`position` integer DEFAULT 0 NOT NULL,
	`case_id` text NOT NULL,
	`event_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`type` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`swept_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_event` ON `events` (`event_id`);--> statement-breakpoint
CREATE INDEX `events_developer` ON `events` (`developer_id`,`position`);--> statement-breakpoint
CREATE INDEX `events_unconfirmed` ON `events` (`swept_at`,`created_at`) WHERE confirmed_at IS NULL;--> statement-breakpoint
CREATE TABLE `evidence_links` (
	`evidence_link_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`case_id` text NOT NULL,
	`made_by` text NOT NULL,
	`maker` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `evidence_links_token` ON `evidence_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `evidence_links_case` ON `evidence_links` (`case_id`,`created_at`,`evidence_link_id`);--> statement-breakpoint
CREATE INDEX `evidence_links_maker` ON `evidence_links` (`maker`,`case_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `evidence_links_expiry` ON `evidence_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `execution_claims` (
	`chain_id` integer NOT NULL,
	`tx_hash` text NOT NULL,
	`call_index` integer NOT NULL,
	`case_id` text NOT NULL,
	`claimed_at` integer NOT NULL,
	PRIMARY KEY(`chain_id`, `tx_hash`, `call_index`)
);
--> statement-breakpoint
CREATE TABLE `foreign_schedules` (
	`chain_id` integer NOT NULL,
	`account` text NOT NULL,
	`jrc_hash` text NOT NULL,
	`generation` integer NOT NULL,
	`round` integer NOT NULL,
	`tx_hash` text NOT NULL,
	`ready_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`chain_id`, `account`, `jrc_hash`, `generation`, `round`)
);
--> statement-breakpoint
CREATE INDEX `foreign_schedules_end` ON `foreign_schedules` (`ends_at`);--> statement-breakpoint
CREATE TABLE `history_hashes` (
	`case_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`hash` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`case_id`, `sequence`)
);
--> statement-breakpoint
CREATE TABLE `hosted_links` (
	`link_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`developer_id` text NOT NULL,
	`kind` text NOT NULL,
	`origin` text NOT NULL,
	`prefill` text,
	`locked` text NOT NULL,
	`return_url` text,
	`reference` text,
	`locale` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`started_at` integer,
	`ends_at` integer NOT NULL,
	`used_at` integer,
	`ended_at` integer,
	`secret_hash` text,
	`former_secrets` text DEFAULT '[]' NOT NULL,
	`reserved_hash` text,
	`reserved_until` integer,
	`case_id` text,
	`estate_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hosted_links_token` ON `hosted_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `hosted_links_developer` ON `hosted_links` (`developer_id`,`created_at`,`link_id`);--> statement-breakpoint
CREATE INDEX `hosted_links_reference` ON `hosted_links` (`developer_id`,`reference`,`created_at`,`link_id`) WHERE reference IS NOT NULL;--> statement-breakpoint
CREATE INDEX `hosted_links_ends` ON `hosted_links` (`ends_at`);--> statement-breakpoint
CREATE INDEX `hosted_links_prefilled` ON `hosted_links` (`ends_at`) WHERE prefill IS NOT NULL;--> statement-breakpoint
CREATE TABLE `local_mails` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`mail_id` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`html` text NOT NULL,
	`text` text NOT NULL,
	`headers` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `local_mails_mail` ON `local_mails` (`mail_id`);--> statement-breakpoint
CREATE TABLE `mail_opt_outs` (
	`recipient` text NOT NULL,
	`kind` text NOT NULL,
	PRIMARY KEY(`recipient`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `mail_suppressions` (
	`address_mac` text PRIMARY KEY NOT NULL,
	`because` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mails` (
	`mail_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`facts` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`perhaps_sent` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`due_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `mails_waiting` ON `mails` (`created_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `mails_ended` ON `mails` (`ended_at`) WHERE ended_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `mails_recipient` ON `mails` (`recipient`,`kind`,`created_at`);--> statement-breakpoint
CREATE TABLE `maintenance_jobs` (
	`job_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`position` text DEFAULT '' NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`key_version` integer,
	`requested_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `maintenance_jobs_open` ON `maintenance_jobs` (`kind`,`requested_at`) WHERE finished_at IS NULL;--> statement-breakpoint
CREATE INDEX `maintenance_jobs_key_version` ON `maintenance_jobs` (`kind`,`key_version`);--> statement-breakpoint
CREATE TABLE `module_cursors` (
	`chain_id` integer PRIMARY KEY NOT NULL,
	`block` integer NOT NULL,
	`read_at` integer NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE `passkey_challenges` (
	`challenge` text PRIMARY KEY NOT NULL,
	`developer_id` text NOT NULL,
	`purpose` text NOT NULL,
	`facts` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_expiry` ON `passkey_challenges` (`expires_at`);--> statement-breakpoint
CREATE INDEX `passkey_challenges_developer` ON `passkey_challenges` (`developer_id`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`credential_id` text PRIMARY KEY NOT NULL,
	`developer_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`sign_count` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE INDEX `passkeys_developer` ON `passkeys` (`developer_id`,`created_at`);--> statement-breakpoint
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
	`signature` text NOT NULL,
	`proof` text NOT NULL,
	`chain_id` integer NOT NULL,
	`service` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `privacy_codes_mac` ON `privacy_codes` (`mac`);--> statement-breakpoint
CREATE INDEX `privacy_codes_estate` ON `privacy_codes` (`estate_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `privacy_codes_unrevoked` ON `privacy_codes` (`estate_id`,`expires_at`) WHERE revoked_at IS NULL;--> statement-breakpoint
CREATE TABLE `recovery_cases` (
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
	`stop_until` integer,
	`not_watched_since` integer,
	`not_watched_because` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer NOT NULL,
	`change_number` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
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
CREATE INDEX `recovery_cases_open_anywhere` ON `recovery_cases` (`lost_account`,`created_at`,`case_id`) WHERE status IN ('created', 'pending', 'action_required');--> statement-breakpoint
CREATE INDEX `recovery_cases_waiting` ON `recovery_cases` (CASE WHEN developer_id IS NULL THEN subject ELSE developer_id END,`created_at`,`case_id`) WHERE (status = 'pending' AND order_verification <> 'verified') OR (status = 'action_required' AND (answered_at IS NOT NULL OR (order_verification IS NOT NULL AND status_reason NOT IN ('order_unverifiable', 'documents_missing')))) OR stop_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_answered` ON `recovery_cases` (`answered_at`) WHERE answered_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_waiting_age` ON `recovery_cases` (`created_at`,`case_id`) WHERE (status = 'pending' AND order_verification <> 'verified') OR (status = 'action_required' AND (answered_at IS NOT NULL OR (order_verification IS NOT NULL AND status_reason NOT IN ('order_unverifiable', 'documents_missing')))) OR stop_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_new` ON `recovery_cases` (CASE WHEN developer_id IS NULL THEN subject ELSE developer_id END,`created_at`,`case_id`) WHERE ((status = 'pending' AND order_verification <> 'verified') OR (status = 'action_required' AND (answered_at IS NOT NULL OR (order_verification IS NOT NULL AND status_reason NOT IN ('order_unverifiable', 'documents_missing')))) OR stop_until IS NOT NULL) AND answered_at IS NULL AND order_verification IS NOT 'verified_once';--> statement-breakpoint
CREATE INDEX `recovery_cases_new_age` ON `recovery_cases` (`created_at`,`case_id`) WHERE ((status = 'pending' AND order_verification <> 'verified') OR (status = 'action_required' AND (answered_at IS NOT NULL OR (order_verification IS NOT NULL AND status_reason NOT IN ('order_unverifiable', 'documents_missing')))) OR stop_until IS NOT NULL) AND answered_at IS NULL AND order_verification IS NOT 'verified_once';--> statement-breakpoint
CREATE INDEX `recovery_cases_answered_age` ON `recovery_cases` (`created_at`,`case_id`) WHERE answered_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_waiting_since` ON `recovery_cases` (`updated_at`) WHERE (status = 'pending' AND order_verification <> 'verified') OR (status = 'action_required' AND (answered_at IS NOT NULL OR (order_verification IS NOT NULL AND status_reason NOT IN ('order_unverifiable', 'documents_missing')))) OR stop_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_newest` ON `recovery_cases` (`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_status` ON `recovery_cases` (`status`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_chain` ON `recovery_cases` (`chain_id`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_status_chain` ON `recovery_cases` (`status`,`chain_id`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_reason` ON `recovery_cases` (`status_reason`,`created_at`,`case_id`) WHERE status_reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_not_watched` ON `recovery_cases` (`not_watched_because`,`not_watched_since`) WHERE not_watched_because IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_order` ON `recovery_cases` (`developer_id`,`order_verification`,`created_at`,`case_id`) WHERE order_verification IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_order` ON `recovery_cases` (`order_verification`,`created_at`,`case_id`) WHERE order_verification IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_number` ON `recovery_cases` (full_case_number COLLATE NOCASE,`created_at`,`case_id`) WHERE full_case_number IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_stop` ON `recovery_cases` (`stop_until`) WHERE stop_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_change` ON `recovery_cases` (`change_number`);--> statement-breakpoint
CREATE INDEX `recovery_cases_developer_change` ON `recovery_cases` (`developer_id`,`change_number`);--> statement-breakpoint
CREATE INDEX `recovery_cases_lost_change` ON `recovery_cases` (`lost_account`,`change_number`);--> statement-breakpoint
CREATE INDEX `recovery_cases_recovery_change` ON `recovery_cases` (`recovery_account`,`change_number`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`developer_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_developer` ON `recovery_codes` (`developer_id`);--> statement-breakpoint
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
	`state` text DEFAULT '' NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`order_key_version` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `release_requests_estate` ON `release_requests` (`estate_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `release_requests_applicant` ON `release_requests` (`applicant_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `release_requests_status` ON `release_requests` (`status`,`requested_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `release_requests_order` ON `release_requests` (`order_key`);--> statement-breakpoint
CREATE INDEX `release_requests_key_version` ON `release_requests` (`order_key_version`,`order_key`);--> statement-breakpoint
CREATE TABLE `review_weeks` (
	`week` integer PRIMARY KEY NOT NULL,
	`waiting` integer NOT NULL,
	`decided` integer NOT NULL,
	`counted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `schema_generation` (
	`id` integer PRIMARY KEY NOT NULL,
	`generation` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sweeps` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text NOT NULL,
	`seen` integer DEFAULT 0 NOT NULL,
	`orphans` integer DEFAULT 0 NOT NULL,
	`orphans_since` integer,
	`removable` integer DEFAULT 0 NOT NULL,
	`held` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `taken_cases` (
	`case_id` text PRIMARY KEY NOT NULL,
	`developer_id` text NOT NULL,
	`taken_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `taken_cases_reviewer` ON `taken_cases` (`developer_id`,`case_id`,`taken_until`);--> statement-breakpoint
CREATE INDEX `taken_cases_until` ON `taken_cases` (`taken_until`);--> statement-breakpoint
CREATE TABLE `wallet_challenges` (
	`nonce` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`chain_id` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`origin` text,
	`purpose` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `wallet_challenges_expiry` ON `wallet_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `watched_account_counts` (
	`developer_id` text PRIMARY KEY NOT NULL,
	`accounts` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `watched_accounts` (
	`account` text NOT NULL,
	`chain_id` integer NOT NULL,
	`developer_id` text NOT NULL,
	`added_at` integer NOT NULL,
	`added_seq` integer NOT NULL,
	PRIMARY KEY(`account`, `chain_id`, `developer_id`)
);
--> statement-breakpoint
CREATE INDEX `watched_accounts_developer` ON `watched_accounts` (`developer_id`,`account`,`chain_id`);--> statement-breakpoint
CREATE TABLE `watchers` (
	`watcher_id` text PRIMARY KEY NOT NULL,
	`account` text NOT NULL,
	`chain_id` integer NOT NULL,
	`case_id` text DEFAULT '' NOT NULL,
	`warn_at` integer,
	`sealed` text NOT NULL,
	`key_version` integer NOT NULL,
	`address_mac` text NOT NULL,
	`masked` text NOT NULL,
	`language` text NOT NULL,
	`network` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`code_hash` text,
	`code_expires_at` integer DEFAULT 0 NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `watchers_account` ON `watchers` (`account`,`chain_id`,`case_id`,`address_mac`);--> statement-breakpoint
CREATE INDEX `watchers_case` ON `watchers` (`case_id`) WHERE case_id <> '';--> statement-breakpoint
CREATE INDEX `watchers_warned` ON `watchers` (`warn_at`) WHERE warn_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `watchers_code` ON `watchers` (`code_hash`) WHERE code_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `watchers_removed` ON `watchers` (`removed_at`) WHERE removed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `watchers_unconfirmed` ON `watchers` (`code_expires_at`) WHERE confirmed_at IS NULL;--> statement-breakpoint
CREATE INDEX `watchers_key_version` ON `watchers` (`key_version`,`watcher_id`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`endpoint_id` text PRIMARY KEY NOT NULL,
	`developer_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`key_version` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_developer` ON `webhook_endpoints` (`developer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_endpoints_key_version` ON `webhook_endpoints` (`key_version`,`endpoint_id`);--> statement-breakpoint
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
	`service` text NOT NULL,
	`key_version` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`estate_id`, `version`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `will_versions_object` ON `will_versions` (`object_key`);--> statement-breakpoint
CREATE INDEX `will_versions_key_version` ON `will_versions` (`key_version`,`object_key`);--> statement-breakpoint
INSERT INTO `schema_generation` (`id`, `generation`) VALUES (1, 3);
