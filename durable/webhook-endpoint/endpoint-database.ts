/** Opens an endpoint's storage. No table exists before the first write. */
import { afterRestart } from "../../src/webhooks/delivery/endpoint-health.ts";
import { openSchema } from "../storage/migrate.ts";
import { createDeliveryStore } from "./delivery-store.ts";
import { createEndpointStore, type Endpoint } from "./endpoint-store.ts";
import { webhookEndpointMigrations } from "./migrations/webhook-endpoint-migrations.ts";

export type EndpointDatabase = ReturnType<typeof openEndpointDatabase>;

export function openEndpointDatabase(storage: DurableObjectStorage) {
	const { sql } = storage;
	const endpoints = createEndpointStore(sql);
	const deliveries = createDeliveryStore(sql);
	const schema = openSchema(storage, webhookEndpointMigrations);
	let isRestartNoted = false;

	function load(): Endpoint | undefined {
		if (!schema.isReadable()) return undefined;
		const endpoint = endpoints.load();
		if (isRestartNoted || !endpoint) return endpoint;
		isRestartNoted = true;
		const health = afterRestart(endpoint.health, Date.now());
		if (health !== endpoint.health) transaction(() => endpoints.update({ health }));
		return endpoints.load();
	}

	function transaction<T>(change: () => T): T {
		return withoutTransaction(() => schema.transaction(change));
	}

	/** Each statement must be consistent alone: a savepoint costs as much as a write (ADR 20). */
	function withoutTransaction<T>(change: () => T): T {
		try {
			return change();
		} catch (cause) {
			endpoints.clearCache();
			throw cause;
		}
	}

	/** Also deletes the alarm. */
	async function deleteAll(): Promise<void> {
		endpoints.clearCache();
		const deleting = storage.deleteAll();
		schema.forget();
		await deleting;
	}

	return { sql, schema, endpoints, deliveries, load, transaction, withoutTransaction, deleteAll };
}
