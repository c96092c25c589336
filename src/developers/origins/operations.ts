import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { lineOfText, timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import { type BrowserOrigin, ORIGIN_STATUSES } from "./origin.ts";

/** Above the longest host name. */
const MAX_ORIGIN_LENGTH = 300;

const originIdParam = lazyObject(() => ({
	originId: z.string().regex(/^org_[0-9a-f]{32}$/, "must be `org_` and 32 lower-case hex digits"),
}));

const originFields = lazy(() => ({
	originId: z.string(),
	origin: z.string(),
	status: z.enum(ORIGIN_STATUSES),
	requestedAt: timestampSchema(),
	decidedAt: timestampSchema().nullable(),
	reason: z
		.string()
		.nullable()
		.describe(doc("The reviewer's reason; null without a decision of a reviewer.")),
}));

const originResponse = lazyObject("BrowserOrigin", originFields);

function presentOrigin(row: BrowserOrigin): Infer<typeof originResponse> {
	const { originId, origin, status, requestedAt, decidedAt, reason } = row;
	return {
		originId,
		origin,
		status,
		requestedAt: isoTime(requestedAt),
		decidedAt: isoTimeOrNull(decidedAt),
		reason,
	};
}

const reviewedOriginResponse = lazyObject("ReviewedOrigin", () => ({
	...originFields(),
	developerId: z.string(),
	decidedBy: z.string().nullable(),
}));

function presentReviewedOrigin(row: BrowserOrigin): Infer<typeof reviewedOriginResponse> {
	return { ...presentOrigin(row), developerId: row.developerId, decidedBy: row.decidedBy };
}

const requestOriginBody = lazyObject("OriginRequest", () => ({
	origin: z
		.string("must be a string")
		.max(MAX_ORIGIN_LENGTH, `must have at most ${MAX_ORIGIN_LENGTH} characters`)
		.meta({
			description: doc("Scheme, host and port, as browsers send them in the `Origin` header."),
			example: doc("https://app.example.com"),
		}),
}));

export const requestOrigin = defineOperation({
	operationId: "requestOrigin",
	method: "POST",
	path: "/origins",
	tag: "Browser origins",
	summary: doc("Request a browser origin"),
	description: doc(
		"A reviewer allows or refuses it. Recovery cases filed by pages of an allowed origin belong to your account. A service on your own machine allows `http://localhost:3000` at once.",
	),
	policy: "developer_session",
	body: requestOriginBody,
	responses: {
		201: { description: doc("The request is recorded."), schema: originResponse },
		200: {
			description: doc("The origin was requested before; this is its current state."),
			schema: originResponse,
		},
	},
	errors: ["RATE_LIMITED", "USER_NOT_FOUND"],
	handler: async ({ body, principal, services, now, audit }) => {
		const { developerId } = principal;
		await services.developers.requireConfirmed(developerId);
		const { origin, isNew } = await services.access.origins.request({ developerId, ...body, now });
		if (!isNew) return { status: 200, body: presentOrigin(origin) };
		await audit({ action: "origin.requested", target: origin.originId });
		if (origin.status === "allowed") await audit({ action: "origin.allowed", target: origin.originId });
		return { status: 201, body: presentOrigin(origin) };
	},
});

const originListResponse = lazyObject("BrowserOriginList", () => ({ data: z.array(originResponse()) }));

export const listOrigins = defineOperation({
	operationId: "listOrigins",
	method: "GET",
	path: "/origins",
	tag: "Browser origins",
	summary: doc("List your browser origins"),
	policy: "developer_session",
	readOnly: true,
	responses: {
		200: {
			description: doc("All browser origins of the account, in alphabetical order."),
			schema: originListResponse,
		},
	},
	handler: async ({ principal, services }) => {
		const origins = await services.access.origins.list(principal.developerId);
		return { status: 200, body: { data: origins.map(presentOrigin) } };
	},
});

const removedOriginResponse = lazyObject("RemovedOrigin", () => ({ originId: z.string() }));

export const removeOrigin = defineOperation({
	operationId: "removeOrigin",
	method: "DELETE",
	path: "/origins/{originId}",
	tag: "Browser origins",
	summary: doc("Remove a browser origin"),
	description: doc("Takes effect immediately: the next request from a page of this origin is rejected."),
	policy: "developer_session",
	params: originIdParam,
	responses: { 200: { description: doc("The origin is removed."), schema: removedOriginResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { originId }, principal, services, audit }) => {
		await services.access.origins.remove(principal.developerId, originId);
		await audit({ action: "origin.removed", target: originId });
		return { status: 200, body: { originId } };
	},
});

const reviewQuery = lazyObject(() => ({ status: z.enum(ORIGIN_STATUSES).optional() }));

const reviewedOriginListResponse = lazyObject("ReviewedOriginList", () => ({
	data: z.array(
		reviewedOriginResponse()
			.extend({
				developer: z
					.strictObject({
						email: z.string(),
						emailConfirmedAt: timestampSchema().nullable(),
						createdAt: timestampSchema(),
					})
					.nullable()
					.describe(doc("The account that asks. Null if it was deleted.")),
			})
			.meta({ id: "ListedOrigin" }),
	),
}));

export const reviewOrigins = defineOperation({
	operationId: "reviewOrigins",
	method: "GET",
	path: "/review/origins",
	tag: "Review",
	summary: doc("List browser origins by status, oldest request first"),
	policy: "reviewer",
	readOnly: true,
	query: reviewQuery,
	responses: { 200: { description: doc("At most 100 origins."), schema: reviewedOriginListResponse } },
	handler: async ({ query: { status = "requested" }, services }) => {
		const listed = await services.access.origins.listByStatus(status);
		const data = listed.map(({ origin, developer }) => ({
			...presentReviewedOrigin(origin),
			developer: developer && {
				email: developer.email,
				emailConfirmedAt: isoTimeOrNull(developer.emailConfirmedAt),
				createdAt: isoTime(developer.createdAt),
			},
		}));
		return { status: 200, body: { data } };
	},
});

const MAX_REASON_LENGTH = 500;

const decisionBody = lazyObject("OriginDecision", () => ({
	decision: z.enum(["allow", "refuse"]),
	reason: lineOfText(MAX_REASON_LENGTH).meta({ example: doc("The site of a partner under contract.") }),
}));

/** A reviewer may also withdraw an earlier permission. */
export const decideOrigin = defineOperation({
	operationId: "decideOrigin",
	method: "POST",
	path: "/review/origins/{originId}/decision",
	tag: "Review",
	summary: doc("Allow or refuse a browser origin"),
	policy: "reviewer",
	params: originIdParam,
	body: decisionBody,
	responses: { 200: { description: doc("The origin with the decision."), schema: reviewedOriginResponse } },
	errors: ["RESOURCE_NOT_FOUND", "ORIGIN_ALREADY_ALLOWED"],
	handler: async ({ params: { originId }, body, principal, services, now, audit }) => {
		const status = body.decision === "allow" ? "allowed" : "refused";
		const { developerId: reviewerId } = principal;
		const { reason } = body;
		const origin = await services.access.origins.decide({ originId, reviewerId, status, reason, now });
		await audit({ action: `origin.${status}`, target: originId });
		await services.mail.tell(origin.developerId, "site_decided", { status }, now);
		return { status: 200, body: presentReviewedOrigin(origin) };
	},
});
