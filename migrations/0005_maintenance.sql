ALTER TABLE `maintenance_jobs` ADD `key_version` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `dead_letters_event` ON `dead_letters` (`event_id`) WHERE requeued_at IS NULL;--> statement-breakpoint
CREATE INDEX `dead_letters_requeued` ON `dead_letters` (`seq`) WHERE requeued_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `dead_letters_received` ON `dead_letters` (`received_at`);