import * as z from "zod";
import { defineOperation } from "../../../../http/operation.ts";
import { AppError } from "../../../../kernel/errors/app-error.ts";
import { lazy } from "../../../../kernel/once.ts";
import { doc } from "../../../../kernel/schemas/doc.ts";
import { evidenceResponse } from "../../routes/get-evidence.ts";
import { LINK_TOKEN_FORM } from "../evidence-link.ts";

const body = lazy(() =>
	z
		.strictObject({
			token: z
				.string()
				.regex(LINK_TOKEN_FORM, "must be the 43 characters behind `#` in the link's url")
				.meta({ description: doc("The text behind `#` in the link's `url`.") }),
		})
		.meta({ id: "EvidenceLinkToken" }),
);

/** recovery.md "Evidence links". The token is in the body, because logs keep paths and queries. */
export const readLinkedEvidence = defineOperation({
	operationId: "readLinkedEvidence",
	method: "POST",
	path: "/evidence-links/read",
	tag: "Recovery cases",
	summary: doc("Read the evidence bundle of a link"),
	description: doc(
		"The bundle as it stands now, as `getRecoveryCaseEvidence` returns it to reviewers. Unknown, expired and revoked tokens get the same response.",
	),
	policy: "public",
	rateLimited: true,
	body,
	responses: { 200: { description: doc("The evidence bundle."), schema: evidenceResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ body: { token }, services, clientAddress, now, audit }) => {
		const bundle = await services.evidenceLinks.read(token, { clientAddress, now });
		if (bundle !== null) return { status: 200, json: bundle };
		await audit({ action: "evidence_link.refused" });
		throw new AppError({
			code: "RESOURCE_NOT_FOUND",
			message:
				"This link opens nothing. It was mistyped, has expired, or was revoked. Ask the person who sent it for a new one.",
		});
	},
});
