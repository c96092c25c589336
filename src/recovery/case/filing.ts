import { type SignatureRejection, type VerifySignature, withFacts } from "../../chain/signature-verifier.ts";
import type { Config } from "../../config/config.ts";
import { toChecksumAddress } from "../../kernel/address.ts";
import type { Hex } from "../../kernel/hex.ts";
import { caseIdOf } from "../../kernel/ids.ts";
import type { OpenCaseQuota } from "../../quota/open-case-quota.ts";
import type { Call, Rec, RecoveryIntent } from "../intent/intent.ts";
import { hashRecoveryIntent, newCaseDigest } from "../intent/typed-data.ts";
import { type Filer, ownershipOf } from "./case-access.ts";
import type { CreateResult } from "./case-messages.ts";
import type { CaseObject } from "./case-object.ts";
import { type CaseQuota, caseQuotasOf } from "./case-quotas.ts";

export type FilingPorts = {
	caseObject: (caseId: string) => Pick<CaseObject, "create" | "openness">;
	quota: OpenCaseQuota;
	verifySignature: VerifySignature;
	settings: Pick<Config, "caseExpirySeconds" | "openCasesPerAccount" | "openCasesPerOrigin">;
};

export type CreateOutcome =
	| Exclude<CreateResult, { kind: "conflict" }>
	/** `visibleCaseId`: null unless the caller may read the case. */
	| { kind: "conflict"; visibleCaseId: string | null }
	| { kind: "unmatched_hash"; jrcHash: Hex }
	| { kind: "too_many_open"; limit: number }
	| { kind: "account_gone" }
	| SignatureRejection;

export type FilingRequest = {
	caller: Filer;
	intent: RecoveryIntent;
	signature: Hex;
	claimedHash: Hex | undefined;
	/** Unix milliseconds. */
	now: number;
};

/** Files a signed case (recovery.md "POST /recovery-cases/new-case"). */
export function createFiling(ports: FilingPorts) {
	return async ({ caller, intent, signature, claimedHash, now }: FilingRequest): Promise<CreateOutcome> => {
		const jrcHash = hashRecoveryIntent(intent);
		if (claimedHash && claimedHash.toLowerCase() !== jrcHash) return { kind: "unmatched_hash", jrcHash };
		const { chainId, email, recoveryAccount } = intent.rec;
		const digest = newCaseDigest({ chainId, jrcHash, email });
		const verdict = await ports.verifySignature({ signer: recoveryAccount, digest, signature, chainId });
		const lostAccount = intent.rec.lostAccount.toLowerCase();
		if (verdict.kind !== "valid") {
			return withFacts(verdict, { otherParty: { address: lostAccount, role: "the case's lostAccount" } });
		}

		const caseId = caseIdOf(jrcHash);
		const { openCasesPerAccount: perAccount, openCasesPerOrigin: perOrigin } = ports.settings;
		const quotas = caseQuotasOf(caller, lostAccount, { perAccount, perOrigin });
		for (const quota of quotas) {
			const reserved = await reserveSlot(ports, { ...quota, caseId, now });
			if (reserved === "account_gone") return { kind: "account_gone" };
			if (reserved === "full") return { kind: "too_many_open", limit: quota.limit };
		}
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
		if (result.kind !== "conflict") return result;
		// The caller's own case keeps its slot.
		if (!result.isByCaller) {
			await Promise.all(quotas.map(({ holder }) => ports.quota.release({ holder, caseIds: [caseId] })));
		}
		return { kind: "conflict", visibleCaseId: result.isVisible ? caseId : null };
	};
}

/** Releases the slots of closed cases if the quota is full, then tries again. */
async function reserveSlot(
	ports: FilingPorts,
	slot: CaseQuota & { caseId: string; now: number },
): Promise<"reserved" | "full" | "account_gone"> {
	const first = await ports.quota.reserve(slot);
	if (first.kind === "closed") return "account_gone";
	if (first.kind === "reserved") return "reserved";
	const openness = (caseId: string) => ports.caseObject(caseId).openness();
	if ((await openness(slot.caseId)) !== "absent") return "reserved";
	const states = await Promise.all(first.slots.map(({ caseId }) => openness(caseId)));
	// An absent case may be about to be created, unless its slot is old.
	const vacant = first.slots.filter(({ settled }, at) =>
		states[at] === "absent" ? settled : states[at] === "closed",
	);
	if (vacant.length === 0) return "full";
	const caseIds = vacant.map(({ caseId }) => caseId);
	await ports.quota.release({ holder: slot.holder, caseIds });
	const second = await ports.quota.reserve(slot);
	return second.kind === "closed" ? "account_gone" : second.kind;
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
