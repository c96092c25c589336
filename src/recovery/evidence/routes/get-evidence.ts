import { defineOperation } from "../../../http/operation.ts";
import { caseIdParam } from "../../case/case-schemas.ts";
import { seenBy } from "../../case/seen-by.ts";
import { caseNotFound } from "../../errors.ts";

/** recovery.md "Evidence". */
export const getEvidence = defineOperation({
	operationId: "getRecoveryCaseEvidence",
	method: "GET",
	path: "/recovery-cases/{caseId}/evidence",
	tag: "Recovery cases",
	summary: "Download the evidence bundle of a case",
	description:
		"A bundle that anyone can verify without this service. It contains the intent, every move with its signed message, the events as webhooks delivered them, and the state of the case. A key from `/.well-known/evidence-jwks.json` signs it. Store the body byte for byte: it is canonical JSON (RFC 8785), and verification rejects any other form. The bundle contains no e-mail address.",
	policy: "case_viewer",
	readOnly: true,
	params: caseIdParam,
	responses: { 200: "The evidence bundle." },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, principal, services, now }) => {
		const bundle = await seenBy(principal, services, (viewer) =>
			services.recovery.evidence(viewer, params.caseId, now),
		);
		if (bundle === null) throw caseNotFound();
		return { status: 200, json: bundle };
	},
});
