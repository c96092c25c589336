/** Tokens that an account holds, and Multicall3, by which all of them are read at once. */
import { type Address, encodeDeployData, encodeFunctionData, type Hex, parseAbi } from "viem";
import { MULTICALL3 } from "../../../src/accounts/multicall.ts";
import { namedTokenBytecode } from "./contracts/test-tokens.ts";
import type { PaymentChain } from "./execution-chain.ts";

const abi = parseAbi([
	"constructor(string, string, uint8)",
	"function transfer(address, uint256) returns (bool)",
]);
/** viem has the creation code of the published contract without exporting it. */
const VIEM_CONTRACTS = new URL("../../../node_modules/viem/_esm/constants/contracts.js", import.meta.url)
	.href;

export type Token = { symbol: string; decimals: number };

/** A real ERC-20, of which each holder gets the amount. */
export async function newToken(
	chain: PaymentChain,
	{ symbol, decimals }: Token,
	holders: readonly Address[],
	amount: bigint,
): Promise<Address> {
	const args = [symbol, symbol, decimals] as const;
	const token = await chain.deploy(encodeDeployData({ abi, bytecode: namedTokenBytecode, args }));
	for (const holder of holders) {
		const data = encodeFunctionData({ abi, functionName: "transfer", args: [holder, amount] });
		await chain.send(chain.deployer, { to: token, data });
	}
	return token;
}

/** Puts the published contract at the address that it has on most chains. */
export async function putMulticall(chain: PaymentChain): Promise<void> {
	const { multicall3Bytecode } = (await import(/* @vite-ignore */ VIEM_CONTRACTS)) as {
		multicall3Bytecode: Hex;
	};
	const address = await chain.deploy(multicall3Bytecode);
	const bytecode = (await chain.client.getCode({ address })) ?? "0x";
	await chain.test.setCode({ address: MULTICALL3, bytecode });
}
