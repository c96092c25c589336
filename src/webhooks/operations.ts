import { listDeadLetters } from "./dead-letters/routes/list-dead-letters.ts";
import { requeueDeadLetter } from "./dead-letters/routes/requeue-dead-letter.ts";
import { getDelivery } from "./delivery/routes/get-delivery.ts";
import { listDeliveries } from "./delivery/routes/list-deliveries.ts";
import { listEvents } from "./delivery/routes/list-events.ts";
import { recoverEvents } from "./delivery/routes/recover-events.ts";
import { redeliverEvent } from "./delivery/routes/redeliver-event.ts";
import { createEndpoint } from "./endpoint/routes/create-endpoint.ts";
import { getEndpoint } from "./endpoint/routes/get-endpoint.ts";
import { listEndpoints } from "./endpoint/routes/list-endpoints.ts";
import { removeEndpoint } from "./endpoint/routes/remove-endpoint.ts";
import { rotateSecret } from "./endpoint/routes/rotate-secret.ts";
import { testEndpoint } from "./endpoint/routes/test-endpoint.ts";
import { updateEndpoint } from "./endpoint/routes/update-endpoint.ts";

export const webhookOperations = [
	createEndpoint,
	listEndpoints,
	getEndpoint,
	updateEndpoint,
	removeEndpoint,
	rotateSecret,
	testEndpoint,
	listDeliveries,
	getDelivery,
	redeliverEvent,
	recoverEvents,
	listEvents,
	listDeadLetters,
	requeueDeadLetter,
] as const;
