/** What a case asks of its chain: whether its recovery was executed, and whether the lost account is at work. */

import { createJsonRpc, type JsonRpc } from "../../chain/json-rpc.ts";
import { type AccountActivity, readActivity } from "./account-activity.ts";
import {
	type ExecutionClaim,
	type ExecutionVerdict,
	type RecoveryAgent,
	verifyExecution,
} from "./verify-execution.ts";

/** A trace of a large transaction takes a node this long. */
const RPC_TIMEOUT_MS = 20_000;
/** For all that a look asks. The platform ends an alarm after a quarter of an hour, and what it had still to do. */
const LOOK_TIMEOUT_MS = 300_000;
/** A trace repeats calldata at every depth. Parsed it takes eight times its size, of the 128 MiB that an isolate has. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

export type ChainWatch = {
	/** Whether a node is configured for the chain; without one nothing below may be asked. */
	hasRpc(chainId: number): boolean;
	/** As `verifyExecution`, by the operator's settings. */
	verify(
		claim: Pick<ExecutionClaim, "chainId" | "lostAccount" | "txs" | "txHashes" | "now">,
	): Promise<ExecutionVerdict>;
	/** As `readActivity`. */
	activityOf(account: { chainId: number; address: string }): Promise<AccountActivity>;
};

/** What the operator has set (docs/operations.md). */
export type ChainSettings = Pick<ExecutionClaim, "confirmations" | "minProof"> & {
	rpcUrls: ReadonlyMap<number, string>;
	recoveryAgents: readonly RecoveryAgent[];
};

/** Asks the nodes that are configured. Nothing is thrown. */
export function createChainWatch(settings: ChainSettings): ChainWatch {
	const { rpcUrls, confirmations, recoveryAgents: agents, minProof } = settings;
	const rpcOf = (chainId: number): JsonRpc | undefined => {
		const url = rpcUrls.get(chainId);
		if (url === undefined) return undefined;
		return untilLate(createJsonRpc({ url, timeoutMs: RPC_TIMEOUT_MS, maxBodyBytes: MAX_BODY_BYTES }));
	};
	const noRpc = { kind: "unavailable", reason: "no node is configured for the chain" } as const;
	return {
		hasRpc: (chainId) => rpcUrls.has(chainId),
		async verify(claim) {
			const rpc = rpcOf(claim.chainId);
			return rpc ? verifyExecution({ ...claim, agents, minProof, confirmations }, rpc) : noRpc;
		},
		async activityOf({ chainId, address }) {
			const rpc = rpcOf(chainId);
			return rpc ? readActivity(rpc, { chainId, address }) : noRpc;
		},
	};
}

/** From now on for the time that a look may take; whoever asks later is not answered. */
function untilLate(rpc: JsonRpc): JsonRpc {
	const endsAt = Date.now() + LOOK_TIMEOUT_MS;
	return {
		async call(method, params) {
			if (Date.now() < endsAt) return rpc.call(method, params);
			return { ok: false, kind: "unreachable", reason: "the check took too long" };
		},
	};
}
