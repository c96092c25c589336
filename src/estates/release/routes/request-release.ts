import * as z from "zod";
import { defineUpload, REPLAYED } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { lineOfText } from "../../../kernel/schemas/schemas.ts";
import { courtInfoSchema } from "../../../recovery/case/case-schemas.ts";
import { codeTextSchema } from "../../privacy-code/privacy-code-schemas.ts";
import { tooManyInvalidCodes } from "../../privacy-code/privacy-code-service.ts";
import { ownerParams } from "../../profile/owner-schemas.ts";
import { presentRelease, releaseRequestSchema } from "../release-schemas.ts";

const MAX_APPLICANT_LENGTH = 500;

const body = lazy(() =>
	z.strictObject({
		code: codeTextSchema(),
		courtInfo: courtInfoSchema(),
		applicant: lineOfText(MAX_APPLICANT_LENGTH).meta({
			description: doc("Who makes the request, and on whose behalf. The owner and the reviewers read it."),
			example: doc("Probate court of Example County, on behalf of the executor"),
		}),
	}),
);

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
