import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { caseIdSchema, jrcHashSchema } from "../../case/case-schemas.ts";
import { intentSchema } from "../intent-schemas.ts";

const existsResponse = lazy(() =>
	z
		.strictObject({ caseExists: z.boolean(), caseId: caseIdSchema().nullable(), jrcHash: jrcHashSchema() })
		.meta({ id: "CaseExistence" }),
);

/** recovery.md "Endpoints". */
export const exists = defineOperation({
	operationId: "findDuplicateCase",
	method: "POST",
	path: "/recovery-cases/exists",
	tag: "Recovery cases",
	summary: doc("Check whether a case for this intent exists"),
	policy: "claimant",
	cors: "allowlisted",
	readOnly: true,
	body: intentSchema,
	responses: {
		200: { description: doc("Whether the case exists, no matter who filed it."), schema: existsResponse },
	},
	errors: ["NO_RECOVERY_CASE_TXS"],
	handler: async ({ body, services }) => ({ status: 200, body: await services.recovery.exists(body) }),
});
