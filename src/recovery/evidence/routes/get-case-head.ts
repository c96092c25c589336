import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { timestampSchema, wholeNumberText } from "../../../kernel/schemas/schemas.ts";
import { jrcHashParam, jrcHashSchema } from "../../case/case-schemas.ts";
import { caseNotFound } from "../../errors.ts";

const query = lazy(() =>
	z.strictObject({
		sequence: wholeNumberText(1, Number.MAX_SAFE_INTEGER)
			.optional()
			.meta({ description: doc("An entry whose hash is signed as well, such as the last one of a bundle.") }),
	}),
);

const entryFields = lazy(() => ({
	sequence: z.int().meta({ description: doc("Position in the history, from 1.") }),
	historyHash: z
		.string()
		.meta({ description: doc("`entry.hash` in the evidence bundle."), example: doc(`0x${"20".repeat(32)}`) }),
	at: timestampSchema(),
}));

const caseHeadResponse = lazy(() =>
	z
		.strictObject({
			jrcHash: jrcHashSchema(),
			...entryFields(),
			issuedAt: timestampSchema(),
			entry: z
				.strictObject(entryFields())
				.nullable()
				.optional()
				.meta({ description: doc("Only with `sequence`; null if the service knows no such entry.") }),
			signature: z.string().meta({
				description: doc(
					"Compact JWS (RFC 7515) with ES256 and the `typ` `replevin-case-head+jws`. Its payload is the RFC 8785 form of all other members.",
				),
			}),
		})
		.meta({ id: "CaseHead", description: doc("The newest entry of a case's history, without its content.") }),
);

/** recovery.md "The head of a case". */
export const getCaseHead = defineOperation({
	operationId: "getRecoveryCaseHead",
	method: "GET",
	path: "/recovery-cases/{jrcHash}/head",
	tag: "Recovery cases",
	summary: doc("Read the signed head of a case's history"),
	description: doc(
		"Tells whether a case has later entries than an evidence bundle, and signs the hash of the bundle's last entry if `sequence` names it. Needs no credential, and pages of every origin may call it. A copy answers, which follows the case within seconds. Whoever knows a jrcHash or a caseId learns the jrcHash, that the case exists and when it last moved.",
	),
	policy: "public",
	cors: "public",
	rateLimited: true,
	readOnly: true,
	cacheSeconds: 60,
	params: jrcHashParam,
	query,
	responses: { 200: { description: doc("The head."), schema: caseHeadResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, query: { sequence }, services, now }) => {
		const head = await services.recovery.head({
			caseId: params.caseId,
			sequence: sequence === undefined ? undefined : Number(sequence),
			now,
		});
		if (head === null) throw caseNotFound();
		return { status: 200, body: head };
	},
});
