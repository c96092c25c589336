// A service whose cases are executed by keys, an agent, Safes and ERC-4337 accounts on one chain. The service reaches it by a
// node that traces and, under another chain id, by a node that does not.
import { type Address, encodeFunctionData } from "viem";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { Call } from "../../../src/protocol/intent.ts";
import {
	agent,
	CHAIN_ID,
	type ExecutionChain,
	startExecutionChain,
	startPaymentChain,
	tokenAbi,
} from "./execution-chain.ts";
import { startExecutionService } from "./execution-service.ts";
import { type Fault, jsonResponse, methodNotFound, startRpcProxy } from "./rpc-proxy.ts";
import { deploySafes } from "./safe.ts";
import { entryPoint06Bytecode, placeEntryPoint } from "./user-operation.ts";

/** Chain id at the node that does not trace. */
export const UNTRACED_ID = 31_338;
/** A chain whose clock is years behind, so its blocks are older than every order. */
export const EARLY_ID = 31_339;
const YEAR_2020 = 1_577_836_800;
const DAY_SECONDS = 86_400;

export type Account = Parameters<ExecutionChain["send"]>[0];
export type ProofStage = Awaited<ReturnType<typeof startProofStage>>;

export async function startProofStage() {
	const [chain, early] = await Promise.all([
		startExecutionChain(),
		startPaymentChain({ chainId: EARLY_ID, genesisTime: YEAR_2020 }),
	]);
	/** Set by a test; responds in place of the node that traces. */
	let fault: Fault | undefined;
	const traced = await startRpcProxy(chain.url, () => fault);
	const untraced = await startRpcProxy(chain.url, ({ method }) => {
		if (method === "eth_chainId") return jsonResponse({ result: `0x${UNTRACED_ID.toString(16)}` });
		return method === "debug_traceTransaction" ? methodNotFound : undefined;
	});
	// Block times have whole seconds; no block may be older than an order.
	await chain.test.increaseTime({ seconds: DAY_SECONDS });
	const dests = [chain.token];
	const [service, { safes, other }] = await Promise.all([
		startExecutionService({
			RPC_URLS: JSON.stringify({
				[CHAIN_ID]: traced.url,
				[UNTRACED_ID]: untraced.url,
				[EARLY_ID]: early.url,
			}),
			RECOVERY_AGENTS: JSON.stringify(
				[CHAIN_ID, UNTRACED_ID].map((chainId) => ({ chainId, agent: agent.address, dests })),
			),
			MIN_PROOF: "decoded",
			CONFIRMATIONS: "0",
		}),
		placeContracts(chain),
	]);

	let salt = 0n;
	return {
		...{ chain, early, service, other },
		/** A new account with units of both tokens. */
		async newLost(): Promise<Account> {
			const owner = await chain.newOwner();
			await chain.mint(owner.address);
			const data = encodeFunctionData({ abi: tokenAbi, functionName: "mint", args: [owner.address, 9n] });
			await chain.send(chain.deployer, { to: other, data });
			return owner;
		},
		/** A new Safe of the lost key, with units of the token and coins. */
		async newSafe(): Promise<Address> {
			const safe = await safes.createSafe(++salt);
			await chain.mint(safe);
			await chain.fund({ address: safe });
			return safe;
		},
		/** @returns the hashes of the mined transactions, in order */
		async sendAll(from: Account, calls: readonly Call[]): Promise<Hex[]> {
			const hashes: Hex[] = [];
			for (const { dest, value, data } of calls)
				hashes.push(await chain.send(from, { to: dest as Address, value: BigInt(value), data: data as Hex }));
			return hashes;
		},
		async withFault<T>(given: Fault, run: () => Promise<T>): Promise<T> {
			fault = given;
			try {
				return await run();
			} finally {
				fault = undefined;
			}
		},
		async stop(): Promise<void> {
			await service.stop();
			for (const { stop } of [traced, untraced, early, chain]) await stop();
		},
	};
}

/** `other` is a token for which no agent is listed. */
async function placeContracts(chain: ExecutionChain) {
	const safes = await deploySafes(chain);
	await placeEntryPoint(chain, "0.6", entryPoint06Bytecode);
	return { safes, other: await chain.deployToken() };
}
