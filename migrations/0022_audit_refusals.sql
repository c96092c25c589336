ALTER TABLE `audit_events` ADD `hour` integer;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `count` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `audit_events_refusals` ON `audit_events` (`hour`,`action`,`ip_hash`) WHERE hour IS NOT NULL;