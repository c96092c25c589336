/** A real Safe 1.5.0 of the published package, at the addresses that it has on every chain. For tests and the demo. */
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
	getCreate2Address,
	type Hex,
	parseAbi,
	parseEventLogs,
	type TransactionReceipt,
	zeroAddress,
	zeroHash,
} from "viem";
import { FACTORY } from "./anvil.ts";

/** Safe's own deployment proxy; its code is that of the one which anvil has. Takes salt ‖ creation code. */
const SAFE_FACTORY = "0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7";
/** Below what one transaction may use since Osaka. */
const DEPLOY_GAS = 12_000_000n;

export const safeAbi = parseAbi([
	"function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)",
	"function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)",
	"function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)",
	"event ProxyCreation(address indexed proxy, address singleton)",
	"function multiSend(bytes transactions) payable",
	"function enableModule(address module)",
	"function disableModule(address previous, address module)",
	"function swapOwner(address previous, address oldOwner, address newOwner)",
	"function setGuard(address guard)",
	"function setModuleGuard(address guard)",
	"function setFallbackHandler(address handler)",
	"function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation) returns (bool)",
	"function getOwners() view returns (address[])",
]);

/** The part of a chain that putting contracts on it needs. */
export type DeploymentChain = {
	getCode(address: Address): Promise<Hex | undefined>;
	setCode(address: Address, bytecode: Hex): Promise<void>;
	/** Sends from an account with coins. Resolves when it is mined. */
	send(transaction: { to: Address; data: Hex; gas?: bigint }): Promise<TransactionReceipt>;
};

type SafeSetup = {
	owners: readonly Address[];
	/** The number of owners who have to sign; one unless given. */
	threshold?: bigint;
	/** None unless given, so that the Safe cannot sign messages. */
	fallbackHandler?: Address;
	saltNonce: bigint;
	/** The contract with its code, the one of Safe unless given. */
	of?: Address;
};

/** Puts Safe's contracts on a chain. `deploy` takes an artifact of another one. */
export async function deploySafeContracts(chain: DeploymentChain) {
	await chain.setCode(SAFE_FACTORY, (await chain.getCode(FACTORY)) ?? "0x");
	const deploy = async (artifact: { bytecode: string }): Promise<Address> => {
		const bytecode = artifact.bytecode as Hex;
		await chain.send({ to: SAFE_FACTORY, data: concatHex([zeroHash, bytecode]), gas: DEPLOY_GAS });
		return getCreate2Address({ from: SAFE_FACTORY, salt: zeroHash, bytecode });
	};
	const singleton = await deploy(singletonArtifact);
	const factory = await deploy(factoryArtifact);
	const multiSend = await deploy(multiSendArtifact);
	const multiSendCallOnly = await deploy(multiSendCallOnlyArtifact);

	const createSafe = async ({ owners, saltNonce, of = singleton, ...rest }: SafeSetup): Promise<Address> => {
		const { threshold = 1n, fallbackHandler = zeroAddress } = rest;
		const initializer = encodeFunctionData({
			abi: safeAbi,
			functionName: "setup",
			args: [owners, threshold, zeroAddress, "0x", fallbackHandler, zeroAddress, 0n, zeroAddress],
		});
		const args = [of, initializer, saltNonce] as const;
		const data = encodeFunctionData({ abi: safeAbi, functionName: "createProxyWithNonce", args });
		const { logs } = await chain.send({ to: factory, data });
		const [created] = parseEventLogs({ abi: safeAbi, eventName: "ProxyCreation", logs });
		if (created === undefined) throw new Error("no Safe was created");
		return created.args.proxy;
	};
	return { deploy, singleton, factory, multiSend, multiSendCallOnly, createSafe };
}

export type SafeCall = { to: Address; value?: bigint; data?: Hex; operation?: 0 | 1; safeTxGas?: bigint };

/** An execTransaction by the Safe's one owner, who needs no signature for what they send themselves. */
export function execTransactionOf(owner: Address, call: SafeCall): Hex {
	const { to, value = 0n, data = "0x", operation = 0, safeTxGas = 0n } = call;
	const bySender = concatHex([`0x${owner.slice(2).padStart(64, "0")}`, zeroHash, "0x01"]);
	const args = [to, value, data, operation, safeTxGas, 0n, 0n, zeroAddress, zeroAddress, bySender] as const;
	return encodeFunctionData({ abi: safeAbi, functionName: "execTransaction", args });
}
