import { createJsonRpc, type JsonRpc } from "../../chain/json-rpc.ts";
import type { Budgets } from "../../quota/budgets.ts";
import type { BudgetExhausted } from "../../quota/errors.ts";
import { createLookBudget, type Look } from "../../quota/look-budget.ts";
import { type NodePayer, readMetered } from "../../quota/node-requests.ts";
import { type AccountActivity, readActivity } from "./account-activity.ts";
import type { ExecutionClaim, RecoveryAgent } from "./execution-claim.ts";
import { type ExecutionVerdict, verifyExecution } from "./verify-execution.ts";

/** The time to trace a large transaction. */
const RPC_TIMEOUT_MS = 20_000;
/** The platform ends an alarm after a quarter of an hour. */
const CHECK_TIMEOUT_MS = 300_000;
/** A parsed trace takes eight times its size, of the isolate's 128 MiB. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Fits the check of five transactions. */
const CHARGED_AT_A_TIME = 20;

export type ChainWatch = {
	verify(
		claim: Pick<ExecutionClaim, "chainId" | "lostAccount" | "jrcHash" | "txs" | "txHashes" | "now">,
		by: NodePayer,
	): Promise<ExecutionVerdict | BudgetExhausted>;
	activityOf(
		account: { chainId: number; address: string },
		look: Look,
	): Promise<AccountActivity | BudgetExhausted>;
};

export type ChainSettings = Pick<ExecutionClaim, "confirmations" | "minProof"> & {
	rpcUrls: ReadonlyMap<number, string>;
	recoveryAgents: readonly RecoveryAgent[];
};

/** Nothing is thrown. */
export function createChainWatch(settings: ChainSettings, budgets: Pick<Budgets, "charge">): ChainWatch {
	const { rpcUrls, confirmations, recoveryAgents: agents, minProof } = settings;
	const rpcOf = (chainId: number): JsonRpc | undefined => {
		const url = rpcUrls.get(chainId);
		if (url === undefined) return undefined;
		return withDeadline(createJsonRpc({ url, timeoutMs: RPC_TIMEOUT_MS, maxBodyBytes: MAX_BODY_BYTES }));
	};
	const noRpc = { kind: "unavailable", reason: "no node is configured for the chain" } as const;
	const withinLooks = createLookBudget(budgets);
	async function ask<T>(chainId: number, by: NodePayer, read: (rpc: JsonRpc) => Promise<T>) {
		const rpc = rpcOf(chainId);
		return rpc ? readMetered(rpc, budgets, { by, block: CHARGED_AT_A_TIME }, read) : noRpc;
	}
	return {
		verify: (claim, by) =>
			ask(claim.chainId, by, (rpc) => verifyExecution({ ...claim, agents, minProof, confirmations }, rpc)),
		activityOf: async (account, look) => {
			const rpc = rpcOf(account.chainId);
			return rpc ? withinLooks(look, () => readActivity(rpc, account)) : noRpc;
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
