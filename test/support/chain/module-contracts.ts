// The contracts of contracts/recovery-module.sol on a chain: tokens with habits, and a guard.
import { type Address, concatHex, encodeFunctionData, padHex, parseAbi, toHex } from "viem";
import { compile } from "../../../scripts/contracts/compile.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { ModuleCall, ModuleStage } from "./recovery-module.ts";

export const oddTokenAbi = parseAbi([
	"function mint(address to, uint256 amount)",
	"function transfer(address to, uint256 amount)",
	"function transferFrom(address from, address to, uint256 amount)",
	"function balanceOf(address) view returns (uint256)",
]);
export const reentrantAbi = parseAbi([
	"function attempt(address to, bytes data)",
	"function resultsOf() view returns (bytes[])",
]);
export const guardAbi = parseAbi(["function open()", "function checked() view returns (uint256)"]);

/** As the contract numbers them. */
const HABITS = ["plain", "returns_false", "returns_nothing", "returns_false_on_success"] as const;

function compileModuleContracts() {
	const contracts = compile("test/support/chain/contracts/recovery-module.sol");
	return (name: "HashBatch" | "OddToken" | "ReentrantToken" | "TestGuard"): Hex => {
		const contract = contracts[name];
		if (!contract) throw new Error(`there is no contract ${name}`);
		return contract.creationCode;
	};
}

/** Deploys them by name. Takes as long as the compiler. */
export function moduleContracts({ deploy, send, deployer }: ModuleStage) {
	const codeOf = compileModuleContracts();
	return {
		guard: () => deploy(codeOf("TestGuard")),
		reentrantToken: () => deploy(codeOf("ReentrantToken")),
		hashBatch: () => deploy(codeOf("HashBatch")),
		/** A token of which an account has an amount. */
		token: async (owner: Address, amount: bigint, habit: (typeof HABITS)[number] = "plain") => {
			const argument = padHex(toHex(HABITS.indexOf(habit)), { size: 32 });
			const token = await deploy(concatHex([codeOf("OddToken"), argument]));
			const args = [owner, amount] as const;
			await send(deployer, {
				to: token,
				data: encodeFunctionData({ abi: oddTokenAbi, functionName: "mint", args }),
			});
			return token;
		},
	};
}

export const transferOf = (token: Address, to: Address, amount: bigint): ModuleCall => ({
	dest: token,
	value: 0n,
	data: encodeFunctionData({ abi: oddTokenAbi, functionName: "transfer", args: [to, amount] }),
});
