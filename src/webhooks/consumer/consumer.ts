/**
 * Consumes `case-events`: hands each event to every endpoint of the case's developer, then confirms it to the case
 * (webhooks.md "The way of an event"). The case keeps an event until then, and endpoints de-duplicate.
 */
import { log } from "../../kernel/log.ts";
import type { Timeout } from "../../kernel/time/with-timeout.ts";
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
	/**
	 * @param recordedAt when D1 was told; undefined if the case must tell D1
	 * @param owner of a case that was not read; undefined if it was
	 */
	confirmEvent(
		pointer: EventPointer,
		recordedAt: number | undefined,
		owner: string | null | undefined,
	): Promise<Confirmation>;
	now(): number;
	nextTurn(): Promise<unknown>;
	/** Limits the time of a step, so that a hanging object delays no other message for long. */
	startTimeout(): Timeout;
};

/** A full cache is cleared, which costs a look-up per developer. quality.md "What was measured" has its gain. */
const MAX_CACHED = 1_000;

type Confirmation = "confirmed" | "unknown" | "other_developer";
type PointedMessage = { message: Message; pointer: EventPointer };
/** `event`: null if nobody receives it, so that the case was not asked. */
type LoadedMessage = PointedMessage & { developerId: string | null; event: QueuedEvent | null };

/** Never throws. */
export async function consumeCaseEvents(batch: MessageBatch, ports: ConsumerPorts): Promise<void> {
	const pointed = batch.messages.flatMap(parsePointer);
	const misnamed = await consume(pointed, hasNoReceiver, ports);
	if (misnamed.length > 0) await consume(misnamed, async () => false, ports);
}

/**
 * @param isUnread whether nobody receives the event, so that the case need not be asked for it
 * @returns unread messages that name another developer than the case does
 */
async function consume(
	pointed: readonly PointedMessage[],
	isUnread: typeof hasNoReceiver,
	ports: ConsumerPorts,
): Promise<PointedMessage[]> {
	const namedDevelopers = pointed.flatMap(({ pointer }) => pointer.developerId ?? []);
	const endpointsBefore = (developerId: string) => ports.cachedEndpoints.get(developerId) ?? [];
	const lookUp = findEndpoints(
		namedDevelopers.filter((developerId) => endpointsBefore(developerId).length === 0),
		ports,
	);
	// Also awaited below, unless there is nothing to deliver.
	lookUp.catch(() => undefined);
	const loaded = await loadAll(pointed, (message) => isUnread(message, lookUp, ports), ports);
	if (loaded.length === 0) return [];
	try {
		const failedDevelopers = await enqueueEverywhere(loaded, lookUp, ports);
		const hasFailed = ({ developerId }: LoadedMessage) =>
			developerId !== null && failedDevelopers.has(developerId);
		const accepted = loaded.filter((message) => !hasFailed(message));
		for (const { message } of loaded.filter(hasFailed))
			retry(message, "an endpoint did not accept the event");
		return await confirmAll(accepted, ports);
	} catch (cause) {
		for (const { message } of loaded) retry(message, cause);
		return [];
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

/** Without the messages that are acknowledged or retried already. */
async function loadAll(
	pointed: readonly PointedMessage[],
	isUnread: (message: PointedMessage) => Promise<boolean>,
	ports: ConsumerPorts,
): Promise<LoadedMessage[]> {
	const reading = ports.startTimeout();
	const loaded = await Promise.all(
		pointed.map(async (message) =>
			(await isUnread(message))
				? { ...message, developerId: message.pointer.developerId ?? null, event: null }
				: loadEvent(message, reading, ports),
		),
	);
	reading.clear();
	return loaded.filter((message) => message !== undefined);
}

/** @returns unread messages that name another developer than the case does */
async function confirmAll(
	accepted: readonly LoadedMessage[],
	ports: ConsumerPorts,
): Promise<PointedMessage[]> {
	const recorded = await recordConfirmations(accepted, ports);
	const confirming = ports.startTimeout();
	const results = await Promise.all(accepted.map((message) => confirm(message, recorded, confirming, ports)));
	confirming.clear();
	return accepted.filter((_, at) => results[at] === "other_developer");
}

/** Waits for D1 only where the developer had no endpoint the last time: another's event is read at once. */
async function hasNoReceiver(
	{ pointer: { developerId } }: PointedMessage,
	lookUp: Promise<Endpoints>,
	{ cachedEndpoints }: ConsumerPorts,
): Promise<boolean> {
	if (developerId === null) return true;
	if (developerId === undefined || cachedEndpoints.get(developerId)?.length !== 0) return false;
	const found = await lookUp.catch(() => undefined);
	return found?.get(developerId)?.length === 0;
}

/** Undefined if the message is already acknowledged or retried. */
async function loadEvent(
	{ message, pointer }: PointedMessage,
	reading: Timeout,
	{ readEvent }: ConsumerPorts,
): Promise<LoadedMessage | undefined> {
	try {
		const found = await reading.limit(readEvent(pointer));
		if (found) return { message, pointer, ...found };
		logUnknown(pointer);
		message.ack();
	} catch (cause) {
		retry(message, cause);
	}
	return undefined;
}

async function findEndpoints(developerIds: readonly string[], ports: ConsumerPorts): Promise<Endpoints> {
	const unique = [...new Set(developerIds)];
	const found = unique.length > 0 ? await within(ports, ports.findEndpoints(unique)) : undefined;
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
		const events = (byDeveloper.get(developerId) ?? []).flatMap(({ event }) => event ?? []);
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
		await within(ports, ports.enqueue(endpointId, developerId, events));
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
	ports: ConsumerPorts,
): Promise<Recorded> {
	const at = ports.now();
	const eventIds = accepted.map(({ pointer }) => pointer.eventId);
	if (eventIds.length === 0) return { at, eventIds: new Set() };
	try {
		return { at, eventIds: await within(ports, ports.recordConfirmations(eventIds, at)) };
	} catch (cause) {
		log.warn("case-events", { eventIds, cause });
		return { at, eventIds: new Set() };
	}
}

async function confirm(
	{ message, pointer, developerId, event }: LoadedMessage,
	recorded: Recorded,
	confirming: Timeout,
	{ confirmEvent }: ConsumerPorts,
): Promise<Confirmation | "retried"> {
	try {
		const recordedAt = recorded.eventIds.has(pointer.eventId) ? recorded.at : undefined;
		const owner = event ? undefined : developerId;
		const result = await confirming.limit(confirmEvent(pointer, recordedAt, owner));
		if (result === "unknown") logUnknown(pointer);
		if (result !== "other_developer") message.ack();
		return result;
	} catch (cause) {
		retry(message, cause);
		return "retried";
	}
}

/** A retry would not help; an operator should investigate. */
function logUnknown({ caseId, eventId }: EventPointer): void {
	log.error("case-events", { caseId, eventId, cause: "unknown event" });
}

async function within<T>({ startTimeout }: ConsumerPorts, work: Promise<T>): Promise<T> {
	const { limit, clear } = startTimeout();
	return limit(work).finally(clear);
}

function retry(message: Message, cause: unknown): void {
	log.warn("case-events", { messageId: message.id, cause });
	message.retry();
}
