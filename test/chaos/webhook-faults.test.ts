/**
 * webhooks.md "The way of an event".
 *
 * Webhooks when the process is killed at each point of an event's way, and when the queue repeats and reorders
 * messages. The Worker stops at a named point and waits there to be killed (`faulty-worker.ts`). The real Worker
 * continues on the same state.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../scripts/until.ts";
import { type FaultPoints, startFaultPoints } from "../support/faults/fault-points.ts";
import {
	eventBodiesOfCases,
	type FaultService,
	startFaultService,
	storedEvents,
} from "../support/faults/fault-service.ts";
import { registerPartner, type ServicePartner } from "../support/service/service-client.ts";
import { type Filing, fileCase, newFiling } from "../support/signing/filing.ts";
import { claimant, closeBody, courtOrderBody } from "../support/signing/signing.ts";
import { verifyWebhook } from "../support/webhooks/verify-webhook.ts";
import {
	addEndpoint,
	type Delivery,
	type PartnerEndpoint,
	readDeliveries,
} from "../support/webhooks/webhook-partner.ts";
import { type Received, type Receiver, startReceiver } from "../support/webhooks/webhook-receiver.ts";

/** A lost pointer is sent again after up to 6 s, and an interrupted attempt is repeated after 20 s. */
const RECOVERED_WITHIN_MS = 40_000;
const SOON_MS = 15_000;

let stateDir: string;
let receiver: Receiver;
let points: FaultPoints;
let service: FaultService;
let partner: ServicePartner;
let endpoints: PartnerEndpoint[];

/** For each point, the case that is there when the process is killed. */
const stoppedAt: Record<string, Filing> = {};

const nameOf = ({ url }: PartnerEndpoint) => url.slice(url.lastIndexOf("/") + 1);
const eventsOf = ({ caseId }: Filing) => storedEvents(stateDir).filter((event) => event.caseId === caseId);

function requestsFor(endpoint: PartnerEndpoint, { caseId }: Filing): Received[] {
	return receiver.received(nameOf(endpoint)).filter(({ body }) => JSON.parse(body).data.caseId === caseId);
}

async function deliveriesFor(endpoint: PartnerEndpoint, filing: Filing): Promise<Delivery[]> {
	const ids = new Set(eventsOf(filing).map(({ eventId }) => eventId));
	return (await readDeliveries(partner, endpoint.endpointId)).filter(({ eventId }) => ids.has(eventId));
}

/** Resolves when the service has recorded every event of the case as delivered to each of these endpoints. */
async function delivered(filing: Filing, to: readonly PartnerEndpoint[], limitMs = SOON_MS): Promise<void> {
	const isThere = async (endpoint: PartnerEndpoint) => {
		const deliveries = await deliveriesFor(endpoint, filing);
		return deliveries.length > 0 && deliveries.every(({ status }) => status === "delivered");
	};
	const areAll = async () => (await Promise.all(to.map(isThere))).every(Boolean);
	await until(areAll, limitMs, () => `an event of ${filing.caseId} did not arrive everywhere`);
}

async function restart(pointsUrl?: string): Promise<void> {
	await service?.killTree();
	points.clear();
	service = await startFaultService(stateDir, pointsUrl);
	partner = partner?.at(service.url);
}

/** Ignores the response, because the process is killed before it responds. */
function fileWithoutResponse(filing: Filing): void {
	fileCase(partner, filing).catch(() => undefined);
}

async function killInTheMiddleOfABatch(): Promise<void> {
	const filing = await newFiling();
	stoppedAt["handed to two of three"] = filing;
	const [first, second, third] = endpoints as [PartnerEndpoint, PartnerEndpoint, PartnerEndpoint];
	const stop = { point: "enqueue", caseId: filing.caseId, endpoint: second.endpointId } as const;
	points.stopAt(stop);
	fileWithoutResponse(filing);
	await points.reached(stop);
	await delivered(filing, [first, third]);
	expect(requestsFor(second, filing)).toEqual([]);
	await restart(points.url);
}

async function killEverywhereElse(): Promise<void> {
	const stop = async (name: string, point: Parameters<FaultPoints["stopAt"]>[0]["point"]) => {
		const filing = await newFiling();
		stoppedAt[name] = filing;
		points.stopAt({ point, caseId: filing.caseId });
		return { filing, reached: (count = 1) => points.reached({ point, caseId: filing.caseId }, count) };
	};
	const uncommitted = await stop("not committed", "create");
	const committed = await stop("committed, not sent to the queue", "send");
	const enqueued = await stop("taken by its endpoints, not attempted", "attempt");
	const responded = await stop("attempted and responded to, not written down", "responded");
	for (const { filing } of [uncommitted, committed, enqueued, responded]) fileWithoutResponse(filing);
	const { length } = endpoints;
	await Promise.all([
		uncommitted.reached(),
		committed.reached(),
		enqueued.reached(length),
		responded.reached(length),
	]);
	const areConfirmed = () =>
		[enqueued, responded].every(({ filing }) => eventsOf(filing).every(({ isConfirmed }) => isConfirmed));
	await until(areConfirmed, SOON_MS);
	// The queue delivers one batch at a time, and the last two points block it.
	await delivered(stoppedAt["handed to two of three"] as Filing, endpoints);
	const handedOver = await stop("handed to all, not confirmed", "confirm");
	fileWithoutResponse(handedOver.filing);
	await handedOver.reached();
	await delivered(handedOver.filing, endpoints);
	const sent = await stop("sent to the queue, not received", "sent");
	points.stopAt({ point: "received", caseId: sent.filing.caseId });
	fileWithoutResponse(sent.filing);
	await sent.reached();
	await restart();
}

beforeAll(async () => {
	stateDir = await mkdtemp(join(tmpdir(), "replevin-faults-"));
	[receiver, points] = await Promise.all([startReceiver(), startFaultPoints()]);
	await restart(points.url);
	partner = await registerPartner(service.url);
	endpoints = await Promise.all(
		["one", "two", "three"].map((name) => addEndpoint(partner, receiver.hook(name))),
	);
	await killInTheMiddleOfABatch();
	await killEverywhereElse();
});
afterAll(async () => {
	await service?.stop();
	await Promise.all([points?.stop(), receiver?.stop()]);
	await rm(stateDir, { recursive: true, force: true });
});

/** Each request to the endpoint has the bytes and id of the case's event, and verifies. */
function expectGenuine(endpoint: PartnerEndpoint, filing: Filing): void {
	const [event] = eventsOf(filing);
	const ofCase = eventBodiesOfCases(stateDir).get(event?.eventId ?? "");
	expect(ofCase).toBeDefined();
	expect(event?.body).toBe(ofCase);
	for (const request of requestsFor(endpoint, filing)) {
		verifyWebhook(request, endpoint.secret);
		expect(request.headers["webhook-id"]).toBe(event?.eventId);
		expect(request.body).toBe(ofCase);
	}
}

describe("after a kill -9 and a restart on the same state", () => {
	it("an uncommitted case is unknown and sends no webhook", async () => {
		const filing = stoppedAt["not committed"] as Filing;
		expect((await partner.send(`/recovery-cases/${filing.caseId}`)).status).toBe(404);
		expect(eventsOf(filing)).toEqual([]);
		for (const endpoint of endpoints) expect(requestsFor(endpoint, filing)).toEqual([]);
	});

	it.each([
		"committed, not sent to the queue",
		"sent to the queue, not received",
		"handed to two of three",
		"handed to all, not confirmed",
	])("an event that was %s arrives at every endpoint once", async (name) => {
		const filing = stoppedAt[name] as Filing;
		await delivered(filing, endpoints);
		await until(() => eventsOf(filing).every(({ isConfirmed }) => isConfirmed), SOON_MS);
		for (const endpoint of endpoints) {
			expect(requestsFor(endpoint, filing)).toHaveLength(1);
			expectGenuine(endpoint, filing);
			expect(await deliveriesFor(endpoint, filing)).toMatchObject([{ attempts: [{ httpStatus: 200 }] }]);
		}
	});

	it.each([
		["taken by its endpoints, not attempted", 1],
		["attempted and responded to, not written down", 2],
	])("an event that was %s arrives after its lease expires", async (name, times) => {
		const filing = stoppedAt[name] as Filing;
		await delivered(filing, endpoints, RECOVERED_WITHIN_MS);
		for (const endpoint of endpoints) {
			expect(requestsFor(endpoint, filing)).toHaveLength(times);
			expectGenuine(endpoint, filing);
			const attempts = [
				{ httpStatus: null, error: "interrupted" },
				{ httpStatus: 200, error: null },
			];
			expect(await deliveriesFor(endpoint, filing)).toMatchObject([{ attempts }]);
		}
	});

	it("the event feed has exactly the stored events, byte for byte", async () => {
		const feed = await (await partner.send("/events?limit=100")).text();
		const { data } = JSON.parse(feed);
		const bodies = storedEvents(stateDir).map(({ body }) => body);
		expect(data).toHaveLength(bodies.length);
		for (const body of bodies) expect(feed).toContain(body);
	});
});

describe("queue messages", () => {
	it("repeated and reordered messages deliver each event to each endpoint once", async () => {
		const other = await registerPartner(service.url);
		const filing = await newFiling();
		const { intent, jrcHash } = filing;
		await fileCase(other, filing);
		await other.send(`/recovery-cases/${jrcHash}/court-order`, await courtOrderBody(intent), "PATCH");
		await other.send(`/recovery-cases/${jrcHash}/withdraw`, await closeBody(intent, "withdraw", claimant));
		await until(() => eventsOf(filing).filter(({ isConfirmed }) => isConfirmed).length >= 3, SOON_MS);
		const hooks = ["four", "five", "six"].map((name) => receiver.hook(name));
		const added = await Promise.all(hooks.map((url) => addEndpoint(other, url)));

		const pointers = eventsOf(filing).map(({ caseId, sequence, eventId }) => ({
			v: 1 as const,
			caseId,
			sequence,
			eventId,
		}));
		const backwards = pointers.toReversed();
		await Promise.all(
			[backwards, pointers, backwards].map((some) =>
				service.sendPointers(Array.from({ length: 20 }, () => some).flat()),
			),
		);
		// The queue keeps its order, so everything before this event has been delivered when it arrives.
		const last = await newFiling();
		await fileCase(other, last);
		await until(() => added.every((endpoint) => requestsFor(endpoint, last).length > 0), SOON_MS);
		for (const endpoint of added) {
			const came = requestsFor(endpoint, filing);
			for (const request of came) verifyWebhook(request, endpoint.secret);
			const expected = pointers.map(({ eventId }) => eventId);
			expect(came.map(({ headers }) => headers["webhook-id"]).sort()).toEqual(expected.sort());
		}
	});
});
