/**
 * The route table: every operation of the service, below `/api/v1`. Router, validation, authentication,
 * OpenAPI and the tests read this and nothing else.
 */
import { listAuditEvents } from "./audit/routes/list-audit-events.ts";
import { developerOperations } from "./developers/operations.ts";
import { estateOperations } from "./estates/operations.ts";
import { getHealth } from "./health/routes/get-health.ts";
import type { Operation } from "./http/operation.ts";
import { recoveryOperations } from "./recovery/operations.ts";
import { webhookOperations } from "./webhooks/operations.ts";

const rows = [
	...recoveryOperations,
	...developerOperations,
	...webhookOperations,
	...estateOperations,
	listAuditEvents,
	getHealth,
] as const;

/** Every row's own type, by which `src/response-schemas.ts` must have a schema for each of its answers. */
export type OperationRow = (typeof rows)[number];

export const operations: readonly Operation[] = rows;
