/**
 * Reads an estate profile (estates.md "GET /estate-profiles/{ownerAddress}"). A developer through whom the owner has
 * signed sees it. Any other sees a bare profile, whether or not one exists.
 */
import { type Page, pageOf } from "../../kernel/paging.ts";
import {
	type EstateCaller,
	type EstateKey,
	KEY_CHAIN,
	type NotOwner,
	ownEstateOf,
	type WalletSession,
} from "../owner-proof.ts";
import type { EstateRows } from "./estates.d1.ts";
import type { Estate, EstateStatus, HistoryEntry } from "./profile.ts";

type Viewer = Exclude<EstateCaller, { kind: "origin" }>;

export type ReadProfileResult = { kind: "profile"; estate: Estate; status: EstateStatus } | NotOwner;
export type ListHistoryResult = ({ kind: "page" } & Page<HistoryEntry, number>) | NotOwner;

const BARE: EstateStatus = { accepted: null, will: null, privacyCodes: [] };

export type ProfileService = ReturnType<typeof createProfileService>;

export function createProfileService(rows: EstateRows) {
	/**
	 * Stores nothing.
	 *
	 * @param request.chainId chain of a contract's profile; undefined for a key's
	 */
	async function read(request: {
		viewer: Viewer;
		ownerAddress: string;
		chainId: number | undefined;
		now: number;
	}): Promise<ReadProfileResult> {
		const { viewer, now } = request;
		const found = estateKeyFor(request);
		if (found.kind === "not_owner") return found;
		const { estateKey } = found;
		const initial = { ...estateKey, estateId: "", willVersion: 0, createdAt: now, updatedAt: now };
		const bare = { kind: "profile", estate: initial, status: BARE } as const;
		const estate = await rows.find(estateKey);
		if (viewer.kind === "wallet") {
			if (!estate) return bare;
			const status = await rows.readStatus(estate.estateId, now, viewer.page?.developerId);
			return { kind: "profile", estate, status };
		}
		const { developerId } = viewer;
		// Also queried without an estate, so that the time reveals nothing.
		const isPartner = await rows.isPartner(estate?.estateId ?? "", developerId);
		if (!estate || !isPartner) return bare;
		return { kind: "profile", estate, status: await rows.readStatus(estate.estateId, now, developerId) };
	}

	async function listHistory(request: {
		viewer: WalletSession;
		ownerAddress: string;
		before: number | undefined;
		limit: number;
	}): Promise<ListHistoryResult> {
		const { viewer, ownerAddress, before, limit } = request;
		const own = ownEstateOf(viewer, ownerAddress);
		if (own.kind === "not_owner") return own;
		const estate = await rows.find(own.estateKey);
		const entries = estate ? await rows.listHistory(estate.estateId, before, limit + 1) : [];
		return { kind: "page", ...pageOf(entries, limit, ({ seq }) => seq) };
	}

	return { read, listHistory };
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
	// Another chain is another estate, so the session must not read its own instead.
	return chainId === undefined || chainId === own.estateKey.chainId ? own : { kind: "not_owner" };
}
