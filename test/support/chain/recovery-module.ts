// The recovery module on a local chain, with real Safes that it may recover, and reviewers who approve.
import handlerArtifact from "@safe-global/safe-smart-account/build/artifacts/contracts/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json" with {
	type: "json",
};
import {
	type Address,
	BaseError,
	ContractFunctionRevertedError,
	encodeFunctionData,
	hashStruct,
	type PrivateKeyAccount,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { minedReceipt } from "../../../scripts/chain/mined-receipt.ts";
import { safeAbi } from "../../../scripts/chain/safe.ts";
import { moduleAbi, moduleAddress, recoveryModule } from "../../../sdk/src/recovery-module.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { newCaseTypes } from "../signing/eip712-types.ts";
import { heir, lost, type PaymentChain, startPaymentChain } from "./execution-chain.ts";
import { deploySafes, execTransaction, MULTI_SEND, multiSendData, type SafeKit } from "./safe.ts";

export const DAY = 86_400n;

/** The typed data of an approval. Copied from recovery-module.md, so that it can be the module's oracle. */
export const approvalTypes = {
	Approval: [
		{ name: "reviewer", type: "address" },
		{ name: "account", type: "address" },
		{ name: "jrcHash", type: "bytes32" },
		{ name: "notBefore", type: "uint256" },
		{ name: "deadline", type: "uint256" },
		{ name: "round", type: "uint256" },
		{ name: "generation", type: "uint256" },
	],
} as const;

export const approvalDomain = (chainId: number) =>
	({ name: "CourtRecoveryModule", version: "1", chainId, verifyingContract: moduleAddress }) as const;

export type Configuration = {
	readonly reviewers: readonly Address[];
	readonly threshold: bigint;
	readonly vetoers: readonly Address[];
	readonly delay: bigint;
	readonly expiry: bigint;
};
export type ModuleCall = { readonly dest: Address; readonly value: bigint; readonly data: Hex };
export type Intent = {
	readonly lostAccount: Address;
	readonly recoveryAccount: Address;
	readonly chainId: bigint;
	readonly reasonForRecovery: string;
	readonly txs: readonly ModuleCall[];
};
export type Approval = {
	readonly account: Address;
	readonly jrcHash: Hex;
	readonly notBefore: bigint;
	readonly deadline: bigint;
	readonly round: bigint;
	readonly generation: bigint;
};
/** Signs an approval for the reviewer's address, by a key or as a contract. */
export type Reviewer = {
	readonly address: Address;
	sign(approval: Approval): Promise<Hex>;
};
/** A call of the module, as viem takes it. */
export type ModuleFunction =
	| { functionName: "configure"; args: readonly [Configuration] }
	| { functionName: "remove"; args?: readonly [] }
	| { functionName: "removeDisabled" | "vetoAll"; args: readonly [Address] }
	| {
			functionName: "schedule";
			args: readonly [Intent, bigint, bigint, readonly { reviewer: Address; data: Hex }[]];
	  }
	| { functionName: "veto"; args: readonly [Address, Hex] }
	| { functionName: "execute"; args: readonly [Intent] };

export const moduleData = (call: ModuleFunction): Hex =>
	encodeFunctionData({ abi: moduleAbi, ...call } as Parameters<typeof encodeFunctionData>[0]);

export const enableData = encodeFunctionData({
	abi: safeAbi,
	functionName: "enableModule",
	args: [moduleAddress],
});

export const jrcHashOf = (intent: Intent): Hex =>
	hashStruct({ data: { ...intent }, primaryType: "RecoveryIntent", types: newCaseTypes });

export const ascending = <T extends { readonly address: Address }>(list: readonly T[]): T[] =>
	[...list].sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1));

export const addressesOf = (list: readonly { readonly address: Address }[]): Address[] =>
	ascending(list).map(({ address }) => address);

/** The name of the module's error, or of the Safe's. */
function errorNameOf(error: unknown): string {
	const reverted =
		error instanceof BaseError && error.walk((e) => e instanceof ContractFunctionRevertedError);
	if (!(reverted instanceof ContractFunctionRevertedError)) throw error;
	// A contract without named errors, such as the Safe, reverts with `Error` and a text.
	const name = reverted.data?.errorName;
	return (name === "Error" ? reverted.reason : name) ?? reverted.raw ?? "reverted";
}

/** Safe's own message about a digest, signed by an owner of the Safe. */
export function signForSafe(
	owner: PrivateKeyAccount,
	safe: Address,
	chainId: number,
	digest: Hex,
): Promise<Hex> {
	return owner.signTypedData({
		domain: { chainId, verifyingContract: safe },
		types: { SafeMessage: [{ name: "message", type: "bytes" }] },
		primaryType: "SafeMessage",
		message: { message: digest },
	});
}

export type ModuleStage = Awaited<ReturnType<typeof startModuleStage>>;

export async function startModuleStage() {
	return putModule(await startPaymentChain());
}

/** Puts the module, and contracts for Safes, on a chain. */
export async function putModule(chain: PaymentChain) {
	const kit = await deploySafes(chain);
	await chain.send(chain.deployer, recoveryModule.deploy());
	await chain.fund(lost);
	const fallbackHandler = await kit.deploy(handlerArtifact);
	const clock = clockOf(chain);
	return {
		...{ ...chain, kit, fallbackHandler, ...clock, ...safesOf(chain, kit) },
		...approvalsOf(chain, clock.now),
		...moduleOf(chain),
	};
}

function clockOf({ client, test }: PaymentChain) {
	const now = async (): Promise<bigint> => (await client.getBlock()).timestamp;
	/** Mines a block at a time, in unix seconds. */
	const mineAt = async (timestamp: bigint): Promise<void> => {
		await test.setNextBlockTimestamp({ timestamp });
		await test.mine({ blocks: 1 });
	};
	return { now, mineAt, pass: async (seconds: bigint) => mineAt((await now()) + seconds) };
}

function safesOf(chain: PaymentChain, kit: SafeKit) {
	let nonce = 1_000n;
	/** Anything that the lost key can still do as the Safe's owner. */
	const exec = (safe: Address, call: Parameters<typeof execTransaction>[0]): Promise<Hex> =>
		chain.send(lost, { to: safe, data: execTransaction(call) });
	const batch = (safe: Address, calls: readonly ModuleCall[]): Promise<Hex> =>
		exec(safe, {
			to: MULTI_SEND,
			data: multiSendData(calls.map(({ value, ...call }) => ({ ...call, value: String(value) }))),
			operation: 1,
		});
	/** A Safe of one owner, the lost key, with coins and without the module. */
	const newSafe = async (owners: readonly Address[] = [lost.address], fallbackHandler?: Address) => {
		nonce += 1n;
		const safe = await kit.createSafeOf({
			owners,
			saltNonce: nonce,
			...(fallbackHandler && { fallbackHandler }),
		});
		await chain.test.setBalance({ address: safe, value: 1_000n });
		return safe;
	};
	/** A Safe that has enabled and configured the module in one MultiSend. */
	const newAccount = async (configuration: Configuration): Promise<Address> => {
		const safe = await newSafe();
		await enableAndConfigure(safe, configuration);
		return safe;
	};
	const enableAndConfigure = (safe: Address, configuration: Configuration) =>
		batch(safe, [
			{ dest: safe, value: 0n, data: enableData },
			{
				dest: moduleAddress,
				value: 0n,
				data: moduleData({ functionName: "configure", args: [configuration] }),
			},
		]);
	/** The module is the first of the Safe's list, as the newest. */
	const disable = (safe: Address) => {
		const first = "0x0000000000000000000000000000000000000001";
		const args = [first, moduleAddress] as const;
		return exec(safe, {
			to: safe,
			data: encodeFunctionData({ abi: safeAbi, functionName: "disableModule", args }),
		});
	};
	return { exec, batch, newSafe, newAccount, enableAndConfigure, disable };
}

function approvalsOf({ chainId }: PaymentChain, now: () => Promise<bigint>) {
	const keyReviewer = (account: PrivateKeyAccount): Reviewer => ({
		address: account.address,
		sign: (approval) =>
			account.signTypedData({
				domain: approvalDomain(chainId),
				types: approvalTypes,
				primaryType: "Approval",
				message: { reviewer: account.address, ...approval },
			}),
	});
	const newReviewers = (count: number): Reviewer[] =>
		ascending(Array.from({ length: count }, () => keyReviewer(privateKeyToAccount(generatePrivateKey()))));
	/** What a Safe pays to the heir: seven of its thousand wei, unless the test names calls. */
	const intentOf = (lostAccount: Address, ...txs: ModuleCall[]): Intent => ({
		lostAccount,
		recoveryAccount: heir,
		chainId: BigInt(chainId),
		reasonForRecovery: "lost key",
		txs: txs.length > 0 ? txs : [{ dest: heir, value: 7n, data: "0x" }],
	});
	/** The call that schedules an intent by these reviewers' approvals, with the test's changes of what they sign. */
	const scheduleOf = async (
		intent: Intent,
		reviewers: readonly Reviewer[],
		changes: Partial<Approval> = {},
	): Promise<ModuleFunction & { functionName: "schedule" }> => {
		const approval: Approval = {
			account: intent.lostAccount,
			jrcHash: jrcHashOf(intent),
			notBefore: 0n,
			deadline: (await now()) + DAY,
			round: 0n,
			generation: 1n,
			...changes,
		};
		const sign = async (reviewer: Reviewer) => ({
			reviewer: reviewer.address,
			data: await reviewer.sign(approval),
		});
		const signatures = await Promise.all(reviewers.map(sign));
		return {
			functionName: "schedule",
			args: [intent, approval.notBefore, approval.deadline, signatures],
		};
	};
	return { keyReviewer, newReviewers, intentOf, scheduleOf };
}

function moduleOf(chain: PaymentChain) {
	const { client, deployer } = chain;
	/** The error's name if the call is rejected, or undefined. Changes nothing. Sent by a stranger unless named. */
	const errorOf = async (
		call: ModuleFunction,
		from: Address = deployer.address,
	): Promise<string | undefined> => {
		const request = { address: moduleAddress, abi: moduleAbi, account: from, ...call };
		try {
			await client.simulateContract(request as Parameters<typeof client.simulateContract>[0]);
			return undefined;
		} catch (error) {
			return errorNameOf(error);
		}
	};
	/** Sends a call as any account, also a Safe. @throws Error with the name of the error, if the call is rejected */
	const call = async (call: ModuleFunction, from: Address = deployer.address): Promise<Hex> => {
		const error = await errorOf(call, from);
		if (error !== undefined) throw new Error(error);
		await chain.test.impersonateAccount({ address: from });
		if (from !== deployer.address) await chain.test.setBalance({ address: from, value: 10n ** 18n });
		const data = moduleData(call);
		const hash = await chain.test.sendUnsignedTransaction({ from, to: moduleAddress, data, gas: 5_000_000n });
		const { status } = await minedReceipt(client, hash);
		if (status !== "success") throw new Error(`${call.functionName} has reverted`);
		return hash;
	};
	const statusOf = async (account: Address, jrcHash: Hex) => {
		const status = await client.readContract({
			address: moduleAddress,
			abi: moduleAbi,
			functionName: "statusOf",
			args: [account, jrcHash],
		});
		return { ...status, state: STATES[status.state] };
	};
	const configurationOf = (account: Address) =>
		client.readContract({
			address: moduleAddress,
			abi: moduleAbi,
			functionName: "configurationOf",
			args: [account],
		});
	return { errorOf, call, statusOf, configurationOf };
}

const STATES = ["unknown", "waiting", "ready", "expired", "vetoed", "executed"] as const;
