/**
 * Consumes `case-events`: hands the event that a message points to to every endpoint of the case's developer, then
 * confirms it to the case, which deletes its outbox entry (webhooks.md "The way of an event").
 * - Each message is acknowledged alone. A message that fails is retried, and becomes a dead-letter message in the end.
 * - Nothing is lost: the case keeps the event until it is confirmed, and endpoints de-duplicate events.
 */
import { log } from "../../kernel/log.ts";
import { type EventPointer, eventPointerSchema } from "../../recovery/case/event-pointer.ts";
import type { QueuedEvent } from "../endpoint/endpoint.ts";

/** `developerId` is null if a session without a developer filed the case. */
type OwnedEvent = { developerId: string | null; event: QueuedEvent };

type Endpoints = ReadonlyMap<string, readonly string[]>;

export type ConsumerPorts = {
	/** Returns null if the case has no such event. */
	readEvent(pointer: EventPointer): Promise<OwnedEvent | null>;
	/** The endpoints that each developer had the last time, as far as this isolate knows. */
	cachedEndpoints: Map<string, readonly string[]>;
	/** Finds the endpoints of these developers in D1. */
	findEndpoints(developerIds: readonly string[]): Promise<Endpoints>;
	/** Resolves when the endpoint has stored the events, or does not belong to the developer. */
	enqueue(endpointId: string, developerId: string, events: QueuedEvent[]): Promise<unknown>;
	/** Records confirmations in D1. @returns the ids that D1 knows */
	recordConfirmations(eventIds: readonly string[], confirmedAt: number): Promise<ReadonlySet<string>>;
	/** Tells the case. @param recordedAt when D1 was told, unix ms; undefined if the case must tell D1 itself */
	confirmEvent(pointer: EventPointer, recordedAt: number | undefined): Promise<unknown>;
	now(): number;
	nextTurn(): Promise<unknown>;
	/** Rejects after a time limit, so that an object that hangs holds up no other message. */
	withTimeout<T>(work: Promise<T>): Promise<T>;
};

/** Developers in the cache. A full cache is cleared, which costs a look-up in D1 for each developer. */
const MAX_CACHED = 1_000;

type PointedMessage = { message: Message; pointer: EventPointer };
type LoadedMessage = PointedMessage & OwnedEvent;

/** Handles the messages of a batch in parallel. Never throws. */
export async function consumeCaseEvents(batch: MessageBatch, ports: ConsumerPorts): Promise<void> {
	const pointed = batch.messages.flatMap(parsePointer);
	const namedDevelopers = pointed.flatMap(({ pointer }) => pointer.developerId ?? []);
	const lookUp = findEndpoints(
		namedDevelopers.filter((developerId) => !ports.cachedEndpoints.has(developerId)),
		ports,
	);
	// Awaited below, unless there is nothing to deliver.
	lookUp.catch(() => undefined);
	const read = await Promise.all(pointed.map((message) => loadEvent(message, ports)));
	const loaded = read.filter((message) => message !== undefined);
	if (loaded.length === 0) return;
	try {
		const failedDevelopers = await enqueueEverywhere(loaded, lookUp, ports);
		const hasFailed = ({ developerId }: LoadedMessage) =>
			developerId !== null && failedDevelopers.has(developerId);
		const accepted = loaded.filter((message) => !hasFailed(message));
		for (const { message } of loaded.filter(hasFailed))
			retry(message, "an endpoint did not accept the event");
		const recorded = await recordConfirmations(accepted, ports);
		await Promise.all(accepted.map((message) => confirm(message, recorded, ports)));
	} catch (cause) {
		for (const { message } of loaded) retry(message, cause);
	}
}

function parsePointer(message: Message): PointedMessage[] {
	try {
		return [{ message, pointer: eventPointerSchema().parse(message.body) }];
	} catch (cause) {
		retry(message, cause);
		return [];
	}
}

/** Returns undefined if the message has been acknowledged or retried. */
async function loadEvent(
	{ message, pointer }: PointedMessage,
	{ readEvent, withTimeout }: ConsumerPorts,
): Promise<LoadedMessage | undefined> {
	try {
		const found = await withTimeout(readEvent(pointer));
		if (found) return { message, pointer, ...found };
		// The case never had such an event, so a retry would not help. An operator should look into it.
		const { caseId, eventId } = pointer;
		log.error("case-events", { caseId, eventId, cause: "unknown event" });
		message.ack();
	} catch (cause) {
		retry(message, cause);
	}
	return undefined;
}

async function findEndpoints(developerIds: readonly string[], ports: ConsumerPorts): Promise<Endpoints> {
	const unique = [...new Set(developerIds)];
	const found = unique.length > 0 ? await ports.withTimeout(ports.findEndpoints(unique)) : undefined;
	return new Map(unique.map((developerId) => [developerId, found?.get(developerId) ?? []]));
}

/**
 * Hands each endpoint its events in one call: cached endpoints at once, the others when D1 has named them. A stale
 * cached endpoint does no harm, because it accepts nothing for another developer.
 * @param lookUp the endpoints of developers that pointers name and that are not cached
 * @returns the developers with an endpoint that did not accept its events
 */
async function enqueueEverywhere(
	loaded: readonly LoadedMessage[],
	lookUp: Promise<Endpoints>,
	ports: ConsumerPorts,
): Promise<ReadonlySet<string>> {
	const byDeveloper = Map.groupBy(loaded, ({ developerId }) => developerId);
	const developerIds = [...byDeveloper.keys()].filter((developerId) => developerId !== null);
	const results = new Map<string, Promise<boolean>>();
	const enqueueOnce = (developerId: string, endpointIds: readonly string[] = []) => {
		const events = (byDeveloper.get(developerId) ?? []).map(({ event }) => event);
		for (const endpointId of endpointIds) {
			if (!results.has(endpointId)) results.set(endpointId, enqueue(endpointId, developerId, events, ports));
		}
	};
	for (const developerId of developerIds) enqueueOnce(developerId, ports.cachedEndpoints.get(developerId));
	const found = await lookUp;
	for (const developerId of developerIds) enqueueOnce(developerId, found.get(developerId));
	// Lets the deliveries begin before the look-ups and records that nobody waits for.
	await ports.nextTurn();
	const foundLater = await findEndpoints(
		developerIds.filter((developerId) => !found.has(developerId)),
		ports,
	);
	const outcomes = developerIds.map((developerId) => {
		const endpointIds = found.get(developerId) ?? foundLater.get(developerId) ?? [];
		cacheEndpoints(developerId, endpointIds, ports);
		enqueueOnce(developerId, endpointIds);
		return Promise.all(endpointIds.map((endpointId) => results.get(endpointId)));
	});
	const areAccepted = await Promise.all(outcomes);
	return new Set(developerIds.filter((_, at) => !areAccepted[at]?.every(Boolean)));
}

/** @returns false if the endpoint failed or did not respond in time */
async function enqueue(
	endpointId: string,
	developerId: string,
	events: QueuedEvent[],
	ports: ConsumerPorts,
): Promise<boolean> {
	try {
		await ports.withTimeout(ports.enqueue(endpointId, developerId, events));
		return true;
	} catch (cause) {
		log.warn("case-events", { endpointId, cause });
		return false;
	}
}

function cacheEndpoints(
	developerId: string,
	endpointIds: readonly string[],
	{ cachedEndpoints }: ConsumerPorts,
): void {
	if (cachedEndpoints.size >= MAX_CACHED) cachedEndpoints.clear();
	cachedEndpoints.set(developerId, endpointIds);
}

type Recorded = { at: number; eventIds: ReadonlySet<string> };

/** Records the batch's confirmations in one statement. The cases record those that are missing, all if D1 fails. */
async function recordConfirmations(
	accepted: readonly LoadedMessage[],
	{ recordConfirmations, withTimeout, now }: ConsumerPorts,
): Promise<Recorded> {
	const at = now();
	const eventIds = accepted.map(({ event }) => event.eventId);
	if (eventIds.length === 0) return { at, eventIds: new Set() };
	try {
		return { at, eventIds: await withTimeout(recordConfirmations(eventIds, at)) };
	} catch (cause) {
		log.warn("case-events", { eventIds, cause });
		return { at, eventIds: new Set() };
	}
}

async function confirm(
	{ message, pointer, event }: LoadedMessage,
	recorded: Recorded,
	{ confirmEvent, withTimeout }: ConsumerPorts,
): Promise<void> {
	try {
		const recordedAt = recorded.eventIds.has(event.eventId) ? recorded.at : undefined;
		await withTimeout(confirmEvent(pointer, recordedAt));
		message.ack();
	} catch (cause) {
		retry(message, cause);
	}
}

function retry(message: Message, cause: unknown): void {
	log.warn("case-events", { messageId: message.id, cause });
	message.retry();
}
