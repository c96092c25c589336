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
	summary: "Ask for the will of a dead owner",
	description:
		"For accounts that a reviewer has granted `resolver`, with a privacy code of the estate and the court order as a PDF. A code that is unknown, expired, revoked or of another address is one answer, and after five of them each makes the next one wait longer. The owner sees the request and can object; when that time has passed and two reviewers have approved, the will can be downloaded for seven days. One request at a time.",
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
