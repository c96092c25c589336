/** An endpoint of webhooks, its deliveries, the feed, and a message that could not be delivered. */
import { WEBHOOK_EVENT_TYPES } from "../../../src/protocol/enumerations.ts";
import { newCaseBody } from "../../../test/support/signing/signing.ts";
import { HOOK } from "../example-service.ts";
import { withinAMinute } from "../recorder.ts";
import { caseOf } from "./cases.ts";
import { type Account, once, type Stage } from "./people.ts";

/** A later success of an endpoint within a second is not written. */
const SUCCESS_INTERVAL_MS = 1100;

export type Endpoint = { endpointId: string; secret: string };

/** @returns the endpoint that receives the events of the story */
export async function openEndpoint({ record, service }: Stage, { key }: Account): Promise<Endpoint> {
	const create = {
		as: once(key, "create-production-endpoint"),
		body: {
			url: service.receiver.hook(HOOK),
			description: "production backend",
			eventTypes: WEBHOOK_EVENT_TYPES,
		},
	};
	const created = await record("createWebhookEndpoint", create);
	await record("createWebhookEndpoint", create);
	const endpointId = created.text("endpointId");
	await record("testWebhookEndpoint", { as: once(key, "first-sample"), params: { endpointId } });
	return { endpointId, secret: created.text("secret") };
}

/** The developer watches the account of the story's case. */
export async function watchAccounts({ record }: Stage, { key: as }: Account): Promise<void> {
	const { lostAccount } = caseOf({}).intent.rec;
	await record("watchAccounts", { as, body: { accounts: [lostAccount, `0x${"b1".repeat(20)}`] } });
	await record("listWatchedAccounts", { as, query: { limit: 2 } });
	await record("unwatchAccounts", { as, body: { accounts: [`0x${"b1".repeat(20)}`] } });
}

/** Waits until the receiver has the event. */
export async function delivered({ service }: Stage, caseId: string, type: string) {
	return receivedEvent(service, (event) => event.data.caseId === caseId && event.type === type, type);
}

type SentEvent = { type: string; data: { caseId: string | null; account?: string } };

async function receivedEvent(
	{ receiver }: Stage["service"],
	isIt: (event: SentEvent) => boolean,
	what: string,
) {
	const find = () => receiver.received(HOOK).find(({ body }) => isIt(JSON.parse(body)));
	await withinAMinute(() => find() !== undefined, `${what} is delivered`);
	const found = find();
	if (!found) throw new Error(`${what} was not received`);
	return found;
}

const SCHEDULED = "account.recovery_scheduled";

/** The event of a schedule of which there is no case. */
export const scheduleDelivered = ({ service }: Stage) =>
	receivedEvent(service, ({ type }) => type === SCHEDULED, SCHEDULED);

export async function listSchedule({ record, call }: Stage, { key: as }: Account): Promise<void> {
	const all = await call("listEvents", { as, query: { limit: 100 } });
	const { data } = all.body as { data: { seq: number; event: { type: string } }[] };
	const seq = data.find(({ event }) => event.type === SCHEDULED)?.seq ?? 0;
	await record("listEvents", { as, name: "schedule", query: { after: seq - 1, limit: 1 } });
}

export async function watchDeliveries(
	stage: Stage,
	{ key }: Account,
	{ endpointId }: Endpoint,
): Promise<void> {
	const { record, call } = stage;
	const params = { endpointId };
	await record("listWebhookEndpoints", { as: key });
	const before = await record("getWebhookEndpoint", { as: key, params });
	const deliveries = await record("listWebhookDeliveries", { as: key, params, query: { limit: 1 } });
	const eventId = String(Object(deliveries.body).data[0].eventId);
	await record("getWebhookDelivery", { as: key, params: { endpointId, eventId } });
	const lastSuccessAt = String(Object(before.body).lastSuccessAt);
	await withinAMinute(
		() => Date.now() - Date.parse(lastSuccessAt) > SUCCESS_INTERVAL_MS,
		"a success is written again",
	);
	await record("redeliverWebhookEvent", { as: key, params: { endpointId, eventId } });
	// The rotation's response shows the time of the last success.
	await withinAMinute(async () => {
		const { body } = await call("getWebhookEndpoint", { as: key, params });
		return Object(body).lastSuccessAt !== lastSuccessAt;
	}, "the event is delivered again");
	await record("listEvents", { as: key, query: { limit: 4 } });
	const rotate = { as: once(key, "rotate-after-a-leak"), params, body: { overlapSeconds: 3600 } };
	await record("rotateWebhookSecret", { ...rotate, name: "rotated" });
	await record("rotateWebhookSecret", { ...rotate, name: "repeated" });
}

/** An endpoint that was disabled for a while, and gets afterwards what it has missed. */
export async function changeEndpoint({ record, call, service }: Stage, { key }: Account): Promise<void> {
	const body = { url: service.receiver.hook("other") };
	const created = await call("createWebhookEndpoint", { as: key, body });
	const params = { endpointId: created.text("endpointId") };
	await call("updateWebhookEndpoint", { as: key, params, body: { enabled: false } });
	const { intent } = caseOf({ lostAccount: `0x${"a4".repeat(20)}` });
	await call("createRecoveryCase", { as: key, body: await newCaseBody(intent) });
	const eventTypes = ["recovery_case.created", "recovery_case.executed"];
	await record("updateWebhookEndpoint", { as: key, params, body: { eventTypes, enabled: true } });
	const since = "2026-11-21T09:30:00.000Z";
	await record("recoverWebhookEvents", { as: key, params, body: { since, dryRun: true } });
	await record("deleteWebhookEndpoint", { as: key, params });
}

/** D1 does not know the endpoints for a while, so the pointer to an event fails until it is a dead letter. */
export async function requeueDeadLetter(stage: Stage, { key }: Account, reviewer: Account): Promise<void> {
	const { record, call, service } = stage;
	const as = reviewer.session;
	await service.sql("ALTER TABLE webhook_endpoints RENAME TO endpoints_away");
	const { intent } = caseOf({ lostAccount: `0x${"a3".repeat(20)}` });
	await call("createRecoveryCase", { as: key, body: await newCaseBody(intent) });
	const open = async () => Object((await call("listDeadLetters", { as })).body).data[0];
	await withinAMinute(async () => (await open()) !== undefined, "the message is a dead letter");
	await service.sql("ALTER TABLE endpoints_away RENAME TO webhook_endpoints");
	const { deadLetterId } = await open();
	await record("listDeadLetters", { as });
	await record("requeueDeadLetter", { as, params: { deadLetterId } });
}
