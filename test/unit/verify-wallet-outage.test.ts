// signatures.md "2. Contract signatures".
// Real connections that fail in every known way. An outage is never reported as a bad signature.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startAnvil } from "../../scripts/chain/anvil.ts";
import {
	errorResponse,
	type Fault,
	jsonResponse,
	methodNotFound,
	OUTAGES,
	startRpcProxy,
} from "../support/chain/rpc-proxy.ts";
import {
	CHAIN_ID,
	NO_CONTRACT,
	owner,
	ownerSignature,
	REFUSED,
	REVERTED,
	startWalletChain,
	strangerSignature,
	verify,
	type WalletChain,
	wallet,
} from "../support/chain/wallet-chain.ts";
import { type LocalServer, startLocalServer } from "../support/service/local-server.ts";

let chain: WalletChain;
beforeAll(async () => {
	chain = await startWalletChain();
});
afterAll(() => chain?.stop());

describe("a contract signature during an outage", () => {
	const METHODS = ["eth_chainId", "eth_blockNumber", "eth_getCode", "eth_call"] as const;

	let node: LocalServer | undefined;
	afterEach(async () => {
		await node?.stop();
		node = undefined;
	});

	/** A node that serves the chain and fails at one method. */
	async function nodeFailingAt(method: string, fault: Fault): Promise<string> {
		node = await startRpcProxy(chain.url, (request) => (request.method === method ? fault : undefined));
		return node.url;
	}

	async function expectUnavailable(url: string, options = {}) {
		// Neither the valid nor the invalid signature may get a verdict.
		for (const signature of [ownerSignature, strangerSignature]) {
			const verdict = await verify(wallet.address, signature, url, { timeoutMs: 300, ...options });
			expect(verdict).toEqual({ kind: "unavailable", reason: expect.any(String) });
		}
	}

	const faults: readonly (readonly [string, Fault])[] = [
		...OUTAGES,
		["responds with null", jsonResponse({ result: null })],
		["responds with an odd number of digits", jsonResponse({ result: "0x123" })],
		["has pruned the state", errorResponse(-32_000, "missing trie node 01ab (path )")],
		["does not know the block yet", errorResponse(-32_000, "header not found")],
		["does not know the method", methodNotFound],
		["ran out of its gas limit", errorResponse(-32_000, "out of gas")],
	];
	const cases = METHODS.flatMap((method) => faults.map(([what, fault]) => ({ method, what, fault })));
	// A block number may have an odd count of digits; a chain id with one is another chain.
	const wellFormed = cases.filter((c) => !(c.method === "eth_blockNumber" && c.what.includes("odd number")));

	test.each(wellFormed)("is unavailable for a node that $what at $method", async ({ method, fault }) => {
		await expectUnavailable(await nodeFailingAt(method, fault));
	});

	test("is unavailable if the validator's result is empty or not a boolean", async () => {
		for (const result of ["0x", "0x02", `0x${"00".repeat(31)}02`]) {
			await expectUnavailable(await nodeFailingAt("eth_call", jsonResponse({ result })));
			await node?.stop();
		}
		node = undefined;
	});

	test("is unavailable at a node of another chain", async () => {
		await expectUnavailable(chain.url, { chainId: 1, timeoutMs: 5_000 });
		expect(await verify(owner.address, strangerSignature, chain.url, { chainId: 8453 })).toEqual({
			kind: "unavailable",
			reason: "the node configured for chain 8453 serves chain 31337",
		});
	});

	test("is unavailable at a closed port", async () => {
		const closed = await startLocalServer(() => {});
		await closed.stop();
		await expectUnavailable(closed.url);
		expect(await verify(wallet.address, ownerSignature, closed.url)).toEqual({
			kind: "unavailable",
			reason: "eth_chainId: the node could not be reached",
		});
	});

	test("is unavailable if the chain is killed, but a key's signature is valid", async () => {
		const other = await startAnvil({ chainId: CHAIN_ID });
		expect(await verify(owner.address, strangerSignature, other.url)).toEqual(NO_CONTRACT);
		await other.stop();
		await expectUnavailable(other.url);
		expect((await verify(owner.address, ownerSignature, other.url)).kind).toBe("valid");
	});

	test("gets verdicts from the same node without a fault", async () => {
		const url = await nodeFailingAt("none", () => {});
		expect((await verify(wallet.address, ownerSignature, url)).kind).toBe("valid");
		expect(await verify(wallet.address, strangerSignature, url)).toEqual(REFUSED);
	});

	test.each([
		[3, "execution reverted"],
		[3, "anything"],
		[-32_015, "VM execution error."],
		[-32_000, "execution reverted"],
		[-32_000, "Execution reverted: not today"],
		[-32_000, "VM Exception while processing transaction: revert"],
		[-32_603, "execution reverted: 0x08c379a0"],
		[-32_603, "Error: VM Exception while processing transaction: reverted with reason string 'no'"],
	])("is rejected by a revert that the node reports as error %i %j", async (code, message) => {
		const url = await nodeFailingAt("eth_call", errorResponse(code, message));
		expect(await verify(wallet.address, ownerSignature, url)).toEqual(REVERTED);
	});

	test.each([
		[-32_005, "rate limit; requests reverted to free tier"],
		[-32_005, "execution reverted"],
		[-32_000, "the state was reverted to block 1"],
		[-32_000, "could not tell whether execution reverted"],
		[-32_603, "VM Exception while processing transaction: out of gas"],
		[-32_601, "execution reverted"],
		[429, "VM Exception while processing transaction: revert"],
	])("is unavailable for error %i %j, which is not a revert", async (code, message) => {
		await expectUnavailable(await nodeFailingAt("eth_call", errorResponse(code, message)));
	});
});
