/**
 * Reads the recovery module's events of each chain (recovery-module.md "What the service does with events"): one
 * `eth_getLogs` for all accounts. Events of final blocks go to their cases; a schedule without a case that allows it is
 * an alarm at once.
 */
import type { JsonRpc } from "../../chain/json-rpc.ts";
import { moduleCalls } from "../../chain/recovery-module.ts";
import {
	checkChainId,
	failureReason,
	loggedSchema,
	request,
	smallQuantitySchema,
} from "../../chain/rpc-responses.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import { log } from "../../kernel/log.ts";
import { moduleAddress } from "../../protocol/recovery-module/court-recovery-module.ts";
import type { ModuleEvent } from "../../protocol/recovery-module/module-calls.ts";
import { lastFinalHeight } from "../execution/finality.ts";

/** Many nodes allow no more blocks. */
const MAX_RANGE = 1_000;
const MAX_RANGES = 10;
/** `eth_chainId`, the final block, the head and the logs. */
const REQUESTS_PER_RANGE = 4;

/** An event with its place in the chain. */
export type PlacedEvent = ModuleEvent & {
	chainId: number;
	txHash: Hex;
	blockNumber: number;
	logIndex: number;
};
type Scheduled = Extract<PlacedEvent, { kind: "scheduled" }>;

export type ModuleWatchPorts = {
	rpcOf(chainId: number): JsonRpc;
	/** False if the reserve of these requests is used up. */
	charge(requests: number, now: number): Promise<boolean>;
	/** The last block whose events the cases have; undefined before the first look. */
	cursorOf(chainId: number): Promise<number | undefined>;
	moveOn(chainId: number, block: number, now: number): Promise<void>;
	/** Hands final events to their cases, in their order. */
	tellCases(events: readonly PlacedEvent[]): Promise<void>;
	/** Raises an alarm for each schedule of which no case is the reason, once. */
	judgeSchedules(events: readonly Scheduled[], rpc: JsonRpc, now: number): Promise<void>;
	/** Takes back alarms of schedules that have ended, and notes the new times of those that were delayed. */
	updateSchedules(events: readonly PlacedEvent[]): Promise<void>;
	confirmations: number | null;
};

export async function continueModuleWatch(
	now: number,
	chains: Iterable<number>,
	ports: ModuleWatchPorts,
): Promise<void> {
	for (const chainId of chains) {
		const problem = await followChain(now, chainId, ports);
		// The next minute begins where this one has ended.
		if (problem !== null) log.warn("module-watch", { chainId, reason: problem });
	}
}

/** @returns the reason of an outage; null without one */
async function followChain(now: number, chainId: number, ports: ModuleWatchPorts): Promise<string | null> {
	if (!(await ports.charge(REQUESTS_PER_RANGE, now))) return "the reserve of requests is used up";
	const rpc = ports.rpcOf(chainId);
	const wrongChain = await checkChainId(rpc, chainId);
	if (wrongChain !== null) return wrongChain;
	const head = await request(rpc, "eth_blockNumber", [], smallQuantitySchema());
	if (!head.ok) return failureReason(head, "eth_blockNumber");
	const final = await lastFinalHeight(rpc, ports.confirmations);
	if (typeof final === "string") return final;
	let done = await ports.cursorOf(chainId);
	if (done === undefined) {
		done = Math.max(final, 0);
		await ports.moveOn(chainId, done, now);
	}
	let range = MAX_RANGE;
	for (let step = 0; step < MAX_RANGES && done < head.value; step++) {
		const to: number = Math.min(done + range, head.value);
		const read = await readEvents(rpc, chainId, done + 1, to);
		if (typeof read === "string") {
			// A node may reject a range with too many events.
			if (range === 1) return read;
			range = Math.ceil(range / 8);
			continue;
		}
		await ports.judgeSchedules(
			read.filter((event) => event.kind === "scheduled"),
			rpc,
			now,
		);
		const settled = read.filter(({ blockNumber }) => blockNumber <= final);
		await ports.tellCases(settled);
		// Before its block is final, the next look would find the schedule again and tell everybody once more.
		await ports.updateSchedules(settled);
		// Blocks that are not final are read again, because a reorganisation may replace them.
		if (to > final) {
			if (final > done) await ports.moveOn(chainId, final, now);
			return null;
		}
		done = to;
		await ports.moveOn(chainId, done, now);
	}
	return null;
}

/** In the chain's order. A text is the reason of an outage. */
async function readEvents(
	rpc: JsonRpc,
	chainId: number,
	from: number,
	to: number,
): Promise<PlacedEvent[] | string> {
	const filter = { address: moduleAddress, fromBlock: hexOf(from), toBlock: hexOf(to) };
	const logs = await request(rpc, "eth_getLogs", [filter], loggedSchema());
	if (!logs.ok) return failureReason(logs, "eth_getLogs");
	return logs.value.flatMap(({ transactionHash: txHash, blockNumber, logIndex, ...emitted }) => {
		const event = moduleCalls.readEvent(emitted);
		return event ? [{ ...event, chainId, txHash, blockNumber, logIndex }] : [];
	});
}

const hexOf = (value: number): Hex => `0x${value.toString(16)}`;
