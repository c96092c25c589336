/** Asks a developer's endpoints which events they have accepted. */
import type { DeliveryReceipt } from "../endpoint/endpoint-messages.ts";
import type { EndpointOf, EndpointRows } from "../ports.ts";

/** What is not on record by then is left out: whoever waits for it wants the rest. */
const WAIT_MS = 2_000;

type EndpointReceipt = DeliveryReceipt & { endpointId: string };

/** Never throws: endpoints that cannot be asked, or do not answer, add none. */
export function createReceiptReader(rows: Pick<EndpointRows, "list">, endpointOf: EndpointOf) {
	async function ask(
		endpointId: string,
		developerId: string,
		eventIds: string[],
	): Promise<EndpointReceipt[]> {
		const answer = await endpointOf(endpointId).receiptsOf({ developerId, eventIds });
		if (answer.kind === "not_found") return [];
		return answer.receipts.map((receipt) => ({ ...receipt, endpointId }));
	}

	return async (developerId: string, eventIds: string[]): Promise<EndpointReceipt[]> => {
		const endpointIds = await orNone(rows.list(developerId));
		const asked = endpointIds.map((endpointId) => orNone(ask(endpointId, developerId, eventIds)));
		return (await Promise.all(asked)).flat();
	};
}

async function orNone<T>(asked: Promise<T[]>): Promise<T[]> {
	const enough = new AbortController();
	const tooLate = scheduler.wait(WAIT_MS, { signal: enough.signal }).then((): T[] => {
		throw new Error(`no answer within ${WAIT_MS} ms`);
	});
	try {
		return await Promise.race([asked, tooLate]);
	} catch (cause) {
		console.warn(JSON.stringify({ level: "warn", event: "delivery-receipts", cause: String(cause) }));
		return [];
	} finally {
		tooLate.catch(() => undefined);
		enough.abort();
	}
}
