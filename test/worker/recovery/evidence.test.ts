// recovery.md "Beyond the specification".
/** Downloaded bundles verify offline, and downloaded events are the webhooks' bodies, byte for byte. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { caseEventListResponse } from "../../../src/recovery/case/operations.ts";
import { evidenceResponse } from "../../../src/recovery/evidence/operations.ts";
import { createReceiptReader } from "../../../src/webhooks/delivery/delivery-receipts.object.ts";
import { caseEvent } from "../../../src/webhooks/delivery/webhook-event.ts";
import { newDeveloper, newReviewer } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { verifyEvidenceText } from "../../support/recovery/verify-evidence.ts";
import { newIntent, owner } from "../../support/signing/signing.ts";
import type { Received } from "../../support/webhooks/webhook-receiver.ts";
import { newWallet, newWalletSession } from "../access/support.ts";
import { receiver } from "../webhooks/support.ts";
import { caseObject, close, eventsOf, eventually, newPartner, type Partner } from "./support.ts";

const EMAIL = "heir@example.com";
const wallet = newWallet();
const intent = newIntent({ email: EMAIL, lostAccount: wallet.address });

let partner: Partner;
let caseId: string;
let endpointId: string;
let webhooks: Received[];
let jwks: unknown;

const publishedKeys = async () => {
	const response = await createApp().request("/.well-known/evidence-jwks.json", {}, env);
	return response.json<{ keys: { kid: string }[] }>();
};
const download = async (headers: Record<string, string>) => {
	const response = await call(`/recovery-cases/${caseId}/evidence`, { headers });
	expect(response.status, await response.clone().text()).toBe(200);
	return response.text();
};
const events = (query: string, headers: Record<string, string>) =>
	call(`/recovery-cases/${caseId}/events${query}`, { headers });

/** A case with an order, and two events that its developer's endpoint has accepted. */
beforeAll(async () => {
	partner = await newPartner();
	const hook = crypto.randomUUID();
	const made = await partner.send("/webhook-endpoints", { url: receiver.hook(hook) });
	({ endpointId } = await made.json<{ endpointId: string }>());
	({ caseId } = await partner.file(intent));
	expect((await partner.attach(intent)).status).toBe(200);
	await eventually(async () => (await receiver.received(hook)).length === 2);
	await eventually(async () => (await eventsOf(caseId)).every((event) => event.confirmed_at !== null));
	webhooks = await receiver.received(hook);
	jwks = await publishedKeys();
});

describe("the evidence bundle of a case", () => {
	it("verifies with the published keys and the webhooks' history hashes", async () => {
		const seenHistoryHashes = webhooks.map(
			({ body }) => caseEvent().parse(JSON.parse(body)).data.historyHash,
		);
		const verdict = await verifyEvidenceText(await download(partner.headers), { jwks, seenHistoryHashes });
		expect(verdict).toMatchObject({
			ok: true,
			report: {
				caseId,
				status: "pending",
				issuer: env.BASE_URL,
				kid: "test-evidence-2",
				moves: 2,
				events: 2,
				signatures: [{ proof: "recovered" }, { proof: "recovered" }],
			},
		});
	});

	it("has the documented schema, with the confirmation and deliveries of each event", async () => {
		const bundle = evidenceResponse().parse(JSON.parse(await download(partner.headers)));
		const rows = await eventsOf(caseId);
		expect(bundle.events.map((event) => Date.parse(event.confirmedAt ?? ""))).toEqual(
			rows.map((row) => row.confirmed_at),
		);
		expect(bundle.events.map((event) => event.deliveries)).toEqual(
			rows.map(() => [{ endpointId, httpStatus: 200, deliveredAt: expect.any(String) }]),
		);
	});

	it.each<[string, (text: string) => string, RegExp]>([
		["the lost account", (text) => text.replaceAll(wallet.address, newWallet().address), /^\$\.jrcHash$/],
		["a value", (text) => text.replace(/"value":"[^"]*"/, '"value":"12345"'), /^\$\.(intent|history)/],
		["the state", (text) => text.replace('"status":"pending"', '"status":"executed"'), /^\$/],
		["a delivery", (text) => text.replace('"httpStatus":200', '"httpStatus":201'), /^\$$/],
		["whitespace", (text) => `${text} `, /^\$$/],
	])("fails verification at the right place with %s changed", async (_, change, where) => {
		const text = await download(partner.headers);
		const changed = change(text);
		expect(changed).not.toBe(text);
		const verdict = await verifyEvidenceText(changed, { jwks });
		if (verdict.ok) throw new Error("it verified");
		expect(verdict.failures.map((failure) => failure.where)).toContainEqual(expect.stringMatching(where));
	});

	it("is not signed by a session key", async () => {
		const sessions = await (await createApp().request("/.well-known/jwks.json", {}, env)).json();
		const verdict = await verifyEvidenceText(await download(partner.headers), { jwks: sessions });
		expect(verdict).toMatchObject({ ok: false, failures: [{ where: "$.head" }] });
	});

	it("contains no e-mail address, and verifies after its erasure", async () => {
		const before = await download(partner.headers);
		expect(before).not.toContain(EMAIL);
		await caseObject(caseId).erasePersonalData({ developerId: partner.developerId });
		const after = await download(partner.headers);
		expect(after).not.toContain(EMAIL);
		expect(await verifyEvidenceText(after, { jwks })).toMatchObject({ ok: true });
	});

	it("verifies after a reviewer's decisions and an owner's contest", async () => {
		const reviewed = newIntent({ reasonForRecovery: "inheritance" });
		const record = await partner.file(reviewed);
		expect((await partner.attach(reviewed)).status).toBe(200);
		const { headers } = await newReviewer();
		const path = `/review/recovery-cases/${record.caseId}/decisions`;
		for (const decision of ["verify_order", "require_action", "clear"]) {
			expect((await call(path, { headers, body: { decision, reason: "seen" } })).status).toBe(200);
		}
		expect((await close(reviewed, "contest", owner)).status).toBe(200);
		const response = await partner.send(`/recovery-cases/${record.caseId}/evidence`);
		expect(await verifyEvidenceText(await response.text(), { jwks })).toMatchObject({
			ok: true,
			report: { status: "action_required", statusReason: "contested", moves: 6, events: 6 },
		});
	});

	describe("many reads at once", () => {
		const readFrom = (address: string) =>
			call(`/recovery-cases/${caseId}/evidence`, {
				headers: { ...partner.headers, "CF-Connecting-IP": address },
			});

		it("of one /24 get at most 24 places, and delay nobody else", async () => {
			const flood = Array.from({ length: 40 }, (_, host) => readFrom(`203.0.113.${host}`));
			const other = await readFrom("198.51.100.7");
			expect(other.status).toBe(200);
			await other.body?.cancel();
			const responses = await Promise.all(flood);
			const refused = responses.filter(({ status }) => status === 429);
			expect(refused.length).toBeGreaterThan(0);
			expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(24);
			expect(responses.length - refused.length).toBe(responses.filter(({ status }) => status === 200).length);
			const error = await errorOf(refused[0] as Response);
			expect(error).toMatchObject({ code: "RATE_LIMITED", message: expect.stringContaining("your network") });
			expect(Number(refused[0]?.headers.get("Retry-After"))).toBeGreaterThan(0);
			expect((await readFrom("203.0.113.1")).status).toBe(200);
		});
	});

	it("is served to parties and reviewers without endpoint ids, and is 404 for others", async () => {
		for (const headers of [await newWalletSession(wallet), (await newReviewer()).headers]) {
			const text = await download(headers);
			expect(text).not.toContain(endpointId);
			expect(evidenceResponse().parse(JSON.parse(text)).events[0]?.deliveries).toMatchObject([
				{ endpointId: null, httpStatus: 200 },
			]);
			expect(await verifyEvidenceText(text, { jwks })).toMatchObject({ ok: true });
		}
		const stranger = await newDeveloper();
		const absent = `/recovery-cases/rc_${"0".repeat(32)}/evidence`;
		const missing = await errorOf(await call(absent, { headers: partner.headers }));
		for (const path of ["evidence", "events"]) {
			const { headers } = stranger;
			const foreign = await errorOf(await call(`/recovery-cases/${caseId}/${path}`, { headers }));
			expect(foreign).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
			expect({ ...foreign, requestId: "" }).toEqual({ ...missing, requestId: "" });
		}
	});
});

describe("delivery receipts", () => {
	it("leave out endpoints that do not respond or cannot be found", async () => {
		const receipt = { eventId: "evt_1", deliveredAt: 1, httpStatus: 204 };
		const responding = { receiptsOf: async () => ({ kind: "receipts", receipts: [receipt] }) };
		const silent = { receiptsOf: () => new Promise(() => {}) };
		const endpointOf = (id: string) => (id === "we_silent" ? silent : responding) as never;
		const read = createReceiptReader({ list: async () => ["we_silent", "we_1"] }, endpointOf);
		expect(await read("dev_1", ["evt_1"])).toEqual([{ ...receipt, endpointId: "we_1" }]);
		const lost = createReceiptReader({ list: () => Promise.reject(new Error("down")) }, endpointOf);
		expect(await lost("dev_1", ["evt_1"])).toEqual([]);
	});

	it("are given only to the endpoint's developer", async () => {
		const object = env.WEBHOOK_ENDPOINTS.getByName(endpointId);
		const eventIds = (await eventsOf(caseId)).map((event) => event.event_id);
		expect(await object.receiptsOf({ developerId: "dev_of_another", eventIds })).toMatchObject({
			ok: false,
			reason: "not_found",
		});
	});
});

describe("the events of a case", () => {
	it("have the bytes of the webhooks' bodies and of D1", async () => {
		const text = await (await events("", partner.headers)).text();
		const bodies = (await eventsOf(caseId)).map((event) => event.body);
		expect(bodies.toSorted()).toEqual(webhooks.map(({ body }) => body).toSorted());
		const data = bodies.map((body, place) => `{"sequence":${place + 1},"event":${body}}`).join(",");
		expect(text).toBe(`{"data":[${data}],"nextAfter":2}`);
	});

	it("come in pages; an empty page means nothing new", async () => {
		const page = async (query: string) =>
			caseEventListResponse().parse(await (await events(query, partner.headers)).json());
		const first = await page("?limit=1");
		expect([first.data.map(({ sequence }) => sequence), first.nextAfter]).toEqual([[1], 1]);
		const second = await page("?limit=1&after=1");
		expect([second.data.map(({ sequence }) => sequence), second.nextAfter]).toEqual([[2], 2]);
		expect(await page("?after=2")).toEqual({ data: [], nextAfter: 2 });
		expect(await page("?after=7")).toEqual({ data: [], nextAfter: 7 });
	});
});

describe("the published keys", () => {
	it("are the signing key and every retired key, without private parts", async () => {
		const { keys } = await publishedKeys();
		expect(keys.map(({ kid }) => kid)).toEqual(["test-evidence-2", "test-evidence-1"]);
		for (const key of keys) expect(Object.keys(key)).not.toContain("d");
	});

	it("are checked by health, which names a key with mismatched halves", async () => {
		const [key] = JSON.parse(env.EVIDENCE_SIGNING_KEYS).keys;
		// The private key 1, whose public half is the curve's generator.
		const EVIDENCE_SIGNING_KEYS = JSON.stringify({ keys: [{ ...key, d: `${"A".repeat(42)}E` }] });
		const response = await createApp().request("/api/v1/health", {}, { ...env, EVIDENCE_SIGNING_KEYS });
		expect(response.status).toBe(503);
		expect(await response.text()).toContain("EVIDENCE_SIGNING_KEYS: keys.0 ");
	});
});
