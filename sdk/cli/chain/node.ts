/** The chain's node, and the key that pays for gas, by viem. Only the commands that send transactions load it. */
import { setTimeout as pause } from "node:timers/promises";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { ModuleCall } from "../../../src/protocol/recovery-module/module-calls.ts";
import { ReplevinError } from "../../src/index.ts";
import { moduleAbi } from "../../src/recovery-module.ts";
import { type Io, UsageError } from "../command.ts";
import { readPrivateKey } from "../signing/wallet-key.ts";
import { moduleCalls } from "./module.ts";
import type { Recovery } from "./recovery.ts";
import type { OnChain } from "./step.ts";

export const NODE_OPTIONS = {
	rpc: { value: "URL", help: "the node of the chain; or REPLEVIN_RPC_URL, which other users do not see" },
	key: { value: "FILE", offers: "files", help: "the private key of any account that pays for the gas" },
} as const;

const POLL_MS = 1_000;
/** Five minutes. */
const MAX_POLLS = 300;

export type Node = Awaited<ReturnType<typeof openNode>>;

async function loadViem() {
	try {
		return { ...(await import("viem")), ...(await import("viem/accounts")) };
	} catch {
		throw new UsageError(
			"This command needs the package viem, which sends transactions: npm install viem, or npx -p @replevin/sdk -p viem replevin …",
		);
	}
}

/** @throws UsageError without a node, ReplevinError for a node that does not respond or is of another chain */
export async function openNode(rpc: unknown, chainId: number, { env, signal, note }: Io) {
	const url = typeof rpc === "string" ? rpc : env.REPLEVIN_RPC_URL;
	if (!url || !URL.canParse(url))
		throw new UsageError("Name the node of the chain by --rpc URL, or by REPLEVIN_RPC_URL.");
	const viem = await loadViem();
	const client = viem.createPublicClient({ transport: viem.http(url) });
	const ask = async <T>(asked: Promise<T>): Promise<T> => {
		try {
			return await asked;
		} catch (error) {
			signal.throwIfAborted();
			throw new ReplevinError(`The node did not respond as expected: ${shortOf(error)}`);
		}
	};
	const found = await ask(client.getChainId());
	if (found !== chainId)
		throw new UsageError(`The node is of chain ${found}, and the case of chain ${chainId}.`);

	/** @throws ReplevinError */
	async function read({ rec: { lostAccount: account }, jrcHash }: Recovery): Promise<OnChain> {
		const { number: blockNumber, timestamp } = await ask(client.getBlock());
		const reads = [moduleCalls.read(account), moduleCalls.readStatus({ account, jrcHash })] as const;
		const [configuration, status] = await Promise.all(
			reads.map(async ({ call }) => String((await ask(client.call({ ...call, blockNumber }))).data)),
		);
		try {
			return {
				configuration: reads[0].decode(configuration ?? ""),
				status: reads[1].decode(status ?? ""),
				now: Number(timestamp),
			};
		} catch {
			throw new ReplevinError(
				`The recovery module is not on chain ${chainId}: nothing responds at its address.`,
			);
		}
	}

	/** Simulates the calls one after another, as the account. @returns null for one that succeeds, or why it fails */
	async function simulate({ rec, txs }: Recovery): Promise<(string | null)[]> {
		const account = rec.lostAccount as Hex;
		const calls = txs.map(({ dest, value, data }) => ({
			to: dest as Hex,
			value: BigInt(value),
			data: data as Hex,
		}));
		try {
			const { results } = await client.simulateCalls({ account, calls });
			return results.map(({ status, error }) => (status === "success" ? null : shortOf(error)));
		} catch {
			// Nodes without eth_simulateV1 simulate each call alone.
			const alone = calls.map((call) => client.call({ account, ...call }).then(() => null, shortOf));
			return Promise.all(alone);
		}
	}

	/** Why the module would reject a call now, by the name of its error; null if it would not. */
	function rejectionOf({ to, data }: ModuleCall): Promise<string | null> {
		return client.call({ to, data }).then(() => null, whyOf);
	}

	function whyOf(error: unknown): string {
		const reverted = error instanceof viem.BaseError ? error.walk((one) => "data" in Object(one)) : null;
		const found = Object(reverted).data;
		const data = typeof found === "string" ? found : Object(found).data;
		try {
			const { errorName, args = [] } = viem.decodeErrorResult({ abi: moduleAbi, data });
			return args.length === 0 ? errorName : `${errorName} (${args.join(", ")})`;
		} catch {
			return shortOf(error);
		}
	}

	/** Waits until no transaction of the key is under way, such as one of a run that was killed. @throws ReplevinError */
	async function settle(keyFile: string): Promise<void> {
		const { address } = viem.privateKeyToAccount(await readPrivateKey(keyFile));
		for (let polls = 0; ; polls++) {
			const counts = (["latest", "pending"] as const).map((blockTag) =>
				ask(client.getTransactionCount({ address, blockTag })),
			);
			const [mined = 0, known = 0] = await Promise.all(counts);
			if (known <= mined) return;
			if (polls === 0) note(`A transaction of ${address} is under way. Waiting until a block has it.`);
			if (polls === MAX_POLLS)
				throw new ReplevinError(
					`No block has the transaction of ${address} with the nonce ${mined}, and five minutes have passed. Replace it with a higher fee, or wait, and run this again.`,
				);
			await pause(POLL_MS, undefined, { signal });
		}
	}

	/** Sends the call with the key's account, and waits until a block has it. @returns its hash. @throws ReplevinError */
	async function send({ to, data }: ModuleCall, keyFile: string): Promise<Hex> {
		const account = viem.privateKeyToAccount(await readPrivateKey(keyFile));
		const wallet = viem.createWalletClient({ account, transport: viem.http(url) });
		const failed = (meaning: string) => (error: unknown) => {
			signal.throwIfAborted();
			throw new ReplevinError(`${meaning} ${whyOf(error)}`);
		};
		// A call that would fail costs no gas.
		const request = await client
			.call({ account, to, data })
			.then(() => wallet.prepareTransactionRequest({ to, data, chain: null, chainId }))
			.catch(failed("Nothing was sent:"));
		const serializedTransaction = await wallet.signTransaction({ ...request, chain: null });
		const hash = viem.keccak256(serializedTransaction);
		const { status } = await wallet
			.sendRawTransaction({ serializedTransaction })
			.then(() => client.waitForTransactionReceipt({ hash }))
			.catch(failed(`${hash} may have been sent. Run this again, which looks at the chain first:`));
		if (status === "success") return hash;
		throw new ReplevinError(`${hash} was reverted. It changed nothing but took the gas.`);
	}

	return { read, simulate, rejectionOf, settle, send };
}

/** viem's messages show the call on further lines. */
function shortOf(error: unknown): string {
	const { shortMessage, message } = error as { shortMessage?: string; message?: string };
	return shortMessage ?? message ?? String(error);
}
