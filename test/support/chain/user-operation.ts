// ERC-4337's real EntryPoint 0.6 of the published package, at its address, and user operations for it and later ones.
import entryPointArtifact from "@account-abstraction/contracts/artifacts/EntryPoint.json" with {
	type: "json",
};
import {
	type Address,
	concatHex,
	encodeAbiParameters,
	encodeFunctionData,
	encodePacked,
	pad,
	parseAbi,
} from "viem";
import {
	entryPoint06Abi,
	entryPoint06Address,
	entryPoint07Abi,
	entryPoint07Address,
	entryPoint08Address,
} from "viem/account-abstraction";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { Call } from "../../../src/protocol/intent.ts";
import { accountAbi, type ExecutionChain } from "./execution-chain.ts";

export const ENTRY_POINTS = {
	"0.6": entryPoint06Address,
	"0.7": entryPoint07Address,
	"0.8": entryPoint08Address,
};
export type EntryPointVersion = keyof typeof ENTRY_POINTS;

const depositAbi = parseAbi(["function depositTo(address account) payable"]);
const GAS = 1_000_000n;
const FEE = 2_000_000_000n;

export const entryPoint06Bytecode = entryPointArtifact.bytecode as Hex;

/** Deploys an EntryPoint's code and puts it where every chain has it. */
export async function placeEntryPoint(chain: ExecutionChain, version: EntryPointVersion, bytecode: Hex) {
	const code = await chain.client.getCode({ address: await chain.deploy(bytecode) });
	await chain.test.setCode({ address: ENTRY_POINTS[version], bytecode: code ?? "0x" });
}

/** An account of ERC-7579 with a deposit, so that it need not pay, and some tokens and coins. */
export async function fundedAccount(chain: ExecutionChain, version: EntryPointVersion): Promise<Address> {
	const account = await chain.deployAccount();
	const data = encodeFunctionData({ abi: depositAbi, functionName: "depositTo", args: [account] });
	await chain.send(chain.deployer, { to: ENTRY_POINTS[version], value: 10n ** 18n, data });
	await chain.mint(account);
	await chain.test.setBalance({ address: account, value: 10n ** 18n });
	return account;
}

/** @param callType 0 single, 1 batch @param execType 0 revert, 1 try */
export const modeOf = (callType: number, execType = 0) =>
	concatHex([
		pad(`0x${callType.toString(16)}`, { size: 1 }),
		pad(`0x${execType}`, { size: 1 }),
		`0x${"00".repeat(30)}`,
	]);

/** ERC-7579's execute of one call or of several. */
export function executeData(calls: readonly Call[], mode: Hex = modeOf(calls.length === 1 ? 0 : 1)): Hex {
	const [first] = calls;
	if (first === undefined) throw new RangeError("no call");
	const packed = encodePacked(
		["address", "uint256", "bytes"],
		[first.dest as Address, BigInt(first.value), first.data as Hex],
	);
	const batch = encodeAbiParameters(
		[{ type: "tuple[]", components: [{ type: "address" }, { type: "uint256" }, { type: "bytes" }] }],
		[calls.map(({ dest, value, data }) => [dest as Address, BigInt(value), data as Hex] as const)],
	);
	const args = [mode, mode.startsWith("0x00") ? packed : batch] as const;
	return encodeFunctionData({ abi: accountAbi, functionName: "execute", args });
}

export type Operation = { sender: Address; nonce: bigint; callData: Hex };

/** handleOps of any version; the operations are neither signed nor paid for. */
export function handleOps(
	version: EntryPointVersion,
	operations: readonly Operation[],
	beneficiary: Address,
): Hex {
	const common = {
		initCode: "0x",
		paymasterAndData: "0x",
		signature: "0x",
		preVerificationGas: GAS,
	} as const;
	if (version === "0.6") {
		const gas = {
			callGasLimit: GAS,
			verificationGasLimit: GAS,
			maxFeePerGas: FEE,
			maxPriorityFeePerGas: FEE,
		};
		const ops = operations.map((operation) => ({ ...operation, ...common, ...gas }));
		return encodeFunctionData({ abi: entryPoint06Abi, functionName: "handleOps", args: [ops, beneficiary] });
	}
	const packed = (amount: bigint) => encodePacked(["uint128", "uint128"], [amount, amount]);
	const gas = { accountGasLimits: packed(GAS), gasFees: packed(FEE) };
	const ops = operations.map((operation) => ({ ...operation, ...common, ...gas }));
	return encodeFunctionData({ abi: entryPoint07Abi, functionName: "handleOps", args: [ops, beneficiary] });
}

/** A key of nonces, so that each operation of a test can begin at sequence 0. */
export const nonceOf = (key: bigint) => key << 64n;
