import * as z from "zod";
import { defineOperation, REPLAYED, type Reply } from "../../../http/operation.ts";
import type { PrincipalOf } from "../../../http/policies.ts";
import { AppError } from "../../../kernel/errors/app-error.ts";
import { type Infer, lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { lazyObject } from "../../../kernel/schemas/lazy-object.ts";
import { timestampSchema, unlessWhole } from "../../../kernel/schemas/schemas.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import { VIEWER_ROLES } from "../../case/case-access.ts";
import { caseIdParam } from "../../case/case-schemas.ts";
import type { RecoveryService } from "../../case/case-service.ts";
import { type RoleReader, withReviewerAccess } from "../../case/reviewer-access.ts";
import { caseNotFound } from "../../errors.ts";
import { evidenceResponse } from "../operations.ts";
import { LINK_LIFETIME, LINK_TOKEN_FORM, type LinkViewer, MAX_LINKS_PER_MAKER } from "./evidence-link.ts";
import type { ShownLink } from "./evidence-link-service.ts";

const evidenceLinkIdField = () =>
	z.string().regex(/^evl_[0-9a-f]{32}$/, "must be `evl_` and 32 lower-case hex digits");

const linkFields = lazy(() => ({
	evidenceLinkId: evidenceLinkIdField(),
	createdBy: z
		.enum(VIEWER_ROLES)
		.describe(
			doc(
				"The role in which the maker reads the case. `filer`: a session that filed the case and has none of its accounts.",
			),
		),
	isRevocable: z.boolean().describe(doc("Whether you may revoke the link.")),
	createdAt: timestampSchema(),
	expiresAt: timestampSchema(),
}));

export const evidenceLinkResponse = lazyObject(
	{ id: "EvidenceLink", description: doc("A live link, without its token.") },
	linkFields,
);

export const newEvidenceLinkResponse = lazyObject("NewEvidenceLink", () => ({
	...linkFields(),
	url: z
		.string()
		.describe(
			doc(
				"Opens the page that reads and verifies the evidence. The token is behind `#`, so browsers send it to no server. Shown only once.",
			),
		),
}));

const NOTICE =
	"The url was in the response to the first request with this Idempotency-Key only. If you do not have it, revoke this link and create another with a new Idempotency-Key.";

const repeatedEvidenceLinkResponse = lazyObject("RepeatedEvidenceLink", () => ({
	...linkFields(),
	notice: z.string().meta({ description: doc("For people: what to do without the url."), example: NOTICE }),
}));

function replyWithRepeatedLink(link: ShownLink): Reply {
	const body: Infer<typeof repeatedEvidenceLinkResponse> = { ...presentLink(link), notice: NOTICE };
	return { status: 200, headers: REPLAYED, body };
}

/** Names every field, so that nothing else is sent. */
function presentLink(link: ShownLink): Infer<typeof evidenceLinkResponse> {
	return {
		evidenceLinkId: link.evidenceLinkId,
		createdBy: link.madeBy,
		isRevocable: link.isRevocable,
		createdAt: isoTime(link.createdAt),
		expiresAt: isoTime(link.expiresAt),
	};
}

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

/** @throws AppError RESOURCE_NOT_FOUND unless the caller may read the case */
async function linkViewerOf(
	principal: PrincipalOf["case_viewer"],
	services: {
		developers: RoleReader;
		recovery: Pick<RecoveryService, "viewerOf">;
	},
	caseId: string,
): Promise<LinkViewer> {
	const role = await withReviewerAccess(principal, services, (caller) =>
		services.recovery.viewerOf(caller, caseId),
	);
	if (role === null) throw caseNotFound();
	return { id: principal.kind === "developer" ? principal.developerId : principal.subject, role };
}
