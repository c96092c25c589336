import { bytesToHex, type Hex, hexToBytes } from "../kernel/hex.ts";
import { recoverAddress } from "../kernel/secp256k1/recover-address.ts";
import { createJsonRpc, type JsonRpc } from "./json-rpc.ts";
import {
	verifyWalletSignature,
	type WalletSignature,
	type WalletVerdict,
} from "./verify-wallet-signature.ts";

/** Up to three sequential requests within half a minute. */
const RPC_TIMEOUT_MS = 8_000;

/** What was compared, for the signer's developer (ADR 38). */
export type SignatureComparison = {
	/** The address of the account that must sign, or its role in words for a caller who may not know the address. */
	expectedSigner: string;
	/** The address whose key signed the digest, in lower case; null if it is no signature by a key. */
	recoveredSigner: string | null;
	digest: Hex;
	/** Chain id of the signed domain. */
	chainId: number;
};

type Unproven = Extract<WalletVerdict, { kind: "invalid_signer" | "no_rpc" }>;
export type SignatureRejection =
	| (Unproven & { comparison: SignatureComparison })
	| Extract<WalletVerdict, { kind: "unavailable" }>;
type SignatureVerdict = Extract<WalletVerdict, { kind: "valid" }> | SignatureRejection;

export type VerifySignature = (signature: Omit<WalletSignature, "rpc">) => Promise<SignatureVerdict>;

/** @param rpcUrls by chain id */
export function createSignatureVerifier(rpcUrls: ReadonlyMap<number, string>): VerifySignature {
	const rpcByChain = new Map<number, JsonRpc>(
		[...rpcUrls].map(([chainId, url]) => [chainId, createJsonRpc({ url, timeoutMs: RPC_TIMEOUT_MS })]),
	);
	return async (signature) => {
		const verdict = await verifyWalletSignature({ ...signature, rpc: rpcByChain.get(signature.chainId) });
		if (verdict.kind === "valid" || verdict.kind === "unavailable") return verdict;
		return { ...verdict, comparison: comparisonOf(signature) };
	};
}

/** Names the account that must sign by its role, for a caller who may not know its address. */
export function withoutAddress(rejection: SignatureRejection, role: string): SignatureRejection {
	if (rejection.kind === "unavailable") return rejection;
	return { ...rejection, comparison: { ...rejection.comparison, expectedSigner: role } };
}

function comparisonOf({
	signer,
	digest,
	signature,
	chainId,
}: Omit<WalletSignature, "rpc">): SignatureComparison {
	const recoveredSigner = recoverAddress(digest, hexToBytes(signature));
	return { expectedSigner: signer, recoveredSigner, digest: bytesToHex(digest), chainId };
}
