import { defineOperation } from "../../../http/operation.ts";
import { isoTime } from "../../../kernel/iso-time.ts";
import { estateError } from "../../errors.ts";
import { codeParams } from "../../schemas.ts";

/** estates.md "POST …/privacy-codes". */
export const revokePrivacyCode = defineOperation({
	operationId: "revokePrivacyCode",
	method: "DELETE",
	path: "/estate-profiles/{ownerAddress}/privacy-codes/{codeId}",
	tag: "Estate profiles",
	summary: "Revoke a privacy code",
	description:
		"For the owner's wallet session. The code stops resolving at once. Repeating the call returns the time of the first.",
	policy: "estate_owner",
	params: codeParams,
	responses: { 200: "The code is revoked." },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, principal, services, now, audit }) => {
		const answer = await services.estates.codes.revoke({ viewer: principal, ...params, now });
		if (answer.kind !== "revoked") throw estateError(answer);
		const { codeId, revokedAt } = answer;
		if (revokedAt === now) await audit({ action: "privacy_code.revoked", target: codeId });
		return { status: 200, body: { codeId, revokedAt: isoTime(revokedAt) } };
	},
});
