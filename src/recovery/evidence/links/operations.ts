import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { AppError } from "../../../kernel/errors/app-error.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { lazyObject } from "../../../kernel/schemas/lazy-object.ts";
import { timestampSchema, unlessWhole } from "../../../kernel/schemas/schemas.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import { caseIdParam } from "../../case/case-schemas.ts";
import { evidenceResponse } from "../operations.ts";
import { LINK_LIFETIME, LINK_TOKEN_FORM, MAX_LINKS_PER_MAKER } from "./evidence-link.ts";
import {
	evidenceLinkIdField,
	evidenceLinkResponse,
	newEvidenceLinkResponse,
	presentLink,
	repeatedEvidenceLinkResponse,
	replyWithRepeatedLink,
} from "./evidence-link-schemas.ts";
import { linkViewerOf } from "./link-viewer.ts";

const linkBody = lazyObject("EvidenceLinkRequest", () => ({
	expiresInSeconds: z
		.int(unlessWhole())
		.min(LINK_LIFETIME.min, `must be at least ${LINK_LIFETIME.min}`)
		.max(LINK_LIFETIME.max, `must be at most ${LINK_LIFETIME.max}`)
		.default(LINK_LIFETIME.default)
		.describe(doc("How long the link works: thirty days by default, a year at most.")),
}));

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
	body: linkBody,
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

export const evidenceLinkListResponse = lazyObject("EvidenceLinkList", () => ({
	data: z.array(evidenceLinkResponse()),
}));

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

const params = lazyObject(() => ({
	...caseIdParam().shape,
	evidenceLinkId: evidenceLinkIdField().meta({ example: doc(`evl_${"5a".repeat(16)}`) }),
}));

const revokedEvidenceLinkResponse = lazyObject("RevokedEvidenceLink", () => ({
	evidenceLinkId: evidenceLinkIdField(),
	revokedAt: timestampSchema(),
}));

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

const tokenBody = lazyObject("EvidenceLinkToken", () => ({
	token: z
		.string()
		.regex(LINK_TOKEN_FORM, "must be the 43 characters behind `#` in the link's url")
		.describe(doc("The text behind `#` in the link's `url`.")),
}));

/** recovery.md "Evidence links". The token is in the body, because logs keep paths and queries. */
export const readLinkedEvidence = defineOperation({
	operationId: "readLinkedEvidence",
	method: "POST",
	path: "/evidence-links/read",
	tag: "Recovery cases",
	summary: doc("Read the evidence bundle of a link"),
	description: doc(
		"The bundle as it stands now, as `getRecoveryCaseEvidence` returns it to reviewers. Unknown, expired and revoked tokens get the same response.",
	),
	policy: "public",
	rateLimited: true,
	body: tokenBody,
	responses: { 200: { description: doc("The evidence bundle."), schema: evidenceResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ body: { token }, services, clientAddress, now, audit }) => {
		const bundle = await services.evidenceLinks.read(token, { clientAddress, now });
		if (bundle !== null) return { status: 200, json: bundle };
		await audit({ action: "evidence_link.refused" });
		throw new AppError({
			code: "RESOURCE_NOT_FOUND",
			message:
				"This link opens nothing. It was mistyped, has expired, or was revoked. Ask the person who sent it for a new one.",
		});
	},
});
