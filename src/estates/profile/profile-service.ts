/**
 * Reads an estate profile (estates.md "GET /estate-profiles/{ownerAddress}"). Only developers through whom the owner
 * has signed see the estate. All others see a bare profile, whether or not an estate exists.
 */
import { type Page, pageOf } from "../../kernel/paging.ts";
import type { BudgetExhausted } from "../../quota/budgets.ts";
import type { WithinProfileBudget } from "../../quota/profile-budget.ts";
import type { EstateMacs } from "../estate-macs.ts";
import {
	developerOf,
	type EstateCaller,
	type EstateKey,
	KEY_CHAIN,
	type NotOwner,
	ownEstateOf,
	type WalletSession,
} from "../owner-proof.ts";
import type { EstateRows } from "./estates.d1.ts";
import type { Estate, EstateStatus, HistoryEntry } from "./profile.ts";
import type { ProfileReader, ProfileView, ProfileViewRows } from "./profile-views.d1.ts";

type Viewer = Exclude<EstateCaller, { kind: "origin" }>;

export type ReadProfileResult =
	| { kind: "profile"; estate: Estate; status: EstateStatus }
	| BudgetExhausted
	| NotOwner;
export type ListHistoryResult = ({ kind: "page" } & Page<HistoryEntry, number>) | NotOwner;

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
	}): Promise<ReadProfileResult> {
		const { viewer, now } = request;
		const found = estateKeyFor(request);
		if (found.kind === "not_owner") return found;
		const { estateKey } = found;
		// A page's session sees the owner's view of the estate, with the codes of the page's developer.
		const developerId = viewer.kind === "wallet" ? null : viewer.developerId;
		const reader = { estateKey, developerId, bare: macs.bareProfileMacs(developerId, estateKey) };
		const seen = await view(reader, request);
		if (seen.kind === "budget_exhausted") return seen;
		if (seen.kind === "bare") {
			const { createdAt } = seen;
			const initial = { ...estateKey, estateId: "", willVersion: 0, createdAt, updatedAt: createdAt };
			return { kind: "profile", estate: initial, status: BARE };
		}
		const { estate } = seen;
		const status = await estates.readStatus(estate.estateId, now, developerOf(viewer) ?? undefined);
		// Clocks may differ by milliseconds.
		const updatedAt = Math.max(estate.updatedAt, estate.createdAt);
		return { kind: "profile", estate: { ...estate, updatedAt }, status };
	}

	async function view(
		reader: ProfileReader,
		{ viewer, clientAddress, now }: { viewer: Viewer; clientAddress: string; now: number },
	): Promise<ProfileView | BudgetExhausted> {
		const seen = await views.find(reader);
		if (seen?.kind === "estate") return seen;
		if (seen && (now - seen.lastReadAt < DAY_MS || (await views.noteRead(reader, now)))) return seen;
		const initialise = () => views.initialise(reader, now);
		const result = await withinProfileBudget({ payer: viewer, clientAddress, now }, initialise);
		return result.kind === "within" ? result.view : result;
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
		const estate = await estates.find(own.estateKey);
		const entries = estate ? await estates.listHistory(estate.estateId, before, limit + 1) : [];
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
	// Another chain is another estate, which this session must not read.
	return chainId === undefined || chainId === own.estateKey.chainId ? own : { kind: "not_owner" };
}
