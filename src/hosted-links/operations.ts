import { defineOperation } from "../http/operation.ts";
import { encodeKeyCursor, parseKeyCursor } from "../kernel/paging/cursors.ts";
import { pageFields, pageSchema } from "../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../kernel/paging/paging.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";
import { referenceSchema } from "../recovery/case/case-schemas.ts";
import {
	linkIdParam,
	linkRequestBody,
	linkResponse,
	linkWithUrlResponse,
	presentLink,
} from "./link-schemas.ts";

/** hosted-links.md "For developers". */
const makeHostedLink = defineOperation({
	operationId: "createHostedLink",
	method: "POST",
	path: "/hosted-links",
	tag: "Hosted links",
	summary: doc("Make a link that brings your user to the hosted pages"),
	description: doc(
		"The pages show the host of your origin, so your account needs an allowed one. One link gives one recovery case, or one accepted Agreement, which belongs to your account.",
	),
	policy: "developer",
	body: linkRequestBody,
	idempotencyKey: "by_id",
	responses: {
		201: {
			description: doc(
				"The link with its url, which only this response contains. A repetition with the same `Idempotency-Key` makes the link anew: it has another url, and the former one ends.",
			),
			schema: linkWithUrlResponse,
		},
	},
	errors: ["USER_NOT_FOUND", "RESOURCE_NOT_FOUND", "HOSTED_LINK_STATUS_ERROR"],
	handler: async ({ body, principal: { developerId }, services, clientAddress, creation, now, audit }) => {
		const { returnUrl, reference, locale, ...rest } = body;
		const request = { ...rest, returnUrl, reference, locale };
		const { link, token } = await services.hostedLinks.links.make({
			developerId,
			clientAddress,
			request,
			creation,
			now,
		});
		await audit({ action: "hosted_link.created", target: link.linkId });
		const url = `${services.config.appOrigin}/l/${token}`;
		return { status: 201, body: { ...presentLink(link, now), url } };
	},
});

const query = lazyObject(() => ({
	reference: referenceSchema().optional().describe(doc("Only links with this `reference`.")),
	...pageFields(),
}));

const linkListResponse = pageSchema("HostedLinkList", linkResponse);

const listHostedLinks = defineOperation({
	operationId: "listHostedLinks",
	method: "GET",
	path: "/hosted-links",
	tag: "Hosted links",
	summary: doc("List your hosted links, newest first"),
	description: doc("Links go from the list 90 days after their end."),
	policy: "developer",
	readOnly: true,
	query,
	responses: { 200: { description: doc("One page of your links."), schema: linkListResponse } },
	handler: async ({ query: { reference, limit, cursor }, principal, services, now }) => {
		const after = parseKeyCursor("hl", cursor);
		const { links } = services.hostedLinks;
		const { rows, next } = await links.list(principal.developerId, reference, after, pageSizeOf(limit));
		const data = rows.map((link) => presentLink(link, now));
		return { status: 200, body: { data, nextCursor: encodeKeyCursor(next) } };
	},
});

const getHostedLink = defineOperation({
	operationId: "getHostedLink",
	method: "GET",
	path: "/hosted-links/{linkId}",
	tag: "Hosted links",
	summary: doc("Read a hosted link"),
	policy: "developer",
	readOnly: true,
	params: linkIdParam,
	responses: { 200: { description: doc("The link as it stands, without its url."), schema: linkResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, principal, services, now }) => {
		const link = await services.hostedLinks.links.find(principal.developerId, params.linkId);
		return { status: 200, body: presentLink(link, now) };
	},
});

const endHostedLink = defineOperation({
	operationId: "expireHostedLink",
	method: "POST",
	path: "/hosted-links/{linkId}/expire",
	tag: "Hosted links",
	summary: doc("End a hosted link"),
	description: doc(
		"From now on nobody can start or finish it. A filing that is under way may still succeed; the link is then `used`. Repeating the call is safe.",
	),
	policy: "developer",
	params: linkIdParam,
	responses: {
		200: {
			description: doc("The link, which is `ended`, or `expired` if it was so before."),
			schema: linkResponse,
		},
	},
	errors: ["RESOURCE_NOT_FOUND", "HOSTED_LINK_STATUS_ERROR"],
	handler: async ({ params: { linkId }, principal, services, now, audit }) => {
		const link = await services.hostedLinks.links.end(principal.developerId, linkId, now);
		if (link.endedAt === now) await audit({ action: "hosted_link.ended", target: linkId });
		return { status: 200, body: presentLink(link, now) };
	},
});

export const hostedLinkOperations = [makeHostedLink, getHostedLink, listHostedLinks, endHostedLink] as const;
