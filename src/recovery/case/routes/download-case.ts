import * as z from "zod";
import { freshProofBody, requireFreshProof } from "../../../developers/fresh-proof.ts";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { caseNotFound } from "../../errors.ts";
import { caseIdParam } from "../case-schemas.ts";
import { withReviewerAccess } from "../reviewer-access.ts";

const archiveResponse = lazy(() => z.file());

/** archives.md "The archive". */
export const downloadCase = defineOperation({
	operationId: "downloadRecoveryCase",
	method: "POST",
	path: "/recovery-cases/{caseId}/download",
	tag: "Recovery cases",
	summary: doc("Download a case whole"),
	description: doc(
		"A ZIP archive for whoever may read the case: its record, its evidence, the service's public keys, and the documents that the caller may read. A signed manifest lists every file with its SHA-256; `replevin verify` checks the archive offline. The caller proves once more who it is: a developer by `password`, and `passkey` if the account has one; a wallet by a signed message of `POST /auth/wallet/challenge` with the purpose `download`. API keys cannot do this. Five wrong passwords end the session.",
	),
	policy: "any_session",
	params: caseIdParam,
	body: freshProofBody,
	download: ["application/zip"],
	responses: { 200: { description: doc("The archive."), schema: archiveResponse } },
	errors: ["INVALID_PASSWORD", "INVALID_SIGNER", "RESOURCE_NOT_FOUND", "USER_NOT_FOUND"],
	handler: async ({ params: { caseId }, body, principal, services, clientAddress, audit, now }) => {
		await requireFreshProof({ principal, body, services, clientAddress, audit, now });
		const files = await withReviewerAccess(principal, services, (caller) =>
			services.caseFiles(caller, { caseId, clientAddress, now }),
		);
		if (files === null) throw caseNotFound();
		await audit({ action: "recovery_case.downloaded", target: caseId });
		const bytes = await services.archive({ kind: "case", subject: caseId, files, now });
		return { status: 200, file: { bytes, mimeType: "application/zip", fileName: `${caseId}.zip` } };
	},
});
