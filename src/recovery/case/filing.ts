/**
 * Filing a case: the hash is checked, then the signature, then a slot is taken, and only then the case's
 * object is asked. Whatever is refused leaves no trace.
 */
import type { VerifySignature } from "../../chain/signature-verifier.ts";
import type { WalletVerdict } from "../../chain/verify-wallet-signature.ts";
import type { Config } from "../../config/config.ts";
import { toChecksumAddress } from "../../kernel/address.ts";
import type { Hex } from "../../kernel/hex.ts";
import { caseIdOf } from "../../kernel/ids.ts";
import type { OpenCaseQuota } from "../../quota/open-case-quota.ts";
import type { Call, Rec, RecoveryIntent } from "../intent/intent.ts";
import { hashRecoveryIntent, newCaseDigest } from "../intent/typed-data.ts";
import { type Caller, ownershipOf, type SlotCount, slotCountsOf } from "./caller.ts";
import type { CreateResult } from "./case-messages.ts";
import type { CaseObject } from "./case-object.ts";

export type FilingPorts = {
	caseObject: (caseId: string) => Pick<CaseObject, "create" | "openness">;
	quota: OpenCaseQuota;
	verifySignature: VerifySignature;
	settings: Pick<Config, "caseExpirySeconds" | "openCasesPerAccount" | "openCasesPerOrigin">;
};

export type CreateOutcome =
	| Exclude<CreateResult, { kind: "taken" }>
	| { kind: "taken" }
	| { kind: "unmatched_hash"; jrcHash: Hex }
	| { kind: "too_many_open"; limit: number }
	/** The account that files was deleted while the request was on its way. */
	| { kind: "account_gone" }
	| Exclude<WalletVerdict, { kind: "valid" }>;

export type FilingRequest = {
	caller: Caller;
	intent: RecoveryIntent;
	signature: Hex;
	/** What the caller believes the hash to be. */
	claimedHash: Hex | undefined;
	/** Unix milliseconds. */
	now: number;
};

type Slot = SlotCount & { caseId: string; now: number };

/** Files a signed case for whoever calls. */
export function createFiling(ports: FilingPorts) {
	return async ({ caller, intent, signature, claimedHash, now }: FilingRequest): Promise<CreateOutcome> => {
		const jrcHash = hashRecoveryIntent(intent);
		if (claimedHash && claimedHash.toLowerCase() !== jrcHash) return { kind: "unmatched_hash", jrcHash };
		const { chainId, email, recoveryAccount } = intent.rec;
		const digest = newCaseDigest({ chainId, jrcHash, email });
		const verdict = await ports.verifySignature({ signer: recoveryAccount, digest, signature, chainId });
		if (verdict.kind !== "valid") return verdict;

		const caseId = caseIdOf(jrcHash);
		const lostAccount = intent.rec.lostAccount.toLowerCase();
		const { openCasesPerAccount: perAccount, openCasesPerOrigin: perOrigin } = ports.settings;
		const counts = slotCountsOf(caller, lostAccount, { perAccount, perOrigin });
		for (const count of counts) {
			const taking = await takeSlot(ports, { ...count, caseId, now });
			if (taking === "closed") return { kind: "account_gone" };
			if (taking === "full") return { kind: "too_many_open", limit: count.limit };
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
		if (result.kind !== "taken") return result;
		// A slot that the caller's own case holds stays; only one taken in vain for somebody else's is given back.
		if (!result.byCaller) {
			await Promise.all(counts.map(({ holder }) => ports.quota.release({ holder, caseIds: [caseId] })));
		}
		return { kind: "taken" };
	};
}

/**
 * A full account is asked again when the cases that hold no slot by right have left it. A case that is on file
 * already needs none: asking for it again is the caller's safe retry, or is refused by the case itself.
 */
async function takeSlot(ports: FilingPorts, slot: Slot): Promise<"taken" | "full" | "closed"> {
	const first = await ports.quota.reserve(slot);
	if (first.kind === "reserved") return "taken";
	if (first.kind === "closed") return "closed";
	const openness = (caseId: string) => ports.caseObject(caseId).openness();
	if ((await openness(slot.caseId)) !== "absent") return "taken";
	const standings = await Promise.all(first.slots.map(({ caseId }) => openness(caseId)));
	// A case that is not there may be on its way, unless its slot was taken long ago.
	const vacant = first.slots.filter(({ settled }, at) =>
		standings[at] === "absent" ? settled : standings[at] === "closed",
	);
	if (vacant.length === 0) return "full";
	const caseIds = vacant.map(({ caseId }) => caseId);
	await ports.quota.release({ holder: slot.holder, caseIds });
	const second = await ports.quota.reserve(slot);
	return second.kind === "reserved" ? "taken" : second.kind;
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
