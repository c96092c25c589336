import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { lineOfText } from "../../../kernel/schemas/schemas.ts";
import { originIdParam, presentReviewedOrigin, reviewedOriginResponse } from "../origin-schemas.ts";

const MAX_REASON_LENGTH = 500;

const decisionBody = lazy(() =>
	z
		.strictObject({
			decision: z.enum(["allow", "refuse"]),
			reason: lineOfText(MAX_REASON_LENGTH).meta({ example: doc("The site of a partner under contract.") }),
		})
		.meta({ id: "OriginDecision" }),
);

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
		return { status: 200, body: presentReviewedOrigin(origin) };
	},
});
