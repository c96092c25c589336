// A local Ethereum chain for tests: the real anvil of @foundry-rs/anvil, on a port that the system picks.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";

export type AnvilOptions = {
	/** 31337 unless given. */
	readonly chainId?: number;
	/** "prague", the first with EIP-7702, unless given. */
	readonly hardfork?: string;
	/** Seconds between blocks; without it each transaction is mined at once. */
	readonly blockTimeSeconds?: number;
	/** Unix seconds from which the chain's clock runs; the machine's unless given. */
	readonly genesisTime?: number;
};

export type Anvil = {
	readonly url: string;
	readonly chainId: number;
	readonly pid: number;
	stop(): Promise<void>;
};

const START_TIMEOUT_MS = 20_000;
const LISTENING = /Listening on 127\.0\.0\.1:(\d+)/;

/** Starts a chain and resolves when it answers. Rejects with anvil's own words where it does not start. */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
	const { chainId = 31_337, hardfork = "prague", blockTimeSeconds, genesisTime } = options;
	const args = ["--host", "127.0.0.1", "--port", "0", "--chain-id", String(chainId), "--hardfork", hardfork];
	if (blockTimeSeconds !== undefined) args.push("--block-time", String(blockTimeSeconds));
	if (genesisTime !== undefined) args.push("--timestamp", String(genesisTime));
	const child = spawn(anvilBinary(), args, { stdio: ["ignore", "pipe", "pipe"] });
	const exited = once(child, "exit");
	const kill = () => child.kill("SIGKILL");
	// A test run that is cut short must not leave the chain behind.
	process.once("exit", kill);

	const port = await listeningPort(child).catch(async (error) => {
		kill();
		throw error;
	});
	const stop = async () => {
		process.off("exit", kill);
		if (child.exitCode === null && child.signalCode === null) kill();
		await exited;
	};
	return { url: `http://127.0.0.1:${port}`, chainId, pid: child.pid ?? -1, stop };
}

/** The binary of this machine's platform, without the package's JavaScript wrapper around it. */
function anvilBinary(): string {
	const architecture = process.arch === "x64" ? "amd64" : process.arch;
	const name = process.platform === "win32" ? "anvil.exe" : "anvil";
	const require = createRequire(createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json"));
	return require.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/${name}`);
}

function listeningPort(child: ChildProcess): Promise<number> {
	return new Promise((resolve, reject) => {
		let output = "";
		const fail = (why: string) => reject(new Error(`anvil ${why}: ${output.slice(-2000)}`));
		const timer = setTimeout(() => fail("did not start in time"), START_TIMEOUT_MS);
		child.once("error", (error) => fail(error.message));
		child.once("exit", (code) => fail(`ended with ${code}`));
		// Both pipes are read to the end of its life, or it would block on a full one.
		for (const stream of [child.stdout, child.stderr]) {
			stream?.on("data", (chunk) => {
				if (output.length < 100_000) output += chunk;
				const port = LISTENING.exec(output)?.[1];
				if (port === undefined) return;
				clearTimeout(timer);
				resolve(Number(port));
			});
		}
	});
}
