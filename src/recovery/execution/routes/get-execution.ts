import { defineOperation } from "../../../http/operation.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { isoTimeOrNull } from "../../../kernel/time/iso-time.ts";
import { jrcHashParam } from "../../case/case-schemas.ts";
import { withReviewerAccess } from "../../case/reviewer-access.ts";
import { caseNotFound } from "../../errors.ts";
import { executionStandingResponse } from "./report-execution.ts";

/** recovery.md "When the chain is checked". */
export const getExecution = defineOperation({
	operationId: "getExecution",
	method: "GET",
	path: "/recovery-cases/{jrcHash}/execution",
	tag: "Recovery cases",
	summary: doc("Get what the chain shows of the reported transactions"),
	description: doc(
		"The result of the last check of the transactions that were reported, and when the service checks again. The call itself asks no node.",
	),
	policy: "case_viewer",
	cors: "allowlisted",
	readOnly: true,
	params: jrcHashParam,
	responses: {
		200: { description: doc("The result of the last check."), schema: executionStandingResponse },
	},
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { caseId }, principal, services }) => {
		const found = await withReviewerAccess(principal, services, (caller) =>
			services.recovery.executionStanding(caller, caseId),
		);
		if (found === null) throw caseNotFound();
		const { standing, observation } = found;
		const nextLookAt = isoTimeOrNull(observation?.nextLookAt ?? null);
		return { status: 200, body: { ...standing, observation: observation && { ...observation, nextLookAt } } };
	},
});
