/** The demo's chain: anvil, with real Safes whose owners' keys exist no more. */
import {
	type Address,
	createPublicClient,
	createTestClient,
	createWalletClient,
	encodeFunctionData,
	type Hex,
	http,
	parseEther,
	type TransactionReceipt,
} from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { startAnvil } from "../chain/anvil.ts";
import { minedReceipt } from "../chain/mined-receipt.ts";
import { deploySafeContracts, execTransactionOf, safeAbi } from "../chain/safe.ts";

export const CHAIN_ID = 31_337;
/** Blocks come by themselves, so that transactions become final as on every chain. */
const BLOCK_SECONDS = 1;

export type LostSafe = { safe: Address; lostOwner: Address };
export type DemoChain = Awaited<ReturnType<typeof startDemoChain>>;

export const newAccount = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());

export async function startDemoChain(port: number) {
	const anvil = await startAnvil({
		port,
		chainId: CHAIN_ID,
		blockTimeSeconds: BLOCK_SECONDS,
		isMiningAtOnce: true,
	});
	const transport = http(anvil.url);
	const client = createPublicClient({ chain: foundry, transport });
	const test = createTestClient({ chain: foundry, mode: "anvil", transport });
	const fund = (address: Address, ether: string) => test.setBalance({ address, value: parseEther(ether) });

	/** @throws Error if the transaction reverts */
	const send = async (
		account: PrivateKeyAccount,
		transaction: { to: Address; data?: Hex; value?: bigint; gas?: bigint },
	): Promise<TransactionReceipt> => {
		const wallet = createWalletClient({ account, chain: foundry, transport });
		const hash = await wallet.sendTransaction(transaction);
		const receipt = await minedReceipt(client, hash);
		if (receipt.status !== "success") throw new Error(`The transaction ${hash} has reverted.`);
		return receipt;
	};

	return { ...anvil, client, fund, send, setCode: test.setCode };
}

/**
 * Puts Safes on the chain, each with coins. Its owner enables the agent as a module, and then loses the key: nobody has it,
 * since it is generated here and not kept.
 */
export async function createLostSafes(chain: DemoChain, agent: Address, count: number): Promise<LostSafe[]> {
	const deployer = newAccount();
	await chain.fund(deployer.address, "100");
	const { createSafe } = await deploySafeContracts({
		getCode: (address) => chain.client.getCode({ address }),
		setCode: (address, bytecode) => chain.setCode({ address, bytecode }),
		send: (transaction) => chain.send(deployer, transaction),
	});
	const safes: LostSafe[] = [];
	while (safes.length < count) {
		const owner = newAccount();
		const safe = await createSafe({ owners: [owner.address], saltNonce: BigInt(safes.length) });
		await chain.fund(safe, "5");
		await chain.fund(owner.address, "1");
		const enable = encodeFunctionData({ abi: safeAbi, functionName: "enableModule", args: [agent] });
		await chain.send(owner, { to: safe, data: execTransactionOf(owner.address, { to: safe, data: enable }) });
		safes.push({ safe, lostOwner: owner.address });
	}
	return safes;
}

export const ownersOf = ({ client }: DemoChain, safe: Address): Promise<readonly Address[]> =>
	client.readContract({ address: safe, abi: safeAbi, functionName: "getOwners" });
