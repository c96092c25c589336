CREATE TABLE `bare_profiles` (
	`profile_mac` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`last_read_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bare_profiles_last_read` ON `bare_profiles` (`last_read_at`);--> statement-breakpoint
ALTER TABLE `estate_partners` ADD `created_at` integer;