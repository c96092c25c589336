/**
 * The keeper: a stranger, who may do nothing for the accounts. It sends the calls that the service gives out for an approved
 * recovery, pays their gas, and reports the execution.
 */
import { setTimeout } from "node:timers/promises";
import type { Hex } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import type { Replevin } from "../../sdk/src/index.ts";
import { until } from "../until.ts";
import { DELAY_SECONDS, type DemoChain } from "./demo-chain.ts";

const POLL_MS = 1_000;
const PROVEN_WITHIN_MS = 30_000;

type KeeperInputs = {
	/** Of somebody who may read the cases. */
	replevin: Replevin;
	chain: DemoChain;
	account: PrivateKeyAccount;
	onExecuted(hash: Hex): void;
	/** Called once for each message. The keeper tries again every second. */
	onProblem(error: Error): void;
};

export function createKeeper({ replevin, chain, account, onExecuted, onProblem }: KeeperInputs) {
	const ended = new AbortController();
	const { cases } = replevin;

	/** @throws Error if the service gives out no such call now, or the chain rejects it */
	async function send(caseId: string, name: "schedule" | "execute"): Promise<Hex> {
		const call = (await cases.approval(caseId)).calls[name];
		if (call === null) throw new Error(`The case ${caseId} has no call "${name}" now.`);
		return (await chain.send(account, { to: call.to, data: call.data as Hex })).transactionHash;
	}

	const schedule = (caseId: string) => send(caseId, "schedule");

	/** Resolves when the service has proven the execution. @throws Error if it does not in time */
	async function execute(caseId: string): Promise<Hex> {
		const hash = await send(caseId, "execute");
		const isExecuted = async () => {
			const { status, jrcHash } = await cases.get(caseId);
			// A report may come before the block is final. A repetition is harmless.
			if (status !== "executed") await cases.reportExecution(jrcHash, { txHashes: [hash] });
			return status === "executed";
		};
		await until(isExecuted, PROVEN_WITHIN_MS, () => `The case ${caseId} was not executed in time.`, 250);
		return hash;
	}

	async function actOnAll(): Promise<void> {
		for await (const { caseId } of cases.list({ status: "pending" })) {
			const { calls } = await cases.approval(caseId);
			if (calls.schedule === null) continue;
			await schedule(caseId);
			await chain.pass(DELAY_SECONDS);
			onExecuted(await execute(caseId));
		}
	}

	return {
		schedule,
		execute,
		/** From now on, whatever is approved is scheduled and executed. The delay passes at once. */
		start() {
			const told = new Set<string>();
			void (async () => {
				while (!ended.signal.aborted) {
					await actOnAll().catch((error: Error) => {
						if (ended.signal.aborted || told.has(error.message)) return;
						told.add(error.message);
						onProblem(error);
					});
					await setTimeout(POLL_MS);
				}
			})();
		},
		stop: () => ended.abort(),
	};
}
