ALTER TABLE `sweeps` ADD `seen` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sweeps` ADD `orphans` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sweeps` ADD `orphans_since` integer;--> statement-breakpoint
ALTER TABLE `sweeps` ADD `removable` integer DEFAULT 0 NOT NULL;