import type { RecoveryIntent } from "../generated/api.ts";

/** The service's own pattern. BigInt would take an empty text for 0. */
const WEI = /^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/;

/**
 * Rejects transactions whose value the service would not accept, because the hash would be that of another intent.
 * @throws RangeError
 */
export function checkCalls(txs: RecoveryIntent["txs"]): void {
	if (!Array.isArray(txs)) throw new RangeError("the transactions are not a list");
	for (const [at, { value, data }] of txs.entries()) {
		if (typeof value !== "string" || !WEI.test(value))
			throw new RangeError(
				`value of transaction ${at} is not wei as a decimal or 0x text: ${JSON.stringify(String(value))}`,
			);
		if (typeof data !== "string") throw new RangeError(`data of transaction ${at} is not hex text`);
	}
}
