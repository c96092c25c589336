/** Erasing an estate on its owner's signature (estates.md "Erasure"). What is left is its tombstone. */
import type { Hex } from "../kernel/hex.ts";
import { judgeDeadline } from "./core/profile.ts";
import { eraseDigest } from "./core/typed-data.ts";
import type { EstateMacs } from "./estate-macs.ts";
import type { EstateCaller, OwnerProofRefusal, ProveOwner } from "./owner-proof.ts";
import type { ErasureRows, EstateKey } from "./ports.ts";

export type EraseAnswer =
	| { kind: "erased"; estateId: string; estateKey: EstateKey }
	| { kind: "deadline_refused"; reason: "passed" | "too_far" }
	| { kind: "nonce_used" }
	| { kind: "no_estate" }
	| OwnerProofRefusal;

export type ErasurePorts = {
	erasure: ErasureRows;
	macs: EstateMacs;
	proveOwner: ProveOwner;
	/** Removes documents. What fails is left to the sweep of documents that no row names. */
	removeDocuments: (objectKeys: readonly string[]) => Promise<void>;
};

export type ErasureService = ReturnType<typeof createErasureService>;

export function createErasureService({ erasure, macs, proveOwner, removeDocuments }: ErasurePorts) {
	/** @param request.deadline unix seconds as signed */
	async function erase(request: {
		caller: EstateCaller;
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
		const outcome = await erasure.erase({
			estateKey,
			owner: macs.ofOwner(estateKey),
			nonce: macs.ofNonce(estateKey, nonce),
			now,
		});
		if (outcome.kind !== "erased") return outcome;
		// The estate is gone already; a document without a row is nobody's to read.
		await removeDocuments(outcome.objectKeys).catch(() => undefined);
		return { kind: "erased", estateId: outcome.estateId, estateKey };
	}

	return { erase };
}
