import { defineOperation } from "../../http/operation.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { linkRequestBody, linkWithUrlResponse, presentLink } from "../link-schemas.ts";

/** hosted-links.md "For developers". */
export const makeHostedLink = defineOperation({
	operationId: "createHostedLink",
	method: "POST",
	path: "/hosted-links",
	tag: "Hosted links",
	summary: doc("Make a link that brings your user to the hosted pages"),
	description: doc(
		"The pages show the host of your origin, so your account needs one that a reviewer allowed. One link gives one recovery case, or one accepted Agreement, which belongs to your account.",
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
