/** Times are unix milliseconds. */
import type { AcceptedAgreement } from "../agreement/agreement.ts";
import type { EstateKey } from "../owner-proof.ts";
import type { WillStatus } from "../will/will.ts";

export type Estate = EstateKey & {
	estateId: string;
	/** The newest will, or the last before an erasure; 0 without a will. */
	willVersion: number;
	createdAt: number;
	updatedAt: number;
};

export type EstateStatus = {
	accepted: AcceptedAgreement | null;
	will: WillStatus | null;
	privacyCodes: PrivacyCodeStatus[];
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

export type HistoryEntry = {
	seq: number;
	at: number;
	action: HistoryAction;
	/** null for the owner. */
	actor: string | null;
	target: string | null;
};
