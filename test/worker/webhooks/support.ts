/** Shared by the tests of webhooks: endpoints with a receiver behind them, and events as cases make them. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { inject } from "vitest";
import type { WebhookEndpoint } from "../../../durable/webhook-endpoint/webhook-endpoint.ts";
import { configOf } from "../../../src/config/config.ts";
import {
	newSampleEventId,
	newWebhookEndpointId,
	newWebhookSecretId,
} from "../../../src/kernel/crypto/random-ids.ts";
import { createSealer } from "../../../src/kernel/crypto/sealing.ts";
import { EVENT_TYPES, type EventType } from "../../../src/protocol/enumerations.ts";
import { type EventSubject, eventEnvelope } from "../../../src/protocol/event-envelope.ts";
import { formatSecret, SECRET_BYTES } from "../../../src/webhooks/delivery/signing.ts";
import type { QueuedEvent } from "../../../src/webhooks/endpoint/endpoint.ts";
import { secretContext } from "../../../src/webhooks/endpoint/endpoint-messages.ts";
import type { Received, ReceiverResponse } from "../../support/webhooks/webhook-receiver.ts";
import { eventually } from "../recovery/support.ts";

export const receiver = {
	hook: (name: string) => `${inject("receiverUrl")}/hooks/${name}`,
	async script(name: string, responses: readonly ReceiverResponse[]): Promise<void> {
		const responded = await fetch(`${inject("receiverUrl")}/scripts/${name}`, {
			method: "PUT",
			body: JSON.stringify(responses),
		});
		await responded.arrayBuffer();
	},
	async received(name: string): Promise<Received[]> {
		return (await fetch(`${inject("receiverUrl")}/received/${name}`)).json();
	},
};

export const endpointObject = (endpointId: string): DurableObjectStub<WebhookEndpoint> =>
	(env.WEBHOOK_ENDPOINTS as DurableObjectNamespace<WebhookEndpoint>).getByName(endpointId);

/** A secret as its owner gets it, and as the object gets it. */
export async function newSecret(endpointId: string) {
	const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
	const secretId = newWebhookSecretId();
	const sealer = createSealer(configOf(env).keyEncryptionKeys, "webhook-secret");
	const sealed = await sealer.seal(bytes, secretContext(endpointId, secretId));
	return { text: formatSecret(bytes), secret: { secretId, sealed } };
}

/** An endpoint whose receiver plays these responses, created at its object without the routes. */
export async function newEndpoint(
	responses: readonly ReceiverResponse[] = [],
	{ eventTypes = [...EVENT_TYPES] as EventType[], url }: { eventTypes?: EventType[]; url?: string } = {},
) {
	const endpointId = newWebhookEndpointId();
	const developerId = "dev_of_the_tests";
	const { text, secret } = await newSecret(endpointId);
	await receiver.script(endpointId, responses);
	const object = endpointObject(endpointId);
	await object.create({
		endpointId,
		developerId,
		url: url ?? receiver.hook(endpointId),
		description: null,
		eventTypes,
		secret,
		now: Date.now(),
	});
	const owner = () => ({ developerId, now: Date.now() });
	return {
		endpointId,
		developerId,
		secret: text,
		object,
		owner,
		enqueue: (...events: QueuedEvent[]) => object.enqueue({ developerId, events }),
		received: () => receiver.received(endpointId),
		script: (next: readonly ReceiverResponse[]) => receiver.script(endpointId, next),
		async describe() {
			const response = await object.describe(owner());
			if (!("endpoint" in response)) throw new Error("the endpoint is gone");
			return response.endpoint;
		},
		async deliveries() {
			const page = await object.listDeliveries({ developerId, limit: 100 });
			if (!("deliveries" in page)) throw new Error("the endpoint is gone");
			return page.deliveries;
		},
		/** Queries or changes the object's storage directly. */
		sql: (query: string, ...values: (string | number | null)[]) =>
			runInDurableObject(object, (_, { storage }) => storage.sql.exec(query, ...values).toArray()),
		alarm: () => runDurableObjectAlarm(object),
		/** Runs the alarm now, whatever time it is set to. */
		async alarmNow() {
			await runInDurableObject(object, (_, { storage }) => storage.setAlarm(Date.now() + 3_600_000));
			await runDurableObjectAlarm(object);
		},
		/** Drops the object from memory, as a restart would. */
		evict: () => evictDurableObject(object),
		/** Inserts the row in D1 that the service inserts after it has created the object. */
		register: () =>
			env.DB.prepare("INSERT INTO webhook_endpoints (endpoint_id, developer_id, created_at) VALUES (?, ?, ?)")
				.bind(endpointId, developerId, Date.now())
				.run(),
		alarmAt: () => runInDurableObject(object, (_, { storage }) => storage.getAlarm()),
	};
}

let sequence = 0;

export function newEvent(fields: Partial<QueuedEvent> = {}): QueuedEvent {
	const eventId = newSampleEventId();
	const createdAt = Date.now();
	const type = "recovery_case.created";
	const subject: EventSubject = {
		...{ caseId: `rc_${"a".repeat(32)}`, jrcHash: `0x${"1".repeat(64)}`, status: "created", txHash: null },
		...{ statusReason: null, eventSequence: ++sequence, historyHash: `0x${"2".repeat(64)}` },
	};
	return {
		eventId,
		type,
		body: eventEnvelope(subject, type, eventId, new Date(createdAt).toISOString()),
		createdAt,
		...fields,
	};
}

const DELIVERED_WITHIN_MS = 5_000;

export type TestEndpoint = Awaited<ReturnType<typeof newEndpoint>>;

/** Newest first. */
export const statuses = async (endpoint: TestEndpoint) =>
	(await endpoint.deliveries()).map(({ status }) => status);

/** Resolves when the newest delivery has this number of attempts. */
export const attempted = (endpoint: TestEndpoint, times: number) =>
	eventually(async () => (await endpoint.deliveries())[0]?.attempts.length === times, DELIVERED_WITHIN_MS);

/** Makes waiting deliveries due and runs the alarm. */
export async function timePasses(endpoint: TestEndpoint) {
	await endpoint.sql(
		"UPDATE deliveries SET due_at = 1, scheduled_at = 1 WHERE due_at IS NOT NULL AND leased_at IS NULL",
	);
	await endpoint.alarm();
}
