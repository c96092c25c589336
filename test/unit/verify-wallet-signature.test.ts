// Against a real EVM and real connections: which signatures hold, and that no outage is ever a verdict.
import type { ServerResponse } from "node:http";
import {
	createWalletClient,
	encodeAbiParameters,
	getCreate2Address,
	http,
	keccak256,
	publicActions,
	serializeErc6492Signature,
	zeroHash,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bytesToHex, type Hex } from "../../src/kernel/hex.ts";
import { createJsonRpc } from "../../src/recovery/chain/json-rpc.ts";
import {
	verifyWalletSignature,
	type WalletVerdict,
} from "../../src/recovery/chain/verify-wallet-signature.ts";
import { type Anvil, startAnvil } from "../support/anvil.ts";
import { testWalletBytecode } from "../support/contracts/test-wallet.ts";
import { type LocalServer, startLocalServer } from "../support/local-server.ts";
import { lostAccountKey, recoveryAccountKey } from "../support/vectors.ts";

const CHAIN_ID = 31_337;
const TIMEOUT_MS = 5_000;
/** The deterministic deployment proxy, which anvil has from its first block. Takes salt ‖ creation code. */
const FACTORY = "0x4e59b44847b379578588920cA78FbF26c0B4956C";
const FUNDED_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

const digest = new Uint8Array(32).fill(0x5a);
const owner = privateKeyToAccount(lostAccountKey);
const stranger = privateKeyToAccount(recoveryAccountKey);

/** Creation code of a test wallet of `owner`, and the address at which the factory puts it. */
function walletOf(address: Hex, salt: Hex = zeroHash) {
	const bytecode: Hex = `${testWalletBytecode}${encodeAbiParameters([{ type: "address" }], [address]).slice(2)}`;
	const factoryCall: Hex = `${salt}${bytecode.slice(2)}`;
	return { factoryCall, address: getCreate2Address({ from: FACTORY, salt, bytecode }) };
}

let anvil: Anvil;
let ownerSignature: Hex;
let strangerSignature: Hex;
const wallet = walletOf(owner.address);

function clientOf(url: string) {
	const account = privateKeyToAccount(FUNDED_KEY);
	return createWalletClient({ account, chain: foundry, transport: http(url) }).extend(publicActions);
}

beforeAll(async () => {
	anvil = await startAnvil({ chainId: CHAIN_ID });
	ownerSignature = await owner.sign({ hash: bytesToHex(digest) });
	strangerSignature = await stranger.sign({ hash: bytesToHex(digest) });
	const client = clientOf(anvil.url);
	const hash = await client.sendTransaction({ to: FACTORY, data: wallet.factoryCall });
	await client.waitForTransactionReceipt({ hash });
});
afterAll(() => anvil?.stop());

function verify(
	signer: string,
	signature: string,
	url: string | undefined = anvil.url,
	{ chainId = CHAIN_ID, timeoutMs = TIMEOUT_MS } = {},
): Promise<WalletVerdict> {
	const rpc = url === "" ? undefined : createJsonRpc({ url, timeoutMs });
	return verifyWalletSignature({ signer, digest, signature, chainId, rpc });
}

const invalid = (reason: string): WalletVerdict => ({ kind: "invalid-signer", reason });
const REFUSED = invalid("the signer's contract refused the signature");
const REVERTED = invalid("the signer's contract reverted");
const NO_CONTRACT = invalid("the signature is not by the signer's key, and the signer is no contract");

describe("a key's signature", () => {
	test("holds with no node, in any letter case of the signer", async () => {
		for (const signer of [owner.address, owner.address.toLowerCase()])
			expect(await verify(signer, ownerSignature, "")).toEqual({ kind: "valid", proof: { kind: "key" } });
	});

	test("asks no node where it holds", async () => {
		const server = await startLocalServer((_, response) => response.end());
		expect((await verify(owner.address, ownerSignature, server.url)).kind).toBe("valid");
		expect(server.requestCount()).toBe(0);
		await server.stop();
	});

	test("of another key needs a node to be judged, and is then refused", async () => {
		expect(await verify(owner.address, strangerSignature, "")).toEqual({ kind: "no-rpc", chainId: CHAIN_ID });
		expect(await verify(owner.address, strangerSignature)).toEqual(NO_CONTRACT);
	});

	test("in its malleated form is refused, though the validator's ecrecover would take it", async () => {
		const order = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n;
		const high = (order - BigInt(`0x${ownerSignature.slice(66, 130)}`)).toString(16).padStart(64, "0");
		const v = ownerSignature.endsWith("1b") ? "1c" : "1b";
		const malleated = `${ownerSignature.slice(0, 66)}${high}${v}`;
		expect(await verify(owner.address, malleated)).toEqual(NO_CONTRACT);
	});

	test.each(["0x", "0x00", `0x${"00".repeat(65)}`, `0x${"ff".repeat(16_384)}`])(
		"%.12s… is refused",
		async (signature) => {
			expect(await verify(owner.address, signature)).toEqual(NO_CONTRACT);
		},
	);
});

describe("a deployed ERC-1271 wallet", () => {
	test("accepts its owner's signature; block and code hash are recorded", async () => {
		const client = clientOf(anvil.url);
		const code = await client.getCode({ address: wallet.address });
		const before = Number(await client.getBlockNumber());
		expect(await verify(wallet.address.toLowerCase(), ownerSignature)).toEqual({
			kind: "valid",
			proof: { kind: "contract", blockNumber: before, codeHash: keccak256(code ?? "0x") },
		});
	});

	test("refuses a stranger's signature", async () => {
		expect(await verify(wallet.address, strangerSignature)).toEqual(REFUSED);
	});

	test("may accept a signature that is shorter than a word", async () => {
		expect((await verify(wallet.address, "0x600d")).kind).toBe("valid");
	});

	test("needs a node", async () => {
		expect(await verify(wallet.address, ownerSignature, "")).toEqual({ kind: "no-rpc", chainId: CHAIN_ID });
	});

	test.each([
		["reverts", "0x01", REVERTED],
		["runs into an invalid opcode", "0x02", REVERTED],
		["loops until its gas is used up", "0x03", REVERTED],
		["answers nothing", "0x04", REVERTED],
		["answers something that is no bytes4", "0x05", REVERTED],
		["is given an empty signature", "0x", REFUSED],
		["is given a signature of another length", "0x1234", REFUSED],
	])("that %s gives a verdict, not an outage", async (_, signature, expected) => {
		expect(await verify(wallet.address, signature)).toEqual(expected);
	});
});

describe("a counterfactual ERC-6492 wallet", () => {
	const future = walletOf(stranger.address, `0x${"01".repeat(32)}`);
	const envelope = (signature: Hex, data: Hex = future.factoryCall, address: Hex = FACTORY) =>
		serializeErc6492Signature({ address, data, signature });

	test("accepts its owner's signature before it exists, with the hash of no code, and leaves no trace", async () => {
		const verdict = await verify(future.address, envelope(strangerSignature));
		expect(verdict).toMatchObject({ kind: "valid", proof: { kind: "contract", codeHash: keccak256("0x") } });
		expect(await clientOf(anvil.url).getCode({ address: future.address })).toBeUndefined();
	});

	test("refuses another's signature", async () => {
		expect(await verify(future.address, envelope(ownerSignature))).toEqual(REFUSED);
	});

	test("is not taken for another address", async () => {
		expect(await verify(owner.address, envelope(strangerSignature))).toEqual(REVERTED);
	});

	test.each([
		["whose factory reverts", () => envelope(strangerSignature, "0x1234")],
		["whose factory deploys nothing", () => envelope(strangerSignature, "0x", stranger.address)],
		["that is nothing but its suffix", () => `0x${"6492".repeat(16)}`],
	])("with an envelope %s is refused", async (_, signature) => {
		expect(await verify(future.address, signature())).toEqual(REVERTED);
	});

	test("may still send the envelope when it is deployed", async () => {
		expect((await verify(wallet.address, envelope(ownerSignature, wallet.factoryCall))).kind).toBe("valid");
	});
});

describe("an account delegated by EIP-7702", () => {
	const account = privateKeyToAccount(`0x${"44".repeat(32)}`);
	const delegate = walletOf(stranger.address, `0x${"02".repeat(32)}`);

	beforeAll(async () => {
		const client = clientOf(anvil.url);
		const deployed = await client.sendTransaction({ to: FACTORY, data: delegate.factoryCall });
		await client.waitForTransactionReceipt({ hash: deployed });
		const authorization = await client.signAuthorization({ account, contractAddress: delegate.address });
		const hash = await client.sendTransaction({ to: stranger.address, authorizationList: [authorization] });
		await client.waitForTransactionReceipt({ hash });
	});

	test("is proven by its own key, without a node", async () => {
		const signature = await account.sign({ hash: bytesToHex(digest) });
		expect(await verify(account.address, signature, "")).toEqual({ kind: "valid", proof: { kind: "key" } });
	});

	test("is proven by its delegate's word, with the hash of its delegation", async () => {
		expect(await verify(account.address, strangerSignature)).toMatchObject({
			kind: "valid",
			proof: {
				kind: "contract",
				codeHash: keccak256(`0xef0100${delegate.address.slice(2)}`.toLowerCase() as Hex),
			},
		});
		expect(await verify(account.address, ownerSignature)).toEqual(REFUSED);
	});
});

describe("an outage is unavailable, never a verdict", () => {
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

	/** The chain behind a node that goes wrong at one method. */
	async function nodeFailingAt(method: string, fault: Fault): Promise<string> {
		node = await startLocalServer(async (request, response) => {
			let body = "";
			for await (const chunk of request) body += chunk;
			if (JSON.parse(body).method === method) return fault(response);
			const answer = await fetch(anvil.url, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body,
			});
			response.end(await answer.text());
		});
		return node.url;
	}

	async function expectUnavailable(url: string, options = {}) {
		// The good signature must not be called bad, and the bad one not either while nobody can tell.
		for (const signature of [ownerSignature, strangerSignature]) {
			const verdict = await verify(wallet.address, signature, url, { timeoutMs: 300, ...options });
			expect(verdict).toEqual({ kind: "unavailable", reason: expect.any(String) });
		}
	}

	const faults: [string, Fault][] = [
		["is silent", () => {}],
		["begins an answer and falls silent", (response) => response.writeHead(200).write("{")],
		["dies", (response) => response.destroy()],
		[
			"dies in the middle of its answer",
			(response) => {
				response.writeHead(200, { "content-length": "100" }).write('{"jsonrpc":"2.0"');
				setTimeout(() => response.destroy(), 20);
			},
		],
		["answers 500", (response) => response.writeHead(500).end("{}")],
		["answers 429", (response) => response.writeHead(429).end("{}")],
		["redirects", (response) => response.writeHead(307, { location: anvil.url }).end()],
		["answers HTML", (response) => response.end("<html>gateway time-out</html>")],
		["answers other JSON", (response) => response.end('{"status":"ok"}')],
		["answers null", json({ result: null })],
		["answers a number", json({ result: 1 })],
		["answers an odd number of digits", json({ result: "0x123" })],
		["answers no hex", json({ result: "true" })],
		["is rate-limited", error(-32005, "limit exceeded")],
		["has pruned the state", error(-32000, "missing trie node 01ab (path )")],
		["does not know the block yet", error(-32000, "header not found")],
		["does not know the method", error(-32601, "the method does not exist")],
		["has an internal error", error(-32603, "internal error")],
		["ran out of the gas that it allows", error(-32000, "out of gas")],
	];
	const cases = METHODS.flatMap((method) => faults.map(([what, fault]) => ({ method, what, fault })));
	// As a chain id or a block number an odd count of digits is well-formed: another chain, another block.
	const wellFormed = cases.filter((c) => !(c.method === "eth_blockNumber" && c.what.includes("odd number")));

	test.each(wellFormed)("where a node $what at $method", async ({ method, fault }) => {
		await expectUnavailable(await nodeFailingAt(method, fault));
	});

	test("where the validator's answer is empty or no boolean", async () => {
		for (const result of ["0x", "0x02", `0x${"00".repeat(31)}02`]) {
			await expectUnavailable(await nodeFailingAt("eth_call", json({ result })));
			await node?.stop();
		}
		node = undefined;
	});

	test("where the node is of another chain, whatever it says", async () => {
		await expectUnavailable(anvil.url, { chainId: 1, timeoutMs: TIMEOUT_MS });
		expect(await verify(owner.address, strangerSignature, anvil.url, { chainId: 8453 })).toEqual({
			kind: "unavailable",
			reason: "the node configured for chain 8453 serves chain 31337",
		});
	});

	test("where nothing listens", async () => {
		const closed = await startLocalServer(() => {});
		await closed.stop();
		await expectUnavailable(closed.url);
		expect(await verify(wallet.address, ownerSignature, closed.url)).toEqual({
			kind: "unavailable",
			reason: "no chain id: the node could not be reached",
		});
	});

	test("where the chain itself is killed, and a key's signature holds all the same", async () => {
		const other = await startAnvil({ chainId: CHAIN_ID });
		expect(await verify(owner.address, strangerSignature, other.url)).toEqual(NO_CONTRACT);
		await other.stop();
		await expectUnavailable(other.url);
		expect((await verify(owner.address, ownerSignature, other.url)).kind).toBe("valid");
	});

	test("while the same node without a fault gives verdicts", async () => {
		const url = await nodeFailingAt("none", () => {});
		expect((await verify(wallet.address, ownerSignature, url)).kind).toBe("valid");
		expect(await verify(wallet.address, strangerSignature, url)).toEqual(REFUSED);
	});

	test.each([
		[3, "execution reverted"],
		[-32_000, "VM Exception while processing transaction: revert"],
		[-32_015, "VM execution error."],
	])("while a revert, as told by error %i, is the contract's verdict", async (code, message) => {
		const url = await nodeFailingAt("eth_call", error(code, message));
		expect(await verify(wallet.address, ownerSignature, url)).toEqual(REVERTED);
	});
});
