/** Erasing an estate on its owner's signature (estates.md "Erasure"). What is left is its tombstone. */

import type { Hex } from "../../kernel/hex.ts";
import type { StorageQuotaExceeded, WithinStorageQuota } from "../../quota/storage-quota.ts";
import { agreements } from "../agreement/agreement.ts";
import type { EstateMacs } from "../estate-macs.ts";
import type { EstateCaller, OwnerProofRefusal, ProveOwner } from "../owner-proof.ts";
import type { ErasureRows, EstateKey } from "../ports.ts";
import { judgeDeadline } from "../profile/profile.ts";
import { eraseDigest } from "../typed-data.ts";

export type EraseAnswer =
	| { kind: "erased"; estateId: string; estateKey: EstateKey }
	| { kind: "deadline_refused"; reason: "passed" | "too_far" }
	| { kind: "nonce_used" }
	| { kind: "no_estate" }
	| StorageQuotaExceeded
	| OwnerProofRefusal;

export type ErasurePorts = {
	erasure: ErasureRows;
	macs: EstateMacs;
	proveOwner: ProveOwner;
	withinQuota: WithinStorageQuota;
	/** Removes documents. What fails is left to the sweep of documents that no row names. */
	removeDocuments: (objectKeys: readonly string[]) => Promise<void>;
};

export type ErasureService = ReturnType<typeof createErasureService>;

export function createErasureService(ports: ErasurePorts) {
	const { erasure, macs, proveOwner, withinQuota, removeDocuments } = ports;

	/**
	 * The nonce is used up also where there is nothing to erase, or whoever has seen the message could erase with it
	 * what the owner begins before its deadline. @param request.deadline unix seconds as signed
	 */
	async function erase(request: {
		caller: EstateCaller;
		clientAddress: string;
		ownerAddress: string;
		chainId: number;
		nonce: Hex;
		deadline: number;
		signature: Hex;
		now: number;
	}): Promise<EraseAnswer> {
		const { caller, ownerAddress, chainId, nonce, deadline, signature, now } = request;
		const judged = judgeDeadline(deadline, now);
		if (judged !== "valid") return { kind: "deadline_refused", reason: judged };
		const digest = eraseDigest({ chainId, ownerAddress, nonce, deadline });
		const proven = await proveOwner({ caller, ownerAddress, chainId, digest, signature });
		if (proven.kind !== "proven") return proven;
		const { estateKey } = proven;
		const nonceMacs = macs.ofNonce(estateKey, nonce, chainId);
		const outcome = await erasure.erase({
			estateKey,
			owner: macs.ofOwner(estateKey),
			nonce: nonceMacs,
			agreements: agreements.map(({ version }) => macs.ofAgreement(estateKey, version, chainId).current),
			now,
		});
		if (outcome.kind === "no_estate") {
			const spend = async (): Promise<EraseAnswer> =>
				(await erasure.spend(nonceMacs, now)) ? outcome : { kind: "nonce_used" };
			return withinQuota(request, spend, ({ kind }) => kind === "no_estate");
		}
		if (outcome.kind !== "erased") return outcome;
		// The estate is gone already; a document without a row is nobody's to read.
		await removeDocuments(outcome.objectKeys).catch(() => undefined);
		return { kind: "erased", estateId: outcome.estateId, estateKey };
	}

	return { erase };
}
