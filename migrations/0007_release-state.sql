ALTER TABLE `release_requests` ADD `state` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `release_requests` DROP COLUMN `objected_at`;--> statement-breakpoint
ALTER TABLE `release_requests` DROP COLUMN `approvals`;--> statement-breakpoint
ALTER TABLE `release_requests` DROP COLUMN `approved_at`;