// Against a real EVM: which signatures hold, and how they were proven.
import { keccak256, numberToHex, parseSignature, serializeErc6492Signature, serializeSignature } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bytesToHex, type Hex } from "../../src/kernel/hex.ts";
import {
	BAD_ENVELOPE,
	CHAIN_ID,
	digest,
	estimatingWallet,
	FACTORY,
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
/** The same key's other signature of the same digest, which anybody can make of the first. */
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
	test("holds with no node, in any letter case of the signer", async () => {
		for (const signer of [owner.address, owner.address.toLowerCase()])
			expect(await verify(signer, ownerSignature, undefined)).toEqual({
				kind: "valid",
				proof: { kind: "key" },
			});
	});

	test("asks no node where it holds", async () => {
		const server = await startLocalServer((_, response) => response.end());
		expect((await verify(owner.address, ownerSignature, server.url)).kind).toBe("valid");
		expect(server.requestCount()).toBe(0);
		await server.stop();
	});

	test("of another key needs a node to be judged, and is then refused", async () => {
		expect(await verify(owner.address, strangerSignature, undefined)).toEqual({
			kind: "no_rpc",
			chainId: CHAIN_ID,
		});
		expect(await verify(owner.address, strangerSignature, chain.url)).toEqual(NO_CONTRACT);
	});

	test("in its malleated form is refused, though the validator's ecrecover would take it", async () => {
		expect(await verify(owner.address, highS(ownerSignature), chain.url)).toEqual(KEYS_OWN);
	});

	test.each([
		["nothing", "0x"],
		["one byte", "0x00"],
		["65 zeros", `0x${"00".repeat(65)}`],
		["16 KiB", `0x${"ff".repeat(16_384)}`],
	])("that is %s is refused", async (_, signature) => {
		expect(await verify(owner.address, signature, chain.url)).toEqual(NO_CONTRACT);
	});
});

describe("a deployed ERC-1271 wallet", () => {
	test("accepts its owner's signature; block and code hash are recorded", async () => {
		const { client } = chain;
		const code = await client.getCode({ address: wallet.address });
		const before = Number(await client.getBlockNumber());
		expect(await verify(wallet.address.toLowerCase(), ownerSignature, chain.url)).toEqual({
			kind: "valid",
			proof: { kind: "contract", blockNumber: before, codeHash: keccak256(code ?? "0x") },
		});
	});

	test("refuses a stranger's signature", async () => {
		expect(await verify(wallet.address, strangerSignature, chain.url)).toEqual(REFUSED);
	});

	test("may accept a signature that is shorter than a word", async () => {
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
		["runs into an invalid opcode", "0x02", REVERTED],
		["loops until its gas is used up", "0x03", REVERTED],
		["answers nothing", "0x04", REVERTED],
		["answers something that is no bytes4", "0x05", REVERTED],
		["is given an empty signature", "0x", REFUSED],
		["is given a signature of another length", "0x1234", REFUSED],
	])("that %s gives a verdict, not an outage", async (_, signature, expected) => {
		expect(await verify(wallet.address, signature, chain.url)).toEqual(expected);
	});
});

describe("a counterfactual ERC-6492 wallet", () => {
	const future = walletOf(stranger.address, `0x${"01".repeat(32)}`);
	const envelope = (signature: Hex, data: Hex = future.factoryCall, address: Hex = FACTORY) =>
		envelopeOf(address, data, signature);

	test("accepts its owner's signature before it exists, with the hash of no code, and leaves no trace", async () => {
		const verdict = await verify(future.address, envelope(strangerSignature), chain.url);
		expect(verdict).toMatchObject({ kind: "valid", proof: { kind: "contract", codeHash: keccak256("0x") } });
		expect(await chain.client.getCode({ address: future.address })).toBeUndefined();
	});

	test("refuses another's signature", async () => {
		expect(await verify(future.address, envelope(ownerSignature), chain.url)).toEqual(REFUSED);
	});

	test("is not taken for another address", async () => {
		expect(await verify(owner.address, envelope(strangerSignature), chain.url)).toEqual(REVERTED);
	});

	test.each([
		["whose factory reverts", () => envelope(strangerSignature, "0x1234")],
		["whose factory deploys nothing", () => envelope(strangerSignature, "0x", stranger.address)],
		["that is nothing but its suffix", () => `0x${"6492".repeat(16)}`],
	])("with an envelope %s is refused", async (_, signature) => {
		expect(await verify(future.address, signature(), chain.url)).toEqual(REVERTED);
	});

	test("may still send the envelope when it is deployed", async () => {
		expect((await verify(wallet.address, envelope(ownerSignature, wallet.factoryCall), chain.url)).kind).toBe(
			"valid",
		);
	});
});

describe("an envelope for a signer with code", () => {
	const inner = { good: ownerSignature, bad: strangerSignature };
	const { factoryCall } = walletOf(stranger.address, `0x${"03".repeat(32)}`);

	test.each([
		["says no", REFUSED],
		["reverts", REVERTED],
	] as const)("has no factory called, which could take over a wallet that %s", async (until, expected) => {
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
	});

	test("is judged by the signature in it, which may be short", async () => {
		for (const signature of [inner.good, "0x600d"] as const) {
			const genuine = envelopeOf(FACTORY, wallet.factoryCall, signature);
			expect((await verify(wallet.address, genuine, chain.url)).kind).toBe("valid");
		}
		expect(await verify(wallet.address, envelopeOf(FACTORY, factoryCall, inner.bad), chain.url)).toEqual(
			REFUSED,
		);
	});

	const good = envelopeOf(FACTORY, factoryCall, inner.good).slice(2);
	/** Puts a word in the place of another. */
	const withWord = (index: number, word: string) =>
		good.slice(0, index * 64) + word.padStart(64, "0") + good.slice((index + 1) * 64);
	test.each([
		["nothing but its suffix", "6492".repeat(16)],
		[
			"an envelope again",
			envelopeOf(FACTORY, factoryCall, envelopeOf(FACTORY, factoryCall, inner.good)).slice(2),
		],
		["no ABI", `${"ff".repeat(96)}${"6492".repeat(16)}`],
		["a factory of more than 20 bytes", withWord(0, "01".repeat(21))],
		["a call that begins behind its end", withWord(1, "100000")],
		["a call that ends behind its end", withWord(3, "ffff")],
		["a signature that begins behind its end", withWord(2, "ff".repeat(32))],
		["a signature that has no length", withWord(2, (good.length / 2 - 64).toString(16))],
		["a signature that is longer than memory", withWord(good.length / 64 - 5, "ff".repeat(32))],
	])("is refused where it holds %s", async (_, digits) => {
		expect(await verify(wallet.address, `0x${digits}`, chain.url)).toEqual(BAD_ENVELOPE);
	});
});

test("a wallet that accepts everything from the zero address is not asked from there", async () => {
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

	test("is proven by its own key, without a node", async () => {
		const signature = await account.sign({ hash: bytesToHex(digest) });
		expect(await verify(account.address, signature, undefined)).toEqual({
			kind: "valid",
			proof: { kind: "key" },
		});
	});

	test("is proven by its delegate's word, with the hash of its delegation", async () => {
		expect(await verify(account.address, strangerSignature, chain.url)).toMatchObject({
			kind: "valid",
			proof: {
				kind: "contract",
				codeHash: keccak256(`0xef0100${delegate.address.slice(2)}`.toLowerCase() as Hex),
			},
		});
		expect(await verify(account.address, ownerSignature, chain.url)).toEqual(REFUSED);
	});

	test("is not taken over by a stranger's envelope that calls the delegate's open initialiser", async () => {
		const victim = privateKeyToAccount(`0x${"55".repeat(32)}`);
		const open = untakenWallet("says no");
		if (!(await chain.client.getCode(open))) await chain.deploy(open);
		await chain.delegateTo(victim, open.address);
		const takeover = envelopeOf(victim.address, "0x8129fc1c", strangerSignature);
		expect(await verify(victim.address, takeover, chain.url)).toEqual(REFUSED);
	});

	/** As most delegates do: it takes what the account's own key has signed. */
	const ownDelegate = walletOf(account.address, `0x${"03".repeat(32)}`);

	test.each([
		["in an envelope", (signature: Hex) => envelopeOf(ownDelegate.address, "0x", signature)],
		["in its high-s form", highS],
		["in both", (signature: Hex) => envelopeOf(ownDelegate.address, "0x", highS(signature))],
	])("is not proven a second time, as a contract, by its own key's signature %s", async (_, disguised) => {
		if (!(await chain.client.getCode(ownDelegate))) await chain.deploy(ownDelegate);
		await chain.delegateTo(account, ownDelegate.address);
		const signature = await account.sign({ hash: bytesToHex(digest) });
		expect(await verify(account.address, disguised(signature), chain.url)).toEqual(KEYS_OWN);
		expect((await verify(account.address, signature, chain.url)).kind).toBe("valid");
	});
});
