// webhooks.md "Endpoints": samples, secrets and deliveries of an endpoint, over HTTP.
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { webhookEvent } from "../../../src/webhooks/delivery/webhook-event.ts";
import type { QueuedEvent } from "../../../src/webhooks/endpoint/endpoint.ts";
import { errorOf } from "../../support/contract/worker-client.ts";
import type { Received } from "../../support/webhooks/webhook-receiver.ts";
import { eventually } from "../recovery/support.ts";
import { bodyOf, createEndpoint, newReceivingPartner, PATH } from "./endpoint-calls.ts";
import { newEvent } from "./support.ts";

type Owner = Awaited<ReturnType<typeof newReceivingPartner>>;
type Delivery = { eventId: string; status: string; attempts: object[]; nextAttemptAt: string | null };
type Page = { data: Delivery[]; nextCursor: string | null };

const UNKNOWN_EVENT = `evt_${"0".repeat(32)}`;
const DAY_MS = 86_400_000;
const LONG_AGO = "2020-01-01T00:00:00Z";

const deliveries = ({ ask }: Owner, query = "") => bodyOf<Page>(ask(`/deliveries${query}`));
const enqueue = ({ object, developerId }: Owner, ...events: QueuedEvent[]) =>
	object.enqueue({ developerId, events });
const statuses = async (owner: Owner) => (await deliveries(owner)).data.map(({ status }) => status);
const allAre = (owner: Owner, status: string) =>
	eventually(async () => (await statuses(owner)).every((one) => one === status));
const isBy = (secret: string, { body, headers }: Received) => {
	try {
		return new Webhook(secret).verify(body, headers) !== undefined;
	} catch {
		return false;
	}
};
const testOf = ({ ask }: Owner) => ask("/test", undefined, "POST");

describe("GET …/deliveries/{eventId}", () => {
	it("shows the body and the headers that the receiver got, without time and signatures", async () => {
		const owner = await newReceivingPartner([
			{ status: 500, body: "first" },
			{ status: 200, body: "second" },
		]);
		const event = newEvent();
		await enqueue(owner, event);
		await eventually(async () => (await owner.received()).length === 1);
		await owner.ask(`/deliveries/${event.eventId}/redeliver`, undefined, "POST");
		await allAre(owner, "delivered");
		const shown = await bodyOf<Delivery & { request: Record<string, unknown> }>(
			owner.ask(`/deliveries/${event.eventId}`),
		);
		const [listed] = (await deliveries(owner)).data;
		const [received] = await owner.received();
		const { request, ...delivery } = shown;
		expect(delivery).toEqual(listed);
		expect(shown.attempts).toMatchObject([
			{ httpStatus: 500, responseExcerpt: "first" },
			{ httpStatus: 200, responseExcerpt: "second" },
		]);
		expect(request).toEqual({ url: owner.endpoint.url, headers: expect.anything(), body: received?.body });
		const headers = Object.entries(request.headers as Record<string, string>);
		for (const [name, value] of headers) expect(received?.headers[name.toLowerCase()]).toBe(value);
		const left = Object.keys(received?.headers ?? {}).filter((name) => /webhook/.test(name)).length;
		expect(headers.filter(([name]) => /webhook-/i.test(name))).toHaveLength(left - 4);
		expect(JSON.stringify(request)).not.toMatch(/signature|timestamp|whsec_/i);
	});

	it("is 404 for an event that was not sent there, and for another developer", async () => {
		const owner = await newReceivingPartner();
		const event = newEvent();
		await enqueue(owner, event);
		expect((await owner.ask(`/deliveries/${UNKNOWN_EVENT}`)).status).toBe(404);
		const other = await newReceivingPartner();
		const path = `${PATH}/${owner.endpoint.endpointId}/deliveries/${event.eventId}`;
		expect(await errorOf(await other.send(path))).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
	});
});

describe("POST …/test", () => {
	it("sends a signed sample, marked as a test in its body, and returns its result", async () => {
		const owner = await newReceivingPartner([{ status: 202, body: "thank you" }]);
		const response = await bodyOf<{ eventId: string }>(testOf(owner));
		expect(response).toEqual({
			eventId: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
			delivered: true,
			attempt: {
				at: expect.any(String),
				httpStatus: 202,
				durationMs: expect.any(Number),
				error: null,
				responseExcerpt: "thank you",
			},
		});
		const [sample] = await owner.received();
		expect(sample && isBy(owner.endpoint.secret, sample)).toBe(true);
		expect(webhookEvent().parse(JSON.parse(sample?.body ?? ""))).toMatchObject({
			id: response.eventId,
			type: "recovery_case.created",
			data: { caseId: `rc_${"0".repeat(32)}`, jrcHash: `0x${"0".repeat(64)}`, test: true },
		});
	});

	it("returns 200 for a failed sample, of which the endpoint keeps the time alone", async () => {
		const owner = await newReceivingPartner([{ status: 500, body: "no" }]);
		expect(await bodyOf(testOf(owner))).toMatchObject({
			delivered: false,
			attempt: { httpStatus: 500, error: null, responseExcerpt: "no" },
		});
		expect(await deliveries(owner)).toEqual({ data: [], nextCursor: null });
		const { secret: _, ...before } = owner.endpoint;
		expect(await bodyOf(owner.ask(""))).toEqual({ ...before, lastFailureAt: expect.any(String) });
	});

	it("sends a sample to a disabled endpoint", async () => {
		const owner = await newReceivingPartner();
		await owner.ask("", { enabled: false }, "PATCH");
		expect(await bodyOf(testOf(owner))).toMatchObject({ delivered: true });
	});

	it("rejects the eleventh sample of an account within a minute, also by a new endpoint", async () => {
		const owner = await newReceivingPartner();
		for (let count = 0; count < 10; count++) expect((await testOf(owner)).status).toBe(200);
		const again = await createEndpoint(owner, { url: owner.endpoint.url });
		for (const ask of [testOf(owner), owner.send(`${PATH}/${again.endpointId}/test`, undefined, "POST")]) {
			const response = await ask;
			const wait = Number(response.headers.get("Retry-After"));
			expect(wait).toBeGreaterThan(0);
			expect(response.headers.get("RateLimit")).toBe(`"webhook_samples";r=0;t=${wait}`);
			expect(await errorOf(response)).toMatchObject({ status: 429, code: "RATE_LIMITED" });
		}
		expect(await owner.received()).toHaveLength(10);
		expect((await testOf(await newReceivingPartner())).status).toBe(200);
	});
});

describe("POST …/rotate-secret", () => {
	const rotate = ({ ask }: Owner, body: object) =>
		bodyOf<{ secret: string; previousSecretEndsAt: string | null }>(ask("/rotate-secret", body));
	const newestSample = async (owner: Owner) => {
		await testOf(owner);
		const sample = (await owner.received()).at(-1);
		if (!sample) throw new Error("nothing was received");
		return sample;
	};

	it("returns a new secret, and both secrets sign for a day", async () => {
		const owner = await newReceivingPartner();
		const { secret, ...shown } = await rotate(owner, {});
		expect(secret).not.toBe(owner.endpoint.secret);
		const leftMs = Date.parse(shown.previousSecretEndsAt ?? "") - Date.now();
		expect(Math.abs(leftMs - DAY_MS)).toBeLessThan(60_000);
		expect(await bodyOf(owner.ask(""))).toEqual(shown);
		const sample = await newestSample(owner);
		expect([secret, owner.endpoint.secret].map((one) => isBy(one, sample))).toEqual([true, true]);
		expect(sample.headers["replevin-webhook-signature"]).toMatch(/^v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
	});

	it("signs with the new secret only if the overlap is 0", async () => {
		const owner = await newReceivingPartner();
		const { secret, previousSecretEndsAt } = await rotate(owner, { overlapSeconds: 0 });
		expect(previousSecretEndsAt).toBeNull();
		const sample = await newestSample(owner);
		expect([secret, owner.endpoint.secret].map((one) => isBy(one, sample))).toEqual([true, false]);
	});

	it.each([-1, 1.5, 7 * 86_400 + 1, "3600", null])("rejects an overlap of %j", async (overlapSeconds) => {
		const owner = await newReceivingPartner();
		const error = await errorOf(await owner.ask("/rotate-secret", { overlapSeconds }));
		expect(error).toMatchObject({ status: 400, details: [{ field: "overlapSeconds" }] });
	});
});

describe("GET …/deliveries", () => {
	it("shows every attempt and the time of the next one", async () => {
		const owner = await newReceivingPartner([{ status: 503, body: "busy" }]);
		const event = newEvent();
		await enqueue(owner, event);
		await eventually(async () => (await deliveries(owner)).data[0]?.attempts.length === 1);
		const [delivery] = (await deliveries(owner)).data;
		expect(delivery).toEqual({
			eventId: event.eventId,
			type: "recovery_case.created",
			status: "waiting",
			attempts: [
				{
					at: expect.any(String),
					httpStatus: 503,
					durationMs: expect.any(Number),
					error: null,
					responseExcerpt: "busy",
				},
			],
			nextAttemptAt: expect.any(String),
		});
	});

	it("lists deliveries in pages, newest first, and filters them by status", async () => {
		const owner = await newReceivingPartner();
		const events = [newEvent(), newEvent(), newEvent()];
		await enqueue(owner, ...events);
		await allAre(owner, "delivered");
		const seen: string[] = [];
		let cursor: string | null = null;
		do {
			const page: Page = await deliveries(owner, `?limit=2${cursor ? `&cursor=${cursor}` : ""}`);
			seen.push(...page.data.map(({ eventId }) => eventId));
			cursor = page.nextCursor;
		} while (cursor);
		expect(seen).toEqual(events.map(({ eventId }) => eventId).reverse());
		expect((await deliveries(owner, "?status=delivered")).data).toHaveLength(3);
		expect((await deliveries(owner, "?status=failed")).data).toEqual([]);
	});

	it.each([
		["cursor", "cursor=nothing"],
		["cursor", `cursor=${btoa("a.1").replaceAll("=", "")}`],
		["limit", "limit=0"],
		["status", "status=gone"],
		["before", "before=1"],
	])("rejects a query and names its field %s: %s", async (field, query) => {
		const owner = await newReceivingPartner();
		const error = await errorOf(await owner.ask(`/deliveries?${query}`));
		expect(error).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR", details: [{ field }] });
	});
});

describe("POST …/deliveries/{eventId}/redeliver", () => {
	const redeliver = ({ ask }: Owner, eventId: string) =>
		ask(`/deliveries/${eventId}/redeliver`, undefined, "POST");

	it("redelivers an event with the same bytes", async () => {
		const owner = await newReceivingPartner();
		const event = newEvent();
		await enqueue(owner, event);
		await allAre(owner, "delivered");
		expect(await bodyOf(redeliver(owner, event.eventId))).toMatchObject({ eventId: event.eventId });
		await eventually(async () => (await owner.received()).length === 2);
		expect((await owner.received()).map(({ body }) => body)).toEqual([event.body, event.body]);
		await eventually(async () => (await deliveries(owner)).data[0]?.attempts.length === 2);
	});

	it("responds with 404 to a redelivery of an unknown event", async () => {
		const response = await redeliver(await newReceivingPartner(), UNKNOWN_EVENT);
		expect(await errorOf(response)).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
	});

	it("rejects a redelivery to a disabled endpoint", async () => {
		const owner = await newReceivingPartner();
		await owner.ask("", { enabled: false }, "PATCH");
		const event = newEvent();
		await enqueue(owner, event);
		expect(await errorOf(await redeliver(owner, event.eventId))).toMatchObject({
			status: 409,
			code: "WEBHOOK_ENDPOINT_DISABLED",
		});
		expect(await statuses(owner)).toEqual(["skipped"]);
	});
});

describe("POST …/recover", () => {
	const recover = ({ ask }: Owner, body: object) => ask("/recover", body);

	it("counts and redelivers events that were skipped since a time", async () => {
		const owner = await newReceivingPartner();
		await owner.ask("", { enabled: false }, "PATCH");
		const old = newEvent({ createdAt: Date.parse("2026-01-01T00:00:00Z") });
		await enqueue(owner, old, newEvent(), newEvent());
		const since = "2026-02-01T00:00:00+02:00";
		expect(await bodyOf(recover(owner, { since, dryRun: true }))).toEqual({
			count: 2,
			hasMore: false,
			dryRun: true,
		});
		expect(await errorOf(await recover(owner, { since }))).toMatchObject({
			status: 409,
			code: "WEBHOOK_ENDPOINT_DISABLED",
		});
		await owner.ask("", { enabled: true }, "PATCH");
		expect(await bodyOf(recover(owner, { since }))).toEqual({ count: 2, hasMore: false, dryRun: false });
		await eventually(async () => (await statuses(owner)).join() === "delivered,delivered,skipped");
		expect(await bodyOf(recover(owner, { since: LONG_AGO }))).toMatchObject({ count: 1 });
		await allAre(owner, "delivered");
		expect(await bodyOf(recover(owner, { since: "0000-01-01T00:00:00Z" }))).toMatchObject({ count: 0 });
	});

	it.each([undefined, null, "", "yesterday", "2026-11-21", "2026-11-21T09:30:00", "2026-02-30T00:00:00Z", 0])(
		"rejects %j as the time to recover from",
		async (since) => {
			const error = await errorOf(await recover(await newReceivingPartner(), { since }));
			expect(error).toMatchObject({ status: 400, details: [{ field: "since" }] });
		},
	);
});
