import { defineOperation } from "../../http/operation.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { linkIdParam, linkResponse, presentLink } from "../link-schemas.ts";

export const endHostedLink = defineOperation({
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
