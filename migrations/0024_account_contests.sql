CREATE TABLE `account_contests` (
	`digest` text PRIMARY KEY NOT NULL,
	`account` text NOT NULL,
	`chain_id` integer NOT NULL,
	`nonce` text NOT NULL,
	`deadline` integer NOT NULL,
	`signature` text NOT NULL,
	`proof` text NOT NULL,
	`cases` integer NOT NULL,
	`accepted_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_contests_nonce` ON `account_contests` (`account`,`chain_id`,`nonce`);--> statement-breakpoint
CREATE INDEX `account_contests_end` ON `account_contests` (`ends_at`);--> statement-breakpoint
CREATE TABLE `contest_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`digest` text NOT NULL,
	`case_id` text NOT NULL,
	`is_standing` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contest_deliveries_case` ON `contest_deliveries` (`digest`,`case_id`);--> statement-breakpoint
CREATE INDEX `contest_deliveries_due` ON `contest_deliveries` (`due_at`);--> statement-breakpoint
CREATE TABLE `contest_progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
