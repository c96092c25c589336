/**
 * Verifies that an owner has signed a message, and derives the estate that the message is for (ADR 15): the key's
 * estate if the key has signed, or the estate on the contract's chain if a contract has. A wallet session acts only for
 * its own estate, so it and the signature must have the same proof. Developers and pages may bring any owner's signature.
 */
import type { VerifySignature } from "../chain/signature-verifier.ts";
import type { WalletVerdict } from "../chain/verify-wallet-signature.ts";
import type { Hex } from "../kernel/hex.ts";
import type { SignerProof } from "../recovery/case/case-state.ts";

/** Identifies an estate (ADR 15). */
export type EstateKey = {
	/** Lower case. */
	ownerAddress: string;
	/** The chain on which a contract has proven the address, or KEY_CHAIN. */
	chainId: number;
};

/** `EstateKey.chainId` of an address proven by its key, because that proof holds on every chain. */
export const KEY_CHAIN = 0;

export type OwnerSignature = {
	signature: Hex;
	proof: SignerProof;
	/** Chain id of the signed domain. */
	chainId: number;
};

export type EstateCaller =
	| { kind: "developer"; developerId: string }
	/** A page of an allowed origin. Other clients can forge the header that identifies it. */
	| { kind: "origin"; origin: string; developerId: string }
	| WalletSession;

/** `address` in lower case; `chainId` is the only chain on which it was proven, or null for a key. */
export type WalletSession = { kind: "wallet"; address: string; chainId: number | null };

export type NotOwner = { kind: "not_owner" };

export type OwnerProofRejection =
	| Exclude<WalletVerdict, { kind: "valid" }>
	| NotOwner
	/** The session belongs to this address, but with another proof or on another chain than the signature. */
	| { kind: "other_proof" };

type OwnerProof = { kind: "proven"; estateKey: EstateKey; proof: SignerProof } | OwnerProofRejection;

export type ProveOwner = (request: {
	caller: EstateCaller;
	/** In any letter case. */
	ownerAddress: string;
	/** Chain id of the signed domain. */
	chainId: number;
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

/** The estate of a wallet session, if the session belongs to this address. */
export function ownEstateOf(
	session: WalletSession,
	ownerAddress: string,
): { kind: "own"; estateKey: EstateKey } | NotOwner {
	const owner = ownerAddress.toLowerCase();
	if (session.address !== owner) return { kind: "not_owner" };
	return { kind: "own", estateKey: { ownerAddress: owner, chainId: sessionChain(session) } };
}

/** The developer through whom a message was sent, or null for the owner's own session. */
export function developerOf(caller: EstateCaller): string | null {
	return caller.kind === "wallet" ? null : caller.developerId;
}

function sessionChain({ chainId }: WalletSession): number {
	return chainId ?? KEY_CHAIN;
}
