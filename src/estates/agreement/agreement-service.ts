/** Accepts the current terms, once per estate (estates.md "POST …/agreement"). */
import type { Hex } from "../../kernel/hex.ts";
import type { StorageQuotaExceeded, WithinStorageQuota } from "../../quota/storage-quota.ts";
import type { EstateMacs } from "../estate-macs.ts";
import {
	developerOf,
	type EstateCaller,
	type EstateKey,
	type OwnerProofRejection,
	type ProveOwner,
} from "../owner-proof.ts";
import type { EstateRows } from "../profile/estates.d1.ts";
import { agreementDigest } from "../typed-data.ts";
import { type AcceptedAgreement, currentAgreement, isCurrentAgreement } from "./agreement.ts";
import type { AgreementRows } from "./agreements.d1.ts";

type Acceptance = { estateId: string; estateKey: EstateKey; acceptance: AcceptedAgreement };

export type AcceptAgreementResult =
	| ({ kind: "accepted" } & Acceptance)
	/** With the earlier acceptance. */
	| ({ kind: "already_accepted" } & Acceptance)
	| { kind: "agreement_not_current"; field: "version" | "documentHash" }
	| { kind: "no_estate" }
	/** The terms predate an erasure, and the caller is not the owner's session. */
	| { kind: "agreement_spent" }
	| StorageQuotaExceeded
	| OwnerProofRejection;

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

	async function accept(request: {
		caller: EstateCaller;
		clientAddress: string;
		ownerAddress: string;
		chainId: number;
		version: string;
		documentHash: Hex;
		signature: Hex;
		now: number;
	}): Promise<AcceptAgreementResult> {
		const { caller, ownerAddress, chainId, version, documentHash, signature, now } = request;
		if (!isCurrentAgreement(version, documentHash)) {
			const field = version === currentAgreement.version ? "documentHash" : "version";
			return { kind: "agreement_not_current", field };
		}
		const digest = agreementDigest({ chainId, ownerAddress, version, documentHash });
		const proven = await proveOwner({ caller, ownerAddress, chainId, digest, signature });
		if (proven.kind !== "proven") return proven;
		const { estateKey, proof } = proven;
		const store = async (): Promise<AcceptAgreementResult> => {
			// An Agreement has no nonce, so after an erasure only the owner's session excludes a replay.
			const agreementMacs =
				caller.kind === "wallet" ? [] : macs.agreementMacs(estateKey, version, chainId).all;
			const estate = await estates.ensureForAgreement(estateKey, agreementMacs, now);
			if (!estate) return { kind: "agreement_spent" };
			const { estateId } = estate;
			const result = await agreements.accept({
				estateId,
				developerId: developerOf(caller),
				signed: { signature, proof, chainId },
				version,
				documentHash: currentAgreement.documentHash,
				acceptedAt: now,
				agreementMacs,
			});
			return "acceptance" in result ? { ...result, estateId, estateKey } : result;
		};
		return withinQuota(request, store, ({ kind }) => kind === "accepted");
	}

	return { accept };
}
