/**
 * Reads an estate profile (estates.md "GET /estate-profiles/{ownerAddress}"). Only developers through whom the owner
 * has signed see the estate. All others see a bare profile, whether or not an estate exists.
 */
import { type Page, pageOf } from "../../kernel/paging/paging.ts";
import type { WithinProfileBudget } from "../../quota/profile-budget.ts";
import type { EstateMacs } from "../estate-macs.ts";
import {
	developerOf,
	type EstateCaller,
	type EstateKey,
	KEY_CHAIN,
	notOwner,
	ownEstateOf,
	type WalletSession,
} from "../owner-proof.ts";
import type { EstateRows } from "./estates.d1.ts";
import type { Estate, EstateStatus, HistoryEntry } from "./profile.ts";
import type { ProfileReader, ProfileView, ProfileViewRows } from "./profile-views.d1.ts";

type Viewer = Exclude<EstateCaller, { kind: "origin" }>;

const BARE: EstateStatus = { accepted: null, will: null, privacyCodes: [] };

const DAY_MS = 86_400_000;

export type ProfilePorts = {
	estates: Pick<EstateRows, "find" | "readStatus" | "listHistory">;
	views: ProfileViewRows;
	macs: Pick<EstateMacs, "bareProfileMacs">;
	withinProfileBudget: WithinProfileBudget;
};

export type ProfileService = ReturnType<typeof createProfileService>;

export function createProfileService(ports: ProfilePorts) {
	const { estates, views, macs, withinProfileBudget } = ports;

	/**
	 * The first read stores its time (ADR 40).
	 *
	 * @param request.chainId chain of a contract's profile; undefined for a key's
	 */
	async function read(request: {
		viewer: Viewer;
		clientAddress: string;
		ownerAddress: string;
		chainId: number | undefined;
		now: number;
	}): Promise<{ estate: Estate; status: EstateStatus }> {
		const { viewer, now } = request;
		const estateKey = estateKeyFor(request);
		// A page's session sees the owner's view of the estate, with the codes of the page's developer.
		const developerId = viewer.kind === "wallet" ? null : viewer.developerId;
		const reader = { estateKey, developerId, bare: macs.bareProfileMacs(developerId, estateKey) };
		const seen = await view(reader, request);
		if (seen.kind === "bare") {
			const { createdAt } = seen;
			const initial = { ...estateKey, estateId: "", willVersion: 0, createdAt, updatedAt: createdAt };
			return { estate: initial, status: BARE };
		}
		const { estate } = seen;
		const status = await estates.readStatus(estate.estateId, now, developerOf(viewer) ?? undefined);
		// Clocks may differ by milliseconds.
		const updatedAt = Math.max(estate.updatedAt, estate.createdAt);
		return { estate: { ...estate, updatedAt }, status };
	}

	async function view(
		reader: ProfileReader,
		{ viewer, clientAddress, now }: { viewer: Viewer; clientAddress: string; now: number },
	): Promise<ProfileView> {
		const seen = await views.find(reader);
		if (seen?.kind === "estate") return seen;
		if (seen && (now - seen.lastReadAt < DAY_MS || (await views.noteRead(reader, now)))) return seen;
		const initialise = () => views.initialise(reader, now);
		return (await withinProfileBudget({ payer: viewer, clientAddress, now }, initialise)).view;
	}

	async function listHistory(request: {
		viewer: WalletSession;
		ownerAddress: string;
		before: number | undefined;
		limit: number;
	}): Promise<Page<HistoryEntry, number>> {
		const { viewer, ownerAddress, before, limit } = request;
		const estate = await estates.find(ownEstateOf(viewer, ownerAddress));
		const entries = estate ? await estates.listHistory(estate.estateId, before, limit + 1) : [];
		return pageOf(entries, limit, ({ seq }) => seq);
	}

	return { read, listHistory };
}

function estateKeyFor(request: {
	viewer: Viewer;
	ownerAddress: string;
	chainId: number | undefined;
}): EstateKey {
	const { viewer, ownerAddress, chainId } = request;
	if (viewer.kind === "developer") {
		return { ownerAddress: ownerAddress.toLowerCase(), chainId: chainId ?? KEY_CHAIN };
	}
	const own = ownEstateOf(viewer, ownerAddress);
	// Another chain is another estate, which this session must not read.
	if (chainId !== undefined && chainId !== own.chainId) throw notOwner();
	return own;
}
