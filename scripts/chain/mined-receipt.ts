import { setTimeout } from "node:timers/promises";
import {
	type Hash,
	type PublicActions,
	type TransactionReceipt,
	TransactionReceiptNotFoundError,
} from "viem";

const POLL_MS = 20;
const TIMEOUT_MS = 30_000;

/**
 * Waits for the receipt of a transaction on a local chain, by asking for it again and again. viem's
 * `waitForTransactionReceipt` asks anew only when a new block appears; anvil mines a transaction at once and then no other
 * block, so that a receipt that is missed at the first look is missed for ever.
 * @throws Error after thirty seconds, and whatever else the node responds
 */
export async function minedReceipt(
	client: Pick<PublicActions, "getTransactionReceipt">,
	hash: Hash,
): Promise<TransactionReceipt> {
	const deadline = Date.now() + TIMEOUT_MS;
	while (Date.now() < deadline) {
		const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
			if (error instanceof TransactionReceiptNotFoundError) return undefined;
			throw error;
		});
		if (receipt) return receipt;
		await setTimeout(POLL_MS);
	}
	throw new Error(`The transaction ${hash} is not mined after ${TIMEOUT_MS / 1000} seconds.`);
}
