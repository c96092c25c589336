import { defineOperation } from "../../../http/operation.ts";
import { accessError } from "../../access-error.ts";
import { originDecisionBody, originIdParam } from "../../access-schemas.ts";
import { presentReviewedOrigin } from "../present-origins.ts";

/** auth.md "Browsers": origins are allowed by a reviewer, who may also take that back. */
export const decideOrigin = defineOperation({
	operationId: "decideOrigin",
	method: "POST",
	path: "/review/origins/{originId}/decision",
	tag: "Review",
	summary: "Allow or refuse a browser origin",
	policy: "reviewer",
	params: originIdParam,
	body: originDecisionBody,
	responses: { 200: "The origin with the decision." },
	errors: ["RESOURCE_NOT_FOUND", "ORIGIN_ALREADY_ALLOWED"],
	handler: async ({ params: { originId }, body, principal, services, now, audit }) => {
		const status = body.decision === "allow" ? "allowed" : "refused";
		const { developerId: reviewerId } = principal;
		const answer = await services.access.origins.decide({
			originId,
			reviewerId,
			status,
			reason: body.reason,
			now,
		});
		if (answer.kind !== "decided") throw accessError(answer);
		await audit({ action: `origin.${status}`, target: originId });
		return { status: 200, body: presentReviewedOrigin(answer.origin) };
	},
});
