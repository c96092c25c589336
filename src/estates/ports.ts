/** What the services of this slice ask for. Times are unix milliseconds. */

import type { AuditStamp } from "../audit/audit-event.ts";
import type { DocumentType } from "../documents/judge-document.ts";
import type { Hex } from "../kernel/hex.ts";
import type { SignerProof } from "../recovery/case/case-state.ts";

/** Whose an estate is (ADR 15): an address, and the chain on which a contract has proven it; 0 for a key. */
export type EstateKey = {
	/** Lower case. */
	ownerAddress: string;
	chainId: number;
};

/** `EstateKey.chainId` of what a key has proven, which holds on every chain. */
export const KEY_CHAIN = 0;

/** MACs of one value under every configured pepper; `current` is the first of `all`. */
export type Macs = { current: string; all: readonly string[] };

export type Estate = EstateKey & {
	estateId: string;
	/** Of the newest will, or of the last one before an erasure; 0 where there never was one. */
	willVersion: number;
	createdAt: number;
	updatedAt: number;
};

/** What an owner is shown of what happened to the estate. */
export const HISTORY_ACTIONS = [
	"agreement.accepted",
	"privacy_code.created",
	"privacy_code.revoked",
	"privacy_code.resolved",
	"will.lodged",
	"will.read",
	"release.requested",
	"release.objected",
	"release.approved",
	"release.rejected",
	"release.downloaded",
] as const;
export type HistoryAction = (typeof HISTORY_ACTIONS)[number];

/** `actor`: id of the account that did it, null for the owner; `target`: id of what it was done to. */
export type HistoryEntry = {
	seq: number;
	at: number;
	action: HistoryAction;
	actor: string | null;
	target: string | null;
};

export type AcceptedAgreement = { version: string; documentHash: string; acceptedAt: number };

/** What a document on file is; never what is in it. */
export type WillStatus = {
	version: number;
	sha256: string;
	mimeType: DocumentType;
	size: number;
	uploadedAt: number;
};

export type PrivacyCodeStatus = {
	codeId: string;
	label: string;
	hint: string;
	createdAt: number;
	expiresAt: number | null;
	revokedAt: number | null;
	resolves: number;
};

/** The newest acceptance, the newest will, and the codes. */
export type EstateStatus = {
	accepted: AcceptedAgreement | null;
	will: WillStatus | null;
	privacyCodes: PrivacyCodeStatus[];
};

export type EstateRows = {
	/**
	 * The estate for a will, initialised where there is none: two at once make one, and versions go on after an erasure.
	 * @returns undefined where there is none and this version is not the next one
	 */
	ensureForWill(key: EstateKey, version: number, now: number): Promise<Estate | undefined>;
	/** The same for an acceptance. @returns undefined where there is none and one of the MACs is known: it is spent */
	ensureForAgreement(key: EstateKey, spent: readonly string[], now: number): Promise<Estate | undefined>;
	find(key: EstateKey): Promise<Estate | undefined>;
	/** Of the last will before an erasure; 0 where there was none. */
	erasedWillVersion(key: EstateKey): Promise<number>;
	/**
	 * One moment's state. Codes newest first; all that live, and at most a hundred.
	 * @param developerId only codes made through this developer; all where left out
	 */
	status(estateId: string, now: number, developerId?: string): Promise<EstateStatus>;
	/** Whether the owner has signed something through this developer. */
	isPartner(estateId: string, developerId: string): Promise<boolean>;
	/** The newest first. @param before the number below which to begin */
	history(estateId: string, before: number | undefined, limit: number): Promise<HistoryEntry[]>;
};

export type AgreementRows = {
	/**
	 * Writes an acceptance down once, and the developer through whom it came.
	 * @param request.spent MACs of which none may be known
	 * @returns the acceptance on file, which may be an earlier one; `erased` where the estate is gone
	 */
	accept(
		request: {
			estateId: string;
			developerId: string | null;
			signed: Signed;
			spent: readonly string[];
		} & AcceptedAgreement,
	): Promise<
		{ kind: "accepted" | "known"; acceptance: AcceptedAgreement } | { kind: "erased" } | { kind: "spent" }
	>;
};

export type NewPrivacyCode = {
	codeId: string;
	estateId: string;
	label: string;
	hint: string;
	mac: string;
	developerId: string | null;
	createdAt: number;
	expiresAt: number | null;
	signed: Signed;
};

/** What a code tells of its estate, and no more. */
export type ResolvedEstate = EstateKey & {
	estateId: string;
	codeId: string;
	label: string;
	/** Of the current terms. */
	agreementAccepted: boolean;
	will: WillStatus | null;
};

export type PrivacyCodeRows = {
	/** One transaction: uses the nonce up if and only if it writes the code. */
	create(
		code: NewPrivacyCode,
		conditions: { nonce: Macs; agreementVersion: string; limit: number },
	): Promise<"created" | "nonce_used" | "agreement_required" | "full">;
	/** When it was revoked, now or before; undefined where the estate has no such code. */
	revoke(estateId: string, codeId: string, now: number): Promise<number | undefined>;
	/**
	 * Counts a resolve by whoever may, and says what the code tells. One transaction with its entry in the audit, and
	 * the same work whether it resolves or not.
	 * @param request.ownerAddress whose code it has to be, in lower case; anybody's where left out
	 */
	resolve(request: {
		macs: readonly string[];
		ownerAddress?: string;
		developerId: string;
		agreementVersion: string;
		stamp: AuditStamp;
		now: number;
	}): Promise<({ kind: "resolved" } & ResolvedEstate) | { kind: "unresolved" }>;
};

export type ErasureRows = {
	/**
	 * One transaction: uses the nonce up and leaves nothing of the estate but its tombstone.
	 * @param request.agreements MACs of every version of the terms: all are spent, accepted or not
	 */
	erase(request: {
		estateKey: EstateKey;
		owner: Macs;
		nonce: Macs;
		agreements: readonly string[];
		now: number;
	}): Promise<
		/** `objectKeys`: of the documents that no row names any more. */
		| { kind: "erased"; estateId: string; objectKeys: string[] }
		| { kind: "nonce_used" }
		| { kind: "no_estate" }
	>;
	/** Uses a nonce up. False where it was used before. */
	spend(nonce: Macs, now: number): Promise<boolean>;
};

/** What an owner has signed, and how that was proven. */
export type Signed = {
	signature: Hex;
	proof: SignerProof;
	/** Of the signed domain. */
	chainId: number;
};
