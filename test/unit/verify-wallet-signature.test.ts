// Signatures of keys and contract wallets on a real EVM (signatures.md "2. Contract signatures").
import { keccak256, numberToHex, parseSignature, serializeErc6492Signature, serializeSignature } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FACTORY } from "../../scripts/chain/anvil.ts";
import { bytesToHex, type Hex } from "../../src/kernel/encoding/hex.ts";
import {
	BAD_ENVELOPE,
	CHAIN_ID,
	digest,
	estimatingWallet,
	KEYS_OWN,
	NO_CONTRACT,
	owner,
	ownerSignature,
	REFUSED,
	REVERTED,
	startWalletChain,
	stranger,
	strangerSignature,
	untakenWallet,
	verify,
	type WalletChain,
	wallet,
	walletOf,
} from "../support/chain/wallet-chain.ts";
import { startLocalServer } from "../support/service/local-server.ts";

const envelopeOf = (address: Hex, data: Hex, signature: Hex) =>
	serializeErc6492Signature({ address, data, signature });

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
/** The malleated form of a signature, which anyone can compute. */
function highS(signature: Hex): Hex {
	const { r, s, yParity } = parseSignature(signature);
	return serializeSignature({ r, s: numberToHex(ORDER - BigInt(s), { size: 32 }), yParity: 1 - yParity });
}

let chain: WalletChain;
beforeAll(async () => {
	chain = await startWalletChain();
});
afterAll(() => chain?.stop());

describe("a key's signature", () => {
	test("is valid without a node, in any letter case of the signer", async () => {
		for (const signer of [owner.address, owner.address.toLowerCase()])
			expect(await verify(signer, ownerSignature, undefined)).toEqual({
				kind: "valid",
				proof: { kind: "key" },
			});
	});

	test("sends no request to the node if it is valid", async () => {
		const server = await startLocalServer((_, response) => response.end());
		expect((await verify(owner.address, ownerSignature, server.url)).kind).toBe("valid");
		expect(server.requestCount()).toBe(0);
		await server.stop();
	});

	test("is rejected for another account, if there is a node", async () => {
		expect(await verify(owner.address, strangerSignature, undefined)).toEqual({
			kind: "no_rpc",
			chainId: CHAIN_ID,
		});
		expect(await verify(owner.address, strangerSignature, chain.url)).toEqual(NO_CONTRACT);
	});

	test("is rejected in its malleated form, which the validator's ecrecover would accept", async () => {
		expect(await verify(owner.address, highS(ownerSignature), chain.url)).toEqual(KEYS_OWN);
	});

	test.each([
		["empty", "0x"],
		["one byte", "0x00"],
		["65 zeros", `0x${"00".repeat(65)}`],
		["16 KiB", `0x${"ff".repeat(16_384)}`],
	])("is rejected as %s", async (_, signature) => {
		expect(await verify(owner.address, signature, chain.url)).toEqual(NO_CONTRACT);
	});
});

describe("a deployed ERC-1271 wallet", () => {
	test("accepts its owner's signature with block and code hash", async () => {
		const { client } = chain;
		const code = await client.getCode({ address: wallet.address });
		const before = Number(await client.getBlockNumber());
		expect(await verify(wallet.address.toLowerCase(), ownerSignature, chain.url)).toEqual({
			kind: "valid",
			proof: { kind: "contract", blockNumber: before, codeHash: keccak256(code ?? "0x") },
		});
	});

	test("rejects a stranger's signature", async () => {
		expect(await verify(wallet.address, strangerSignature, chain.url)).toEqual(REFUSED);
	});

	test("can accept a signature shorter than a word", async () => {
		expect((await verify(wallet.address, "0x600d", chain.url)).kind).toBe("valid");
	});

	test("needs a node", async () => {
		expect(await verify(wallet.address, ownerSignature, undefined)).toEqual({
			kind: "no_rpc",
			chainId: CHAIN_ID,
		});
	});

	test.each([
		["reverts", "0x01", REVERTED],
		["hits an invalid opcode", "0x02", REVERTED],
		["loops until it runs out of gas", "0x03", REVERTED],
		["returns nothing", "0x04", REVERTED],
		["returns other data than bytes4", "0x05", REVERTED],
		["is given an empty signature", "0x", REFUSED],
		["is given a signature of another length", "0x1234", REFUSED],
	])("gives a verdict if it %s", async (_, signature, expected) => {
		expect(await verify(wallet.address, signature, chain.url)).toEqual(expected);
	});
});

describe("a counterfactual ERC-6492 wallet", () => {
	const future = walletOf(stranger.address, `0x${"01".repeat(32)}`);
	const envelope = (signature: Hex, data: Hex = future.factoryCall, address: Hex = FACTORY) =>
		envelopeOf(address, data, signature);

	test("accepts its owner's signature before deployment, with the hash of empty code", async () => {
		const verdict = await verify(future.address, envelope(strangerSignature), chain.url);
		expect(verdict).toMatchObject({ kind: "valid", proof: { kind: "contract", codeHash: keccak256("0x") } });
		expect(await chain.client.getCode({ address: future.address })).toBeUndefined();
	});

	test("rejects another key's signature", async () => {
		expect(await verify(future.address, envelope(ownerSignature), chain.url)).toEqual(REFUSED);
	});

	test("is rejected under another address", async () => {
		expect(await verify(owner.address, envelope(strangerSignature), chain.url)).toEqual(REVERTED);
	});

	test.each([
		["whose factory reverts", () => envelope(strangerSignature, "0x1234")],
		["whose factory deploys nothing", () => envelope(strangerSignature, "0x", stranger.address)],
	])("is rejected with an envelope %s", async (_, signature) => {
		expect(await verify(future.address, signature(), chain.url)).toEqual(REVERTED);
	});

	test("may still use the envelope after deployment", async () => {
		expect((await verify(wallet.address, envelope(ownerSignature, wallet.factoryCall), chain.url)).kind).toBe(
			"valid",
		);
	});
});

describe("an envelope for a signer with code", () => {
	const inner = { good: ownerSignature, bad: strangerSignature };
	const { factoryCall } = walletOf(stranger.address, `0x${"03".repeat(32)}`);

	test.each([
		["rejects", REFUSED],
		["reverts", REVERTED],
	] as const)(
		"does not call the factory, which could take over a wallet that %s",
		async (until, expected) => {
			const victim = untakenWallet(until);
			await chain.deploy(victim);
			expect(await verify(victim.address, inner.bad, chain.url)).toEqual(expected);
			for (const signature of [inner.bad, "0x", "0x600d"] as const) {
				const takeover = envelopeOf(victim.address, "0x8129fc1c", signature);
				expect(await verify(victim.address, takeover, chain.url)).toEqual(expected);
				expect(await verify(victim.address, `0x${takeover.slice(2).toUpperCase()}`, chain.url)).toEqual(
					expected,
				);
			}
		},
	);

	test("is verified by its inner signature, which may be short", async () => {
		for (const signature of [inner.good, "0x600d"] as const) {
			const genuine = envelopeOf(FACTORY, wallet.factoryCall, signature);
			expect((await verify(wallet.address, genuine, chain.url)).kind).toBe("valid");
		}
		expect(await verify(wallet.address, envelopeOf(FACTORY, factoryCall, inner.bad), chain.url)).toEqual(
			REFUSED,
		);
	});

	const good = envelopeOf(FACTORY, factoryCall, inner.good).slice(2);
	/** Replaces a word. */
	const withWord = (index: number, word: string) =>
		good.slice(0, index * 64) + word.padStart(64, "0") + good.slice((index + 1) * 64);
	test.each([
		["only its suffix", "6492".repeat(16)],
		[
			"another envelope",
			envelopeOf(FACTORY, factoryCall, envelopeOf(FACTORY, factoryCall, inner.good)).slice(2),
		],
		["other data than ABI", `${"ff".repeat(96)}${"6492".repeat(16)}`],
		["a factory of more than 20 bytes", withWord(0, "01".repeat(21))],
		["a call that begins after its end", withWord(1, "100000")],
		["a call that ends after its end", withWord(3, "ffff")],
		["a signature that begins after its end", withWord(2, "ff".repeat(32))],
		["a signature without a length", withWord(2, (good.length / 2 - 64).toString(16))],
		["a signature of excessive length", withWord(good.length / 64 - 5, "ff".repeat(32))],
	])("is rejected with %s", async (_, digits) => {
		expect(await verify(wallet.address, `0x${digits}`, chain.url)).toEqual(BAD_ENVELOPE);
	});
});

test("does not call wallets from the zero address", async () => {
	await chain.deploy(estimatingWallet);
	expect(await verify(estimatingWallet.address, strangerSignature, chain.url)).toEqual(REFUSED);
});

describe("an account delegated by EIP-7702", () => {
	const account = privateKeyToAccount(`0x${"44".repeat(32)}`);
	const delegate = walletOf(stranger.address, `0x${"02".repeat(32)}`);

	beforeAll(async () => {
		await chain.deploy(delegate);
		await chain.delegateTo(account, delegate.address);
	});

	test("is verified by its key, without a node", async () => {
		const signature = await account.sign({ hash: bytesToHex(digest) });
		expect(await verify(account.address, signature, undefined)).toEqual({
			kind: "valid",
			proof: { kind: "key" },
		});
	});

	test("is verified by its delegate, with the hash of the delegation", async () => {
		expect(await verify(account.address, strangerSignature, chain.url)).toMatchObject({
			kind: "valid",
			proof: {
				kind: "contract",
				codeHash: keccak256(`0xef0100${delegate.address.slice(2)}`.toLowerCase() as Hex),
			},
		});
		expect(await verify(account.address, ownerSignature, chain.url)).toEqual(REFUSED);
	});

	test("cannot be taken over by an envelope that calls the delegate's initialiser", async () => {
		const victim = privateKeyToAccount(`0x${"55".repeat(32)}`);
		const open = untakenWallet("rejects");
		if (!(await chain.client.getCode(open))) await chain.deploy(open);
		await chain.delegateTo(victim, open.address);
		const takeover = envelopeOf(victim.address, "0x8129fc1c", strangerSignature);
		expect(await verify(victim.address, takeover, chain.url)).toEqual(REFUSED);
	});

	/** Accepts signatures by the account's key, as most delegates do. */
	const ownDelegate = walletOf(account.address, `0x${"03".repeat(32)}`);

	test.each([
		["in an envelope", (signature: Hex) => envelopeOf(ownDelegate.address, "0x", signature)],
		["in its high-s form", highS],
		["in both", (signature: Hex) => envelopeOf(ownDelegate.address, "0x", highS(signature))],
	])("rejects its key's signature %s, which would be a second proof", async (_, disguised) => {
		if (!(await chain.client.getCode(ownDelegate))) await chain.deploy(ownDelegate);
		await chain.delegateTo(account, ownDelegate.address);
		const signature = await account.sign({ hash: bytesToHex(digest) });
		expect(await verify(account.address, disguised(signature), chain.url)).toEqual(KEYS_OWN);
		expect((await verify(account.address, signature, chain.url)).kind).toBe("valid");
	});
});
