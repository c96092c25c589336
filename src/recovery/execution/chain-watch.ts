import { createJsonRpc, type JsonRpc } from "../../chain/json-rpc.ts";
import { type AccountActivity, readActivity } from "./account-activity.ts";
import type { ExecutionClaim, RecoveryAgent } from "./execution-claim.ts";
import { type ExecutionVerdict, verifyExecution } from "./verify-execution.ts";

/** The time to trace a large transaction. */
const RPC_TIMEOUT_MS = 20_000;
/** The platform ends an alarm after a quarter of an hour. */
const CHECK_TIMEOUT_MS = 300_000;
/** A parsed trace takes eight times its size, of the isolate's 128 MiB. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

export type ChainWatch = {
	hasRpc(chainId: number): boolean;
	verify(
		claim: Pick<ExecutionClaim, "chainId" | "lostAccount" | "txs" | "txHashes" | "now">,
	): Promise<ExecutionVerdict>;
	activityOf(account: { chainId: number; address: string }): Promise<AccountActivity>;
};

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

function withDeadline(rpc: JsonRpc): JsonRpc {
	const deadline = Date.now() + CHECK_TIMEOUT_MS;
	return {
		async call(method, params) {
			if (Date.now() < deadline) return rpc.call(method, params);
			return { ok: false, kind: "unreachable", reason: "the check took too long" };
		},
	};
}
