CREATE TABLE `dead_letters` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dead_letter_id` text NOT NULL,
	`message_id` text NOT NULL,
	`body` text NOT NULL,
	`case_id` text,
	`event_id` text,
	`sent_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`requeued_at` integer,
	`requeued_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dead_letters_id` ON `dead_letters` (`dead_letter_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `dead_letters_message` ON `dead_letters` (`message_id`);--> statement-breakpoint
CREATE INDEX `dead_letters_open` ON `dead_letters` (`seq`) WHERE requeued_at IS NULL;--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`endpoint_id` text PRIMARY KEY NOT NULL,
	`developer_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_developer` ON `webhook_endpoints` (`developer_id`,`created_at`);