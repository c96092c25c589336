// docs/webhooks.md "If your endpoint was away".
/** Webhooks to receivers that fail, wait, redirect or never end, under `npm start` and over real sockets. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../scripts/until.ts";
import { type Service, startService } from "../support/service/service.ts";
import { registerPartner, type ServicePartner } from "../support/service/service-client.ts";
import { fileCase, newFiling } from "../support/signing/filing.ts";
import { verifyWebhook } from "../support/webhooks/verify-webhook.ts";
import {
	addEndpoint,
	type Delivery,
	type PartnerEndpoint,
	readDeliveries,
	readEndpoint,
} from "../support/webhooks/webhook-partner.ts";
import { type Receiver, type ReceiverResponse, startReceiver } from "../support/webhooks/webhook-receiver.ts";

const TIMEOUT_MS = 15_000;
const SECOND_MS = 1000;
const MEBIBYTE = 1024 * 1024;
/** The wait before the second attempt, and the time that a busy machine may add. */
const SECOND_ATTEMPT_MS = 5_000;
const SLACK_MS = 10_000;

const ok: ReceiverResponse = { status: 200, body: "thanks" };
const PATIENCE_SECONDS = 9;
/** Each name is an endpoint with a receiver of these responses. All endpoints get the same event. */
const MANNERS = {
	failing: [{ status: 500, body: "not today" }, ok],
	resetting: [{ manner: "reset" }, ok],
	halfway: [{ manner: "half" }, ok],
	redirecting: [{ status: 307 }, ok],
	busy: [{ status: 429, headers: { "Retry-After": String(PATIENCE_SECONDS) } }, ok],
	away: [{ status: 429, headers: { "Retry-After": "3600" } }],
	gone: [{ status: 410 }],
	hanging: [{ manner: "hang" }],
	dripping: [{ manner: "drip" }],
	well: [ok],
} satisfies Record<string, ReceiverResponse[]>;
type Name = keyof typeof MANNERS;

let stateDir: string;
let receiver: Receiver;
let service: Service;
let partner: ServicePartner;
let endpoints: Record<Name, PartnerEndpoint>;

async function addAll(): Promise<Record<Name, PartnerEndpoint>> {
	const added = Object.entries<ReceiverResponse[]>(MANNERS).map(async ([name, responses]) => {
		const [first, ...rest] = responses;
		const headers = {
			...first?.headers,
			...(name === "redirecting" && { Location: receiver.hook("elsewhere") }),
		};
		receiver.script(name, [{ ...first, headers }, ...rest]);
		return [name, await addEndpoint(partner, receiver.hook(name))] as const;
	});
	return Object.fromEntries(await Promise.all(added)) as Record<Name, PartnerEndpoint>;
}

beforeAll(async () => {
	stateDir = await mkdtemp(join(tmpdir(), "replevin-receivers-"));
	[service, receiver] = await Promise.all([startService({ stateDir }), startReceiver()]);
	partner = await registerPartner(service.url);
	endpoints = await addAll();
	await fileCase(partner, await newFiling());
});
afterAll(async () => {
	await service?.stop();
	await receiver?.stop();
	await rm(stateDir, { recursive: true, force: true });
});

/** Resolves with an endpoint's only delivery when it meets the condition. */
async function deliveryOf(name: Name, isExpected: (delivery: Delivery) => boolean, limitMs = SLACK_MS) {
	let found: Delivery | undefined;
	const read = async () => {
		[found] = await readDeliveries(partner, endpoints[name].endpointId);
		return found !== undefined && isExpected(found);
	};
	await until(read, limitMs, () => `${name}: ${JSON.stringify(found)}`);
	return found as Delivery;
}

const isDelivered = ({ status }: Delivery) => status === "delivered";
const wasTried = ({ attempts }: Delivery) => attempts.length > 0;

/** Milliseconds between the first two requests, by the receiver's clock. */
function waitBetween(name: Name): number {
	const [first, second] = receiver.received(name).map(({ firstByteAt }) => firstByteAt);
	return (second ?? 0) - (first ?? 0);
}

describe("receivers", () => {
	it("a receiver that responds with 200 gets the event once", async () => {
		const { attempts } = await deliveryOf("well", isDelivered);
		expect(attempts).toMatchObject([{ httpStatus: 200, error: null, responseExcerpt: "thanks" }]);
		expect(receiver.received("well")).toHaveLength(1);
	});

	it("a receiver that responds with 410 disables its endpoint", async () => {
		const { attempts } = await deliveryOf("gone", ({ status }) => status === "skipped");
		expect(attempts).toMatchObject([{ httpStatus: 410 }]);
		expect(await readEndpoint(partner, endpoints.gone.endpointId)).toMatchObject({
			enabled: false,
			status: "disabled",
			disabledReason: "gone",
		});
	});

	it("a receiver that asks for an hour is not called before", async () => {
		const { status, attempts, nextAttemptAt } = await deliveryOf("away", wasTried);
		expect({ status, attempts }).toMatchObject({ status: "waiting", attempts: [{ httpStatus: 429 }] });
		const waitMs = Date.parse(nextAttemptAt ?? "") - Date.parse(attempts[0]?.at ?? "");
		expect(waitMs).toBeGreaterThanOrEqual(3600 * SECOND_MS);
		expect(waitMs).toBeLessThan(3600 * SECOND_MS + SLACK_MS);
	});

	it.each([
		["failing", { httpStatus: 500, error: null, responseExcerpt: "not today" }],
		["resetting", { httpStatus: null, error: "connection_failed", responseExcerpt: null }],
		["halfway", { httpStatus: 200, error: "connection_failed" }],
		["redirecting", { httpStatus: 307, error: null }],
	] as const)("a receiver that is %s is called again after five seconds", async (name, failure) => {
		const { attempts } = await deliveryOf(name, isDelivered, SECOND_ATTEMPT_MS + SLACK_MS);
		expect(attempts).toMatchObject([failure, { httpStatus: 200, error: null }]);
		const waitMs = waitBetween(name);
		expect(waitMs).toBeGreaterThanOrEqual(SECOND_ATTEMPT_MS);
		expect(waitMs).toBeLessThan(SECOND_ATTEMPT_MS + SLACK_MS);
	});

	it("a redirect is not followed", async () => {
		await deliveryOf("redirecting", isDelivered);
		expect(receiver.received("elsewhere")).toEqual([]);
	});

	it("a receiver that asks for nine seconds gets the event after them", async () => {
		await deliveryOf("busy", isDelivered, PATIENCE_SECONDS * SECOND_MS + SLACK_MS);
		expect(waitBetween("busy")).toBeGreaterThanOrEqual(PATIENCE_SECONDS * SECOND_MS);
	});

	it.each([
		["hanging", null],
		["dripping", 200],
	] as const)("an attempt at a receiver that is %s ends after fifteen seconds", async (name, httpStatus) => {
		const { status, attempts } = await deliveryOf(name, wasTried, TIMEOUT_MS + SLACK_MS);
		expect({ status, attempts }).toMatchObject({
			status: "waiting",
			attempts: [{ httpStatus, error: "timeout" }],
		});
		const [{ durationMs } = { durationMs: 0 }] = attempts;
		expect(durationMs).toBeGreaterThanOrEqual(TIMEOUT_MS);
		expect(durationMs).toBeLessThan(TIMEOUT_MS + SLACK_MS);
	});

	it("every attempt sends the same bytes with a valid signature", () => {
		const bodies = (Object.keys(MANNERS) as Name[]).flatMap((name) =>
			receiver.received(name).map((request) => {
				verifyWebhook(request, endpoints[name].secret);
				return request.body;
			}),
		);
		expect(bodies.length).toBeGreaterThanOrEqual(Object.keys(MANNERS).length);
		expect(new Set(bodies).size).toBe(1);
	});

	it("an endpoint disabled by a 410 skips further events, and the others receive them", async () => {
		const next = await newFiling();
		await fileCase(partner, next);
		const isNext = ({ body }: { body: string }) => JSON.parse(body).data.caseId === next.caseId;
		await until(() => receiver.received("well").some(isNext), SLACK_MS);
		await until(async () => {
			const deliveries = await readDeliveries(partner, endpoints.gone.endpointId);
			return deliveries.length === 2 && deliveries.every(({ status }) => status === "skipped");
		}, SLACK_MS);
		expect(receiver.received("gone")).toHaveLength(1);
	});
});

describe("a response without end", () => {
	/** Only Linux shows the memory of another process. */
	const isMemoryReadable = process.platform === "linux";
	let endpoint: PartnerEndpoint;
	let other: ServicePartner;
	let grownBytes: number;

	/** Resident memory of the runtime, in bytes. */
	function residentBytes(): number {
		const status = readFileSync(`/proc/${service.workerdPid()}/status`, "utf8");
		const kibibytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
		if (!Number.isInteger(kibibytes)) throw new Error("the runtime's memory cannot be read");
		return kibibytes * 1024;
	}

	/** The most that the runtime's memory grows during the work. */
	async function growthDuring(work: Promise<void>): Promise<number> {
		const before = residentBytes();
		let most = before;
		let isDone = false;
		const done = work.finally(() => {
			isDone = true;
		});
		while (!isDone) {
			most = Math.max(most, residentBytes());
			await Promise.race([done, setTimeout(20)]);
		}
		return most - before;
	}

	const areDelivered = (count: number) => async () => {
		const deliveries = await readDeliveries(other, endpoint.endpointId);
		return deliveries.length === count && deliveries.every(isDelivered);
	};

	async function deliverFloods(): Promise<void> {
		for (let flood = 0; flood < 4; flood++) await fileCase(other, await newFiling());
		await until(areDelivered(5), SLACK_MS);
	}

	beforeAll(async () => {
		other = await registerPartner(service.url);
		receiver.script("flooding", [ok, { manner: "flood" }]);
		endpoint = await addEndpoint(other, receiver.hook("flooding"));
		await fileCase(other, await newFiling());
		await until(areDelivered(1), SLACK_MS);
		if (isMemoryReadable) grownBytes = await growthDuring(deliverFloods());
		else await deliverFloods();
	});

	it("is read up to a limit, and its beginning is stored", async () => {
		expect(receiver.flooded()).toHaveLength(4);
		for (const bytes of receiver.flooded()) expect(bytes).toBeLessThan(25 * MEBIBYTE);
		const [newest] = await readDeliveries(other, endpoint.endpointId);
		expect(newest?.attempts).toMatchObject([{ httpStatus: 200, responseExcerpt: "x".repeat(4096) }]);
	});

	it.skipIf(!isMemoryReadable)("does not grow the runtime's memory, at 200 MB", () => {
		expect(grownBytes).toBeLessThan(25 * MEBIBYTE);
	});
});
