ALTER TABLE `estate_agreement_messages` ADD `service` text;--> statement-breakpoint
ALTER TABLE `estate_agreements` ADD `service` text;--> statement-breakpoint
ALTER TABLE `privacy_codes` ADD `service` text;--> statement-breakpoint
ALTER TABLE `will_versions` ADD `service` text;