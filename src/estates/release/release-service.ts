/**
 * Releases a deceased owner's will (estates.md "Release of a will"). Of two concurrent moves one is written and the
 * other decided again.
 */
import type { AuditStamp } from "../../audit/audit-event.ts";
import { type InvalidDocument, judgePdf } from "../../documents/judge-document.ts";
import type { SealedDocuments } from "../../documents/sealed-documents.ts";
import type { RowKey } from "../../kernel/key-cursor.ts";
import { type Page, pageOf } from "../../kernel/paging.ts";
import { newReleaseRequestId } from "../../kernel/random-ids.ts";
import { type NotOwner, ownEstateOf, type WalletSession } from "../owner-proof.ts";
import type { EstateRows } from "../profile/estates.d1.ts";
import { willContext } from "../will/will.ts";
import type { WillWithBytes } from "../will/will-service.ts";
import type { WillRows } from "../will/wills.d1.ts";
import {
	decideDownload,
	decideRelease,
	type ReleaseCommand,
	type ReleaseObstacle,
	type ReleaseStatus,
	requestRelease,
} from "./release.ts";
import { type ReleaseRequest, releaseOrderContext } from "./release-request.ts";
import type { FindReleaseTarget, ReleaseTargetRejection } from "./release-target.ts";
import type { ReleaseRows } from "./releases.d1.ts";

type NoRequest = { kind: "no_request" };

export type RequestReleaseResult =
	| { kind: "requested"; request: ReleaseRequest }
	/** An earlier request with this creation id created it. */
	| { kind: "requested_before"; request: ReleaseRequest }
	| NoRequest
	| InvalidDocument
	| ReleaseTargetRejection
	/** The account has an open request for this will. */
	| { kind: "already_requested" };
export type MoveReleaseResult =
	| { kind: "moved" | "unchanged"; request: ReleaseRequest }
	| { kind: "not_allowed"; reason: ReleaseObstacle | "contended" }
	| NoRequest;
export type ReadOrderResult = { kind: "order"; bytes: Uint8Array } | NoRequest;
export type DownloadWillResult =
	| ({ kind: "document"; request: ReleaseRequest } & WillWithBytes)
	| { kind: "not_downloadable"; reason: "not_released" | "over" }
	| NoRequest
	| { kind: "not_resolver" };

export type ReleasePorts = {
	estates: Pick<EstateRows, "find">;
	wills: Pick<WillRows, "find">;
	requests: ReleaseRows;
	documents: Pick<SealedDocuments, "store" | "read" | "remove">;
	findTarget: FindReleaseTarget;
	challengeSeconds: number;
};

/** `after`: the last row of the previous page. */
type PageRequest = { after: RowKey | undefined; limit: number };
type ReleasePage = Page<ReleaseRequest, RowKey>;

/** Two reviewers and an owner need three attempts. */
const MAX_ATTEMPTS = 5;

export type ReleaseService = ReturnType<typeof createReleaseService>;

export function createReleaseService(ports: ReleasePorts) {
	const { estates, wills, requests, documents, findTarget, challengeSeconds } = ports;

	/** Stores the court order before its row. */
	async function create(request: {
		developerId: string;
		clientAddress: string;
		ownerAddress: string;
		code: string;
		applicant: string;
		courtInfo: ReleaseRequest["courtInfo"];
		order: { bytes: Uint8Array; declaredType: string };
		stamp: AuditStamp;
		/** `id` is the same for repetitions of a request; `earlier` is the state of previous attempts. */
		creation: { id: string; earlier: "none" | "interrupted" | "answered" };
		now: number;
	}): Promise<RequestReleaseResult> {
		const { developerId, applicant, courtInfo, order, creation, now } = request;
		const requestId = newReleaseRequestId(creation.id);
		if (creation.earlier !== "none") {
			const known = await requests.find(requestId);
			if (known) return { kind: "requested_before", request: known };
			if (creation.earlier === "answered") return { kind: "no_request" };
		}
		const judged = judgePdf(order.bytes, order.declaredType);
		if (judged.kind !== "accepted") return judged;
		const found = await findTarget(request);
		if (found.kind !== "found") return found;
		const stored = await documents.store({ bytes: order.bytes, context: releaseOrderContext(requestId) });
		const { state } = requestRelease({ applicantId: developerId, challengeSeconds }, now);
		const created = {
			...found.target,
			...{ requestId, applicant, courtInfo, order: stored, state, revision: 1 },
		};
		if (await requests.insert(created, now)) return { kind: "requested", request: created };
		await documents.remove([stored.objectKey]).catch(() => undefined);
		// A concurrent repetition may have stored the request.
		const known = await requests.find(requestId);
		return known ? { kind: "requested_before", request: known } : { kind: "already_requested" };
	}

	/** @param canAccess whether the caller may know of the request */
	async function move(
		requestId: string,
		command: ReleaseCommand,
		now: number,
		canAccess: (request: ReleaseRequest) => boolean,
	): Promise<MoveReleaseResult> {
		for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
			const request = await requests.find(requestId);
			if (!request || !canAccess(request)) return { kind: "no_request" };
			const decision = decideRelease(request.state, command, now);
			if (decision.kind === "not_allowed") return decision;
			if (decision.kind === "unchanged") return { kind: "unchanged", request };
			const moved = { ...request, state: decision.state, revision: request.revision + 1 };
			if (await requests.move(moved, command, now)) return { kind: "moved", request: moved };
		}
		return { kind: "not_allowed", reason: "contended" };
	}

	async function object(request: {
		viewer: WalletSession;
		ownerAddress: string;
		requestId: string;
		now: number;
	}): Promise<MoveReleaseResult | NotOwner> {
		const own = ownEstateOf(request.viewer, request.ownerAddress);
		if (own.kind === "not_owner") return own;
		const isOwn = ({ ownerAddress, chainId }: ReleaseRequest) =>
			ownerAddress === own.estateKey.ownerAddress && chainId === own.estateKey.chainId;
		return move(request.requestId, { kind: "object" }, request.now, isOwn);
	}

	/** Reviewers may access every request. */
	async function decide(request: {
		requestId: string;
		reviewerId: string;
		decision: "approve" | "reject";
		now: number;
	}): Promise<MoveReleaseResult> {
		const { requestId, reviewerId, decision, now } = request;
		return move(requestId, { kind: decision, reviewerId }, now, () => true);
	}

	/** An owner's session sees all requests for its will, a developer only their own. */
	async function list(
		request: {
			viewer: WalletSession | { kind: "developer"; developerId: string };
			ownerAddress: string;
		} & PageRequest,
	): Promise<({ kind: "page" } & ReleasePage) | NotOwner> {
		const { viewer, ownerAddress, after, limit } = request;
		if (viewer.kind === "developer") {
			const applicant = { applicantId: viewer.developerId, ownerAddress: ownerAddress.toLowerCase() };
			const found = await requests.listByApplicant(applicant, after, limit + 1);
			return { kind: "page", ...pageOf(found, limit, keyOf) };
		}
		const own = ownEstateOf(viewer, ownerAddress);
		if (own.kind === "not_owner") return own;
		const estate = await estates.find(own.estateKey);
		const found = estate ? await requests.listByEstate(estate.estateId, after, limit + 1) : [];
		return { kind: "page", ...pageOf(found, limit, keyOf) };
	}

	/** Oldest first. */
	async function listForReview(request: { status: ReleaseStatus } & PageRequest): Promise<ReleasePage> {
		const { status, after, limit } = request;
		return pageOf(await requests.listByStatus(status, after, limit + 1), limit, keyOf);
	}

	async function findForReview(
		requestId: string,
	): Promise<{ kind: "request"; request: ReleaseRequest } | NoRequest> {
		const request = await requests.find(requestId);
		return request ? { kind: "request", request } : { kind: "no_request" };
	}

	async function readOrder(requestId: string): Promise<ReadOrderResult> {
		const request = await requests.find(requestId);
		if (!request) return { kind: "no_request" };
		const { objectKey, sha256 } = request.order;
		const context = releaseOrderContext(requestId);
		return { kind: "order", bytes: await documents.read({ objectKey, context, sha256 }) };
	}

	async function download(request: {
		developerId: string;
		ownerAddress: string;
		requestId: string;
		now: number;
	}): Promise<DownloadWillResult> {
		const { developerId, requestId, now } = request;
		const found = await requests.find(requestId);
		if (!found || found.ownerAddress !== request.ownerAddress.toLowerCase()) return { kind: "no_request" };
		const decision = decideDownload(found.state, developerId, now);
		if (decision.kind === "not_allowed") {
			const { reason } = decision;
			// Hides the request from other accounts.
			return reason === "not_the_applicant" ? { kind: "no_request" } : { kind: "not_downloadable", reason };
		}
		if (!(await requests.isResolver(developerId))) return { kind: "not_resolver" };
		const will = await wills.find(found.estateId);
		if (!will) return { kind: "no_request" };
		const { objectKey, ...status } = will;
		const context = willContext(found, will.version);
		const bytes = await documents.read({ objectKey, context, sha256: will.sha256 });
		await requests.recordDownload(found, now);
		return { kind: "document", request: found, will: status, bytes };
	}

	return { create, object, decide, list, listForReview, findForReview, readOrder, download };
}

function keyOf({ state, requestId }: ReleaseRequest): RowKey {
	return { at: state.requestedAt, id: requestId };
}
