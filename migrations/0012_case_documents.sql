CREATE TABLE `case_documents` (
	`object_key` text PRIMARY KEY NOT NULL,
	`case_id` text NOT NULL,
	`stored_at` integer NOT NULL,
	`added_at` integer,
	`key_version` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `case_documents_untaken` ON `case_documents` (`stored_at`) WHERE added_at IS NULL;--> statement-breakpoint
CREATE INDEX `case_documents_key_version` ON `case_documents` (`key_version`,`object_key`);