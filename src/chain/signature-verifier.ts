import { recoverAddress } from "../kernel/crypto/secp256k1/recover-address.ts";
import { bytesToHex, type Hex, hexToBytes } from "../kernel/encoding/hex.ts";
import { createCodelessAccounts } from "./codeless-accounts.ts";
import { createJsonRpc, type JsonRpc } from "./json-rpc.ts";
import type { Mistake, TypedDataDigest } from "./typed-data-digest.ts";
import {
	verifyWalletSignature,
	type WalletSignature,
	type WalletVerdict,
} from "./verify-wallet-signature.ts";

/** Up to three sequential requests within half a minute. */
const RPC_TIMEOUT_MS = 8_000;

/** The comparison that INVALID_SIGNER shows (signatures.md "Details of INVALID_SIGNER"). */
type SignatureComparison = {
	/** The account that must sign: its address, or its role if the caller may not know the address. */
	expectedSigner: string;
	/** The recovered address in lower case; null if no key made the signature. */
	recoveredSigner: string | null;
	digest: Hex;
	chainId: number;
	/** Length of the signature. */
	bytes: number;
	/** The role in the case of `recoveredSigner`, if the caller may know the case's addresses. */
	recoveredRole?: string;
	/** What the account that must sign has signed instead, in words. */
	mistake?: string;
	/** Signed fields that the request does not contain, in words. */
	derived?: string;
};

type Unproven = Extract<WalletVerdict, { kind: "invalid_signer" | "no_rpc" }>;
export type SignatureRejection =
	| (Unproven & { comparison: SignatureComparison })
	| Extract<WalletVerdict, { kind: "unavailable" }>;
export type SignatureVerdict = Extract<WalletVerdict, { kind: "valid" }> | SignatureRejection;

/** `mistakes`: tried if the signature is rejected. */
export type UnmeteredSignature = Omit<WalletSignature, "rpc" | "codeless"> & {
	mistakes?: TypedDataDigest["mistakes"] | undefined;
};

/** `meter` sees every request to the chain's node. */
export type CheckSignature = (
	signature: UnmeteredSignature,
	meter: (rpc: JsonRpc) => JsonRpc,
) => Promise<SignatureVerdict>;

/** @param rpcUrls by chain id */
export function createSignatureVerifier(rpcUrls: ReadonlyMap<number, string>): CheckSignature {
	const chains = new Map(
		[...rpcUrls].map(([chainId, url]) => [
			chainId,
			{ rpc: createJsonRpc({ url, timeoutMs: RPC_TIMEOUT_MS }), codeless: createCodelessAccounts() },
		]),
	);
	return async ({ mistakes, ...signature }, meter) => {
		const chain = chains.get(signature.chainId);
		const verdict = await verifyWalletSignature({
			...signature,
			rpc: chain && meter(chain.rpc),
			codeless: chain?.codeless,
		});
		if (verdict.kind === "valid" || verdict.kind === "unavailable") return verdict;
		return { ...verdict, comparison: comparisonOf({ ...signature, mistakes }) };
	};
}

/** Replaces the address by a role, for a caller who may not know it. */
export function withoutAddress(rejection: SignatureRejection, role: string): SignatureRejection {
	if (rejection.kind === "unavailable") return rejection;
	return { ...rejection, comparison: { ...rejection.comparison, expectedSigner: role } };
}

/** Adds facts for a caller who may know them. */
export function withFacts(
	rejection: SignatureRejection,
	facts: { otherParty?: { address: string; role: string }; derived?: string },
): SignatureRejection {
	if (rejection.kind === "unavailable") return rejection;
	const { otherParty, derived } = facts;
	const { comparison } = rejection;
	const isOther = otherParty?.address.toLowerCase() === comparison.recoveredSigner;
	return {
		...rejection,
		comparison: {
			...comparison,
			...(derived !== undefined && { derived }),
			...(otherParty && isOther && { recoveredRole: otherParty.role }),
		},
	};
}

function comparisonOf({
	signer,
	digest,
	signature,
	chainId,
	mistakes = () => [],
}: UnmeteredSignature): SignatureComparison {
	const bytes = hexToBytes(signature);
	const recoveredSigner = recoverAddress(digest, bytes);
	const compared = { digest: bytesToHex(digest), chainId, bytes: bytes.length };
	const isBySigner = (other: Mistake) => recoverAddress(other.digest, bytes) === signer.toLowerCase();
	const made = recoveredSigner === null ? undefined : mistakes().find(isBySigner);
	return { expectedSigner: signer, recoveredSigner, ...compared, ...(made && { mistake: made.words }) };
}
