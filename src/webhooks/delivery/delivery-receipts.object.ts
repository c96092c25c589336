/** Asks a developer's endpoints which events their receivers have accepted. */
import { isFailure } from "../../kernel/errors/failure.ts";
import { log } from "../../kernel/log.ts";
import { withTimeout } from "../../kernel/time/with-timeout.ts";
import type { DeliveryReceipt, EndpointOf } from "../endpoint/endpoint-messages.ts";
import type { EndpointRows } from "../endpoint/endpoints.d1.ts";

/** Later receipts are left out, because the caller waits. */
const TIMEOUT_MS = 2_000;

type EndpointReceipt = DeliveryReceipt & { endpointId: string };

/** Never throws: an endpoint that fails or is late adds no receipts. */
export function createReceiptReader(rows: Pick<EndpointRows, "list">, endpointOf: EndpointOf) {
	async function ask(
		endpointId: string,
		developerId: string,
		eventIds: string[],
	): Promise<EndpointReceipt[]> {
		const result = await endpointOf(endpointId).receiptsOf({ developerId, eventIds });
		if (isFailure(result)) return [];
		return result.receipts.map((receipt) => ({ ...receipt, endpointId }));
	}

	return async (developerId: string, eventIds: string[]): Promise<EndpointReceipt[]> => {
		const endpointIds = await orNone(rows.list(developerId));
		const asked = endpointIds.map((endpointId) => orNone(ask(endpointId, developerId, eventIds)));
		return (await Promise.all(asked)).flat();
	};
}

async function orNone<T>(asked: Promise<T[]>): Promise<T[]> {
	try {
		return await withTimeout(asked, TIMEOUT_MS);
	} catch (cause) {
		log.warn("delivery-receipts", { cause });
		return [];
	}
}
