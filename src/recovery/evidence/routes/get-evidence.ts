import { defineOperation } from "../../../http/operation.ts";
import { seenBy } from "../../case/seen-by.ts";
import { caseNotFound } from "../../errors.ts";
import { caseIdParam } from "../../schemas.ts";

/** recovery.md "Evidence". */
export const getEvidence = defineOperation({
	operationId: "getRecoveryCaseEvidence",
	method: "GET",
	path: "/recovery-cases/{caseId}/evidence",
	tag: "Recovery cases",
	summary: "Download the evidence of a case, which anybody can check without this service",
	description:
		"The intent, every move with what was signed for it, the events as webhooks carried them, and how the case stands, signed by a key of `/.well-known/evidence-jwks.json`. Keep the body byte for byte: it is its own canonical form (RFC 8785), and a bundle in another is refused. It holds no e-mail address.",
	policy: "case_viewer",
	readOnly: true,
	params: caseIdParam,
	responses: { 200: "The bundle." },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, principal, services, now }) => {
		const bundle = await seenBy(principal, services, (viewer) =>
			services.recovery.evidence(viewer, params.caseId, now),
		);
		if (bundle === null) throw caseNotFound();
		return { status: 200, json: bundle };
	},
});
