/** Joins the consumer of case events to its bindings. */
import { withTimeout } from "../../kernel/with-timeout.ts";
import { createEndpointRows } from "../endpoint/endpoints.d1.ts";
import type { ConsumerPorts } from "./consumer.ts";
import { createEventConfirmations } from "./events.d1.ts";

/** Far above what a call of an object takes that answers at all. */
const MAX_WAIT_MS = 10_000;

const remembered: ConsumerPorts["remembered"] = new Map();

export function consumerPorts(env: Pick<Env, "DB" | "RECOVERY_CASES" | "WEBHOOK_ENDPOINTS">): ConsumerPorts {
	const rows = createEndpointRows(env.DB);
	return {
		readEvent: ({ caseId, eventId }) => env.RECOVERY_CASES.getByName(caseId).eventToDeliver(eventId),
		remembered,
		endpointsOf: rows.listOf,
		enqueue: (endpointId, developerId, events) =>
			env.WEBHOOK_ENDPOINTS.getByName(endpointId).enqueue({ developerId, events }),
		indexConfirmations: createEventConfirmations(env.DB).confirm,
		confirmEvent: ({ caseId, eventId }, indexedAt) =>
			env.RECOVERY_CASES.getByName(caseId).confirmEvent(eventId, indexedAt),
		now: Date.now,
		nextTurn: () => scheduler.wait(0),
		withTimeout: (work) => withTimeout(work, MAX_WAIT_MS),
	};
}
