/** A local Ethereum chain for tests and the demo: the real anvil of @foundry-rs/anvil. */
import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";

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
	readonly exited: Promise<unknown>;
	stop(): Promise<void>;
};

const START_TIMEOUT_MS = 20_000;
const LISTENING = /Listening on 127\.0\.0\.1:(\d+)/;

/** Starts a chain and resolves when it answers. Rejects with anvil's own words where it does not start. */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
	const { chainId = 31_337 } = options;
	const child = spawn(anvilBinary(), argumentsOf({ ...options, chainId }), {
		stdio: ["ignore", "pipe", "pipe"],
	});
	const exited = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
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
	return { url: `http://127.0.0.1:${port}`, chainId, pid: child.pid ?? -1, exited, stop };
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

/**
 * `ANVIL_PATH`, else the binary of this machine's platform, without the package's JavaScript wrapper around it.
 * @throws Error that says what to install, if there is none
 */
function anvilBinary(): string {
	if (process.env.ANVIL_PATH) return process.env.ANVIL_PATH;
	const architecture = process.arch === "x64" ? "amd64" : process.arch;
	const name = process.platform === "win32" ? "anvil.exe" : "anvil";
	try {
		const require = createRequire(createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json"));
		return require.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/${name}`);
	} catch {
		throw new Error(
			`The package of anvil has no program for ${process.platform} ${process.arch}. Install Foundry from ` +
				"https://getfoundry.sh, and name its anvil: ANVIL_PATH=/path/to/anvil.",
		);
	}
}

function listeningPort(child: ChildProcess): Promise<number> {
	return new Promise((resolve, reject) => {
		let output = "";
		const fail = (why: string) => reject(new Error(`anvil ${why}. ${output.slice(-2000)}`.trim()));
		const timer = setTimeout(() => fail("did not start in time"), START_TIMEOUT_MS);
		child.once("error", (error) => fail(`could not be started (${error.message})`));
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
