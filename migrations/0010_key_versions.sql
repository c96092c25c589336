ALTER TABLE `release_requests` ADD `order_key_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `release_requests_key_version` ON `release_requests` (`order_key_version`,`order_key`);--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `key_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_key_version` ON `webhook_endpoints` (`key_version`,`endpoint_id`);--> statement-breakpoint
ALTER TABLE `will_versions` ADD `key_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `will_versions_key_version` ON `will_versions` (`key_version`,`object_key`);--> statement-breakpoint
CREATE INDEX `maintenance_jobs_key_version` ON `maintenance_jobs` (`kind`,`key_version`);