CREATE TABLE `estate_agreement_messages` (
	`estate_id` text NOT NULL,
	`nonce` text NOT NULL,
	`version` text NOT NULL,
	`document_hash` text NOT NULL,
	`developer_id` text,
	`accepted_at` integer NOT NULL,
	`signature` text NOT NULL,
	`proof` text NOT NULL,
	`chain_id` integer NOT NULL,
	PRIMARY KEY(`estate_id`, `nonce`)
);
