// Safes whose one owner is the lost key.
import { type Address, concatHex, encodeFunctionData, encodePacked, size } from "viem";
import {
	deploySafeContracts,
	execTransactionOf,
	type SafeCall,
	safeAbi,
} from "../../../scripts/chain/safe.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { Call } from "../../../src/protocol/intent.ts";
import { lost, type PaymentChain } from "./execution-chain.ts";

export type { SafeCall } from "../../../scripts/chain/safe.ts";

export const MULTI_SEND = "0x218543288004CD07832472D464648173c77D7eB7";
export const MULTI_SEND_CALL_ONLY = "0xA83c336B20401Af773B6219BA5027174338D1836";

export type SafeKit = Awaited<ReturnType<typeof deploySafes>>;

/** Puts Safe's contracts on a chain. */
export async function deploySafes({ client, test, deployer, send }: PaymentChain) {
	const { createSafe: createSafeOf, ...contracts } = await deploySafeContracts({
		getCode: (address) => client.getCode({ address }),
		setCode: (address, bytecode) => test.setCode({ address, bytecode }),
		send: async (transaction) => client.getTransactionReceipt({ hash: await send(deployer, transaction) }),
	});
	return {
		...contracts,
		createSafeOf,
		createSafe: (saltNonce = 0n, of?: Address) =>
			createSafeOf({ owners: [lost.address], saltNonce, ...(of && { of }) }),
	};
}

/** An execTransaction by the owner. */
export const execTransaction = (call: SafeCall): Hex => execTransactionOf(lost.address, call);

/** MultiSend's packed batch, within its call. */
export function multiSendData(calls: readonly (Call & { operation?: 0 | 1 })[]): Hex {
	const entries = calls.map(({ dest, value, data, operation = 0 }) =>
		encodePacked(
			["uint8", "address", "uint256", "uint256", "bytes"],
			[operation, dest as Address, BigInt(value), BigInt(size(data as Hex)), data as Hex],
		),
	);
	return encodeFunctionData({ abi: safeAbi, functionName: "multiSend", args: [concatHex(entries)] });
}
