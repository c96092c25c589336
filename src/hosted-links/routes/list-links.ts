import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import { lazy } from "../../kernel/once.ts";
import { encodeKeyCursor, parseKeyCursor } from "../../kernel/paging/key-cursor.ts";
import { nextCursorField, pageFields } from "../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../kernel/paging/paging.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { referenceSchema } from "../../recovery/case/case-schemas.ts";
import { linkResponse, presentLink } from "../link-schemas.ts";

const query = lazy(() =>
	z.strictObject({
		reference: referenceSchema()
			.optional()
			.meta({ description: doc("Only links with this `reference`.") }),
		...pageFields(),
	}),
);

const linkListResponse = lazy(() =>
	z
		.strictObject({ data: z.array(linkResponse()), nextCursor: nextCursorField() })
		.meta({ id: "HostedLinkList" }),
);

export const listHostedLinks = defineOperation({
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
	errors: [],
	handler: async ({ query: { reference, limit, cursor }, principal, services, now }) => {
		const after = parseKeyCursor("hl", cursor);
		const { links } = services.hostedLinks;
		const page = await links.list(principal.developerId, reference, after, pageSizeOf(limit));
		const nextCursor = page.next ? encodeKeyCursor(page.next) : null;
		return { status: 200, body: { data: page.rows.map((link) => presentLink(link, now)), nextCursor } };
	},
});
