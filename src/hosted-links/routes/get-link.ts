import { defineOperation } from "../../http/operation.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { linkIdParam, linkResponse, presentLink } from "../link-schemas.ts";

export const getHostedLink = defineOperation({
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
