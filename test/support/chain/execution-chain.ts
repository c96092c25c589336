// A local chain for executions: a token, the lost account's key, an agent and a stranger, with a node that traces and one
// that does not.
import { type Address, encodeFunctionData, getAddress, parseAbi } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { AnvilOptions } from "../../../scripts/chain/anvil.ts";
import { startLocalChain, type Transaction } from "../../../scripts/chain/local-chain.ts";
import { createJsonRpc } from "../../../src/chain/json-rpc.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { Call } from "../../../src/protocol/intent.ts";
import type { ExecutionClaim } from "../../../src/recovery/execution/execution-claim.ts";
import { type ExecutionVerdict, verifyExecution } from "../../../src/recovery/execution/verify-execution.ts";
import { lostAccountKey, ownerKey, recoveryAccountKey } from "../signing/vectors.ts";
import { testAccountBytecode, testTokenBytecode } from "./contracts/test-account.ts";
import { methodNotFound, startRpcProxy } from "./rpc-proxy.ts";

export const CHAIN_ID = 31_337;
export const NOW = 1_790_000_000_000;

export const lost = privateKeyToAccount(lostAccountKey);
export const stranger = privateKeyToAccount(recoveryAccountKey);
export const agent = privateKeyToAccount(ownerKey);
export const heir: Address = getAddress(`0x${"ab".repeat(20)}`);

export const tokenAbi = parseAbi([
	"function mint(address to, uint256 amount)",
	"function transfer(address to, uint256 amount) returns (bool)",
	"function forcedTransfer(address from, address to, uint256 amount)",
	"function balanceOf(address) view returns (uint256)",
]);
export const accountAbi = parseAbi(["function execute(bytes32 mode, bytes executionCalldata) payable"]);

export const transferData = (amount: bigint, to: Address = heir) =>
	encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args: [to, amount] });

export type PaymentChain = Awaited<ReturnType<typeof startPaymentChain>>;

/** A chain with nothing on it, for recoveries that pay. @param options as of `startAnvil` */
export async function startPaymentChain(options: AnvilOptions = {}) {
	const chain = await startLocalChain({ chainId: CHAIN_ID, ...options });

	/** Sends with plenty of gas, so that what reverts is mined too. @returns the hash, once it is mined */
	const send = async (account: PrivateKeyAccount, transaction: Transaction): Promise<Hex> =>
		(await chain.send(account, { gas: 5_000_000n, ...transaction })).transactionHash;
	const deploy = async (data: Hex): Promise<Address> => {
		const { contractAddress, status } = await chain.send(chain.deployer, { data, gas: 12_000_000n });
		if (!contractAddress || status !== "success") throw new Error("nothing was deployed");
		return getAddress(contractAddress);
	};
	/** An account like no other, with coins. */
	const newOwner = async (): Promise<PrivateKeyAccount> => {
		const owner = privateKeyToAccount(generatePrivateKey());
		await chain.fund(owner);
		return owner;
	};
	return { ...chain, send, deploy, newOwner };
}

export type ExecutionChain = Awaited<ReturnType<typeof startExecutionChain>>;

export async function startExecutionChain() {
	const paying = await startPaymentChain();
	const { url, deployer, send, deploy, fund, stop: stopChain } = paying;
	const untraced = await startRpcProxy(url, ({ method }) =>
		method === "debug_traceTransaction" ? methodNotFound : undefined,
	);
	for (const account of [lost, stranger, agent]) await fund(account);

	const token = await deploy(testTokenBytecode);
	const mint = (to: Address) =>
		send(deployer, {
			to: token,
			data: encodeFunctionData({ abi: tokenAbi, functionName: "mint", args: [to, 1_000_000n] }),
		});
	await mint(lost.address);
	return {
		...{ ...paying, untracedUrl: untraced.url, token, mint },
		deployAccount: () => deploy(testAccountBytecode),
		deployToken: () => deploy(testTokenBytecode),
		stop: async () => {
			await untraced.stop();
			await stopChain();
		},
	};
}

/** A claim that fits the chain, with the test's changes. */
export function claimOf(
	claim: Partial<ExecutionClaim> & { txs: readonly Call[]; txHashes: readonly Hex[] },
): ExecutionClaim {
	return {
		chainId: CHAIN_ID,
		lostAccount: lost.address,
		jrcHash: `0x${"00".repeat(32)}`,
		agents: [],
		minProof: "direct",
		confirmations: 0,
		now: NOW,
		...claim,
	};
}

export function verifyAt(url: string, claim: Parameters<typeof claimOf>[0]): Promise<ExecutionVerdict> {
	return verifyExecution(claimOf(claim), createJsonRpc({ url, timeoutMs: 5_000 }));
}
