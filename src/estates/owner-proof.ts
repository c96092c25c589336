/**
 * Verifies an owner's signature and derives the estate (ADR 15): the key's, or that of the contract's chain. A wallet
 * session acts only for its own estate.
 */
import type { SignatureRejection } from "../chain/signature-verifier.ts";
import { type Mistake, typedDataDigest } from "../chain/typed-data-digest.ts";
import type { Hex } from "../kernel/hex.ts";
import type { SignerProof } from "../protocol/case-state.ts";
import type { Payer } from "../quota/bills.ts";
import type { VerifySignature } from "../quota/node-requests.ts";
import type { OtherService, ServiceOrigins } from "./other-service.ts";

export type EstateKey = {
	/** Lower case. */
	ownerAddress: string;
	/** The contract's chain, or KEY_CHAIN. */
	chainId: number;
};

/** A proof by key holds on every chain. */
export const KEY_CHAIN = 0;

export type OwnerSignature = {
	signature: Hex;
	proof: SignerProof;
	chainId: number;
	/** The signed origin, which a later verification needs after a move. */
	service: string;
};

export type EstateCaller =
	| { kind: "developer"; developerId: string }
	/** Anyone can forge the header outside browsers. */
	| { kind: "origin"; origin: string; developerId: string }
	| WalletSession;

/**
 * `chainId`: null for a proof by key. `page`: where the session was opened, so that it acts for the page's developer.
 */
export type WalletSession = {
	kind: "wallet";
	subject: string;
	address: string;
	chainId: number | null;
	page?: { origin: string; developerId: string } | null;
};

export type NotOwner = { kind: "not_owner" };

export type OwnerProofRejection =
	| OtherService
	| SignatureRejection
	| NotOwner
	/** The session has another proof or chain than the signature. */
	| { kind: "other_proof" };

/** What a message names besides its own fields. */
export type SignedFor = { chainId: number; service: string };

type OwnerProof = { kind: "proven"; estateKey: EstateKey; proof: SignerProof } | OwnerProofRejection;

export type ProveOwner = (request: {
	caller: EstateCaller;
	/** For requests to a node; by default the caller. */
	payer?: Payer | undefined;
	clientAddress: string;
	/** In any letter case. */
	ownerAddress: string;
	chainId: number;
	service: string;
	digestOf: (signed: SignedFor) => Uint8Array;
	signature: Hex;
}) => Promise<OwnerProof>;

export function createOwnerProof(
	verifySignature: VerifySignature,
	{ formerOrigins }: Pick<ServiceOrigins, "formerOrigins">,
): ProveOwner {
	return async ({ caller, payer = caller, clientAddress, ownerAddress, chainId, service, ...signed }) => {
		const owner = ownerAddress.toLowerCase();
		if (caller.kind === "wallet" && caller.address !== owner) return { kind: "not_owner" };
		const verdict = await verifySignature({
			...typedDataDigest(
				chainId,
				(chainId) => signed.digestOf({ chainId, service }),
				() =>
					formerOrigins.map((former) => mistakenFor(former, signed.digestOf({ chainId, service: former }))),
			),
			signer: owner,
			signature: signed.signature,
			by: { payer, clientAddress },
		});
		if (verdict.kind !== "valid") return verdict;
		const { proof } = verdict;
		const provenOn = proof.kind === "key" ? KEY_CHAIN : chainId;
		if (caller.kind === "wallet" && sessionChain(caller) !== provenOn) return { kind: "other_proof" };
		return { kind: "proven", estateKey: { ownerAddress: owner, chainId: provenOn }, proof };
	};
}

const mistakenFor = (former: string, digest: Uint8Array): Mistake => ({
	digest,
	words: `the message for ${former}, the former address of this service`,
});

export function ownEstateOf(
	session: WalletSession,
	ownerAddress: string,
): { kind: "own"; estateKey: EstateKey } | NotOwner {
	const owner = ownerAddress.toLowerCase();
	if (session.address !== owner) return { kind: "not_owner" };
	return { kind: "own", estateKey: { ownerAddress: owner, chainId: sessionChain(session) } };
}

/** Null for the owner's own session. */
export function developerOf(caller: EstateCaller): string | null {
	if (caller.kind !== "wallet") return caller.developerId;
	return caller.page?.developerId ?? null;
}

function sessionChain({ chainId }: WalletSession): number {
	return chainId ?? KEY_CHAIN;
}
