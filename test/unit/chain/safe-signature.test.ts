/** A real Safe signs a message of the service as signing.md "Sign with a Safe" says. */
import handlerArtifact from "@safe-global/safe-smart-account/build/artifacts/contracts/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json" with {
	type: "json",
};
import libraryArtifact from "@safe-global/safe-smart-account/build/artifacts/contracts/libraries/SignMessageLib.sol/SignMessageLib.json" with {
	type: "json",
};
import { type Address, concatHex, encodeFunctionData, parseAbi } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createJsonRpc } from "../../../src/chain/json-rpc.ts";
import { verifyWalletSignature } from "../../../src/chain/verify-wallet-signature.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { hexToBytes } from "../../../src/kernel/encoding/hex.ts";
import { lost, type PaymentChain, startPaymentChain } from "../../support/chain/execution-chain.ts";
import { deploySafes, execTransaction, type SafeKit } from "../../support/chain/safe.ts";

let chain: PaymentChain;
let kit: SafeKit;
let fallbackHandler: Address;
beforeAll(async () => {
	chain = await startPaymentChain();
	kit = await deploySafes(chain);
	fallbackHandler = await kit.deploy(handlerArtifact);
}, 60_000);
afterAll(() => chain?.stop());

const owners = Array.from({ length: 3 }, () => privateKeyToAccount(generatePrivateKey())).sort((a, b) =>
	a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1,
);
const addresses = owners.map(({ address }) => address);
const digest: Hex = `0x${"5a".repeat(32)}`;

const verdictOf = async (signer: Address, signature: Hex) => {
	const { chainId, url } = chain;
	const rpc = createJsonRpc({ url, timeoutMs: 5_000 });
	return (await verifyWalletSignature({ signer, digest: hexToBytes(digest), signature, chainId, rpc })).kind;
};

/** Each owner's signature of the Safe's own message about the digest. */
const signaturesOf = (safe: Address) =>
	Promise.all(
		owners.map((owner) =>
			owner.signTypedData({
				domain: { chainId: chain.chainId, verifyingContract: safe },
				types: { SafeMessage: [{ name: "message", type: "bytes" }] },
				primaryType: "SafeMessage",
				message: { message: digest },
			}),
		),
	);

test("two of three owners sign in ascending order of their addresses", async () => {
	const safe = await kit.createSafeOf({ owners: addresses, threshold: 2n, fallbackHandler, saltNonce: 20n });
	const [first, second, third] = (await signaturesOf(safe)) as [Hex, Hex, Hex];
	expect(await verdictOf(safe, concatHex([first, second]))).toBe("valid");
	expect(await verdictOf(safe, concatHex([first, third]))).toBe("valid");
	expect(await verdictOf(safe, concatHex([second, first]))).toBe("invalid_signer");
	expect(await verdictOf(safe, first)).toBe("invalid_signer");
	const plain = await Promise.all(owners.map((owner) => owner.sign({ hash: digest })));
	expect(await verdictOf(safe, concatHex(plain.slice(0, 2)))).toBe("invalid_signer");
});

test("a Safe without the handler signs nothing", async () => {
	const safe = await kit.createSafeOf({ owners: addresses, threshold: 1n, saltNonce: 21n });
	const [first] = (await signaturesOf(safe)) as [Hex];
	expect(await verdictOf(safe, first)).toBe("invalid_signer");
});

test("the empty signature counts once the owners have signed on chain", async () => {
	const safe = await kit.createSafeOf({ owners: [lost.address], fallbackHandler, saltNonce: 22n });
	expect(await verdictOf(safe, "0x")).toBe("invalid_signer");
	const to = await kit.deploy(libraryArtifact);
	const abi = parseAbi(["function signMessage(bytes data)"]);
	const data = encodeFunctionData({ abi, functionName: "signMessage", args: [digest] });
	await chain.fund(lost);
	await chain.send(lost, { to: safe, data: execTransaction({ to, data, operation: 1 }) });
	expect(await verdictOf(safe, "0x")).toBe("valid");
});
