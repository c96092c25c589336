/** A local chain with its clients, for tests, the soak and the demo. */
import {
	type Address,
	createTestClient,
	createWalletClient,
	type Hex,
	http,
	parseEther,
	publicActions,
	type SignedAuthorizationList,
	type TransactionReceipt,
} from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { until } from "../until.ts";
import { type AnvilOptions, startAnvil } from "./anvil.ts";
import { minedReceipt } from "./mined-receipt.ts";

/** The first of the accounts that have coins on every new chain of anvil. */
const FUNDED_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const TIMEOUT_MS = 30_000;

export type Transaction = {
	to?: Address;
	value?: bigint;
	data?: Hex;
	gas?: bigint;
	authorizationList?: SignedAuthorizationList;
};

export async function startLocalChain(options: AnvilOptions = {}) {
	const anvil = await startAnvil(options);
	const transport = http(anvil.url, { timeout: TIMEOUT_MS });
	const deployer = privateKeyToAccount(FUNDED_KEY);
	const chain = { ...foundry, id: anvil.chainId };
	const client = createWalletClient({ account: deployer, chain, transport }).extend(publicActions);
	const test = createTestClient({ chain, mode: "anvil", transport });
	const fund = ({ address }: { address: Address }, ether = "100") =>
		test.setBalance({ address, value: parseEther(ether) });

	/** Resolves when it is mined, even if it reverted. */
	const send = async (account: PrivateKeyAccount, transaction: Transaction): Promise<TransactionReceipt> => {
		const hash = await client.sendTransaction({ account, ...transaction });
		const receipt = await minedReceipt(client, hash);
		await untilMinedByHash(hash);
		return receipt;
	};
	/** Anvil reports a transaction as pending, beside its receipt, until the mined block has left its pool. */
	const untilMinedByHash = (hash: Hex): Promise<void> =>
		until(
			async () => (await client.getTransaction({ hash })).blockNumber !== null,
			TIMEOUT_MS,
			() => `The transaction ${hash} has a receipt, but stays pending.`,
			5,
		);
	return { ...anvil, client, test, deployer, fund, send };
}
