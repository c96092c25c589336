/** estates.md "Erasure". */

import type { Hex } from "../../kernel/encoding/hex.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import { checkDeadline } from "../../kernel/time/deadline.ts";
import type { WithinStorageBudget } from "../../quota/storage-budget.ts";
import type { EstateMacs } from "../estate-macs.ts";
import type { EstateCaller, EstateKey, ProveOwner, SignedFor } from "../owner-proof.ts";
import { eraseDigest } from "../typed-data.ts";
import type { ErasureRows } from "./erasure.d1.ts";
import { MAX_ERASE_DEADLINE_SECONDS } from "./erasure-schemas.ts";

export type ErasurePorts = {
	erasure: ErasureRows;
	macs: EstateMacs;
	proveOwner: ProveOwner;
	withinBudget: WithinStorageBudget;
	removeDocuments: (objectKeys: readonly string[]) => Promise<void>;
};

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
	}): Promise<{ estateId: string; estateKey: EstateKey }> {
		const { caller, clientAddress, service, ownerAddress, chainId, nonce, deadline, signature, now } =
			request;
		checkDeadline(deadline, now, MAX_ERASE_DEADLINE_SECONDS);
		const digestOf = (signed: SignedFor) => eraseDigest({ ...signed, ownerAddress, nonce, deadline });
		const { estateKey } = await proveOwner({
			...{ caller, clientAddress, ownerAddress, chainId },
			...{ service, digestOf, signature },
			// It ends the releases of the estate.
			protective: "if_named",
		});
		const nonceMacs = macs.nonceMacs(estateKey, nonce, chainId);
		const result = await erasure.erase({
			estateKey,
			owner: macs.ownerMacs(estateKey),
			nonce: nonceMacs,
			now,
		});
		if (result.kind === "nonce_used") throw repeatedErasure();
		if (result.kind === "no_estate") {
			await withinBudget(request, async () => {
				if (!(await erasure.useNonce(nonceMacs, now))) throw repeatedErasure();
			});
			throw new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "There is no such estate profile: it was never created, or it was erased.",
			});
		}
		// If this fails, the sweep removes them; nobody can read a document without a row.
		await removeDocuments(result.objectKeys).catch(() => undefined);
		return { estateId: result.estateId, estateKey };
	}

	return { erase };
}

function repeatedErasure(): AppError {
	return new AppError({
		code: "NONCE_ALREADY_USED",
		message:
			"This nonce was used before, so nothing was erased now. If you are repeating this message, it worked the first time: the estate of that time, if there was one, is erased. To erase again, have a new message signed with a new random nonce.",
	});
}
