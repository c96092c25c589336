/** Accounts on a real chain, and what hostile tokens return (recovery.md "What an account is"). */
import { encodeFunctionData, getAddress, type Hex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { safeAbi } from "../../../scripts/chain/safe.ts";
import { MULTICALL3 } from "../../../src/accounts/multicall.ts";
import { type AccountFacts, REQUESTS_PER_ACCOUNT, readAccount } from "../../../src/accounts/read-account.ts";
import { createJsonRpc } from "../../../src/chain/json-rpc.ts";
import { moduleAddress } from "../../../src/protocol/recovery-module/court-recovery-module.ts";
import { failingTokenBytecode } from "../../support/chain/contracts/test-tokens.ts";
import { lost, type PaymentChain, startPaymentChain, stranger } from "../../support/chain/execution-chain.ts";
import { newToken, putMulticall } from "../../support/chain/held-tokens.ts";
import { deploySafes, execTransaction, type SafeKit } from "../../support/chain/safe.ts";

let chain: PaymentChain;
let safes: SafeKit;
beforeAll(async () => {
	chain = await startPaymentChain();
	safes = await deploySafes(chain);
	await chain.fund(lost);
});
afterAll(() => chain?.stop());

const deploy = (data: Hex) => chain.deploy(data);
const tokenOf = (symbol: string, decimals: number, amount: bigint) =>
	newToken(chain, { symbol, decimals }, [stranger.address], amount);

/** Counts what the node is asked. */
async function read(address: string, tokens: string[] = [], url = chain.url): Promise<AccountFacts> {
	const rpc = createJsonRpc({ url, timeoutMs: 10_000 });
	let requests = 0;
	const counted = {
		call: (method: string, params: readonly unknown[]) => {
			requests++;
			return rpc.call(method, params);
		},
	};
	const result = await readAccount(counted, { chainId: chain.chainId, address }, tokens);
	if (result.kind !== "read") throw new Error(result.reason);
	expect(requests).toBeLessThanOrEqual(REQUESTS_PER_ACCOUNT);
	return result.facts;
}

describe("an account on a chain", () => {
	it("is a key without code, with its coins", async () => {
		const owner = await chain.newOwner();
		expect(await read(owner.address)).toEqual({
			kind: "key",
			safe: null,
			balance: String(10n ** 20n),
			tokens: [],
		});
	});

	it("is a key that runs a contract's code", async () => {
		const owner = await chain.newOwner();
		const authorization = await owner.signAuthorization({
			contractAddress: MULTICALL3,
			chainId: chain.chainId,
			nonce: 0,
		});
		await chain.send(chain.deployer, { to: owner.address, authorizationList: [authorization] });
		expect(await read(owner.address)).toMatchObject({
			kind: "delegated_key",

			safe: null,
		});
	});

	it("is a Safe, with who must sign and what else can act", async () => {
		const owners = [lost.address, stranger.address];
		const safe = await safes.createSafeOf({ owners, threshold: 2n, saltNonce: 7n });
		expect(await read(safe)).toMatchObject({
			kind: "safe",
			safe: {
				owners,
				threshold: 2,
				modules: [],
				hasMoreModules: false,
				recoveryModule: null,
			},
		});
	});

	it("is a Safe that has enabled the recovery module", async () => {
		const safe = await safes.createSafe(8n);
		const enable = encodeFunctionData({ abi: safeAbi, functionName: "enableModule", args: [moduleAddress] });
		await chain.send(lost, { to: safe, data: execTransaction({ to: safe, data: enable }) });
		expect((await read(safe)).safe).toMatchObject({
			modules: [moduleAddress],
			recoveryModule: { reviewers: [], threshold: 0 },
		});
	});

	it("is an unknown contract if other code stands behind a Safe's proxy", async () => {
		const other = await tokenOf("x", 0, 1n);
		const safe = await safes.createSafe(9n);
		const slot = `0x${"0".repeat(64)}` as const;
		await chain.test.setStorageAt({
			address: safe,
			index: slot,
			value: `0x${other.slice(2).padStart(64, "0")}`,
		});
		expect(await read(safe)).toMatchObject({ kind: "contract", safe: null });
		expect(await read(other)).toMatchObject({ kind: "contract", safe: null });
	});

	it("is not read at a silent node, nor at that of another chain", async () => {
		const rpc = createJsonRpc({ url: "http://127.0.0.1:1", timeoutMs: 2_000 });
		const silent = await readAccount(rpc, { chainId: chain.chainId, address: lost.address }, []);
		expect(silent).toMatchObject({ kind: "unavailable" });
		const own = createJsonRpc({ url: chain.url, timeoutMs: 5_000 });
		const other = await readAccount(own, { chainId: 1, address: lost.address }, []);
		expect(other).toMatchObject({ kind: "unavailable" });
	});
});

describe("the tokens of an account", () => {
	it("cannot be read where the chain has no Multicall3", async () => {
		const token = await tokenOf("USDC", 6, 5n);
		expect((await read(stranger.address, [token])).tokens).toEqual([
			{ address: token, symbol: null, decimals: null, balance: null },
		]);
	});

	it("are read in one call, and hostile ones spoil none of the others", async () => {
		await putMulticall(chain);
		const first = await tokenOf("USDC", 6, 2_500_000n);
		const markup = await tokenOf(`<b>\u202e${"x".repeat(500)}`, 70, 1n);
		const failing = await deploy(failingTokenBytecode);
		const codeless = getAddress(`0x${"12".repeat(20)}`);
		const last = await tokenOf("EURC", 18, 0n);
		const { tokens } = await read(stranger.address, [first, markup, failing, codeless, last]);
		expect(tokens).toEqual([
			{ address: first, symbol: "USDC", decimals: 6, balance: "2500000" },
			{ address: markup, symbol: `<b>${"x".repeat(61)}`, decimals: 70, balance: "1" },
			{ address: failing, symbol: null, decimals: null, balance: null },
			{ address: codeless, symbol: null, decimals: null, balance: null },
			{ address: last, symbol: "EURC", decimals: 18, balance: "0" },
		]);
	});
});
