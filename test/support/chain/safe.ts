// A real Safe 1.5.0 of the published package, at the addresses that it has on every chain.
import multiSendArtifact from "@safe-global/safe-smart-account/build/artifacts/contracts/libraries/MultiSend.sol/MultiSend.json" with {
	type: "json",
};
import multiSendCallOnlyArtifact from "@safe-global/safe-smart-account/build/artifacts/contracts/libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json" with {
	type: "json",
};
import factoryArtifact from "@safe-global/safe-smart-account/build/artifacts/contracts/proxies/SafeProxyFactory.sol/SafeProxyFactory.json" with {
	type: "json",
};
import singletonArtifact from "@safe-global/safe-smart-account/build/artifacts/contracts/Safe.sol/Safe.json" with {
	type: "json",
};
import {
	type Address,
	concatHex,
	encodeFunctionData,
	encodePacked,
	getCreate2Address,
	parseAbi,
	parseEventLogs,
	size,
	zeroAddress,
	zeroHash,
} from "viem";
import type { Hex } from "../../../src/kernel/hex.ts";
import type { Call } from "../../../src/recovery/intent/intent.ts";
import { type ExecutionChain, lost } from "./execution-chain.ts";
import { FACTORY } from "./wallet-chain.ts";

/** Safe's own deployment proxy; its code is that of the one which anvil has. Takes salt ‖ creation code. */
const SAFE_FACTORY = "0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7";
/** Below what one transaction may use since Osaka. */
const DEPLOY_GAS = 12_000_000n;
export const MULTI_SEND = "0x218543288004CD07832472D464648173c77D7eB7";
export const MULTI_SEND_CALL_ONLY = "0xA83c336B20401Af773B6219BA5027174338D1836";

const safeAbi = parseAbi([
	"function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)",
	"function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)",
	"function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)",
	"event ProxyCreation(address indexed proxy, address singleton)",
	"function multiSend(bytes transactions) payable",
]);

export type SafeKit = Awaited<ReturnType<typeof deploySafes>>;

/** Puts Safe's contracts on a chain. */
export async function deploySafes(chain: ExecutionChain) {
	const code = await chain.client.getCode({ address: FACTORY });
	await chain.test.setCode({ address: SAFE_FACTORY, bytecode: code ?? "0x" });
	const deploy = async (artifact: { bytecode: string }): Promise<Address> => {
		const bytecode = artifact.bytecode as Hex;
		await chain.send(chain.deployer, {
			to: SAFE_FACTORY,
			data: concatHex([zeroHash, bytecode]),
			gas: DEPLOY_GAS,
		});
		return getCreate2Address({ from: SAFE_FACTORY, salt: zeroHash, bytecode });
	};
	const singleton = await deploy(singletonArtifact);
	const factory = await deploy(factoryArtifact);
	const multiSend = await deploy(multiSendArtifact);
	const multiSendCallOnly = await deploy(multiSendCallOnlyArtifact);

	/** A Safe of one owner, the lost key. */
	const createSafe = async (saltNonce = 0n, of = singleton): Promise<Address> => {
		const initializer = encodeFunctionData({
			abi: safeAbi,
			functionName: "setup",
			args: [[lost.address], 1n, zeroAddress, "0x", zeroAddress, zeroAddress, 0n, zeroAddress],
		});
		const args = [of, initializer, saltNonce] as const;
		const data = encodeFunctionData({ abi: safeAbi, functionName: "createProxyWithNonce", args });
		const hash = await chain.send(chain.deployer, { to: factory, data });
		const { logs } = await chain.client.getTransactionReceipt({ hash });
		const [created] = parseEventLogs({ abi: safeAbi, eventName: "ProxyCreation", logs });
		if (created === undefined) throw new Error("no Safe was created");
		return created.args.proxy;
	};
	return { singleton, factory, multiSend, multiSendCallOnly, createSafe };
}

export type SafeCall = { to: Address; value?: bigint; data?: Hex; operation?: 0 | 1; safeTxGas?: bigint };

/** An execTransaction by the Safe's one owner, who needs no signature for what they send themselves. */
export function execTransaction({
	to,
	value = 0n,
	data = "0x",
	operation = 0,
	safeTxGas = 0n,
}: SafeCall): Hex {
	const bySender = concatHex([`0x${lost.address.slice(2).padStart(64, "0")}`, zeroHash, "0x01"]);
	const args = [to, value, data, operation, safeTxGas, 0n, 0n, zeroAddress, zeroAddress, bySender] as const;
	return encodeFunctionData({ abi: safeAbi, functionName: "execTransaction", args });
}

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
