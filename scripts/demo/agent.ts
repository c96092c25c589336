/**
 * The recovery agent: a module of each Safe. It executes a case as soon as a reviewer has verified the court's order, and
 * reports the transactions to the service, which proves them by the chain.
 */
import { setTimeout } from "node:timers/promises";
import { encodeFunctionData, type Hex } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import type { RecoveryCase, Replevin } from "../../sdk/src/index.ts";
import { safeAbi } from "../chain/safe.ts";
import { until } from "../until.ts";
import type { DemoChain } from "./demo-chain.ts";

const POLL_MS = 1_000;
const EXECUTED_WITHIN_MS = 30_000;

export type Agent = {
	/** Resolves with the hashes when the agent has executed the case. Rejects with its problems if it has not in time. */
	executed(caseId: string): Promise<readonly Hex[]>;
	stop(): void;
};

export type AgentInputs = {
	replevin: Replevin;
	chain: DemoChain;
	account: PrivateKeyAccount;
	onExecuted(hash: Hex): void;
	/** Called once for each message. The agent tries again every second. */
	onProblem(error: Error): void;
};

export function startAgent(inputs: AgentInputs): Agent {
	const done = new Map<string, readonly Hex[]>();
	const ended = new AbortController();
	const told = new Set<string>();
	void (async () => {
		while (!ended.signal.aborted) {
			await executeWaiting(inputs, done).catch((error) => {
				if (ended.signal.aborted || told.has(error.message)) return;
				told.add(error.message);
				inputs.onProblem(error);
			});
			await setTimeout(POLL_MS);
		}
	})();
	return {
		async executed(caseId) {
			const why = () => `The agent did not act in time. ${[...told].join(" ")}`;
			await until(() => done.has(caseId), EXECUTED_WITHIN_MS, why);
			return done.get(caseId) ?? [];
		},
		stop: () => ended.abort(),
	};
}

async function executeWaiting(inputs: AgentInputs, done: Map<string, readonly Hex[]>): Promise<void> {
	for await (const { caseId } of inputs.replevin.cases.list({ status: "pending" })) {
		const record = await inputs.replevin.cases.get(caseId);
		const before = done.get(caseId);
		if (before === undefined && !(await mayExecute(record, inputs.chain))) continue;
		const txHashes = before ?? (await execute(record, inputs));
		done.set(caseId, txHashes);
		// The first report may come before the blocks are final. A repetition is harmless.
		await inputs.replevin.cases.reportExecution(record.jrcHash, { txHashes: [...txHashes] });
		const last = txHashes.at(-1);
		if (before === undefined && last !== undefined) inputs.onExecuted(last);
	}
}

/** The order is verified, and no later block can be older than the end of the challenge period. */
async function mayExecute(
	{ courtOrder, executeAfter }: RecoveryCase,
	{ client }: DemoChain,
): Promise<boolean> {
	if (courtOrder?.verification !== "verified" || executeAfter === null) return false;
	const { timestamp } = await client.getBlock();
	return Number(timestamp) * 1000 >= Date.parse(executeAfter);
}

/** The Safe makes each call of the case itself, because its module asks it to. */
async function execute(record: RecoveryCase, { chain, account }: AgentInputs): Promise<readonly Hex[]> {
	const hashes: Hex[] = [];
	for (const { dest, value, data } of record.transactions) {
		const args = [dest, BigInt(value), data, 0] as const;
		const call = encodeFunctionData({ abi: safeAbi, functionName: "execTransactionFromModule", args });
		const { transactionHash } = await chain.send(account, { to: record.case.lostAccount, data: call });
		hashes.push(transactionHash);
	}
	return hashes;
}
