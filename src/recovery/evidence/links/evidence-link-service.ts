/** recovery.md "Evidence links". */

import type { Creation } from "../../../kernel/creation.ts";
import { newEvidenceLinkId } from "../../../kernel/crypto/random-ids.ts";
import { AppError } from "../../../kernel/errors/app-error.ts";
import type { Payer } from "../../../quota/bills.ts";
import type { WithinStorageBudget } from "../../../quota/storage-budget.ts";
import type { EvidenceRequest, IssueEvidence } from "../evidence-issuer.ts";
import {
	canRevoke,
	type EvidenceLink,
	hashOfToken,
	LINK_TOKEN_BYTES,
	type LinkViewer,
	linkUrl,
	MAX_LINKS_PER_MAKER,
} from "./evidence-link.ts";
import type { EvidenceLinkRows } from "./evidence-links.d1.ts";

const MAX_LISTED = 100;

/** `id` is the same for repetitions of a request; `earlier` is the state of previous attempts. */
/** `isRevocable`: by this viewer. */
export type ShownLink = EvidenceLink & { isRevocable: boolean };

/** `url`: shown once; null if an earlier request with this creation id created the link. */
type CreatedLink = { link: ShownLink; url: string | null };

type EvidenceLinkPorts = {
	rows: EvidenceLinkRows;
	withinBudget: WithinStorageBudget;
	evidence: IssueEvidence;
	appOrigin: string;
};

export function createEvidenceLinkService({ rows, withinBudget, evidence, appOrigin }: EvidenceLinkPorts) {
	async function create(request: {
		viewer: LinkViewer;
		caller: Payer;
		clientAddress: string;
		caseId: string;
		lifetimeSeconds: number;
		creation: Creation;
		now: number;
	}): Promise<CreatedLink> {
		const { viewer, caseId, lifetimeSeconds, creation, now } = request;
		const link = {
			evidenceLinkId: newEvidenceLinkId(creation.id),
			caseId,
			madeBy: viewer.role,
			maker: viewer.id,
			createdAt: now,
			expiresAt: now + lifetimeSeconds * 1000,
		};
		if (creation.earlier === "completed") {
			const known = await rows.find(link.evidenceLinkId, now);
			if (!known) throw linkNotFound();
			return { link: shownTo(viewer)(known), url: null };
		}
		const store = () => insert(link, request);
		return withinBudget(request, store, ({ url }) => url !== null);
	}

	async function insert(
		link: EvidenceLink,
		{ viewer, caller }: { viewer: LinkViewer; caller: Payer },
	): Promise<CreatedLink> {
		const token = newToken();
		const developerId = caller.kind === "developer" ? caller.developerId : null;
		const row = { ...link, tokenHash: hashOfToken(token) };
		const inserted = await rows.insert(row, { limit: MAX_LINKS_PER_MAKER, developerId });
		if (inserted === "inserted") {
			return { link: shownTo(viewer)(link), url: linkUrl(appOrigin, token) };
		}
		const known = await rows.find(link.evidenceLinkId, link.createdAt);
		if (known) return { link: shownTo(viewer)(known), url: null };
		throw new AppError({
			code: "EXCEEDED_EVIDENCE_LINK_AMOUNT",
			message: `You have ${MAX_LINKS_PER_MAKER} live links to the evidence of this case, which is the maximum. Revoke one before you create another.`,
		});
	}

	/** Live ones, newest first. */
	async function list(viewer: LinkViewer, caseId: string, now: number): Promise<ShownLink[]> {
		return (await rows.listOfCase(caseId, now, MAX_LISTED)).map(shownTo(viewer));
	}

	async function revoke(
		viewer: LinkViewer,
		{ caseId, evidenceLinkId }: Pick<EvidenceLink, "caseId" | "evidenceLinkId">,
		now: number,
	): Promise<void> {
		const link = await rows.find(evidenceLinkId, now);
		if (link?.caseId !== caseId || !canRevoke(link, viewer)) throw linkNotFound();
		if (!(await rows.remove(evidenceLinkId))) throw linkNotFound();
	}

	/** The text of the bundle, without ids of endpoints. Null for every token that opens nothing. */
	async function read(token: string, from: Omit<EvidenceRequest, "caseId">): Promise<string | null> {
		const caseId = await rows.caseOfToken(hashOfToken(token), from.now);
		return caseId === undefined ? null : evidence({ kind: "reviewer" }, { ...from, caseId });
	}

	return { create, list, revoke, read };
}

const shownTo =
	(viewer: LinkViewer) =>
	(link: EvidenceLink): ShownLink => ({ ...link, isRevocable: canRevoke(link, viewer) });

function newToken(): string {
	return Buffer.from(crypto.getRandomValues(new Uint8Array(LINK_TOKEN_BYTES))).toString("base64url");
}

function linkNotFound(): AppError {
	return new AppError({
		code: "RESOURCE_NOT_FOUND",
		message: "The case has no such link that you may revoke. It may have expired, or was revoked before.",
	});
}
