ALTER TABLE `recovery_cases` ADD `change_number` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `recovery_cases` SET `change_number` = rowid;--> statement-breakpoint
CREATE INDEX `recovery_cases_change` ON `recovery_cases` (`change_number`);--> statement-breakpoint
CREATE INDEX `recovery_cases_developer_change` ON `recovery_cases` (`developer_id`,`change_number`);--> statement-breakpoint
CREATE INDEX `recovery_cases_lost_change` ON `recovery_cases` (`lost_account`,`change_number`);--> statement-breakpoint
CREATE INDEX `recovery_cases_recovery_change` ON `recovery_cases` (`recovery_account`,`change_number`);