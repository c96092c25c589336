/** The rows of the route table that belong to this slice. */
import { createEndpoint } from "./routes/create-endpoint.ts";
import { getEndpoint } from "./routes/get-endpoint.ts";
import { listDeadLetters } from "./routes/list-dead-letters.ts";
import { listDeliveries } from "./routes/list-deliveries.ts";
import { listEndpoints } from "./routes/list-endpoints.ts";
import { listEvents } from "./routes/list-events.ts";
import { recoverEvents } from "./routes/recover-events.ts";
import { redeliverEvent } from "./routes/redeliver-event.ts";
import { removeEndpoint } from "./routes/remove-endpoint.ts";
import { requeueDeadLetter } from "./routes/requeue-dead-letter.ts";
import { rotateSecret } from "./routes/rotate-secret.ts";
import { testEndpoint } from "./routes/test-endpoint.ts";
import { updateEndpoint } from "./routes/update-endpoint.ts";

export const webhookOperations = [
	createEndpoint,
	listEndpoints,
	getEndpoint,
	updateEndpoint,
	removeEndpoint,
	rotateSecret,
	testEndpoint,
	listDeliveries,
	redeliverEvent,
	recoverEvents,
	listEvents,
	listDeadLetters,
	requeueDeadLetter,
] as const;
