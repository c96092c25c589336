import * as z from "zod";
import { defineOperation } from "../../../../http/operation.ts";
import { lazy } from "../../../../kernel/once.ts";
import { doc } from "../../../../kernel/schemas/doc.ts";
import { timestampSchema } from "../../../../kernel/schemas/schemas.ts";
import { isoTime } from "../../../../kernel/time/iso-time.ts";
import { caseIdParam } from "../../../case/case-schemas.ts";
import { evidenceLinkIdField } from "../evidence-link-schemas.ts";
import { linkViewerOf } from "../link-viewer.ts";

const params = lazy(() =>
	z.strictObject({
		...caseIdParam().shape,
		evidenceLinkId: evidenceLinkIdField().meta({ example: doc(`evl_${"5a".repeat(16)}`) }),
	}),
);

const revokedEvidenceLinkResponse = lazy(() =>
	z
		.strictObject({ evidenceLinkId: evidenceLinkIdField(), revokedAt: timestampSchema() })
		.meta({ id: "RevokedEvidenceLink" }),
);

/** recovery.md "Evidence links". */
export const revokeEvidenceLink = defineOperation({
	operationId: "revokeEvidenceLink",
	method: "DELETE",
	path: "/recovery-cases/{caseId}/evidence-links/{evidenceLinkId}",
	tag: "Recovery cases",
	summary: doc("Revoke a link to a case's evidence"),
	description: doc(
		"For the link's maker and reviewers. The case's developer and the recoveryAccount's wallet session also revoke each other's links, and those of the session that filed the case. The link opens nothing from then on, and lists no longer have it.",
	),
	policy: "case_viewer",
	cors: "allowlisted",
	params,
	responses: { 200: { description: doc("The link is revoked."), schema: revokedEvidenceLinkResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, principal, services, now, audit }) => {
		const viewer = await linkViewerOf(principal, services, params.caseId);
		await services.evidenceLinks.revoke(viewer, params, now);
		const { evidenceLinkId } = params;
		await audit({ action: "evidence_link.revoked", target: evidenceLinkId });
		return { status: 200, body: { evidenceLinkId, revokedAt: isoTime(now) } };
	},
});
