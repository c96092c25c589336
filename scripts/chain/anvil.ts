/** A local Ethereum chain for tests and the demo: the real anvil of @foundry-rs/anvil. */
import { startChild } from "../child.ts";
import { foundryBinary } from "./foundry-binary.ts";

/** The deterministic deployment proxy, which anvil has from its first block. Takes salt ‖ creation code. */
export const FACTORY = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

export type AnvilOptions = {
	/** One that the system picks unless given. */
	readonly port?: number;
	/** 31337 unless given. */
	readonly chainId?: number;
	/** "prague", the first with EIP-7702, unless given. */
	readonly hardfork?: string;
	/** Seconds between blocks; without it each transaction is mined at once. */
	readonly blockTimeSeconds?: number;
	/** Mines each transaction at once, beside the blocks of `blockTimeSeconds`. */
	readonly isMiningAtOnce?: boolean;
	/** Unix seconds from which the chain's clock runs; the machine's unless given. */
	readonly genesisTime?: number;
};

export type Anvil = {
	readonly url: string;
	readonly chainId: number;
	readonly pid: number;
	/** Resolves when the process has ended, for whatever reason. */
	readonly died: Promise<unknown>;
	stop(): Promise<void>;
};

const LISTENING = /Listening on 127\.0\.0\.1:(\d+)/;

/** Starts a chain and resolves when it responds. Rejects with anvil's own words where it does not start. */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
	const { chainId = 31_337 } = options;
	const command = [foundryBinary("anvil"), ...argumentsOf({ ...options, chainId })] as const;
	const { pid, ready, died, stop } = startChild({ name: "anvil", command, isReady: LISTENING });
	const line = await ready.catch(async (error) => {
		await stop();
		throw error;
	});
	return { url: `http://127.0.0.1:${LISTENING.exec(line)?.[1]}`, chainId, pid, died, stop };
}

function argumentsOf(options: AnvilOptions & { chainId: number }): string[] {
	const { port = 0, chainId, hardfork = "prague", blockTimeSeconds, isMiningAtOnce, genesisTime } = options;
	const args = ["--host", "127.0.0.1", "--port", String(port)];
	args.push("--chain-id", String(chainId), "--hardfork", hardfork);
	if (blockTimeSeconds !== undefined) args.push("--block-time", String(blockTimeSeconds));
	if (isMiningAtOnce) args.push("--mixed-mining");
	if (genesisTime !== undefined) args.push("--timestamp", String(genesisTime));
	return args;
}
