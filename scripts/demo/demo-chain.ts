/** The demo's chain: anvil, with real Safes that have the recovery module. */
import { type Address, BaseError, decodeErrorResult, type Hex, type TransactionReceipt } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { moduleAbi, moduleAddress, recoveryModule } from "../../sdk/src/recovery-module.ts";
import { multiSendData } from "../../src/protocol/recovery-module/safe-batch.ts";
import { startLocalChain, type Transaction } from "../chain/local-chain.ts";
import { deploySafeContracts, execTransactionOf, safeAbi } from "../chain/safe.ts";

export const CHAIN_ID = 31_337;
/** Blocks come by themselves, so that transactions become final as on every chain. */
const BLOCK_SECONDS = 1;
/** Between the schedule of a recovery and its execution: the shortest that the module takes. */
export const DELAY_SECONDS = 86_400;

export type DemoSafe = { safe: Address; owner: PrivateKeyAccount };
export type DemoChain = Awaited<ReturnType<typeof startDemoChain>>;
export type Wallet = { privateKey: Hex; account: PrivateKeyAccount };

export function newWallet(): Wallet {
	const privateKey = generatePrivateKey();
	return { privateKey, account: privateKeyToAccount(privateKey) };
}

export async function startDemoChain(port: number) {
	const chain = await startLocalChain({
		port,
		chainId: CHAIN_ID,
		blockTimeSeconds: BLOCK_SECONDS,
		isMiningAtOnce: true,
	});

	/** @throws Error if the transaction reverts */
	const send = async (account: PrivateKeyAccount, transaction: Transaction): Promise<TransactionReceipt> => {
		const receipt = await chain.send(account, transaction);
		if (receipt.status === "success") return receipt;
		throw new Error(`The transaction ${receipt.transactionHash} has reverted.`);
	};

	/** Lets time pass on the chain, whose clock runs ahead of the machine's from then on. */
	const pass = async (seconds: number): Promise<void> => {
		await chain.test.increaseTime({ seconds });
		await chain.test.mine({ blocks: 1 });
	};

	return { ...chain, send, pass };
}

/**
 * Puts Safes on the chain, each with coins. Its owner enables the recovery module and names the reviewers, all of whom have to
 * approve, in one transaction of the Safe.
 */
export async function createSafes(
	chain: DemoChain,
	reviewers: readonly Address[],
	count: number,
): Promise<DemoSafe[]> {
	const { createSafe, multiSendCallOnly } = await deploySafeContracts({
		getCode: (address) => chain.client.getCode({ address }),
		setCode: (address, bytecode) => chain.test.setCode({ address, bytecode }),
		send: (transaction) => chain.send(chain.deployer, transaction),
	});
	await chain.send(chain.deployer, recoveryModule.deploy());
	const rules = { delaySeconds: DELAY_SECONDS, expirySeconds: 7 * DELAY_SECONDS };
	const safes: DemoSafe[] = [];
	while (safes.length < count) {
		const owner = newWallet().account;
		const safe = await createSafe({ owners: [owner.address], saltNonce: BigInt(safes.length) });
		await chain.fund({ address: safe }, "5");
		await chain.fund(owner, "1");
		const calls = recoveryModule.configure({
			...{ account: safe, reviewers: [...reviewers], threshold: reviewers.length, ...rules },
		});
		const batch = { to: multiSendCallOnly, data: multiSendData(calls), operation: 1 } as const;
		await chain.send(owner, { to: safe, data: execTransactionOf(owner.address, batch) });
		safes.push({ safe, owner });
	}
	return safes;
}

export const ownersOf = ({ client }: DemoChain, safe: Address): Promise<readonly Address[]> =>
	client.readContract({ address: safe, abi: safeAbi, functionName: "getOwners" });

/** The module's reason not to make a call. @throws Error if it would make it */
export async function refusalOf({ client }: DemoChain, data: Hex): Promise<string> {
	const response = await client.call({ to: moduleAddress, data }).catch((error: unknown) => error);
	const raw = response instanceof BaseError && response.walk((one) => typeof Object(one).data === "string");
	if (!raw) throw new Error("The module would make the call.");
	return decodeErrorResult({ abi: moduleAbi, data: (raw as BaseError & { data: Hex }).data }).errorName;
}
