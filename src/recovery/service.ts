/**
 * What the slice does for its routes: verifies signatures, asks the case's object, reads the index. Returns
 * results with reasons; `errors.ts` is the one place that turns a reason into an answer.
 */

import type { CaseQuota } from "../developers/case-quota.ts";
import { toChecksumAddress } from "../kernel/address.ts";
import type { Hex } from "../kernel/hex.ts";
import { caseIdOf } from "../kernel/ids.ts";
import type { CaseIndex, CaseRow, PageKey } from "./case-index.ts";
import type { WalletSignature, WalletVerdict } from "./chain/verify-wallet-signature.ts";
import type { CaseParties, CreateResult, MoveResult, Openness, Viewer } from "./core/case-messages.ts";
import type { CreateCommand, MoveCommand, SignerProof } from "./core/case-state.ts";
import type { Rec, RecoveryIntent } from "./core/intent.ts";
import {
	type CourtInfo,
	closeCaseDigest,
	courtOrderDigest,
	hashRecoveryIntent,
	type NewCaseTypedData,
	newCaseDigest,
	newCaseTypedData,
} from "./core/typed-data.ts";

/** The methods of a case's object that this slice calls. */
export type CaseObject = {
	create(command: CreateCommand): Promise<CreateResult>;
	move(command: MoveCommand, viewer: Viewer): Promise<MoveResult>;
	read(viewer: Viewer): Promise<string | null>;
	parties(): Promise<CaseParties | null>;
	openness(): Promise<Openness>;
};

export type RecoveryPorts = {
	caseObject: (caseId: string) => CaseObject;
	index: CaseIndex;
	quota: CaseQuota;
	verifySignature: (request: Omit<WalletSignature, "rpc">) => Promise<WalletVerdict>;
	settings: { challengePeriodSeconds: number; caseExpirySeconds: number; openCasesPerAccount: number };
};

export type SignatureRefusal = Exclude<WalletVerdict, { kind: "valid" }>;

export type CreateOutcome =
	| { kind: "created"; caseId: string; record: string }
	| { kind: "known"; caseId: string; record: string }
	| { kind: "unmatched_hash"; jrcHash: Hex }
	| { kind: "taken" }
	| { kind: "too_many_open"; limit: number }
	| SignatureRefusal;

export type MoveOutcome = MoveResult | SignatureRefusal;

export type RecoveryService = ReturnType<typeof createRecoveryService>;

export function createRecoveryService(ports: RecoveryPorts) {
	const { caseObject, index, settings } = ports;

	/** The hash, the id that follows from it, and what the claimant's wallet is to sign. */
	function hashIntent(intent: RecoveryIntent): { jrcHash: Hex; caseId: string; typedData: NewCaseTypedData } {
		const jrcHash = hashRecoveryIntent(intent);
		return { jrcHash, caseId: caseIdOf(jrcHash), typedData: newCaseTypedData(intent) };
	}

	/** Whether a case for this intent is on file, whoever filed it: that much is public by design. */
	async function exists(intent: RecoveryIntent) {
		const jrcHash = hashRecoveryIntent(intent);
		const caseId = caseIdOf(jrcHash);
		const caseExists = await index.has(caseId);
		return { caseExists, caseId: caseExists ? caseId : null, jrcHash };
	}

	/** Files a signed case for a developer. @param now unix milliseconds */
	async function create(request: {
		developerId: string;
		intent: RecoveryIntent;
		signature: Hex;
		/** What the caller believes the hash to be. */
		claimedHash: Hex | undefined;
		now: number;
	}): Promise<CreateOutcome> {
		const { developerId, intent, signature, now } = request;
		const jrcHash = hashRecoveryIntent(intent);
		if (request.claimedHash && request.claimedHash.toLowerCase() !== jrcHash) {
			return { kind: "unmatched_hash", jrcHash };
		}
		const { chainId, email, recoveryAccount } = intent.rec;
		const digest = newCaseDigest({ chainId, jrcHash, email });
		const verdict = await ports.verifySignature({ signer: recoveryAccount, digest, signature, chainId });
		if (verdict.kind !== "valid") return verdict;
		const caseId = caseIdOf(jrcHash);
		const lostAccount = intent.rec.lostAccount.toLowerCase();
		if (!(await reserve({ developerId, caseId, lostAccount, now }))) {
			return { kind: "too_many_open", limit: settings.openCasesPerAccount };
		}
		const result = await caseObject(caseId).create({
			kind: "create",
			caseId,
			jrcHash,
			source: "api",
			developerId,
			rec: checksummed(intent.rec),
			txs: intent.txs.map((call) => ({ ...call, dest: checksummedAddress(call.dest) })),
			caseExpirySeconds: settings.caseExpirySeconds,
			signature,
			proof: verdict.proof,
		});
		if (result.kind !== "taken") return { ...result, caseId };
		await ports.quota.release({ developerId, caseIds: [caseId] });
		return result;
	}

	/** A full account is asked again when the cases that hold no slot by right have left it. */
	async function reserve(slot: { developerId: string; caseId: string; lostAccount: string; now: number }) {
		const request = { ...slot, limit: settings.openCasesPerAccount };
		const first = await ports.quota.reserve(request);
		if (first.kind === "reserved") return true;
		const standings = await Promise.all(first.slots.map(({ caseId }) => caseObject(caseId).openness()));
		// A case that is not there may be on its way, unless its slot was taken long ago.
		const vacant = first.slots.filter(({ settled }, at) =>
			standings[at] === "absent" ? settled : standings[at] === "closed",
		);
		if (vacant.length === 0) return false;
		const caseIds = vacant.map(({ caseId }) => caseId);
		await ports.quota.release({ developerId: slot.developerId, caseIds });
		return (await ports.quota.reserve(request)).kind === "reserved";
	}

	/** Attaches a court order that the recovery account has signed to one of the developer's cases. */
	async function attachOrder(request: {
		developerId: string;
		jrcHash: Hex;
		courtInfo: CourtInfo;
		signature: Hex;
	}): Promise<MoveOutcome> {
		const { developerId, courtInfo, signature } = request;
		const caseId = caseIdOf(request.jrcHash);
		const parties = await caseObject(caseId).parties();
		if (!parties || parties.developerId !== developerId) return { kind: "not_found" };
		const { chainId, jrcHash, recoveryAccount } = parties;
		const digest = courtOrderDigest({ chainId, jrcHash, courtInfo });
		const verdict = await ports.verifySignature({ signer: recoveryAccount, digest, signature, chainId });
		if (verdict.kind !== "valid") return verdict;
		const { challengePeriodSeconds } = settings;
		return caseObject(caseId).move(
			{ kind: "attach_order", courtInfo, signature, proof: verdict.proof, challengePeriodSeconds },
			{ kind: "developer", developerId },
		);
	}

	/** Contests or withdraws a case. The signature is the authority, whoever sends it. */
	async function close(request: {
		action: "contest" | "withdraw";
		jrcHash: Hex;
		reason: string;
		signature: Hex;
	}): Promise<MoveOutcome> {
		const { action, reason, signature } = request;
		const caseId = caseIdOf(request.jrcHash);
		const parties = await caseObject(caseId).parties();
		if (!parties) return { kind: "not_found" };
		const { chainId, jrcHash } = parties;
		const signer = action === "contest" ? parties.lostAccount : parties.recoveryAccount;
		const digest = closeCaseDigest({ chainId, jrcHash, action, reason });
		const verdict = await ports.verifySignature({ signer, digest, signature, chainId });
		if (verdict.kind !== "valid") return verdict;
		const proof: SignerProof = verdict.proof;
		return caseObject(caseId).move({ kind: action, reason, signature, proof }, { kind: "signer" });
	}

	/** The case as JSON text, or null where there is none for this developer. */
	function read(developerId: string, caseId: string): Promise<string | null> {
		return caseObject(caseId).read({ kind: "developer", developerId });
	}

	/** One page of a developer's cases, newest first, and the key of the next. */
	async function list(
		filter: Parameters<CaseIndex["list"]>[0],
		after: PageKey | null,
		limit: number,
	): Promise<{ rows: CaseRow[]; next: PageKey | null }> {
		const rows = await index.list(filter, after, limit + 1);
		const page = rows.slice(0, limit);
		return { rows: page, next: rows.length > limit ? (page.at(-1) ?? null) : null };
	}

	/** Open cases that name this account as lost: what its owner may want to contest. */
	function notices(chainId: number, account: string): Promise<CaseRow[]> {
		return index.openCasesOf(chainId, account.toLowerCase());
	}

	return { hashIntent, exists, create, attachOrder, close, read, list, notices };
}

function checksummed(rec: Rec): Rec {
	return {
		...rec,
		lostAccount: checksummedAddress(rec.lostAccount),
		recoveryAccount: checksummedAddress(rec.recoveryAccount),
	};
}

function checksummedAddress(address: string): string {
	return toChecksumAddress(address.toLowerCase());
}
