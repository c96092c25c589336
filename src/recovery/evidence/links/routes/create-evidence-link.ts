import * as z from "zod";
import { defineOperation } from "../../../../http/operation.ts";
import { lazy } from "../../../../kernel/once.ts";
import { doc } from "../../../../kernel/schemas/doc.ts";
import { unlessWhole } from "../../../../kernel/schemas/schemas.ts";
import { caseIdParam } from "../../../case/case-schemas.ts";
import { LINK_LIFETIME, MAX_LINKS_PER_MAKER } from "../evidence-link.ts";
import {
	newEvidenceLinkResponse,
	presentLink,
	repeatedEvidenceLinkResponse,
	replyWithRepeatedLink,
} from "../evidence-link-schemas.ts";
import { linkViewerOf } from "../link-viewer.ts";

const body = lazy(() =>
	z
		.strictObject({
			expiresInSeconds: z
				.int(unlessWhole())
				.min(LINK_LIFETIME.min, `must be at least ${LINK_LIFETIME.min}`)
				.max(LINK_LIFETIME.max, `must be at most ${LINK_LIFETIME.max}`)
				.default(LINK_LIFETIME.default)
				.meta({ description: doc("How long the link works: thirty days by default, a year at most.") }),
		})
		.meta({ id: "EvidenceLinkRequest" }),
);

/** recovery.md "Evidence links". */
export const createEvidenceLink = defineOperation({
	operationId: "createEvidenceLink",
	method: "POST",
	path: "/recovery-cases/{caseId}/evidence-links",
	tag: "Recovery cases",
	summary: doc("Create a link that shows a case's evidence"),
	description: doc(
		`For whoever may read the case. Anyone who has the link's \`url\` can read the evidence bundle as it then stands, without an account, until the link expires or is revoked. Only this response contains the \`url\`. You can have ${MAX_LINKS_PER_MAKER} live links to a case.`,
	),
	policy: "case_viewer",
	cors: "allowlisted",
	params: caseIdParam,
	body,
	idempotencyKey: "by_id",
	responses: {
		201: { description: doc("The new link with its url."), schema: newEvidenceLinkResponse },
		200: {
			description: doc(
				"A request with the same `Idempotency-Key` created this link before. Its url is not shown again.",
			),
			schema: repeatedEvidenceLinkResponse,
		},
	},
	errors: ["RESOURCE_NOT_FOUND", "EXCEEDED_EVIDENCE_LINK_AMOUNT"],
	handler: async ({ params, body, principal, services, clientAddress, creation, now, audit }) => {
		const { caseId } = params;
		const viewer = await linkViewerOf(principal, services, caseId);
		const { link, url } = await services.evidenceLinks.create({
			viewer,
			caller: principal,
			clientAddress,
			caseId,
			lifetimeSeconds: body.expiresInSeconds,
			creation,
			now,
		});
		if (url === null) return replyWithRepeatedLink(link);
		await audit({ action: "evidence_link.created", target: link.evidenceLinkId });
		return { status: 201, body: { ...presentLink(link), url } };
	},
});
