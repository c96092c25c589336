CREATE TABLE `hosted_links` (
	`link_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`developer_id` text NOT NULL,
	`kind` text NOT NULL,
	`origin` text NOT NULL,
	`prefill` text,
	`locked` text NOT NULL,
	`return_url` text,
	`reference` text,
	`locale` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`started_at` integer,
	`ends_at` integer NOT NULL,
	`used_at` integer,
	`ended_at` integer,
	`secret_hash` text,
	`former_secrets` text DEFAULT '[]' NOT NULL,
	`reserved_hash` text,
	`reserved_until` integer,
	`case_id` text,
	`estate_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hosted_links_token` ON `hosted_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `hosted_links_developer` ON `hosted_links` (`developer_id`,`created_at`,`link_id`);--> statement-breakpoint
CREATE INDEX `hosted_links_reference` ON `hosted_links` (`developer_id`,`reference`,`created_at`,`link_id`) WHERE reference IS NOT NULL;--> statement-breakpoint
CREATE INDEX `hosted_links_ends` ON `hosted_links` (`ends_at`);--> statement-breakpoint
CREATE INDEX `hosted_links_prefilled` ON `hosted_links` (`ends_at`) WHERE prefill IS NOT NULL;