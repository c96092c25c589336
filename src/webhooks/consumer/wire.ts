import { startTimeout } from "../../kernel/with-timeout.ts";
import { createEndpointRows } from "../endpoint/endpoints.d1.ts";
import type { ConsumerPorts } from "./consumer.ts";
import { createEventConfirmations } from "./events.d1.ts";

const TIMEOUT_MS = 10_000;

const cachedEndpoints: ConsumerPorts["cachedEndpoints"] = new Map();

export function consumerPorts(env: Pick<Env, "DB" | "RECOVERY_CASES" | "WEBHOOK_ENDPOINTS">): ConsumerPorts {
	const rows = createEndpointRows(env.DB);
	return {
		readEvent: ({ caseId, eventId }) => env.RECOVERY_CASES.getByName(caseId).eventToDeliver(eventId),
		cachedEndpoints,
		findEndpoints: rows.listOf,
		enqueue: (endpointId, developerId, events) =>
			env.WEBHOOK_ENDPOINTS.getByName(endpointId).enqueue({ developerId, events }),
		recordConfirmations: createEventConfirmations(env.DB).confirm,
		confirmEvent: ({ caseId, eventId }, recordedAt, owner) =>
			env.RECOVERY_CASES.getByName(caseId).confirmEvent(eventId, recordedAt, owner),
		now: () => Date.now(),
		nextTurn: () => scheduler.wait(0),
		startTimeout: () => startTimeout(TIMEOUT_MS),
	};
}
