CREATE INDEX `recovery_cases_status_chain` ON `recovery_cases` (`developer_id`,`status`,`chain_id`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_lost_chain` ON `recovery_cases` (`lost_account`,`chain_id`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_recovery_chain` ON `recovery_cases` (`recovery_account`,`chain_id`,`created_at`,`case_id`);--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_status_chain` ON `recovery_cases` (`status`,`chain_id`,`created_at`,`case_id`);