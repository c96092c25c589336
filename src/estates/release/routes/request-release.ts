import { defineUpload } from "../../../http/operation.ts";
import { ownerParams } from "../../schemas.ts";
import { presentRelease } from "../present-releases.ts";
import { releaseError } from "../release-error.ts";
import { requestReleaseBody, requestReleaseForm } from "../release-schemas.ts";

/** estates.md "Release of a will". */
export const requestRelease = defineUpload({
	operationId: "requestRelease",
	method: "POST",
	path: "/estate-profiles/{ownerAddress}/will/release-requests",
	tag: "Estate profiles",
	summary: "Request the release of a deceased owner's will",
	description:
		"For accounts to which a reviewer has granted the role `resolver`, with a privacy code of the estate and the court order as a PDF. Unknown, expired and revoked codes and codes of another address get the same response; after five of them, each one lengthens the wait for the next. The owner sees the request and can object. After the time to object and two approvals by reviewers, the will can be downloaded for seven days. An account has one open request per will.",
	policy: "developer",
	params: ownerParams,
	body: requestReleaseBody,
	upload: requestReleaseForm,
	responses: { 201: "The request." },
	errors: ["RESOURCE_NOT_FOUND", "INVALID_FILE_FORMAT", "RELEASE_STATUS_ERROR"],
	handler: async ({ params, body, file, principal, services, clientAddress, now, audit, auditStamp }) => {
		const { developerId } = principal;
		const request = { developerId, clientAddress, ...params, ...body, order: file, stamp: auditStamp(), now };
		const answer = await services.estates.releases.ask(request);
		if (answer.kind === "throttled") await audit({ action: "privacy_code.throttled" });
		if (answer.kind !== "requested") throw releaseError(answer);
		await audit({ action: "release.requested", target: answer.request.requestId });
		return { status: 201, body: presentRelease(answer.request, now) };
	},
});
