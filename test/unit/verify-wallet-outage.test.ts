// signatures.md "2. Contract signatures".
// Real connections that fail in every known way. An outage is never reported as a bad signature.
import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startAnvil } from "../../scripts/chain/anvil.ts";
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
	type Fault = (response: ServerResponse) => void;
	const json = (content: object): Fault => {
		return (response) => response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...content }));
	};
	const error = (code: number, message: string) => json({ error: { code, message } });

	let node: LocalServer | undefined;
	afterEach(async () => {
		await node?.stop();
		node = undefined;
	});

	/** A node that serves the chain and fails at one method. */
	async function nodeFailingAt(method: string, fault: Fault): Promise<string> {
		node = await startLocalServer(async (request, response) => {
			let body = "";
			for await (const chunk of request) body += chunk;
			if (JSON.parse(body).method === method) return fault(response);
			const answer = await fetch(chain.url, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body,
			});
			response.end(await answer.text());
		});
		return node.url;
	}

	async function expectUnavailable(url: string, options = {}) {
		// Neither the valid nor the invalid signature may get a verdict.
		for (const signature of [ownerSignature, strangerSignature]) {
			const verdict = await verify(wallet.address, signature, url, { timeoutMs: 300, ...options });
			expect(verdict).toEqual({ kind: "unavailable", reason: expect.any(String) });
		}
	}

	const faults: [string, Fault][] = [
		["does not respond", () => {}],
		["never ends its response", (response) => response.writeHead(200).write("{")],
		["closes the connection", (response) => response.destroy()],
		[
			"closes the connection in the body",
			(response) => {
				response.writeHead(200, { "content-length": "100" }).write('{"jsonrpc":"2.0"');
				setTimeout(() => response.destroy(), 20);
			},
		],
		["responds with 500", (response) => response.writeHead(500).end("{}")],
		["responds with 429", (response) => response.writeHead(429).end("{}")],
		["redirects", (response) => response.writeHead(307, { location: chain.url }).end()],
		["responds with HTML", (response) => response.end("<html>gateway time-out</html>")],
		["responds with other JSON", (response) => response.end('{"status":"ok"}')],
		["responds with null", json({ result: null })],
		["responds with a number", json({ result: 1 })],
		["responds with an odd number of digits", json({ result: "0x123" })],
		["responds with other text than hex", json({ result: "true" })],
		["is rate-limited", error(-32005, "limit exceeded")],
		["has pruned the state", error(-32000, "missing trie node 01ab (path )")],
		["does not know the block yet", error(-32000, "header not found")],
		["does not know the method", error(-32601, "the method does not exist")],
		["has an internal error", error(-32603, "internal error")],
		["ran out of its gas limit", error(-32000, "out of gas")],
	];
	const cases = METHODS.flatMap((method) => faults.map(([what, fault]) => ({ method, what, fault })));
	// A block number may have an odd count of digits; a chain id with one is another chain.
	const wellFormed = cases.filter((c) => !(c.method === "eth_blockNumber" && c.what.includes("odd number")));

	test.each(wellFormed)("is unavailable for a node that $what at $method", async ({ method, fault }) => {
		await expectUnavailable(await nodeFailingAt(method, fault));
	});

	test("is unavailable if the validator's result is empty or not a boolean", async () => {
		for (const result of ["0x", "0x02", `0x${"00".repeat(31)}02`]) {
			await expectUnavailable(await nodeFailingAt("eth_call", json({ result })));
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
		const url = await nodeFailingAt("eth_call", error(code, message));
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
		await expectUnavailable(await nodeFailingAt("eth_call", error(code, message)));
	});
});
