/** Joins the consumer of case events to its bindings. */
import type { ConsumerPorts } from "../consumer.ts";
import { createEndpointRows } from "./endpoints.d1.ts";

/** Far above what a call of an object takes that answers at all. */
const MAX_WAIT_MS = 10_000;

export function consumerPorts(env: Pick<Env, "DB" | "RECOVERY_CASES" | "WEBHOOK_ENDPOINTS">): ConsumerPorts {
	const rows = createEndpointRows(env.DB);
	return {
		readEvent: ({ caseId, eventId }) => env.RECOVERY_CASES.getByName(caseId).eventToDeliver(eventId),
		endpointsOf: rows.listOf,
		enqueue: (endpointId, developerId, events) =>
			env.WEBHOOK_ENDPOINTS.getByName(endpointId).enqueue({ developerId, events }),
		confirmEvent: ({ caseId, eventId }) => env.RECOVERY_CASES.getByName(caseId).confirmEvent(eventId),
		inTime,
	};
}

async function inTime<T>(work: Promise<T>): Promise<T> {
	const enough = new AbortController();
	const late = scheduler.wait(MAX_WAIT_MS, { signal: enough.signal }).then(() => {
		throw new Error(`no answer within ${MAX_WAIT_MS / 1000} seconds`);
	});
	late.catch(() => undefined);
	try {
		return await Promise.race([work, late]);
	} finally {
		enough.abort();
	}
}
