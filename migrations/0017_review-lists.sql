ALTER TABLE `recovery_cases` ADD `order_verification` text;--> statement-breakpoint
ALTER TABLE `recovery_cases` ADD `full_case_number` text;--> statement-breakpoint
ALTER TABLE `recovery_cases` ADD `documents` integer;--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_order` ON `recovery_cases` (`order_verification`,`created_at`,`case_id`) WHERE order_verification IS NOT NULL;--> statement-breakpoint
CREATE INDEX `recovery_cases_newest_number` ON `recovery_cases` (full_case_number COLLATE NOCASE,`created_at`,`case_id`) WHERE full_case_number IS NOT NULL;--> statement-breakpoint
CREATE INDEX `developers_role` ON `developers` (`role`,`created_at`,`developer_id`);--> statement-breakpoint
-- The new columns of existing rows come from the cases' objects: the job that `npm run reindex` leaves, too.
INSERT INTO `maintenance_jobs` (`job_id`, `kind`, `requested_at`) SELECT 'job_' || lower(hex(randomblob(16))), 'reindex', unixepoch() * 1000 WHERE EXISTS (SELECT 1 FROM `recovery_cases`);
