ALTER TABLE `recovery_cases` ADD `not_watched_since` integer;--> statement-breakpoint
ALTER TABLE `recovery_cases` ADD `not_watched_because` text;--> statement-breakpoint
CREATE INDEX `recovery_cases_not_watched` ON `recovery_cases` (`not_watched_because`,`not_watched_since`) WHERE not_watched_because IS NOT NULL;