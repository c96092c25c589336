import { defineOperation } from "../../../http/operation.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { caseNotFound } from "../../errors.ts";
import { caseRecordResponse } from "../case-record.ts";
import { caseIdParam } from "../case-schemas.ts";

/** recovery.md "GET /recovery-cases/{caseId}". */
export const getCase = defineOperation({
	operationId: "getRecoveryCase",
	method: "GET",
	path: "/recovery-cases/{caseId}",
	tag: "Recovery cases",
	summary: doc("Read a case, its transactions and its history"),
	policy: "case_viewer",
	cors: "allowlisted",
	readOnly: true,
	params: caseIdParam,
	responses: { 200: { description: doc("The case."), schema: caseRecordResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, principal, services }) => {
		const record = await services.recovery.read(principal, params.caseId);
		if (record === null) throw caseNotFound();
		return { status: 200, json: record };
	},
});
