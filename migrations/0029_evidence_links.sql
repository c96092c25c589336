CREATE TABLE `evidence_links` (
	`evidence_link_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`case_id` text NOT NULL,
	`made_by` text NOT NULL,
	`maker` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `evidence_links_token` ON `evidence_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `evidence_links_case` ON `evidence_links` (`case_id`,`created_at`,`evidence_link_id`);--> statement-breakpoint
CREATE INDEX `evidence_links_maker` ON `evidence_links` (`maker`,`case_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `evidence_links_expiry` ON `evidence_links` (`expires_at`);