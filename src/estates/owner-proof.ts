/**
 * Whether an owner has signed, and whose estate that makes it (ADR 15): the key's where the key has signed, that of
 * the chain where a contract has. A wallet session acts for its own estate only, so its proof and that of the
 * signature must be the same one; developers and pages bring whatever their users have signed.
 */

import type { VerifySignature } from "../chain/signature-verifier.ts";
import type { WalletVerdict } from "../chain/verify-wallet-signature.ts";
import type { Hex } from "../kernel/hex.ts";
import type { SignerProof } from "../recovery/case/case-state.ts";
import { type EstateKey, KEY_CHAIN } from "./ports.ts";

/** design/signatures.md "Domain": what a body's `chainId` is where it is left out. */
export const DEFAULT_CHAIN_ID = 1;

/** Who brings a signature, as far as this slice needs to know. */
export type EstateCaller =
	| { kind: "developer"; developerId: string }
	/** A page that speaks for its developer, or whoever forges its header. */
	| { kind: "origin"; origin: string; developerId: string }
	/** `address` in lower case; `chainId`: the only chain on which it was proven, null for a key's. */
	| { kind: "wallet"; address: string; chainId: number | null };

export type OwnerProofRefusal =
	| Exclude<WalletVerdict, { kind: "valid" }>
	/** The session is of another address. */
	| { kind: "not_owner" }
	/** The session is of this address, proven in another way or on another chain than the signature. */
	| { kind: "other_proof" };

type OwnerProof = { kind: "proven"; estateKey: EstateKey; proof: SignerProof } | OwnerProofRefusal;

export type ProveOwner = (request: {
	caller: EstateCaller;
	/** In any letter case. */
	ownerAddress: string;
	/** Of the signed domain. */
	chainId: number;
	/** Of the message, by this slice's `core/typed-data.ts`. */
	digest: Uint8Array;
	signature: Hex;
}) => Promise<OwnerProof>;

export function createOwnerProof(verifySignature: VerifySignature): ProveOwner {
	return async ({ caller, ownerAddress, chainId, digest, signature }) => {
		const owner = ownerAddress.toLowerCase();
		if (caller.kind === "wallet" && caller.address !== owner) return { kind: "not_owner" };
		const verdict = await verifySignature({ signer: owner, digest, signature, chainId });
		if (verdict.kind !== "valid") return verdict;
		const { proof } = verdict;
		const provenOn = proof.kind === "key" ? KEY_CHAIN : chainId;
		if (caller.kind === "wallet" && sessionChain(caller) !== provenOn) return { kind: "other_proof" };
		return { kind: "proven", estateKey: { ownerAddress: owner, chainId: provenOn }, proof };
	};
}

/** The estate that a wallet session sees, if it is that of this address. */
export function ownEstateOf(
	session: Extract<EstateCaller, { kind: "wallet" }>,
	ownerAddress: string,
): { kind: "own"; estateKey: EstateKey } | { kind: "not_owner" } {
	const owner = ownerAddress.toLowerCase();
	if (session.address !== owner) return { kind: "not_owner" };
	return { kind: "own", estateKey: { ownerAddress: owner, chainId: sessionChain(session) } };
}

/** The developer through whom something is signed; null where the owner's own session brings it. */
export function developerOf(caller: EstateCaller): string | null {
	return caller.kind === "wallet" ? null : caller.developerId;
}

function sessionChain({ chainId }: { chainId: number | null }): number {
	return chainId ?? KEY_CHAIN;
}
