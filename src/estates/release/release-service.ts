/**
 * Releases a deceased owner's will (estates.md "Release of a will"). Of two concurrent moves one is written and the
 * other decided again.
 */

import type { AuditStamp } from "../../audit/audit-event.ts";
import { invalidDocumentError } from "../../document-store/errors.ts";
import { judgePdf } from "../../document-store/judge-document.ts";
import type { SealedDocuments } from "../../document-store/sealed-documents.ts";
import type { Creation } from "../../kernel/creation.ts";
import { newReleaseRequestId } from "../../kernel/crypto/random-ids.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import type { RowKey } from "../../kernel/paging/cursors.ts";
import { type Page, pageOf } from "../../kernel/paging/paging.ts";
import type { Throttled } from "../../quota/login-guard.ts";
import { ownEstateOf, type WalletSession } from "../owner-proof.ts";
import type { PrivacyCodeService } from "../privacy-code/privacy-code-service.ts";
import type { EstateRows } from "../profile/estates.d1.ts";
import { willContext } from "../will/will-context.ts";
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
import type { ReleaseRows } from "./releases.d1.ts";

const OBSTACLES: Record<ReleaseObstacle | "contended" | "not_released" | "over", string> = {
	wrong_phase: "The request has ended or is already approved. Nothing was changed.",
	challenge_period_running:
		"The owner's time to object has not passed. Approve the request after `challengeEndsAt`. Nothing was changed.",
	own_request: "You cannot decide a request of your own account. Another reviewer must decide it.",
	contended: "Others changed the request at the same time. Read it again, then retry.",
	not_released:
		"The will is not released yet: the owner's time to object must pass and two reviewers must approve.",
	over: "The request has ended: the owner objected, a reviewer rejected it, or the seven days for the download have passed.",
};

/** `isRepeated`: the request stands as an earlier one has left it. */
type ReleaseResult = { request: ReleaseRequest; isRepeated: boolean };

export type ReleasePorts = {
	estates: Pick<EstateRows, "find">;
	wills: Pick<WillRows, "find">;
	requests: ReleaseRows;
	documents: Pick<SealedDocuments, "store" | "read" | "remove">;
	resolveCode: PrivacyCodeService["resolve"];
	challengeSeconds: number;
};

/** `after`: the last row of the previous page. */
type PageRequest = { after: RowKey | undefined; limit: number };
type ReleasePage = Page<ReleaseRequest, RowKey>;

/** Two reviewers and an owner need three attempts. */
const MAX_ATTEMPTS = 5;

export type ReleaseService = ReturnType<typeof createReleaseService>;

export function createReleaseService(ports: ReleasePorts) {
	const { estates, wills, requests, documents, resolveCode, challengeSeconds } = ports;

	/** Stores the court order before its row. */
	async function create(request: {
		developerId: string;
		asResolver: boolean;
		clientAddress: string;
		ownerAddress: string;
		code: string;
		applicant: string;
		courtInfo: ReleaseRequest["courtInfo"];
		order: { bytes: Uint8Array; declaredType: string };
		stamp: AuditStamp;
		/** `id` is the same for repetitions of a request; `earlier` is the state of previous attempts. */
		creation: Creation;
		now: number;
	}): Promise<ReleaseResult | Throttled> {
		const { developerId, applicant, courtInfo, order, creation, now } = request;
		const requestId = newReleaseRequestId(creation.id);
		if (creation.earlier !== "none") {
			const known = await requests.find(requestId);
			if (known) return { request: known, isRepeated: true };
			if (creation.earlier === "completed") throw requestNotFound();
		}
		const judged = judgePdf(order.bytes, order.declaredType);
		if (judged.kind !== "accepted") throw invalidDocumentError(judged);
		await checkResolver(request);
		const found = await resolveCode(request);
		if (found.kind === "throttled") return found;
		const { codeId, estateId, ownerAddress, chainId, will } = found;
		if (!will) {
			throw releaseStatusError("The estate of this code has no will, so there is nothing to release.");
		}
		const stored = await documents.store({ bytes: order.bytes, context: releaseOrderContext(requestId) });
		const { state } = requestRelease({ applicantId: developerId, challengeSeconds }, now);
		const created = {
			...{ codeId, estateId, ownerAddress, chainId },
			...{ requestId, applicant, courtInfo, order: stored, state, revision: 1 },
		};
		if (await requests.insert(created, now)) return { request: created, isRepeated: false };
		await documents.remove([stored.objectKey]).catch(() => undefined);
		// A concurrent repetition may have stored the request.
		const known = await requests.find(requestId);
		if (known) return { request: known, isRepeated: true };
		throw releaseStatusError(
			"Your account already has an open request for this will. List the release requests to see its phase.",
		);
	}

	async function checkResolver(caller: {
		developerId: string;
		asResolver: boolean;
		now: number;
	}): Promise<void> {
		if (caller.asResolver && (await requests.isResolver(caller.developerId, caller.now))) return;
		throw new AppError({
			code: "FORBIDDEN",
			message:
				"This requires a session, and no API key, of an account with the role `resolver`, which a reviewer grants to courts, notaries and law firms. Where the service demands it, the account needs a passkey too.",
		});
	}

	/** @param canAccess whether the caller may know of the request */
	async function move(
		requestId: string,
		command: ReleaseCommand,
		now: number,
		canAccess: (request: ReleaseRequest) => boolean,
	): Promise<ReleaseResult> {
		for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
			const request = await requests.find(requestId);
			if (!request || !canAccess(request)) throw requestNotFound();
			const decision = decideRelease(request.state, command, now);
			if (decision.kind === "not_allowed") throw releaseStatusError(OBSTACLES[decision.reason]);
			if (decision.kind === "unchanged") return { request, isRepeated: true };
			const moved = { ...request, state: decision.state, revision: request.revision + 1 };
			if (await requests.move(moved, command, now)) return { request: moved, isRepeated: false };
		}
		throw releaseStatusError(OBSTACLES.contended);
	}

	async function object(request: {
		viewer: WalletSession;
		ownerAddress: string;
		requestId: string;
		now: number;
	}): Promise<ReleaseResult> {
		const own = ownEstateOf(request.viewer, request.ownerAddress);
		const isOwn = ({ ownerAddress, chainId }: ReleaseRequest) =>
			ownerAddress === own.ownerAddress && chainId === own.chainId;
		return move(request.requestId, { kind: "object" }, request.now, isOwn);
	}

	/** Reviewers may access every request. */
	async function decide(request: {
		requestId: string;
		reviewerId: string;
		decision: "approve" | "reject";
		now: number;
	}): Promise<ReleaseResult> {
		const { requestId, reviewerId, decision, now } = request;
		return move(requestId, { kind: decision, reviewerId }, now, () => true);
	}

	/** An owner's session sees all requests for its will, a developer only their own. */
	async function list(
		request: {
			viewer: WalletSession | { kind: "developer"; developerId: string };
			ownerAddress: string;
		} & PageRequest,
	): Promise<ReleasePage> {
		const { viewer, ownerAddress, after, limit } = request;
		if (viewer.kind === "developer") {
			const applicant = { applicantId: viewer.developerId, ownerAddress: ownerAddress.toLowerCase() };
			const found = await requests.listByApplicant(applicant, after, limit + 1);
			return pageOf(found, limit, keyOf);
		}
		const estate = await estates.find(ownEstateOf(viewer, ownerAddress));
		const found = estate ? await requests.listByEstate(estate.estateId, after, limit + 1) : [];
		return pageOf(found, limit, keyOf);
	}

	/** Oldest first. */
	async function listForReview(request: { status: ReleaseStatus } & PageRequest): Promise<ReleasePage> {
		const { status, after, limit } = request;
		return pageOf(await requests.listByStatus(status, after, limit + 1), limit, keyOf);
	}

	async function findForReview(requestId: string): Promise<ReleaseRequest> {
		const request = await requests.find(requestId);
		if (!request) throw requestNotFound();
		return request;
	}

	async function readOrder(requestId: string): Promise<Uint8Array> {
		const { objectKey, sha256 } = (await findForReview(requestId)).order;
		return documents.read({ objectKey, context: releaseOrderContext(requestId), sha256 });
	}

	async function download(request: {
		developerId: string;
		asResolver: boolean;
		ownerAddress: string;
		requestId: string;
		now: number;
	}): Promise<WillWithBytes & { request: ReleaseRequest }> {
		const { developerId, requestId, now } = request;
		const found = await requests.find(requestId);
		if (!found || found.ownerAddress !== request.ownerAddress.toLowerCase()) throw requestNotFound();
		const decision = decideDownload(found.state, developerId, now);
		if (decision.kind === "not_allowed") {
			const { reason } = decision;
			// Hides the request from other accounts.
			throw reason === "not_the_applicant" ? requestNotFound() : releaseStatusError(OBSTACLES[reason]);
		}
		await checkResolver(request);
		const will = await wills.find(found.estateId);
		if (!will) throw requestNotFound();
		const { objectKey, ...status } = will;
		const context = willContext(found, will.version);
		const bytes = await documents.read({ objectKey, context, sha256: will.sha256 });
		await requests.recordDownload(found, now);
		return { request: found, will: status, bytes };
	}

	return { create, object, decide, list, listForReview, findForReview, readOrder, download };
}

function keyOf({ state, requestId }: ReleaseRequest): RowKey {
	return { at: state.requestedAt, id: requestId };
}

function requestNotFound(): AppError {
	return new AppError({
		code: "RESOURCE_NOT_FOUND",
		message: "There is no such release request, or your account cannot access it.",
	});
}

const releaseStatusError = (message: string) => new AppError({ code: "RELEASE_STATUS_ERROR", message });
