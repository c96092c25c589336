/** The route table: every operation below `/api/v1`. */
import { readAccountForPages } from "./accounts/operations.ts";
import { listAuditEvents } from "./audit/operations.ts";
import { developerOperations } from "./developers/operations.ts";
import { estateOperations } from "./estates/operations.ts";
import { getHealth } from "./health/operations.ts";
import { hostedLinkOperations } from "./hosted-links/operations.ts";
import { pageOperations } from "./hosted-links/page-operations.ts";
import type { Operation } from "./http/operation.ts";
import { mailOperations } from "./mail/operations.ts";
import { getClientConfig } from "./public-settings/operations.ts";
import { recoveryOperations } from "./recovery/operations.ts";
import { getToken } from "./tokens/operations.ts";
import { prepareTypedData } from "./typed-data/operations.ts";
import { watcherOperations } from "./watchers/operations.ts";
import { watchedAccountOperations } from "./watchers/watched-account-operations.ts";
import { webhookOperations } from "./webhooks/operations.ts";

const rows = [
	prepareTypedData,
	getToken,
	...recoveryOperations,
	...developerOperations,
	...webhookOperations,
	...estateOperations,
	...hostedLinkOperations,
	...watcherOperations,
	...watchedAccountOperations,
	...mailOperations,
	listAuditEvents,
	getClientConfig,
	getHealth,
] as const;

export type OperationRow = (typeof rows)[number];

export const operations: readonly Operation[] = rows;

/** Called by the hosted pages in process. Not part of the public interface, and in no OpenAPI document. */
export const internalOperations: readonly Operation[] = [...pageOperations, readAccountForPages];
