import { defineOperation } from "../../../http/operation.ts";
import { intentSchema } from "../../schemas.ts";

/** Specification "Recovery cases"; recovery.md "POST /recovery-cases/exists". */
export const exists = defineOperation({
	operationId: "findDuplicateCase",
	method: "POST",
	path: "/recovery-cases/exists",
	tag: "Recovery cases",
	summary: "Check whether a case for this intent exists",
	policy: "claimant",
	browserOrigin: true,
	readOnly: true,
	body: intentSchema,
	responses: { 200: "Whether the case exists, no matter who filed it." },
	errors: ["NO_RECOVERY_CASE_TXS"],
	handler: async ({ body, services }) => ({ status: 200, body: await services.recovery.exists(body) }),
});
