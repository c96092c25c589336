/**
 * Consumes `case-events`: hands each event to every endpoint of the case's developer, then confirms it to the case
 * (webhooks.md "The way of an event"). The case keeps an event until then, and endpoints de-duplicate.
 */
import { log } from "../../kernel/log.ts";
import { type EventPointer, eventPointerSchema } from "../../recovery/case/event-pointer.ts";
import type { QueuedEvent } from "../endpoint/endpoint.ts";

/** `developerId` is null if a session without a developer filed the case. */
type OwnedEvent = { developerId: string | null; event: QueuedEvent };

type Endpoints = ReadonlyMap<string, readonly string[]>;

export type ConsumerPorts = {
	readEvent(pointer: EventPointer): Promise<OwnedEvent | null>;
	/** By developer. */
	cachedEndpoints: Map<string, readonly string[]>;
	/** Reads D1. */
	findEndpoints(developerIds: readonly string[]): Promise<Endpoints>;
	/** Resolves when the events are stored, or if another developer owns the endpoint. */
	enqueue(endpointId: string, developerId: string, events: QueuedEvent[]): Promise<unknown>;
	/** @returns the ids that D1 knows */
	recordConfirmations(eventIds: readonly string[], confirmedAt: number): Promise<ReadonlySet<string>>;
	/** @param recordedAt when D1 was told; undefined if the case must tell D1 */
	confirmEvent(pointer: EventPointer, recordedAt: number | undefined): Promise<unknown>;
	now(): number;
	nextTurn(): Promise<unknown>;
	/** Limits the time, so that a hanging object delays no other message. */
	withTimeout<T>(work: Promise<T>): Promise<T>;
};

/** A full cache is cleared, which costs a look-up per developer. ADR 36 has the gain of the cache. */
const MAX_CACHED = 1_000;

type PointedMessage = { message: Message; pointer: EventPointer };
type LoadedMessage = PointedMessage & OwnedEvent;

/** Never throws. */
export async function consumeCaseEvents(batch: MessageBatch, ports: ConsumerPorts): Promise<void> {
	const pointed = batch.messages.flatMap(parsePointer);
	const namedDevelopers = pointed.flatMap(({ pointer }) => pointer.developerId ?? []);
	const lookUp = findEndpoints(
		namedDevelopers.filter((developerId) => !ports.cachedEndpoints.has(developerId)),
		ports,
	);
	// Also awaited below, unless there is nothing to deliver.
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

/** Undefined if the message is already acknowledged or retried. */
async function loadEvent(
	{ message, pointer }: PointedMessage,
	{ readEvent, withTimeout }: ConsumerPorts,
): Promise<LoadedMessage | undefined> {
	try {
		const found = await withTimeout(readEvent(pointer));
		if (found) return { message, pointer, ...found };
		// A retry would not help; an operator should investigate.
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
 * Hands each endpoint its events in one call: cached endpoints at once, the others after D1 names them.
 *
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
	// Lets the deliveries begin first, because nobody waits for the rest.
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

/** In one statement. The cases record the ids that D1 lacks. */
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
