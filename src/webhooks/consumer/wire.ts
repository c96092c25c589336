import { startTimeout } from "../../kernel/time/with-timeout.ts";
import type { EventPointer } from "../../recovery/case/event-pointer.ts";
import { createEndpointRows } from "../endpoint/endpoints.d1.ts";
import type { ConsumerPorts } from "./consumer.ts";
import { createEventConfirmations } from "./events.d1.ts";

const TIMEOUT_MS = 10_000;

const cachedEndpoints: ConsumerPorts["cachedEndpoints"] = new Map();

export function consumerPorts(env: Pick<Env, "DB" | "RECOVERY_CASES" | "WEBHOOK_ENDPOINTS">): ConsumerPorts {
	const rows = createEndpointRows(env.DB);
	const events = createEventConfirmations(env.DB);
	return {
		readEvent: (pointer) =>
			isOfAccount(pointer)
				? events.find(pointer.eventId)
				: env.RECOVERY_CASES.getByName(pointer.caseId).eventToDeliver(pointer.eventId),
		cachedEndpoints,
		findEndpoints: rows.listOf,
		enqueue: (endpointId, developerId, events) =>
			env.WEBHOOK_ENDPOINTS.getByName(endpointId).enqueue({ developerId, events }),
		recordConfirmations: events.confirm,
		confirmEvent: async (pointer, recordedAt, owner) => {
			const { caseId, eventId } = pointer;
			if (!isOfAccount(pointer))
				return env.RECOVERY_CASES.getByName(caseId).confirmEvent(eventId, recordedAt, owner);
			if (recordedAt === undefined) throw new Error("D1 has not noted the confirmation");
			return "confirmed";
		},
		now: () => Date.now(),
		nextTurn: () => scheduler.wait(0),
		startTimeout: () => startTimeout(TIMEOUT_MS),
	};
}

/** D1 has the only copy of an event of a watched account; its case knows nothing of it. */
const isOfAccount = ({ sequence }: EventPointer) => sequence === 0;
