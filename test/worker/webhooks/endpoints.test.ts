// webhooks.md "Endpoints": creating, reading, updating and deleting endpoints, and who owns them.
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { EVENT_TYPES } from "../../../src/protocol/enumerations.ts";
import { newDeveloper } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { takeSnapshot } from "../../support/storage/storage-snapshot.ts";
import { countBy, newPartner } from "../recovery/support.ts";
import {
	auditOf,
	bodyOf,
	createEndpoint,
	newReceivingPartner,
	PATH,
	readEndpoint,
	rowsOf,
	URL_OF_NOBODY,
} from "./endpoint-calls.ts";
import { endpointObject, newEvent } from "./support.ts";

const UNKNOWN = `we_${"0".repeat(32)}`;
const DAY_MS = 86_400_000;

/** The tables and stores that contain a text. */
async function placesWith(text: string): Promise<string[]> {
	const places = Object.entries({ ...(await takeSnapshot()), audit: await auditTexts() });
	return places.filter(([, rows]) => rows.some((row) => row.includes(text))).map(([place]) => place);
}

async function auditTexts(): Promise<string[]> {
	const { results } = await env.DB.prepare("SELECT * FROM audit_events").all();
	return results.map((row) => JSON.stringify(row));
}

describe("POST /webhook-endpoints", () => {
	it("creates an endpoint for all event types and returns its state", async () => {
		const partner = await newPartner();
		const response = await partner.send(PATH, { url: URL_OF_NOBODY });
		expect(response.status).toBe(201);
		const endpoint = await bodyOf<{ endpointId: string }>(response);
		expect(endpoint).toEqual({
			endpointId: expect.stringMatching(/^we_[0-9a-f]{32}$/),
			url: URL_OF_NOBODY,
			description: null,
			eventTypes: EVENT_TYPES,
			enabled: true,
			status: "healthy",
			disabledReason: null,
			createdAt: expect.any(String),
			lastSuccessAt: null,
			lastFailureAt: null,
			successRate: null,
			previousSecretEndsAt: null,
			secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
		});
		expect(await rowsOf(partner)).toEqual([endpoint.endpointId]);
	});

	it("stores the normalised URL, the description and the types", async () => {
		const partner = await newPartner();
		const url = "HTTPS://Hooks.Example.COM:443/a/../b?c=ü";
		const given = { description: "production", eventTypes: ["recovery_case.executed"] };
		const made = await createEndpoint(partner, { url, ...given });
		expect(made).toMatchObject({ url: "https://hooks.example.com/b?c=%C3%BC", ...given });
		const { secret: _, ...shown } = made;
		expect(await readEndpoint(partner, made.endpointId)).toEqual(shown);
	});

	it("shows the secret in the creating response only", async () => {
		const { endpoint, ask, send } = await newReceivingPartner();
		const responses = [
			await send(PATH),
			await ask(""),
			await ask("", { description: "again" }, "PATCH"),
			await ask("/test", undefined, "POST"),
			await ask("/deliveries"),
			await ask("", undefined, "DELETE"),
		];
		const bytes = Buffer.from(endpoint.secret.slice("whsec_".length), "base64");
		const forms = [endpoint.secret.slice("whsec_".length), bytes.toString("hex"), [...bytes].join()];
		for (const response of responses) {
			expect(response.status).toBe(200);
			const text = await response.text();
			for (const form of forms) expect(text).not.toContain(form);
		}
	});

	it("creates ten endpoints of twenty that are requested in parallel", async () => {
		const partner = await newPartner();
		const url = `https://hooks.example.com/${crypto.randomUUID()}`;
		const responses = await Promise.all(Array.from({ length: 20 }, () => partner.send(PATH, { url })));
		expect(countBy(responses.map(({ status }) => status))).toEqual({ 201: 10, 409: 10 });
		expect(await errorOf(await partner.send(PATH, { url }))).toMatchObject({
			status: 409,
			code: "EXCEEDED_WEBHOOK_ENDPOINT_AMOUNT",
		});
		expect(await rowsOf(partner)).toHaveLength(10);
		// The rejected ones leave nothing behind.
		expect(await placesWith(url)).toHaveLength(10);
		const [first] = await rowsOf(partner);
		expect((await partner.send(`${PATH}/${first}`, undefined, "DELETE")).status).toBe(200);
		expect((await partner.send(PATH, { url })).status).toBe(201);
	});

	it("leaves no trace of an endpoint whose account was deleted", async () => {
		const developer = await newDeveloper();
		const url = `https://hooks.example.com/${crypto.randomUUID()}`;
		await env.DB.prepare("DELETE FROM developers WHERE developer_id = ?").bind(developer.developerId).run();
		const response = await call(PATH, { body: { url }, headers: developer.headers });
		expect(await errorOf(response)).toMatchObject({ status: 404, code: "USER_NOT_FOUND" });
		expect(await placesWith(url)).toEqual([]);
	});

	it("leaves no trace of an endpoint whose row D1 did not store", async () => {
		const partner = await newPartner();
		const url = `https://hooks.example.com/${crypto.randomUUID()}`;
		const logged = vi.spyOn(console, "error").mockImplementation(() => {});
		await env.DB.prepare("ALTER TABLE webhook_endpoints RENAME TO away").run();
		const response = await partner.send(PATH, { url });
		await env.DB.prepare("ALTER TABLE away RENAME TO webhook_endpoints").run();
		logged.mockRestore();
		expect(await errorOf(response)).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE" });
		expect(await placesWith(url)).toEqual([]);
	});
});

describe("GET /webhook-endpoints", () => {
	it("lists the developer's own endpoints, oldest first, for a key and for a session", async () => {
		const [partner, other] = [await newPartner(), await newPartner()];
		const first = await createEndpoint(partner, { description: "first" });
		await scheduler.wait(2);
		const second = await createEndpoint(partner, { description: "second" });
		await createEndpoint(other);
		const listed = await bodyOf<{ data: { endpointId: string }[] }>(partner.send(PATH));
		expect(listed.data.map(({ endpointId }) => endpointId)).toEqual([first.endpointId, second.endpointId]);
		const headers = { Authorization: `Bearer ${partner.token}` };
		expect(await bodyOf(call(PATH, { headers }))).toEqual(listed);
		expect(await bodyOf((await newPartner()).send(PATH))).toEqual({ data: [] });
	});

	it("finishes an interrupted removal when endpoints are listed", async () => {
		const partner = await newPartner();
		const [gone, stays] = [await createEndpoint(partner), await createEndpoint(partner)];
		const { developerId } = partner;
		await endpointObject(gone.endpointId).close({ developerId, now: Date.now() });
		expect(await bodyOf(partner.send(PATH))).toMatchObject({ data: [{ endpointId: stays.endpointId }] });
		expect(await rowsOf(partner)).toEqual([stays.endpointId]);
	});
});

describe("PATCH /webhook-endpoints/{endpointId}", () => {
	it.each<[object, object]>([
		[{ url: "https://Else.example.com" }, { url: "https://else.example.com/" }],
		[{ description: "renamed" }, { description: "renamed" }],
		[{ description: null }, { description: null }],
		[{ eventTypes: ["recovery_case.pending"] }, { eventTypes: ["recovery_case.pending"] }],
		[{ enabled: false }, { enabled: false, status: "disabled", disabledReason: "by_owner" }],
		[{ enabled: true }, {}],
		[{}, {}],
	])("changes only the given fields: %j", async (body, changed) => {
		const partner = await newPartner();
		const { secret: _, ...before } = await createEndpoint(partner, { description: "old" });
		const after = { ...before, ...changed };
		const path = `${PATH}/${before.endpointId}`;
		expect(await bodyOf(partner.send(path, body, "PATCH"))).toEqual(after);
		expect(await readEndpoint(partner, before.endpointId)).toEqual(after);
		const changes = Object.keys(body).length > 0 ? ["webhook_endpoint.updated"] : [];
		expect((await auditOf(before.endpointId)).map(({ action }) => action)).toEqual([
			"webhook_endpoint.created",
			...changes,
		]);
	});

	it("enables a disabled endpoint again", async () => {
		const { ask, endpoint } = await newReceivingPartner();
		await ask("", { enabled: false }, "PATCH");
		const { secret: _, ...before } = endpoint;
		expect(await bodyOf(ask("", { enabled: true }, "PATCH"))).toEqual(before);
	});

	it("rejects a URL that is not allowed, and changes nothing", async () => {
		const partner = await newPartner();
		const { secret: _, ...before } = await createEndpoint(partner);
		const body = { url: "https://192.168.0.1/", description: "not this" };
		const error = await errorOf(await partner.send(`${PATH}/${before.endpointId}`, body, "PATCH"));
		expect(error).toMatchObject({ status: 400, details: [{ field: "url" }] });
		expect(await readEndpoint(partner, before.endpointId)).toEqual(before);
	});
});

describe("DELETE /webhook-endpoints/{endpointId}", () => {
	it("deletes the endpoint with its deliveries", async () => {
		const { endpoint, object, ask, developerId } = await newReceivingPartner();
		const { endpointId } = endpoint;
		await object.enqueue({ developerId, events: [newEvent()] });
		expect(await bodyOf(ask("", undefined, "DELETE"))).toEqual({ endpointId });
		expect(await rowsOf({ developerId })).toEqual([]);
		expect((await placesWith(endpointId)).filter((place) => place !== "audit")).toEqual([]);
		expect(await errorOf(await ask("", undefined, "DELETE"))).toMatchObject({ status: 404 });
		expect(await object.enqueue({ developerId, events: [newEvent()] })).toMatchObject({
			ok: false,
			reason: "not_found",
		});
	});

	it.each(["its object", "its row"])("finishes a removal of which only %s is left", async (left) => {
		const { endpoint, object, ask, developerId } = await newReceivingPartner();
		if (left === "its row") await object.close({ developerId, now: Date.now() });
		else await env.DB.prepare("DELETE FROM webhook_endpoints").run();
		expect((await ask("", undefined, "DELETE")).status).toBe(200);
		expect((await ask("", undefined, "DELETE")).status).toBe(404);
		expect((await placesWith(endpoint.endpointId)).filter((place) => place !== "audit")).toEqual([]);
	});
});

describe("an endpoint of another developer", () => {
	const calls: [string, string, unknown?][] = [
		["GET", ""],
		["PATCH", "", { enabled: false }],
		["PATCH", "", {}],
		["DELETE", ""],
		["POST", "/rotate-secret", {}],
		["POST", "/test"],
		["GET", "/deliveries"],
		["POST", `/deliveries/evt_${"0".repeat(32)}/redeliver`],
		["POST", "/recover", { since: "2026-01-01T00:00:00Z" }],
	];

	it.each(calls)(
		"responds to a stranger as for an unknown endpoint, and changes nothing: %s %s %j",
		async (method, below, body) => {
			const owner = await newReceivingPartner();
			const stranger = await newPartner();
			const before = await takeSnapshot();
			const foreign = await stranger.send(`${PATH}/${owner.endpoint.endpointId}${below}`, body, method);
			const unknown = await stranger.send(`${PATH}/${UNKNOWN}${below}`, body, method);
			const [first, second] = [await errorOf(foreign), await errorOf(unknown)];
			expect(first).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
			expect({ ...first, requestId: "" }).toEqual({ ...second, requestId: "" });
			expect(await takeSnapshot()).toEqual(before);
			expect(await owner.received()).toEqual([]);
		},
	);
});

it("audits every change by id", async () => {
	const { endpoint, object, ask, developerId } = await newReceivingPartner();
	const event = newEvent();
	await object.enqueue({ developerId, events: [event] });
	const since = new Date(Date.now() - DAY_MS).toISOString();
	const responses = [
		await ask("", { description: "changed" }, "PATCH"),
		await ask("/rotate-secret", {}),
		await ask("/test", undefined, "POST"),
		await ask(`/deliveries/${event.eventId}/redeliver`, undefined, "POST"),
		await ask("/recover", { since, dryRun: true }),
		await ask("/recover", { since }),
		await ask("", undefined, "DELETE"),
	];
	expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
	const words = ["created", "updated", "secret_rotated", "tested", "redelivered", "recovered", "deleted"];
	expect(await auditOf(endpoint.endpointId)).toEqual(
		words.map((word) => ({ action: `webhook_endpoint.${word}`, actor: developerId })),
	);
});
