/**
 * Releasing the will of a dead owner (estates.md "Release of a will"): a resolver asks with a code and a court order,
 * the owner can object, two reviewers approve, and the resolver's account downloads the newest version. Which move
 * is allowed is decided by core/release.ts, and of two at once one is written: the other decides anew.
 */
import type { AuditStamp } from "../../audit/audit-event.ts";
import { type InvalidDocument, judgePdf } from "../../documents/judge-document.ts";
import type { SealedDocuments } from "../../documents/sealed-documents.ts";
import type { RowKey } from "../../kernel/key-cursor.ts";
import { newReleaseRequestId } from "../../kernel/random-ids.ts";
import { type EstateCaller, ownEstateOf } from "../owner-proof.ts";
import type { EstateRows } from "../ports.ts";
import { willContext } from "../will/will-document.ts";
import type { WillRows, WillStatusWithBytes } from "../will/will-service.ts";
import {
	decideDownload,
	decideRelease,
	type ReleaseCommand,
	type ReleaseRefusal,
	requestRelease,
} from "./release.ts";
import { releaseOrderContext } from "./release-order.ts";
import type { ReleaseRequest, ReleaseRows } from "./release-rows.ts";
import type { ReleaseStatus } from "./release-status.ts";
import type { FindReleaseTarget, ReleaseTarget, ReleaseTargetRefusal } from "./release-target.ts";

type UploadedOrder = { bytes: Uint8Array; declaredType: string };
type OwnerSession = Extract<EstateCaller, { kind: "wallet" }>;

export type RequestReleaseAnswer =
	| { kind: "requested"; request: ReleaseRequest }
	| InvalidDocument
	| ReleaseTargetRefusal
	/** This account has a request for this will that has not ended. */
	| { kind: "open_already" };
export type MoveReleaseAnswer =
	| { kind: "moved" | "unchanged"; request: ReleaseRequest }
	| { kind: "refused"; reason: ReleaseRefusal | "contended" }
	| { kind: "no_request" };
export type ReadOrderAnswer = { kind: "order"; bytes: Uint8Array } | { kind: "no_request" };
export type DownloadWillAnswer =
	| ({ kind: "document"; request: ReleaseRequest } & WillStatusWithBytes)
	| { kind: "not_downloadable"; reason: "not_released" | "over" }
	| { kind: "no_request" }
	| { kind: "no_resolver" };

export type ReleasePorts = {
	estates: Pick<EstateRows, "find">;
	wills: Pick<WillRows, "find">;
	requests: ReleaseRows;
	documents: Pick<SealedDocuments, "store" | "read" | "remove">;
	findTarget: FindReleaseTarget;
	challengeSeconds: number;
};

/** `after`: the last one of the page before. */
type PageRequest = { after: RowKey | undefined; limit: number };
type ReleasePage = { requests: ReleaseRequest[]; next: RowKey | undefined };

/** Two reviewers and an owner at once are three; more tries are for nobody. */
const MAX_TRIES = 5;

export type ReleaseService = ReturnType<typeof createReleaseService>;

export function createReleaseService(ports: ReleasePorts) {
	const { estates, wills, requests, documents, findTarget, challengeSeconds } = ports;

	/** The order is stored before the row that names it, like a will. */
	async function ask(request: {
		developerId: string;
		clientAddress: string;
		ownerAddress: string;
		code: string;
		applicant: string;
		courtInfo: ReleaseRequest["courtInfo"];
		order: UploadedOrder;
		/** Of the entry that says what became of the code. */
		stamp: AuditStamp;
		now: number;
	}): Promise<RequestReleaseAnswer> {
		const { developerId, applicant, courtInfo, order, now } = request;
		const judged = judgePdf(order.bytes, order.declaredType);
		if (judged.kind !== "accepted") return judged;
		const found = await findTarget(request);
		if (found.kind !== "found") return found;
		const { target } = found;
		const requestId = newReleaseRequestId();
		const stored = await documents.store({ bytes: order.bytes, context: releaseOrderContext(requestId) });
		const { state } = requestRelease({ applicantId: developerId, challengeSeconds }, now);
		const made = { requestId, ...ofTarget(target), applicant, courtInfo, order: stored, state, revision: 1 };
		if (await requests.insert(made, now)) return { kind: "requested", request: made };
		await documents.remove([stored.objectKey]).catch(() => undefined);
		return { kind: "open_already" };
	}

	/** @param isTheirs whether the caller may know of it */
	async function move(
		requestId: string,
		command: ReleaseCommand,
		now: number,
		isTheirs: (request: ReleaseRequest) => boolean,
	): Promise<MoveReleaseAnswer> {
		for (let tries = 0; tries < MAX_TRIES; tries++) {
			const request = await requests.find(requestId);
			if (!request || !isTheirs(request)) return { kind: "no_request" };
			const decision = decideRelease(request.state, command, now);
			if (decision.kind === "refused") return decision;
			if (decision.kind === "unchanged") return { kind: "unchanged", request };
			const moved = { ...request, state: decision.state, revision: request.revision + 1 };
			if (await requests.move(moved, command, now)) return { kind: "moved", request: moved };
		}
		return { kind: "refused", reason: "contended" };
	}

	/** By the owner's wallet session; ends the request for good. */
	async function object(request: {
		viewer: OwnerSession;
		ownerAddress: string;
		requestId: string;
		now: number;
	}): Promise<MoveReleaseAnswer | { kind: "not_owner" }> {
		const own = ownEstateOf(request.viewer, request.ownerAddress);
		if (own.kind === "not_owner") return own;
		const isTheirs = ({ ownerAddress, chainId }: ReleaseRequest) =>
			ownerAddress === own.estateKey.ownerAddress && chainId === own.estateKey.chainId;
		return move(request.requestId, { kind: "object" }, request.now, isTheirs);
	}

	const decide = (request: {
		requestId: string;
		reviewerId: string;
		decision: "approve" | "reject";
		now: number;
	}): Promise<MoveReleaseAnswer> => {
		const { requestId, reviewerId, decision, now } = request;
		return move(requestId, { kind: decision, reviewerId }, now, () => true);
	};

	/** One page: an owner's session sees every request for its own will, an account those that it has made itself. */
	async function list(
		request: {
			viewer: OwnerSession | { kind: "developer"; developerId: string };
			ownerAddress: string;
		} & PageRequest,
	): Promise<({ kind: "requests" } & ReleasePage) | { kind: "not_owner" }> {
		const { viewer, ownerAddress, after, limit } = request;
		if (viewer.kind === "developer") {
			const own = { applicantId: viewer.developerId, ownerAddress: ownerAddress.toLowerCase() };
			const found = await requests.ofApplicant(own, after, limit + 1);
			return { kind: "requests", ...pageOf(found, limit) };
		}
		const own = ownEstateOf(viewer, ownerAddress);
		if (own.kind === "not_owner") return own;
		const estate = await estates.find(own.estateKey);
		const found = estate ? await requests.ofEstate(estate.estateId, after, limit + 1) : [];
		return { kind: "requests", ...pageOf(found, limit) };
	}

	/** One page of what reviewers have to decide, or have decided. */
	async function review(request: { status: ReleaseStatus } & PageRequest): Promise<ReleasePage> {
		const { status, after, limit } = request;
		return pageOf(await requests.forReview(status, after, limit + 1), limit);
	}

	async function readOrder(requestId: string): Promise<ReadOrderAnswer> {
		const request = await requests.find(requestId);
		if (!request) return { kind: "no_request" };
		const { objectKey, sha256 } = request.order;
		const context = releaseOrderContext(requestId);
		return { kind: "order", bytes: await documents.read({ objectKey, context, sha256 }) };
	}

	/** The newest version, to the account that asked, as long as it is a resolver. */
	async function download(request: {
		developerId: string;
		ownerAddress: string;
		requestId: string;
		now: number;
	}): Promise<DownloadWillAnswer> {
		const { developerId, requestId, now } = request;
		const found = await requests.find(requestId);
		if (!found || found.ownerAddress !== request.ownerAddress.toLowerCase()) return { kind: "no_request" };
		const decision = decideDownload(found.state, developerId, now);
		if (decision.kind === "refused") {
			const { reason } = decision;
			// That there is one, nobody else is told.
			return reason === "not_the_applicant" ? { kind: "no_request" } : { kind: "not_downloadable", reason };
		}
		if (!(await requests.isResolver(developerId))) return { kind: "no_resolver" };
		const will = await wills.find(found.estateId);
		if (!will) return { kind: "no_request" };
		const { objectKey, ...status } = will;
		const context = willContext(found, will.version);
		const bytes = await documents.read({ objectKey, context, sha256: will.sha256 });
		await requests.noteDownload(found, now);
		return { kind: "document", request: found, will: status, bytes };
	}

	return { ask, object, decide, list, review, readOrder, download };
}

/** @param found one more than fits, where there are more */
function pageOf(found: ReleaseRequest[], limit: number): ReleasePage {
	const page = found.slice(0, limit);
	const last = found.length > limit ? page.at(-1) : undefined;
	return { requests: page, next: last && { at: last.state.requestedAt, id: last.requestId } };
}

function ofTarget({ codeId, estateId, ownerAddress, chainId }: ReleaseTarget): ReleaseTarget {
	return { codeId, estateId, ownerAddress, chainId };
}
