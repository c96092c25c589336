CREATE TABLE `execution_claims` (
	`chain_id` integer NOT NULL,
	`tx_hash` text NOT NULL,
	`call_index` integer NOT NULL,
	`case_id` text NOT NULL,
	`claimed_at` integer NOT NULL,
	PRIMARY KEY(`chain_id`, `tx_hash`, `call_index`)
);
