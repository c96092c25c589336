import * as z from "zod";
import { defineOperation } from "../../../../http/operation.ts";
import { lazy } from "../../../../kernel/once.ts";
import { doc } from "../../../../kernel/schemas/doc.ts";
import { caseIdParam } from "../../../case/case-schemas.ts";
import { evidenceLinkResponse, presentLink } from "../evidence-link-schemas.ts";
import { linkViewerOf } from "../link-viewer.ts";

export const evidenceLinkListResponse = lazy(() =>
	z.strictObject({ data: z.array(evidenceLinkResponse()) }).meta({ id: "EvidenceLinkList" }),
);

/** recovery.md "Evidence links". */
export const listEvidenceLinks = defineOperation({
	operationId: "listEvidenceLinks",
	method: "GET",
	path: "/recovery-cases/{caseId}/evidence-links",
	tag: "Recovery cases",
	summary: doc("List the live links to a case's evidence, newest first"),
	description: doc("For whoever may read the case. At most 100, without their tokens."),
	policy: "case_viewer",
	cors: "allowlisted",
	readOnly: true,
	params: caseIdParam,
	responses: { 200: { description: doc("The live links."), schema: evidenceLinkListResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { caseId }, principal, services, now }) => {
		const viewer = await linkViewerOf(principal, services, caseId);
		const links = await services.evidenceLinks.list(viewer, caseId, now);
		return { status: 200, body: { data: links.map(presentLink) } };
	},
});
