DROP INDEX `events_unconfirmed`;--> statement-breakpoint
ALTER TABLE `events` ADD `swept_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `events_unconfirmed` ON `events` (`swept_at`,`created_at`) WHERE confirmed_at IS NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_developer_lost` ON `recovery_cases` (`developer_id`,`lost_account`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_developer_recovery` ON `recovery_cases` (`developer_id`,`recovery_account`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_open` ON `recovery_cases` (`lost_account`,`chain_id`,`created_at`,`case_id`) WHERE status IN ('created', 'pending', 'action_required');