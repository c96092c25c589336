/**
 * The route table: every operation of the service, below `/api/v1`. Router, validation, authentication,
 * OpenAPI and the tests read this and nothing else.
 */
import { listAuditEvents } from "./audit/routes/list-audit-events.ts";
import { developerOperations } from "./developers/operations.ts";
import { getHealth } from "./health/get-health.ts";
import type { Operation } from "./http/operation.ts";
import { recoveryOperations } from "./recovery/operations.ts";

export const operations: readonly Operation[] = [
	...recoveryOperations,
	...developerOperations,
	listAuditEvents,
	getHealth,
];
