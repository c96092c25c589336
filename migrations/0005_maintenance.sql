ALTER TABLE `maintenance_jobs` ADD `key_version` integer;--> statement-breakpoint
CREATE INDEX `dead_letters_requeued` ON `dead_letters` (`seq`) WHERE requeued_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `dead_letters_received` ON `dead_letters` (`received_at`);