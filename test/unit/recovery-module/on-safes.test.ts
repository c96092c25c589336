// recovery-module.md "Attacks".
// The module on real Safes: guards, Safes of Safes, reviewers that are Safes, swapped owners, hostile tokens.
// Over 300 lines: its tests share one chain, which takes seconds to start.
import {
	type Address,
	concatHex,
	decodeErrorResult,
	encodeFunctionData,
	type Hex,
	hashTypedData,
	type PrivateKeyAccount,
	parseAbi,
	zeroAddress,
	zeroHash,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FACTORY } from "../../../scripts/chain/anvil.ts";
import { minedReceipt } from "../../../scripts/chain/mined-receipt.ts";
import { safeAbi } from "../../../scripts/chain/safe.ts";
import { moduleAbi, moduleAddress } from "../../../src/protocol/recovery-module/court-recovery-module.ts";
import { heir, lost } from "../../support/chain/execution-chain.ts";
import {
	guardAbi,
	moduleContracts,
	oddTokenAbi,
	reentrantAbi,
	transferOf,
} from "../../support/chain/module-contracts.ts";
import {
	type Approval,
	addressesOf,
	approvalDomain,
	approvalTypes,
	ascending,
	type Configuration,
	DAY,
	enableData,
	type Intent,
	jrcHashOf,
	type ModuleCall,
	type ModuleStage,
	moduleData,
	type Reviewer,
	signForSafe,
	startModuleStage,
} from "../../support/chain/recovery-module.ts";
import { walletOf } from "../../support/chain/wallet-chain.ts";

const byModuleAbi = parseAbi([
	"function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation) returns (bool)",
	"function execTransactionFromModuleReturnData(address to, uint256 value, bytes data, uint8 operation) returns (bool, bytes)",
]);
const SENTINEL: Address = "0x0000000000000000000000000000000000000001";

let stage: ModuleStage;
let contracts: ReturnType<typeof moduleContracts>;
let reviewers: Reviewer[];
let configuration: Configuration;
beforeAll(async () => {
	stage = await startModuleStage();
	contracts = moduleContracts(stage);
	reviewers = stage.newReviewers(2);
	configuration = configurationOf(reviewers);
}, 60_000);
afterAll(() => stage?.stop());

const configurationOf = (list: readonly Reviewer[]): Configuration => ({
	reviewers: addressesOf(list),
	threshold: BigInt(list.length),
	vetoers: [],
	delay: DAY,
	expiry: DAY,
});
const newKey = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());
const executeOf = (intent: Intent) => ({ functionName: "execute", args: [intent] }) as const;
const safeData = (
	functionName: "setGuard" | "setModuleGuard" | "setFallbackHandler",
	address: Address,
): Hex => encodeFunctionData({ abi: safeAbi, functionName, args: [address] });
const swapData = (oldOwner: Address, newOwner: Address): Hex =>
	encodeFunctionData({ abi: safeAbi, functionName: "swapOwner", args: [SENTINEL, oldOwner, newOwner] });
const ownersOf = (safe: Address) =>
	stage.client.readContract({ address: safe, abi: safeAbi, functionName: "getOwners" });
const balanceOf = (token: Address, owner: Address) =>
	stage.client.readContract({ address: token, abi: oddTokenAbi, functionName: "balanceOf", args: [owner] });

/** Schedules an intent, and waits until it is ready. */
async function makeReady(intent: Intent, by: readonly Reviewer[] = reviewers): Promise<void> {
	await stage.call(await stage.scheduleOf(intent, by));
	await stage.pass(DAY);
}

/** A Safe with the module, and a recovery of it that is ready. */
async function newReady(...txs: ModuleCall[]): Promise<Intent> {
	const intent = stage.intentOf(await stage.newAccount(configuration), ...txs);
	await makeReady(intent);
	return intent;
}

test("swaps the lost owner for the heir, who then owns the Safe", async () => {
	const safe = await stage.newAccount(configuration);
	const intent = stage.intentOf(safe, { dest: safe, value: 0n, data: swapData(lost.address, heir) });
	await makeReady(intent);
	await stage.call(executeOf(intent));
	expect(await ownersOf(safe)).toEqual([heir]);
});

describe("guards", () => {
	test("a guard of transactions does not see a recovery", async () => {
		const guard = await contracts.guard();
		const safe = await stage.newAccount(configuration);
		await stage.exec(safe, { to: safe, data: safeData("setGuard", guard) });
		const intent = stage.intentOf(safe);
		await makeReady(intent);
		await stage.call(executeOf(intent));
		expect(await stage.client.getBalance({ address: safe })).toBe(993n);
	});

	test("a guard of modules can hold a recovery up, and checks each of its calls", async () => {
		const guard = await contracts.guard();
		const safe = await stage.newAccount(configuration);
		await stage.exec(safe, { to: safe, data: safeData("setModuleGuard", guard) });
		const [pay] = stage.intentOf(safe).txs as [ModuleCall];
		const intent = stage.intentOf(safe, pay, pay);
		await makeReady(intent);
		expect(await stage.errorOf(executeOf(intent))).toBe("closed");
		await stage.send(stage.deployer, {
			to: guard,
			data: encodeFunctionData({ abi: guardAbi, functionName: "open" }),
		});
		await stage.call(executeOf(intent));
		expect(await stage.client.getBalance({ address: safe })).toBe(986n);
		const checked = { address: guard, abi: guardAbi, functionName: "checked" } as const;
		expect(await stage.client.readContract(checked)).toBe(2n);
	});
});

describe("a Safe of a Safe", () => {
	/** The child's execTransaction, approved by the parent because the parent sends it. */
	const byParent = (parent: Address, to: Address, value: bigint, safeTxGas: bigint): Hex =>
		encodeFunctionData({
			abi: safeAbi,
			functionName: "execTransaction",
			args: [
				...([to, value, "0x", 0, safeTxGas, 0n, 0n, zeroAddress, zeroAddress] as const),
				concatHex([`0x${parent.slice(2).padStart(64, "0")}`, zeroHash, "0x01"]),
			],
		});

	test("the recovery of the parent moves what the child holds", async () => {
		const parent = await stage.newAccount(configuration);
		const child = await stage.newSafe([parent]);
		const data = byParent(parent, heir, 7n, 0n);
		const intent = stage.intentOf(parent, { dest: child, value: 0n, data });
		await makeReady(intent);
		await stage.call(executeOf(intent));
		expect(await stage.client.getBalance({ address: child })).toBe(993n);
	});

	test("a call of the child that fails without a revert fails the recovery", async () => {
		const parent = await stage.newAccount(configuration);
		const child = await stage.newSafe([parent]);
		const data = byParent(parent, heir, 2_000n, 50_000n);
		const intent = stage.intentOf(parent, { dest: child, value: 0n, data });
		await makeReady(intent);
		expect(await stage.errorOf(executeOf(intent))).toBe("CallFailed");
	});

	test.each(["execTransactionFromModule", "execTransactionFromModuleReturnData"] as const)(
		"a call of the child by its module, with %s, that fails without a revert fails the recovery",
		async (functionName) => {
			const parent = await stage.newAccount(configuration);
			const child = await stage.newSafe();
			const enable = encodeFunctionData({ abi: safeAbi, functionName: "enableModule", args: [parent] });
			await stage.exec(child, { to: child, data: enable });
			const errorOf = async (value: bigint) => {
				const args = [heir, value, "0x", 0] as const;
				const data = encodeFunctionData({ abi: byModuleAbi, functionName, args });
				const intent = stage.intentOf(parent, { dest: child, value: 0n, data });
				await makeReady(intent);
				return stage.errorOf(executeOf(intent));
			};
			expect(await errorOf(1_001n)).toBe("CallFailed");
			expect(await errorOf(1_000n)).toBeUndefined();
		},
	);

	test("the recovery of the child replaces the lost parent", async () => {
		const parent = await stage.newSafe();
		const child = await stage.newSafe([parent]);
		await stage.test.impersonateAccount({ address: child });
		const from = { from: child, to: child, data: enableData, gas: 1_000_000n };
		await stage.test.setBalance({ address: child, value: 10n ** 18n });
		await minedReceipt(stage.client, await stage.test.sendUnsignedTransaction(from));
		await stage.call({ functionName: "configure", args: [configuration] }, child);
		const intent = stage.intentOf(child, { dest: child, value: 0n, data: swapData(parent, heir) });
		await makeReady(intent);
		await stage.call(executeOf(intent));
		expect(await ownersOf(child)).toEqual([heir]);
	});
});

describe("reviewers that are contracts", () => {
	const digestOf = (reviewer: Address, approval: Approval): Hex =>
		hashTypedData({
			domain: approvalDomain(stage.chainId),
			types: approvalTypes,
			primaryType: "Approval",
			message: { reviewer, ...approval },
		});
	const safeReviewer = (address: Address, owner: PrivateKeyAccount): Reviewer => ({
		address,
		sign: (approval) => signForSafe(owner, address, stage.chainId, digestOf(address, approval)),
	});

	test("a Safe that has changed its keys after the loss approves with the new ones only", async () => {
		const newOwner = newKey();
		const safe = await stage.newSafe([lost.address], stage.fallbackHandler);
		const [key] = stage.newReviewers(1) as [Reviewer];
		const before = ascending([safeReviewer(safe, lost), key]);
		const after = ascending([safeReviewer(safe, newOwner), key]);
		const account = await stage.newAccount(configurationOf(before));
		const intent = stage.intentOf(account);
		const old = await stage.scheduleOf(intent, before);
		expect(await stage.errorOf(old)).toBeUndefined();
		await stage.exec(safe, { to: safe, data: swapData(lost.address, newOwner.address) });
		expect(await stage.errorOf(old)).toBe("InvalidSignature");
		await makeReady(intent, after);
		await stage.call(executeOf(intent));
		expect(await stage.statusOf(account, jrcHashOf(intent))).toMatchObject({ state: "executed" });
	});

	test("a key that has got a delegate approves by the delegate's rules only", async () => {
		const [key, delegate] = [newKey(), newKey()];
		const { address: contractAddress, factoryCall } = walletOf(delegate.address, `0x${"02".repeat(32)}`);
		await stage.send(stage.deployer, { to: FACTORY, data: factoryCall, gas: 1_000_000n });
		const signed = (by: PrivateKeyAccount): Reviewer => ({
			address: key.address,
			sign: (approval) => by.sign({ hash: digestOf(key.address, approval) }),
		});
		const intent = stage.intentOf(await stage.newAccount(configurationOf([signed(key)])));
		const errorOf = async (by: PrivateKeyAccount) =>
			stage.errorOf(await stage.scheduleOf(intent, [signed(by)]));
		expect(await errorOf(key)).toBeUndefined();
		expect(await errorOf(delegate)).toBe("InvalidSignature");
		const authorization = { contractAddress, chainId: stage.chainId, nonce: 0 };
		const authorizationList = [await key.signAuthorization(authorization)];
		await stage.send(stage.deployer, { to: heir, authorizationList });
		expect(await errorOf(key)).toBe("InvalidSignature");
		expect(await errorOf(delegate)).toBeUndefined();
	});

	test("two wallets of one owner cannot share a signature, nor can the owner beside them", async () => {
		const owner = newKey();
		const wallets = [walletOf(owner.address, `0x${"01".repeat(32)}`), walletOf(owner.address)];
		for (const { factoryCall } of wallets)
			await stage.send(stage.deployer, { to: FACTORY, data: factoryCall, gas: 1_000_000n });
		const signed = ({ address }: { address: Address }): Reviewer => ({
			address,
			sign: (approval) => owner.sign({ hash: digestOf(address, approval) }),
		});
		const own = ascending([...wallets, owner].map(signed));
		const account = await stage.newAccount(configurationOf(own));
		const intent = stage.intentOf(account);
		const [first, second, third] = own as [Reviewer, Reviewer, Reviewer];
		const lent = (to: Reviewer): Reviewer => ({ ...to, sign: first.sign });
		const errorOf = async (by: Reviewer[]) => stage.errorOf(await stage.scheduleOf(intent, by));
		expect(await errorOf([first, lent(second), lent(third)])).toBe("InvalidSignature");
		expect(await errorOf([first, second, lent(third)])).toBe("InvalidSignature");
		expect(await errorOf(own)).toBeUndefined();
	});
});

describe("lists of calls", () => {
	const tokensOf = async (owner: Address, amounts: readonly bigint[]) => {
		const tokens: Address[] = [];
		for (const amount of amounts) tokens.push(await contracts.token(owner, amount));
		return tokens;
	};

	test("one short token of five reverts all, until it is not short any more", async () => {
		const safe = await stage.newAccount(configuration);
		const tokens = await tokensOf(safe, [10n, 10n, 10n, 9n, 10n]);
		const intent = stage.intentOf(safe, ...tokens.map((token) => transferOf(token, heir, 10n)));
		await makeReady(intent);
		expect(await stage.errorOf(executeOf(intent))).toBe("CallFailed");
		const hash = await stage.send(stage.deployer, { to: moduleAddress, data: moduleData(executeOf(intent)) });
		expect((await stage.client.getTransactionReceipt({ hash })).status).toBe("reverted");
		const balances = () => Promise.all(tokens.map((token) => balanceOf(token, heir)));
		expect(await balances()).toEqual([0n, 0n, 0n, 0n, 0n]);
		const data = encodeFunctionData({ abi: oddTokenAbi, functionName: "mint", args: [safe, 1n] });
		await stage.send(stage.deployer, { to: tokens[3] as Address, data });
		await stage.call(executeOf(intent));
		expect(await balances()).toEqual([10n, 10n, 10n, 10n, 10n]);
	});

	test.each([
		["a short token that returns false fails the recovery", "returns_false", 11n, "CallFailed"],
		["a token that returns true moves", "returns_false", 10n, undefined],
		["a token that returns nothing moves", "returns_nothing", 10n, undefined],
		["a token that returns false on success fails", "returns_false_on_success", 10n, "CallFailed"],
	] as const)("%s", async (_, habit, amount, error) => {
		const safe = await stage.newAccount(configuration);
		const token = await contracts.token(safe, 10n, habit);
		const intent = stage.intentOf(safe, transferOf(token, heir, amount));
		await makeReady(intent);
		expect(await stage.errorOf(executeOf(intent))).toBe(error);
	});

	test("calls are made in the order of the list", async () => {
		const safe = await stage.newAccount(configuration);
		const [token = zeroAddress] = await tokensOf(safe, [0n]);
		const data = encodeFunctionData({ abi: oddTokenAbi, functionName: "mint", args: [safe, 10n] });
		const mint = { dest: token, value: 0n, data };
		const intent = stage.intentOf(safe, mint, transferOf(token, heir, 10n));
		await makeReady(intent);
		expect(await stage.errorOf(executeOf(intent))).toBeUndefined();
		const reversed = stage.intentOf(safe, transferOf(token, heir, 10n), mint);
		await makeReady(reversed);
		expect(await stage.errorOf(executeOf(reversed))).toBe("CallFailed");
	});

	test("a transferFrom that returns false fails, and a view that returns zero does not", async () => {
		const safe = await stage.newAccount(configuration);
		const token = await contracts.token(safe, 10n, "returns_false");
		const errorOf = async (data: Hex) => {
			const intent = stage.intentOf(safe, { dest: token, value: 0n, data });
			await makeReady(intent);
			return stage.errorOf(executeOf(intent));
		};
		const abi = oddTokenAbi;
		const args = [safe, heir, 11n] as const;
		expect(await errorOf(encodeFunctionData({ abi, functionName: "transferFrom", args }))).toBe("CallFailed");
		const ofHeir = encodeFunctionData({ abi, functionName: "balanceOf", args: [heir] });
		expect(await errorOf(ofHeir)).toBeUndefined();
	});

	test("a call without value to an address without code fails, because nothing would happen", async () => {
		const nowhere = newKey().address;
		expect(await stage.errorOf(executeOf(await newReady(transferOf(nowhere, heir, 1n))))).toBe("NoEffect");
		const withMemo = await newReady({ dest: nowhere, value: 1n, data: "0x1234" });
		expect(await stage.errorOf(executeOf(withMemo))).toBeUndefined();
	});

	test("more coins than the Safe has fail the recovery", async () => {
		const intent = await newReady({ dest: heir, value: 1_001n, data: "0x" });
		expect(await stage.errorOf(executeOf(intent))).toBe("CallFailed");
	});
});

test("a token that calls back in the middle of a recovery executes and stops nothing", async () => {
	const token = await contracts.reentrantToken();
	const safe = await stage.newAccount(configuration);
	const hostile = stage.intentOf(safe, transferOf(token, heir, 1n));
	const other = { ...stage.intentOf(safe), reasonForRecovery: "inheritance" };
	await stage.call(await stage.scheduleOf(other, reviewers));
	const calls = [
		executeOf(hostile),
		executeOf(other),
		await stage.scheduleOf(hostile, reviewers, { deadline: (await stage.now()) + 9n * DAY }),
		{ functionName: "veto", args: [safe, jrcHashOf(other)] },
		{ functionName: "removeDisabled", args: [safe] },
	] as const;
	for (const call of calls) {
		const args = [moduleAddress, moduleData(call)] as const;
		const data = encodeFunctionData({ abi: reentrantAbi, functionName: "attempt", args });
		await stage.send(stage.deployer, { to: token, data });
	}
	await makeReady(hostile);
	await stage.call(executeOf(hostile));
	const results = await stage.client.readContract({
		address: token,
		abi: reentrantAbi,
		functionName: "resultsOf",
	});
	expect(results.map(nameOfError)).toEqual([
		"ReentrancyGuardReentrantCall",
		"ReentrancyGuardReentrantCall",
		"AlreadyExecuted",
		"NotAllowed",
		"ModuleEnabled",
	]);
	expect(await stage.errorOf(executeOf(other))).toBeUndefined();
});

describe("a change of the configuration", () => {
	const configure = () => ({ functionName: "configure", args: [configuration] }) as const;

	test("ends schedules and approvals, also where it changes nothing", async () => {
		const intent = await newReady();
		await stage.call(configure(), intent.lostAccount);
		expect(await stage.errorOf(executeOf(intent))).toBe("NotScheduled");
		expect(await stage.errorOf(await stage.scheduleOf(intent, reviewers))).toBe("InvalidSignature");
		const signed = await stage.scheduleOf(intent, reviewers, { generation: 2n });
		expect(await stage.errorOf(signed)).toBeUndefined();
		await stage.call({ functionName: "remove" }, intent.lostAccount);
		expect(await stage.errorOf(signed)).toBe("NotConfigured");
		expect(await stage.errorOf(executeOf(intent))).toBe("NotScheduled");
		await stage.call(configure(), intent.lostAccount);
		expect(await stage.errorOf(signed)).toBe("InvalidSignature");
	});

	test("ends votes for a veto", async () => {
		const five = stage.newReviewers(3);
		const account = await stage.newAccount({ ...configurationOf(five), threshold: 2n });
		const jrcHash = jrcHashOf(stage.intentOf(account));
		const voter = five[0]?.address as Address;
		await stage.call({ functionName: "veto", args: [account, jrcHash] }, voter);
		expect(await stage.statusOf(account, jrcHash)).toMatchObject({ vetoes: 1n });
		const again = { ...configurationOf(five), threshold: 2n };
		await stage.call({ functionName: "configure", args: [again] }, account);
		expect(await stage.statusOf(account, jrcHash)).toMatchObject({ vetoes: 0n, round: 0n });
		expect(await stage.errorOf({ functionName: "veto", args: [account, jrcHash] }, voter)).toBeUndefined();
	});
});

describe("a Safe that disables the module", () => {
	test("is safe from schedules and executions meanwhile", async () => {
		const intent = await newReady();
		const next = await stage.scheduleOf({ ...intent, reasonForRecovery: "other" }, reviewers);
		await stage.disable(intent.lostAccount);
		// GS104: the caller is no module of the Safe.
		expect(await stage.errorOf(executeOf(intent))).toBe("GS104");
		expect(await stage.errorOf(next)).toBe("ModuleNotEnabled");
	});

	test("and enables it again as the guide says revives nothing", async () => {
		const intent = await newReady();
		await stage.disable(intent.lostAccount);
		await stage.enableAndConfigure(intent.lostAccount, configuration);
		expect(await stage.errorOf(executeOf(intent))).toBe("NotScheduled");
		expect(await stage.errorOf(await stage.scheduleOf(intent, reviewers))).toBe("InvalidSignature");
	});

	test("revives nothing by enabling it alone, once anybody has removed the configuration meanwhile", async () => {
		const intent = await newReady();
		const removal = { functionName: "removeDisabled", args: [intent.lostAccount] } as const;
		expect(await stage.errorOf(removal)).toBe("ModuleEnabled");
		await stage.disable(intent.lostAccount);
		await stage.call(removal);
		expect(await stage.errorOf(removal)).toBe("NotConfigured");
		await stage.exec(intent.lostAccount, { to: intent.lostAccount, data: enableData });
		expect(await stage.errorOf(executeOf(intent))).toBe("NotScheduled");
		expect(await stage.errorOf(await stage.scheduleOf(intent, reviewers))).toBe("NotConfigured");
	});
});

describe("a Safe that has the module as its fallback handler", () => {
	/** A stranger calls the Safe, which passes the call on in its own name. */
	const viaSafe = async (safe: Address, data: Hex): Promise<boolean> => {
		const stranger = await stage.newOwner();
		const hash = await stage.send(stranger, { to: safe, data });
		return (await stage.client.getTransactionReceipt({ hash })).status === "success";
	};

	test("takes no configuration, no veto and no removal from strangers", async () => {
		const safe = await stage.newAccount(configuration);
		const intent = stage.intentOf(safe);
		await makeReady(intent);
		await stage.exec(safe, { to: safe, data: safeData("setFallbackHandler", moduleAddress) });
		const configure = { functionName: "configure", args: [configuration] } as const;
		expect(await viaSafe(safe, moduleData(configure))).toBe(false);
		expect(await viaSafe(safe, moduleData({ functionName: "remove" }))).toBe(false);
		const veto = { functionName: "veto", args: [safe, jrcHashOf(intent)] } as const;
		expect(await viaSafe(safe, moduleData(veto))).toBe(false);
		expect(await stage.configurationOf(safe)).toEqual([configuration, 1n]);
		expect(await stage.errorOf(executeOf(intent))).toBeUndefined();
	});

	test("takes no configuration either whose last vetoer is the stranger whom the Safe appends", async () => {
		const safe = await stage.newAccount(configuration);
		await stage.exec(safe, { to: safe, data: safeData("setFallbackHandler", moduleAddress) });
		const stranger = await stage.newOwner();
		const complete = moduleData({
			functionName: "configure",
			args: [{ ...configuration, vetoers: [stranger.address] }],
		});
		const cut = complete.slice(0, -40) as Hex;
		const hash = await stage.send(stranger, { to: safe, data: cut });
		expect((await stage.client.getTransactionReceipt({ hash })).status).toBe("reverted");
		expect(await stage.errorOf({ functionName: "configure", args: [configuration] }, safe)).toBe(
			"ModuleIsFallbackHandler",
		);
	});
});

const nameOfError = (data: Hex): string => decodeErrorResult({ abi: moduleAbi, data }).errorName;
