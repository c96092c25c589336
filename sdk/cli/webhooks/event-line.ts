import type { WebhookEvent } from "../../src/index.ts";

/** An event as a line for people. */
export const lineOf = ({ createdAt, type, data: { caseId, reference } }: WebhookEvent): string =>
	[createdAt, type, caseId, ...(reference === undefined ? [] : [reference])].join("  ");
