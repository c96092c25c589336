CREATE TABLE `schema_generation` (
	`id` integer PRIMARY KEY NOT NULL,
	`generation` integer NOT NULL
);
--> statement-breakpoint
-- A breaking migration raises the number, with SCHEMA_GENERATION in src/db/generation.ts.
INSERT INTO `schema_generation` (`id`, `generation`) VALUES (1, 1);
