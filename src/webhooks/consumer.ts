/**
 * Consumer of `case-events`. A message points to an event of a case; the event is handed to every endpoint of
 * the case's developer, and when all of them have it the case is told, which only then forgets to point to it.
 * Each message is acknowledged on its own. What cannot be handled is retried and in the end lands among the dead
 * letters; nothing is lost either way, since the case keeps the event until it is confirmed, and an endpoint
 * that is handed an event twice counts it once.
 */
import { type EventPointer, eventPointerSchema } from "../recovery/core/event-pointer.ts";
import type { QueuedEvent } from "./core/endpoint.ts";

/** An event and whose it is; a case that a session without a developer filed has none. */
type CaseEventToDeliver = { developerId: string | null; event: QueuedEvent };

export type ConsumerPorts = {
	/** Null where the case has no such event. */
	readEvent(pointer: EventPointer): Promise<CaseEventToDeliver | null>;
	/** The endpoints of each of these developers. */
	endpointsOf(developerIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
	/** Resolves when the endpoint has the events in storage, or is not there any more. */
	enqueue(endpointId: string, developerId: string, events: QueuedEvent[]): Promise<unknown>;
	confirmEvent(pointer: EventPointer): Promise<unknown>;
	/** Rejects what takes too long, so that one object that hangs holds up none of the others. */
	inTime<T>(work: Promise<T>): Promise<T>;
};

type Pointed = { message: Message; pointer: EventPointer };
type Found = Pointed & CaseEventToDeliver;

/** Handles every message of a batch, each beside the others. Never throws. */
export async function consumeCaseEvents(batch: MessageBatch, ports: ConsumerPorts): Promise<void> {
	const read = await Promise.all(batch.messages.map((message) => readMessage(message, ports)));
	const found = read.filter((one) => one !== undefined);
	if (found.length === 0) return;
	try {
		const failed = await handOver(found, ports);
		await Promise.all(found.map((one) => settle(one, failed, ports)));
	} catch (cause) {
		for (const { message } of found) retry(message, cause);
	}
}

/** The event that a message points to; undefined where the message is dealt with already. */
async function readMessage(
	message: Message,
	{ readEvent, inTime }: ConsumerPorts,
): Promise<Found | undefined> {
	try {
		const pointer = eventPointerSchema().parse(message.body);
		const found = await inTime(readEvent(pointer));
		if (found) return { message, pointer, ...found };
		// Nothing to deliver: the case never had such an event. Worth a look, but no retry would help.
		const { caseId, eventId } = pointer;
		console.error(
			JSON.stringify({ level: "error", event: "case-events", caseId, eventId, cause: "unknown event" }),
		);
		message.ack();
	} catch (cause) {
		retry(message, cause);
	}
	return undefined;
}

/** Every endpoint gets what is its own in one call. @returns the developers of whom an endpoint did not take it */
async function handOver(found: readonly Found[], ports: ConsumerPorts): Promise<ReadonlySet<string>> {
	const byDeveloper = Map.groupBy(found, ({ developerId }) => developerId);
	const developerIds = [...byDeveloper.keys()].filter((developerId) => developerId !== null);
	const failed = new Set<string>();
	if (developerIds.length === 0) return failed;
	const endpoints = await ports.inTime(ports.endpointsOf(developerIds));
	const calls = developerIds.flatMap((developerId) => {
		const events = (byDeveloper.get(developerId) ?? []).map(({ event }) => event);
		return (endpoints.get(developerId) ?? []).map(async (endpointId) => {
			try {
				await ports.inTime(ports.enqueue(endpointId, developerId, events));
			} catch (cause) {
				failed.add(developerId);
				console.warn(
					JSON.stringify({ level: "warn", event: "case-events", endpointId, cause: String(cause) }),
				);
			}
		});
	});
	await Promise.all(calls);
	return failed;
}

async function settle(
	{ message, pointer, developerId }: Found,
	failed: ReadonlySet<string>,
	ports: ConsumerPorts,
): Promise<void> {
	try {
		if (developerId !== null && failed.has(developerId)) {
			throw new Error("an endpoint did not take the event");
		}
		await ports.inTime(ports.confirmEvent(pointer));
		message.ack();
	} catch (cause) {
		retry(message, cause);
	}
}

function retry(message: Message, cause: unknown): void {
	console.warn(
		JSON.stringify({ level: "warn", event: "case-events", messageId: message.id, cause: String(cause) }),
	);
	message.retry();
}
