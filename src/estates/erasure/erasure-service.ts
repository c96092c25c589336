/** estates.md "Erasure". */
import { judgeDeadline } from "../../kernel/deadline.ts";
import type { Hex } from "../../kernel/hex.ts";
import type { BudgetExhausted } from "../../quota/budgets.ts";
import type { WithinStorageBudget } from "../../quota/storage-budget.ts";
import type { EstateMacs } from "../estate-macs.ts";
import type { EstateCaller, EstateKey, OwnerProofRejection, ProveOwner, SignedFor } from "../owner-proof.ts";
import { eraseDigest } from "../typed-data.ts";
import type { ErasureRows } from "./erasure.d1.ts";
import { MAX_ERASE_DEADLINE_SECONDS } from "./erasure.ts";

export type EraseResult =
	| { kind: "erased"; estateId: string; estateKey: EstateKey }
	| { kind: "invalid_deadline"; reason: "passed" | "too_far" }
	| { kind: "nonce_used" }
	| { kind: "no_estate" }
	| BudgetExhausted
	| OwnerProofRejection;

export type ErasurePorts = {
	erasure: ErasureRows;
	macs: EstateMacs;
	proveOwner: ProveOwner;
	withinBudget: WithinStorageBudget;
	removeDocuments: (objectKeys: readonly string[]) => Promise<void>;
};

export type ErasureService = ReturnType<typeof createErasureService>;

export function createErasureService(ports: ErasurePorts) {
	const { erasure, macs, proveOwner, withinBudget, removeDocuments } = ports;

	/**
	 * Uses up the nonce even if there is nothing to erase, so that the message cannot be replayed.
	 *
	 * @param request.deadline unix seconds as signed
	 */
	async function erase(request: {
		caller: EstateCaller;
		clientAddress: string;
		service: string;
		ownerAddress: string;
		chainId: number;
		nonce: Hex;
		deadline: number;
		signature: Hex;
		now: number;
	}): Promise<EraseResult> {
		const { caller, clientAddress, service, ownerAddress, chainId, nonce, deadline, signature, now } =
			request;
		const judged = judgeDeadline(deadline, now, MAX_ERASE_DEADLINE_SECONDS);
		if (judged !== "valid") return { kind: "invalid_deadline", reason: judged };
		const digestOf = (signed: SignedFor) => eraseDigest({ ...signed, ownerAddress, nonce, deadline });
		const proven = await proveOwner({
			...{ caller, clientAddress, ownerAddress, chainId },
			...{ service, digestOf, signature },
		});
		if (proven.kind !== "proven") return proven;
		const { estateKey } = proven;
		const nonceMacs = macs.nonceMacs(estateKey, nonce, chainId);
		const result = await erasure.erase({
			estateKey,
			owner: macs.ownerMacs(estateKey),
			nonce: nonceMacs,
			now,
		});
		if (result.kind === "no_estate") {
			const store = async (): Promise<EraseResult> =>
				(await erasure.useNonce(nonceMacs, now)) ? result : { kind: "nonce_used" };
			return withinBudget(request, store, ({ kind }) => kind === "no_estate");
		}
		if (result.kind !== "erased") return result;
		// If this fails, the sweep removes them; nobody can read a document without a row.
		await removeDocuments(result.objectKeys).catch(() => undefined);
		return { kind: "erased", estateId: result.estateId, estateKey };
	}

	return { erase };
}
