/** Links that show a case's evidence to whoever has their token (recovery.md "Evidence links"). Pure. */
import { sha256Hex } from "../../../kernel/crypto/sha256.ts";
import type { ViewerRole } from "../../case/case-access.ts";

const DAY_SECONDS = 24 * 60 * 60;

export const LINK_LIFETIME = { min: 60 * 60, default: 30 * DAY_SECONDS, max: 365 * DAY_SECONDS };

/** For each case and maker, so that no maker uses up the links of another. */
export const MAX_LINKS_PER_MAKER = 10;

export const LINK_TOKEN_BYTES = 32;

/** Base64url of 32 bytes; the last character carries four bits. */
export const LINK_TOKEN_FORM = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** Times are unix milliseconds. */
export type EvidenceLink = {
	evidenceLinkId: string;
	caseId: string;
	madeBy: ViewerRole;
	/** A developer's id, or the subject of a session. */
	maker: string;
	createdAt: number;
	expiresAt: number;
};

/** A caller who may read the case. */
export type LinkViewer = { id: string; role: ViewerRole };

const CLAIMANTS: ReadonlySet<ViewerRole> = new Set(["developer", "recovery_account", "filer"]);

/** The claimant's side shares its links. Nobody else may revoke those of an opponent, except for a reviewer. */
export function canRevoke({ madeBy, maker }: EvidenceLink, viewer: LinkViewer): boolean {
	if (maker === viewer.id || viewer.role === "reviewer") return true;
	const isClaimant = viewer.role === "developer" || viewer.role === "recovery_account";
	return isClaimant && CLAIMANTS.has(madeBy);
}

/** The stored form. It needs no key, because 256 random bits cannot be guessed. */
export const hashOfToken = (token: string): string => sha256Hex(token);

/** Browsers send no fragment to a server, so no log has the token. */
export const linkUrl = (appOrigin: string, token: string): string => `${appOrigin}/verify#${token}`;
