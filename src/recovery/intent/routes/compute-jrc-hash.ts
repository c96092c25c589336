import { defineOperation } from "../../../http/operation.ts";
import { intentSchema } from "../../schemas.ts";

/** Specification "Recovery cases"; recovery.md "POST /recovery-cases/jrc-hash". */
export const jrcHash = defineOperation({
	operationId: "calculateJrcHash",
	method: "POST",
	path: "/recovery-cases/jrc-hash",
	tag: "Recovery cases",
	summary: "Calculate the hash of a recovery intent",
	description: "Also returns the typed data for the claimant's wallet to sign. Stores nothing.",
	policy: "claimant",
	browserOrigin: true,
	readOnly: true,
	body: intentSchema,
	responses: {
		200: "The hash, the case id derived from it, and the typed data.",
	},
	errors: ["NO_RECOVERY_CASE_TXS"],
	handler: ({ body, services }) => ({ status: 200, body: services.recovery.hashIntent(body) }),
});
