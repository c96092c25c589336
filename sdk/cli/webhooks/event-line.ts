import type { WebhookEvent } from "../../src/index.ts";

/** An event as a line for people. */
export const lineOf = ({ createdAt, type, data }: WebhookEvent): string => {
	const of = "account" in data ? data.account : data.reference;
	return [createdAt, type, data.caseId, ...(of === undefined ? [] : [of])].join("  ");
};
