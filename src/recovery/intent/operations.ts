import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { addressSchema, chainIdSchema } from "../../kernel/schemas/schemas.ts";
import { caseIdSchema, jrcHashSchema } from "../case/case-schemas.ts";
import { callSchema, intentSchema } from "./intent-schemas.ts";

const existsResponse = lazyObject("CaseExistence", () => ({
	caseExists: z.boolean(),
	caseId: caseIdSchema().nullable(),
	jrcHash: jrcHashSchema(),
}));

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

const typedDataSchema = lazyObject(
	{ id: "NewCaseTypedData", description: doc("The complete argument of eth_signTypedData_v4.") },
	() => ({
		types: z.record(z.string(), z.array(z.strictObject({ name: z.string(), type: z.string() }))),
		primaryType: z.literal("NewCase"),
		domain: z.strictObject({
			name: z.literal("Replevin"),
			version: z.literal("1"),
			chainId: chainIdSchema(),
		}),
		message: z.strictObject({
			intent: z.strictObject({
				lostAccount: addressSchema(),
				recoveryAccount: addressSchema(),
				chainId: z.string(),
				reasonForRecovery: z.string(),
				txs: z.array(callSchema()),
			}),
			email: z.string(),
		}),
	}),
);

const jrcHashResponse = lazyObject("CaseHash", () => ({
	jrcHash: jrcHashSchema(),
	caseId: caseIdSchema(),
	typedData: typedDataSchema(),
}));

/** recovery.md "Endpoints". */
export const jrcHash = defineOperation({
	operationId: "calculateJrcHash",
	method: "POST",
	path: "/recovery-cases/jrc-hash",
	tag: "Recovery cases",
	summary: doc("Calculate the hash of a recovery intent"),
	description: doc("Also returns the typed data for the claimant's wallet to sign. Stores nothing."),
	policy: "claimant",
	cors: "allowlisted",
	readOnly: true,
	body: intentSchema,
	responses: {
		200: {
			description: doc("The hash, the case id derived from it, and the typed data."),
			schema: jrcHashResponse,
		},
	},
	errors: ["NO_RECOVERY_CASE_TXS"],
	handler: ({ body, services }) => ({ status: 200, body: services.recovery.hashIntent(body) }),
});
