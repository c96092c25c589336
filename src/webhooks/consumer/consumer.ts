/**
 * Consumer of `case-events`. A message points to an event of a case; the event is handed to every endpoint of
 * the case's developer, and when all of them have it the case is told, which only then forgets to point to it.
 * Each message is acknowledged on its own. What cannot be handled is retried and in the end lands among the dead
 * letters; nothing is lost either way, since the case keeps the event until it is confirmed, and an endpoint
 * that is handed an event twice counts it once.
 */
import { type EventPointer, eventPointerSchema } from "../../recovery/case/event-pointer.ts";
import type { QueuedEvent } from "../endpoint/endpoint.ts";

/** An event and whose it is; a case that a session without a developer filed has none. */
type CaseEventToDeliver = { developerId: string | null; event: QueuedEvent };

export type ConsumerPorts = {
	/** Null where the case has no such event. */
	readEvent(pointer: EventPointer): Promise<CaseEventToDeliver | null>;
	/** The endpoints that each developer had the last time, as far as this isolate has seen any. */
	remembered: Map<string, readonly string[]>;
	/** The endpoints of each of these developers. */
	endpointsOf(developerIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
	/** Resolves when the endpoint has the events in storage, or is not there any more. */
	enqueue(endpointId: string, developerId: string, events: QueuedEvent[]): Promise<unknown>;
	/** Tells D1 that these have arrived. @returns those that it knew of */
	indexConfirmations(eventIds: readonly string[], confirmedAt: number): Promise<ReadonlySet<string>>;
	/** Tells the case. @param indexedAt when D1 was told, as unix ms; undefined where the case has to see to it */
	confirmEvent(pointer: EventPointer, indexedAt: number | undefined): Promise<unknown>;
	now(): number;
	nextTurn(): Promise<unknown>;
	/** Rejects what takes too long, so that one object that hangs holds up none of the others. */
	withTimeout<T>(work: Promise<T>): Promise<T>;
};

/** Of developers; when it is full it starts again, and a look-up is waited for. */
const MAX_REMEMBERED = 1_000;

type Pointed = { message: Message; pointer: EventPointer };
type Found = Pointed & CaseEventToDeliver;

/** Handles every message of a batch, each beside the others. Never throws. */
export async function consumeCaseEvents(batch: MessageBatch, ports: ConsumerPorts): Promise<void> {
	const pointed = batch.messages.flatMap(point);
	const hinted = pointed.flatMap(({ pointer }) => pointer.developerId ?? []);
	const lookedFor = lookFor(
		hinted.filter((developerId) => !ports.remembered.has(developerId)),
		ports,
	);
	// It is awaited below, if there is anything to deliver.
	lookedFor.catch(() => undefined);
	const read = await Promise.all(pointed.map((one) => readEvent(one, ports)));
	const found = read.filter((one) => one !== undefined);
	if (found.length === 0) return;
	try {
		const failed = await handOver(found, lookedFor, ports);
		const isTaken = ({ developerId }: Found) => developerId === null || !failed.has(developerId);
		const [taken, refused] = [found.filter(isTaken), found.filter((one) => !isTaken(one))];
		for (const { message } of refused) retry(message, "an endpoint did not take the event");
		const confirmed = await index(taken, ports);
		await Promise.all(taken.map((one) => settle(one, confirmed, ports)));
	} catch (cause) {
		for (const { message } of found) retry(message, cause);
	}
}

function point(message: Message): Pointed[] {
	try {
		return [{ message, pointer: eventPointerSchema().parse(message.body) }];
	} catch (cause) {
		retry(message, cause);
		return [];
	}
}

/** The event that a message points to; undefined where the message is dealt with already. */
async function readEvent(
	{ message, pointer }: Pointed,
	{ readEvent, withTimeout }: ConsumerPorts,
): Promise<Found | undefined> {
	try {
		const found = await withTimeout(readEvent(pointer));
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

type Endpoints = ReadonlyMap<string, readonly string[]>;

async function lookFor(developerIds: readonly string[], ports: ConsumerPorts): Promise<Endpoints> {
	const unique = [...new Set(developerIds)];
	const found = unique.length > 0 ? await ports.withTimeout(ports.endpointsOf(unique)) : undefined;
	return new Map(unique.map((developerId) => [developerId, found?.get(developerId) ?? []]));
}

/**
 * Every endpoint gets what is its own in one call: those that were its developer's the last time at once, since an
 * endpoint that is not theirs any more takes nothing, and the others as soon as D1 has named them.
 * @param lookedFor the endpoints of those whom the pointers named and of whom nothing is remembered
 * @returns the developers of whom an endpoint did not take it
 */
async function handOver(
	found: readonly Found[],
	lookedFor: Promise<Endpoints>,
	ports: ConsumerPorts,
): Promise<ReadonlySet<string>> {
	const byDeveloper = Map.groupBy(found, ({ developerId }) => developerId);
	const developerIds = [...byDeveloper.keys()].filter((developerId) => developerId !== null);
	const given = new Map<string, Promise<boolean>>();
	const give = (developerId: string, endpointIds: readonly string[] = []) => {
		const events = (byDeveloper.get(developerId) ?? []).map(({ event }) => event);
		for (const endpointId of endpointIds) {
			if (!given.has(endpointId)) given.set(endpointId, enqueue(endpointId, developerId, events, ports));
		}
	};
	for (const developerId of developerIds) give(developerId, ports.remembered.get(developerId));
	const named = await lookedFor;
	for (const developerId of developerIds) give(developerId, named.get(developerId));
	// The deliveries begin first: nobody waits for what is looked for and written down from here on.
	await ports.nextTurn();
	const others = await lookFor(
		developerIds.filter((developerId) => !named.has(developerId)),
		ports,
	);
	const outcomes = developerIds.map((developerId) => {
		const endpointIds = named.get(developerId) ?? others.get(developerId) ?? [];
		remember(developerId, endpointIds, ports);
		give(developerId, endpointIds);
		return Promise.all(endpointIds.map((endpointId) => given.get(endpointId)));
	});
	const taken = await Promise.all(outcomes);
	return new Set(developerIds.filter((_, at) => !taken[at]?.every(Boolean)));
}

/** @returns whether the endpoint has them, or is not there any more */
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
		console.warn(JSON.stringify({ level: "warn", event: "case-events", endpointId, cause: String(cause) }));
		return false;
	}
}

function remember(developerId: string, endpointIds: readonly string[], { remembered }: ConsumerPorts): void {
	if (remembered.size >= MAX_REMEMBERED) remembered.clear();
	remembered.set(developerId, endpointIds);
}

type Confirmed = { at: number; indexed: ReadonlySet<string> };

/** One statement for the batch. What it leaves out, all of it where D1 fails, each case sees to by itself. */
async function index(
	taken: readonly Found[],
	{ indexConfirmations, withTimeout, now }: ConsumerPorts,
): Promise<Confirmed> {
	const at = now();
	const eventIds = taken.map(({ event }) => event.eventId);
	if (eventIds.length === 0) return { at, indexed: new Set() };
	try {
		return { at, indexed: await withTimeout(indexConfirmations(eventIds, at)) };
	} catch (cause) {
		console.warn(JSON.stringify({ level: "warn", event: "case-events", eventIds, cause: String(cause) }));
		return { at, indexed: new Set() };
	}
}

async function settle(
	{ message, pointer, event }: Found,
	{ at, indexed }: Confirmed,
	{ confirmEvent, withTimeout }: ConsumerPorts,
): Promise<void> {
	try {
		await withTimeout(confirmEvent(pointer, indexed.has(event.eventId) ? at : undefined));
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
