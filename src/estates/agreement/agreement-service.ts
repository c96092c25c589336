/** Accepting the terms (estates.md "POST …/agreement"): the current version, signed by the owner, once. */

import type { Hex } from "../../kernel/hex.ts";
import type { StorageQuotaExceeded, WithinStorageQuota } from "../../quota/storage-quota.ts";
import type { EstateMacs } from "../estate-macs.ts";
import { developerOf, type EstateCaller, type OwnerProofRefusal, type ProveOwner } from "../owner-proof.ts";
import type { AcceptedAgreement, AgreementRows, EstateKey, EstateRows } from "../ports.ts";
import { agreementDigest } from "../typed-data.ts";
import { currentAgreement, isCurrentAgreement } from "./agreement.ts";

type Acceptance = { estateId: string; estateKey: EstateKey; acceptance: AcceptedAgreement };

export type AcceptAgreementAnswer =
	| ({ kind: "accepted" } & Acceptance)
	| ({ kind: "known" } & Acceptance)
	/** Another version than the current one, or another hash than it has. */
	| { kind: "not_current"; field: "version" | "documentHash" }
	| { kind: "erased" }
	/** There were these terms before an erasure already, and this is no session of the owner. */
	| { kind: "spent" }
	| StorageQuotaExceeded
	| OwnerProofRefusal;

export type AgreementPorts = {
	estates: Pick<EstateRows, "ensureForAgreement">;
	agreements: AgreementRows;
	macs: EstateMacs;
	proveOwner: ProveOwner;
	withinQuota: WithinStorageQuota;
};

export type AgreementService = ReturnType<typeof createAgreementService>;

export function createAgreementService(ports: AgreementPorts) {
	const { estates, agreements, macs, proveOwner, withinQuota } = ports;

	/**
	 * `known` where this version was accepted before. The developer through whom it is accepted, and no other who
	 * brings the same signature, may see the profile from now on.
	 */
	async function accept(request: {
		caller: EstateCaller;
		clientAddress: string;
		ownerAddress: string;
		chainId: number;
		version: string;
		documentHash: Hex;
		signature: Hex;
		now: number;
	}): Promise<AcceptAgreementAnswer> {
		const { caller, ownerAddress, chainId, version, documentHash, signature, now } = request;
		if (!isCurrentAgreement(version, documentHash)) {
			return {
				kind: "not_current",
				field: version === currentAgreement.version ? "documentHash" : "version",
			};
		}
		const digest = agreementDigest({ chainId, ownerAddress, version, documentHash });
		const proven = await proveOwner({ caller, ownerAddress, chainId, digest, signature });
		if (proven.kind !== "proven") return proven;
		const { estateKey, proof } = proven;
		const write = async (): Promise<AcceptAgreementAnswer> => {
			// An Agreement has no nonce: after an erasure, nothing but the owner's presence tells a new one from an old.
			const spent = caller.kind === "wallet" ? [] : macs.ofAgreement(estateKey, version, chainId).all;
			const estate = await estates.ensureForAgreement(estateKey, spent, now);
			if (!estate) return { kind: "spent" };
			const { estateId } = estate;
			const outcome = await agreements.accept({
				estateId,
				developerId: developerOf(caller),
				signed: { signature, proof, chainId },
				version,
				documentHash: currentAgreement.documentHash,
				acceptedAt: now,
				spent,
			});
			return "acceptance" in outcome ? { ...outcome, estateId, estateKey } : outcome;
		};
		return withinQuota(request, write, ({ kind }) => kind === "accepted");
	}

	return { accept };
}
