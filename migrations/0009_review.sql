CREATE INDEX `recovery_cases_newest` ON `recovery_cases` (`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_status` ON `recovery_cases` (`status`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_chain` ON `recovery_cases` (`chain_id`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_reason` ON `recovery_cases` (`status_reason`,`created_at`,`case_id`) WHERE status_reason IS NOT NULL;