/**
 * Verifies an owner's signature and derives the estate (ADR 15): the key's, or that of the contract's chain. A wallet
 * session acts only for its own estate.
 */
import { signatureError } from "../chain/errors.ts";
import { withFacts } from "../chain/signature-verifier.ts";
import { type Mistake, typedDataDigest } from "../chain/typed-data-digest.ts";
import type { Hex } from "../kernel/encoding/hex.ts";
import { AppError } from "../kernel/errors/app-error.ts";
import type { SignerProof } from "../protocol/case-state.ts";
import type { Payer } from "../quota/bills.ts";
import type { VerifySignature } from "../quota/node-requests.ts";
import type { ServiceOrigins } from "./other-service.ts";

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

/** What a message names besides its own fields. */
export type SignedFor = { chainId: number; service: string };

/** @throws AppError INVALID_SIGNER, FORBIDDEN or SERVICE_UNAVAILABLE */
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
	/** Signed fields that the request does not contain, in words. */
	derived?: string;
	protective?: "if_named";
}) => Promise<{ estateKey: EstateKey; proof: SignerProof }>;

export function createOwnerProof(
	verifySignature: VerifySignature,
	{ formerOrigins }: Pick<ServiceOrigins, "formerOrigins">,
): ProveOwner {
	return async ({ caller, payer = caller, clientAddress, ownerAddress, chainId, service, ...signed }) => {
		const owner = ownerAddress.toLowerCase();
		if (caller.kind === "wallet" && caller.address !== owner) throw notOwner();
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
			...(signed.protective && { protective: signed.protective }),
		});
		if (verdict.kind !== "valid") {
			const { derived } = signed;
			throw signatureError(derived === undefined ? verdict : withFacts(verdict, { derived }));
		}
		const { proof } = verdict;
		const provenOn = proof.kind === "key" ? KEY_CHAIN : chainId;
		if (caller.kind === "wallet" && sessionChain(caller) !== provenOn) {
			throw new AppError({
				code: "FORBIDDEN",
				message:
					"The session and the signature have different proofs. An address's key and its contract on each chain have separate estate profiles. Open a session with the proof of the signature. Nothing was stored.",
			});
		}
		return { estateKey: { ownerAddress: owner, chainId: provenOn }, proof };
	};
}

const mistakenFor = (former: string, digest: Uint8Array): Mistake => ({
	digest,
	words: `the message for ${former}, the former address of this service`,
});

/** @throws AppError FORBIDDEN if the session is of another wallet */
export function ownEstateOf(session: WalletSession, ownerAddress: string): EstateKey {
	const owner = ownerAddress.toLowerCase();
	if (session.address !== owner) throw notOwner();
	return { ownerAddress: owner, chainId: sessionChain(session) };
}

export function notOwner(): AppError {
	return new AppError({
		code: "FORBIDDEN",
		message:
			"This session belongs to another wallet or chain and cannot access this estate profile. Open a session with the owner's wallet.",
	});
}

/** Null for the owner's own session. */
export function developerOf(caller: EstateCaller): string | null {
	if (caller.kind !== "wallet") return caller.developerId;
	return caller.page?.developerId ?? null;
}

function sessionChain({ chainId }: WalletSession): number {
	return chainId ?? KEY_CHAIN;
}
