CREATE TABLE `history_hashes` (
	`case_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`hash` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`case_id`, `sequence`)
);
