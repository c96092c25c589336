import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { timestampSchema } from "../../../kernel/schemas/schemas.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import { ownerParams } from "../../profile/owner-schemas.ts";
import { codeIdField } from "../privacy-code-schemas.ts";

const params = lazy(() =>
	z.strictObject({
		...ownerParams().shape,
		codeId: z.string().regex(/^pc_[0-9a-f]{32}$/, "must be `pc_` and 32 lower-case hex digits"),
	}),
);

const revokePrivacyCodeResponse = lazy(() =>
	z.strictObject({ codeId: codeIdField(), revokedAt: timestampSchema() }).meta({ id: "RevokedPrivacyCode" }),
);

/** estates.md "POST …/privacy-codes". */
export const revokePrivacyCode = defineOperation({
	operationId: "revokePrivacyCode",
	method: "DELETE",
	path: "/estate-profiles/{ownerAddress}/privacy-codes/{codeId}",
	tag: "Estate profiles",
	summary: doc("Revoke a privacy code"),
	description: doc(
		"For the owner's wallet session. The code stops resolving at once. Repeating the call returns the time of the first.",
	),
	policy: "estate_owner",
	cors: "allowlisted",
	params,
	responses: { 200: { description: doc("The code is revoked."), schema: revokePrivacyCodeResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, principal, services, now, audit }) => {
		const { codeId } = params;
		const revokedAt = await services.estates.codes.revoke({ viewer: principal, ...params, now });
		if (revokedAt === now) await audit({ action: "privacy_code.revoked", target: codeId });
		return { status: 200, body: { codeId, revokedAt: isoTime(revokedAt) } };
	},
});
