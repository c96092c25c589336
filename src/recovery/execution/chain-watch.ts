/** The checks of a case on its chain: the execution of the recovery, and the lost account's activity. */

import { createJsonRpc, type JsonRpc } from "../../chain/json-rpc.ts";
import { type AccountActivity, readActivity } from "./account-activity.ts";
import type { ExecutionClaim, RecoveryAgent } from "./execution-claim.ts";
import { type ExecutionVerdict, verifyExecution } from "./verify-execution.ts";

/** A node may need this long to trace a large transaction. */
const RPC_TIMEOUT_MS = 20_000;
/** For all requests of one check. The platform ends an alarm after a quarter of an hour, with its unfinished work. */
const CHECK_TIMEOUT_MS = 300_000;
/** A trace repeats calldata at every depth. Parsed it takes eight times its size, of the 128 MiB that an isolate has. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

export type ChainWatch = {
	/** Whether a node is configured for the chain. The other methods need one. */
	hasRpc(chainId: number): boolean;
	/** Calls `verifyExecution` with the operator's settings. */
	verify(
		claim: Pick<ExecutionClaim, "chainId" | "lostAccount" | "txs" | "txHashes" | "now">,
	): Promise<ExecutionVerdict>;
	/** Calls `readActivity`. */
	activityOf(account: { chainId: number; address: string }): Promise<AccountActivity>;
};

/** The operator's settings (docs/operations.md). */
export type ChainSettings = Pick<ExecutionClaim, "confirmations" | "minProof"> & {
	rpcUrls: ReadonlyMap<number, string>;
	recoveryAgents: readonly RecoveryAgent[];
};

/** Nothing is thrown. */
export function createChainWatch(settings: ChainSettings): ChainWatch {
	const { rpcUrls, confirmations, recoveryAgents: agents, minProof } = settings;
	const rpcOf = (chainId: number): JsonRpc | undefined => {
		const url = rpcUrls.get(chainId);
		if (url === undefined) return undefined;
		return withDeadline(createJsonRpc({ url, timeoutMs: RPC_TIMEOUT_MS, maxBodyBytes: MAX_BODY_BYTES }));
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

/** Limits all requests of one check to CHECK_TIMEOUT_MS from now; later requests fail. */
function withDeadline(rpc: JsonRpc): JsonRpc {
	const deadline = Date.now() + CHECK_TIMEOUT_MS;
	return {
		async call(method, params) {
			if (Date.now() < deadline) return rpc.call(method, params);
			return { ok: false, kind: "unreachable", reason: "the check took too long" };
		},
	};
}
