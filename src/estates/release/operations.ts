import * as z from "zod";
import { defineOperation, defineUpload, REPLAYED } from "../../http/operation.ts";
import { lazy } from "../../kernel/once.ts";
import { encodeKeyCursor, parseKeyCursor } from "../../kernel/paging/cursors.ts";
import { nextCursorField, pageFields } from "../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../kernel/paging/paging.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { lineOfText } from "../../kernel/schemas/schemas.ts";
import { courtInfoSchema } from "../../recovery/case/case-schemas.ts";
import { codeTextSchema } from "../privacy-code/privacy-code-schemas.ts";
import { tooManyInvalidCodes } from "../privacy-code/privacy-code-service.ts";
import { ownerParams } from "../profile/owner-schemas.ts";
import { WILL_MEDIA_TYPES, willContentType, willFileName } from "../will/will.ts";
import { presentRelease, releaseParams, releaseRequestSchema } from "./release-schemas.ts";

const MAX_APPLICANT_LENGTH = 500;

const body = lazyObject(() => ({
	code: codeTextSchema(),
	courtInfo: courtInfoSchema(),
	applicant: lineOfText(MAX_APPLICANT_LENGTH).meta({
		description: doc("Who makes the request, and on whose behalf. The owner and the reviewers read it."),
		example: doc("Probate court of Example County, on behalf of the executor"),
	}),
}));

const requestReleaseResponse = releaseRequestSchema;

/** estates.md "Release of a will". */
export const requestRelease = defineUpload({
	operationId: "requestRelease",
	method: "POST",
	path: "/estate-profiles/{ownerAddress}/will/release-requests",
	tag: "Estate profiles",
	summary: doc("Request the release of a deceased owner's will"),
	description: doc(
		"For accounts to which a reviewer has granted the role `resolver`, with a privacy code of the estate and the court order as a PDF of at most 10 MiB. JSON has at most 1 MiB, so send a file of more than 0.75 MiB as a form. Unknown, expired and revoked codes and codes of another address get the same response; after five of them, each one lengthens the wait for the next. The owner sees the request and can object. After the time to object and two approvals by reviewers, the will can be downloaded for seven days. An account has one open request per will.",
	),
	policy: "developer",
	params: ownerParams,
	body,
	upload: { numbers: [], objects: ["courtInfo"] },
	idempotencyKey: "by_id",
	responses: {
		201: { description: doc("The request."), schema: requestReleaseResponse },
		200: {
			description: doc(
				"A request with the same `Idempotency-Key` created this release request before. The response shows its present state.",
			),
			schema: requestReleaseResponse,
		},
	},
	errors: ["RESOURCE_NOT_FOUND", "INVALID_FILE_FORMAT", "RELEASE_STATUS_ERROR"],
	handler: async ({ params, body, file, principal, services, clientAddress, ...context }) => {
		const { developerId } = principal;
		const { creation, now, audit } = context;
		const stamp = context.auditStamp();
		const asResolver = await services.passkeys.mayActAsResolver(principal, now);
		const request = {
			developerId,
			asResolver,
			clientAddress,
			...params,
			...body,
			order: file,
			stamp,
			creation,
			now,
		};
		const result = await services.estates.releases.create(request);
		if ("retryAfterSeconds" in result) {
			await audit({ action: "privacy_code.throttled" });
			throw tooManyInvalidCodes(result);
		}
		if (result.isRepeated) {
			return { status: 200, headers: REPLAYED, body: presentRelease(result.request, now) };
		}
		await audit({ action: "release.requested", target: result.request.requestId });
		return { status: 201, body: presentRelease(result.request, now) };
	},
});

const query = lazyObject(pageFields);

const listReleaseRequestsResponse = lazyObject("ReleaseRequestList", () => ({
	data: z.array(releaseRequestSchema()).describe(doc("Newest first.")),
	nextCursor: nextCursorField(),
}));

/** estates.md "Release of a will". */
export const listReleases = defineOperation({
	operationId: "listReleaseRequests",
	method: "GET",
	path: "/estate-profiles/{ownerAddress}/will/release-requests",
	tag: "Estate profiles",
	summary: doc("List release requests of a will, newest first"),
	description: doc("The owner's wallet session sees all requests; a developer sees its own."),
	policy: "developer_or_wallet",
	readOnly: true,
	params: ownerParams,
	query,
	responses: {
		200: { description: doc("One page of release requests."), schema: listReleaseRequestsResponse },
	},
	handler: async ({ params: { ownerAddress }, query: { limit, cursor }, principal, services, now }) => {
		const { rows, next } = await services.estates.releases.list({
			viewer: principal,
			ownerAddress,
			after: parseKeyCursor("rel", cursor),
			limit: pageSizeOf(limit),
		});
		const data = rows.map((request) => presentRelease(request, now));
		return { status: 200, body: { data, nextCursor: encodeKeyCursor(next) } };
	},
});

const objectToReleaseResponse = releaseRequestSchema;

/** estates.md "Release of a will". */
export const objectToRelease = defineOperation({
	operationId: "objectToRelease",
	method: "POST",
	path: "/estate-profiles/{ownerAddress}/will/release-requests/{requestId}/object",
	tag: "Estate profiles",
	summary: doc("Object to the release of your will"),
	description: doc(
		"For the owner's wallet session, until the download period has passed. The objection ends the request permanently.",
	),
	policy: "wallet_session",
	params: releaseParams,
	responses: { 200: { description: doc("The ended request."), schema: objectToReleaseResponse } },
	errors: ["RESOURCE_NOT_FOUND", "RELEASE_STATUS_ERROR"],
	handler: async ({ params, principal, services, now, audit }) => {
		const { request } = await services.estates.releases.object({ viewer: principal, ...params, now });
		await audit({ action: "release.objected", target: params.requestId });
		return { status: 200, body: presentRelease(request, now) };
	},
});

const downloadReleasedWillResponse = lazy(() => z.file());

/** Writes history and audit, so it is not `readOnly`. */
export const downloadReleasedWill = defineOperation({
	operationId: "downloadReleasedWill",
	method: "GET",
	path: "/estate-profiles/{ownerAddress}/will/release-requests/{requestId}/will",
	tag: "Estate profiles",
	summary: doc("Download a released will"),
	description: doc(
		"The newest version, for the account that made the request, for seven days from the second approval.",
	),
	policy: "developer",
	params: releaseParams,
	download: WILL_MEDIA_TYPES,
	responses: {
		200: { description: doc("The document as it was lodged."), schema: downloadReleasedWillResponse },
	},
	errors: ["RESOURCE_NOT_FOUND", "RELEASE_STATUS_ERROR"],
	handler: async ({ params, principal, services, now, audit }) => {
		const { developerId } = principal;
		const asResolver = await services.passkeys.mayActAsResolver(principal, now);
		const released = await services.estates.releases.download({ developerId, asResolver, ...params, now });
		const { will, bytes, request } = released;
		await audit({ action: "release.downloaded", target: request.requestId });
		const fileName = willFileName({ ownerAddress: request.ownerAddress, ...will });
		return { status: 200, file: { bytes, fileName, mimeType: willContentType(will.mimeType) } };
	},
});
