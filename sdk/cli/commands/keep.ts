import { setTimeout as pause } from "node:timers/promises";
import { once } from "../../../src/kernel/once.ts";
import { type Replevin, ReplevinError } from "../../src/index.ts";
import { NODE_OPTIONS, type Node, openNode } from "../chain/node.ts";
import { type Recovery, recoveryOfCase } from "../chain/recovery.ts";
import { stepInJson, stepInWords, takeStep } from "../chain/take-step.ts";
import { clientWith } from "../client.ts";
import { type Command, EXIT, type Io, UsageError } from "../command.ts";
import { credentialsOf } from "../credentials.ts";
import { fetchKeys } from "../issuer-keys.ts";
import { pauseMs, wholeNumber } from "../options.ts";
import { isOutage } from "../outage.ts";

const DEFAULT_INTERVAL_SECONDS = 60;

export const keep: Command = {
	name: "keep",
	summary: "Keep scheduling and executing your approved cases of a chain, as each becomes due",
	operands: [],
	options: {
		chain: { value: "CHAIN_ID", help: "the chain whose cases are kept" },
		...NODE_OPTIONS,
		interval: { value: "SECONDS", help: `between two looks; ${DEFAULT_INTERVAL_SECONDS} by default` },
		once: { help: "look once, do what is due, and end" },
	},
	examples: [
		"replevin keep --chain 8453 --rpc https://node.example --key gas.key",
		"replevin keep --chain 8453 --rpc https://node.example --key gas.key --once --json",
	],
	async run({ options: { chain, rpc, key, interval = DEFAULT_INTERVAL_SECONDS, once }, json }, io) {
		if (typeof key !== "string") throw new UsageError("Name the key that pays for the gas by --key FILE.");
		const chainId = wholeNumber("--chain", chain);
		const intervalMs = pauseMs("--interval", interval, 1000);
		const credentials = await credentialsOf(io.env);
		const client = clientWith(credentials, io);
		const readKeys = () => fetchKeys(credentials.url, io);
		const node = await openNode(rpc, chainId, io);
		const known: Kept["known"] = new Map();
		for (;;) {
			const failed = await keepCases({ client, readKeys, node, chainId, key, json, known }, io);
			if (once) return failed === 0 ? EXIT.ok : EXIT.negative;
			await pause(intervalMs, undefined, { signal: io.signal });
		}
	},
};

type Kept = {
	client: Replevin;
	/** The service's keys for evidence, which it may have changed since the look before. */
	readKeys: () => Promise<unknown>;
	node: Node;
	chainId: number;
	key: string;
	json: boolean;
	/** By case, so that evidence is read again only after a change. */
	known: Map<string, { updatedAt: string; recovery: Recovery; told: string }>;
};

/** @returns how many cases failed, which are tried again at the next look */
async function keepCases(
	{ client, readKeys, node, chainId, key, json, known }: Kept,
	io: Io,
): Promise<number> {
	// Also cases whose challenge period runs: approvals with a `notBefore` are scheduled then, and may end before it does.
	const query = { status: "pending", verification: "verified", chainId, limit: 100 } as const;
	const keys = once(readKeys);
	let failed = 0;
	try {
		for await (const { caseId, updatedAt } of client.cases.list(query, { signal: io.signal })) {
			try {
				const before = known.get(caseId);
				const isSame = before?.updatedAt === updatedAt;
				const recovery = isSame
					? before.recovery
					: await recoveryOfCase(caseId, { client, keys: await keys(), signal: io.signal });
				const taken = await takeStep(recovery, node, key);
				const { step, hash, next } = taken;
				const told = stepInWords(next);
				if (hash !== undefined || told !== before?.told) {
					if (json) io.print(stepInJson(recovery, taken));
					else io.print(`${caseId}  ${hash === undefined ? "" : `${step.kind}d by ${hash}. `}${told}`);
				}
				known.set(caseId, { updatedAt, recovery, told });
			} catch (error) {
				io.signal.throwIfAborted();
				if (!(error instanceof ReplevinError)) throw error;
				failed += 1;
				io.note(`${caseId}: ${error.message}`, "bad");
			}
		}
	} catch (error) {
		io.signal.throwIfAborted();
		if (!isOutage(error)) throw error;
		io.note(`${error.message} Trying again.`);
		failed += 1;
	}
	return failed;
}
