import { listDeadLetters, requeueDeadLetter } from "./dead-letters/operations.ts";
import {
	getDelivery,
	listDeliveries,
	listEvents,
	recoverEvents,
	redeliverEvent,
} from "./delivery/operations.ts";
import {
	createEndpoint,
	getEndpoint,
	listEndpoints,
	removeEndpoint,
	rotateSecret,
	testEndpoint,
	updateEndpoint,
} from "./endpoint/operations.ts";

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
