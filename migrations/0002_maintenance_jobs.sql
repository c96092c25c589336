CREATE TABLE `maintenance_jobs` (
	`job_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`position` text DEFAULT '' NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`requested_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `maintenance_jobs_open` ON `maintenance_jobs` (`kind`,`requested_at`) WHERE finished_at IS NULL;