import { type SignatureRejection, withFacts } from "../../chain/signature-verifier.ts";
import type { Config } from "../../config/config.ts";
import { toChecksumAddress } from "../../kernel/address.ts";
import type { Hex } from "../../kernel/hex.ts";
import { caseIdOf } from "../../kernel/ids.ts";
import type { VerifySignature } from "../../quota/node-requests.ts";
import type { Call, Rec, RecoveryIntent } from "../intent/intent.ts";
import { hashRecoveryIntent, newCaseDigest } from "../intent/typed-data.ts";
import { type Filer, ownershipOf } from "./case-access.ts";
import type { CreateResult } from "./case-messages.ts";
import type { CaseObject } from "./case-object.ts";
import { createFilingBudget, type FilingBudgetPorts, type FilingRefusal } from "./filing-budget.ts";

export type FilingPorts = Omit<FilingBudgetPorts, "caseObject"> & {
	caseObject: (caseId: string) => Pick<CaseObject, "create" | "openness">;
	verifySignature: VerifySignature;
	settings: Pick<Config, "caseExpirySeconds" | "openCasesPerAccount">;
};

export type CreateOutcome =
	| Exclude<CreateResult, { kind: "conflict" }>
	/** `visibleCaseId`: null unless the caller may read the case. */
	| { kind: "conflict"; visibleCaseId: string | null }
	| { kind: "unmatched_hash"; jrcHash: Hex }
	| FilingRefusal
	| SignatureRejection;

export type FilingRequest = {
	caller: Filer;
	/** As in the request. */
	clientAddress: string;
	intent: RecoveryIntent;
	signature: Hex;
	claimedHash: Hex | undefined;
	/** Unix milliseconds. */
	now: number;
};

/** Files a signed case (recovery.md "POST /recovery-cases/new-case"). */
export function createFiling(ports: FilingPorts) {
	const payFor = createFilingBudget(ports);
	return async (request: FilingRequest): Promise<CreateOutcome> => {
		const { caller, clientAddress, intent, signature, claimedHash } = request;
		const jrcHash = hashRecoveryIntent(intent);
		if (claimedHash && claimedHash.toLowerCase() !== jrcHash) return { kind: "unmatched_hash", jrcHash };
		const { chainId, email, recoveryAccount } = intent.rec;
		const digest = newCaseDigest({ chainId, jrcHash, email });
		const verdict = await ports.verifySignature({
			signer: recoveryAccount,
			digest,
			signature,
			chainId,
			by: { payer: caller, clientAddress },
		});
		const lostAccount = intent.rec.lostAccount.toLowerCase();
		if (verdict.kind !== "valid") {
			return withFacts(verdict, { otherParty: { address: lostAccount, role: "the case's lostAccount" } });
		}

		const caseId = caseIdOf(jrcHash);
		const paid = await payFor({ ...request, caseId });
		if (paid.kind !== "paid" && paid.kind !== "filed_before") return paid;
		const result = await ports.caseObject(caseId).create(
			{
				kind: "create",
				caseId,
				jrcHash,
				...ownershipOf(caller),
				rec: checksummedRec(intent.rec),
				txs: intent.txs.map(checksummedCall),
				caseExpirySeconds: ports.settings.caseExpirySeconds,
				signature,
				proof: verdict.proof,
			},
			caller,
		);
		if (paid.kind === "paid" && result.kind !== "created") {
			// The caller's own case keeps its slot.
			await paid.giveBack({ withSlot: result.kind === "conflict" && !result.isByCaller });
		}
		return result.kind === "conflict"
			? { kind: "conflict", visibleCaseId: result.isVisible ? caseId : null }
			: result;
	};
}

function checksummedRec(rec: Rec): Rec {
	const { lostAccount, recoveryAccount } = rec;
	return {
		...rec,
		lostAccount: toChecksumAddress(lostAccount),
		recoveryAccount: toChecksumAddress(recoveryAccount),
	};
}

function checksummedCall(call: Call): Call {
	return { ...call, dest: toChecksumAddress(call.dest) };
}
