/**
 * Reading an estate profile (estates.md "GET /estate-profiles/{ownerAddress}"): its owner's wallet session sees all
 * of it, a developer through whom the owner has signed something sees it with the codes made through that
 * developer, and to any other developer it is bare, as one that was initialised this moment.
 */
import type { EstateCaller } from "../owner-proof.ts";
import { ownEstateOf } from "../owner-proof.ts";
import {
	type Estate,
	type EstateKey,
	type EstateRows,
	type EstateStatus,
	type HistoryEntry,
	KEY_CHAIN,
} from "../ports.ts";

type Viewer = Exclude<EstateCaller, { kind: "origin" }>;
type OwnerSession = Extract<EstateCaller, { kind: "wallet" }>;
type NotOwner = { kind: "not_owner" };

export type ReadProfileAnswer = { kind: "profile"; estate: Estate; status: EstateStatus } | NotOwner;
type HistoryPage = { rows: HistoryEntry[]; next: number | undefined };
export type ReadHistoryAnswer = ({ kind: "page" } & HistoryPage) | NotOwner;

const BARE: EstateStatus = { accepted: null, will: null, privacyCodes: [] };

export type ProfileService = ReturnType<typeof createProfileService>;

export function createProfileService(rows: EstateRows) {
	/**
	 * Reads a profile. One that is not there, and one that is nobody's business, look as one that is initialised this
	 * moment; it is stored when its owner signs something. @param chainId of a contract's; undefined for a key's
	 */
	async function read(request: {
		viewer: Viewer;
		ownerAddress: string;
		chainId: number | undefined;
		now: number;
	}): Promise<ReadProfileAnswer> {
		const { viewer, now } = request;
		const found = estateKeyFor(request);
		if (found.kind === "not_owner") return found;
		const { estateKey } = found;
		const initial = { ...estateKey, estateId: "", willVersion: 0, createdAt: now, updatedAt: now };
		const bare = { kind: "profile", estate: initial, status: BARE } as const;
		const estate = await rows.find(estateKey);
		if (viewer.kind === "wallet") {
			return estate ? { kind: "profile", estate, status: await rows.status(estate.estateId, now) } : bare;
		}
		const { developerId } = viewer;
		// Asked in either case, so that the time that it takes says nothing of strangers.
		const isPartner = await rows.isPartner(estate?.estateId ?? "", developerId);
		if (!estate || !isPartner) return bare;
		return { kind: "profile", estate, status: await rows.status(estate.estateId, now, developerId) };
	}

	/** What happened to the session's own estate, the newest first. */
	async function history(request: {
		viewer: OwnerSession;
		ownerAddress: string;
		before: number | undefined;
		limit: number;
	}): Promise<ReadHistoryAnswer> {
		const { viewer, ownerAddress, before, limit } = request;
		const own = ownEstateOf(viewer, ownerAddress);
		if (own.kind === "not_owner") return own;
		const estate = await rows.find(own.estateKey);
		if (!estate) return { kind: "page", rows: [], next: undefined };
		const found = await rows.history(estate.estateId, before, limit + 1);
		const page = found.slice(0, limit);
		return { kind: "page", rows: page, next: found.length > limit ? page.at(-1)?.seq : undefined };
	}

	return { read, history };
}

function estateKeyFor(request: {
	viewer: Viewer;
	ownerAddress: string;
	chainId: number | undefined;
}): { kind: "own" | "named"; estateKey: EstateKey } | NotOwner {
	const { viewer, ownerAddress, chainId } = request;
	if (viewer.kind === "developer") {
		const estateKey = { ownerAddress: ownerAddress.toLowerCase(), chainId: chainId ?? KEY_CHAIN };
		return { kind: "named", estateKey };
	}
	const own = ownEstateOf(viewer, ownerAddress);
	if (own.kind === "not_owner") return own;
	// A chain that is named must be the session's own: what it would see otherwise is not what it asked for.
	return chainId === undefined || chainId === own.estateKey.chainId ? own : { kind: "not_owner" };
}
