import { defineOperation } from "../../../http/operation.ts";
import { isoTime } from "../../../kernel/iso-time.ts";
import { estateError } from "../../errors.ts";
import { presentOwner, presentWill } from "../../profile/present-estates.ts";
import { resolveBody } from "../../schemas.ts";

/** estates.md "POST /estate-profiles/privacy-codes/resolve". */
export const resolvePrivacyCode = defineOperation({
	operationId: "resolvePrivacyCode",
	method: "POST",
	path: "/estate-profiles/privacy-codes/resolve",
	tag: "Estate profiles",
	summary: "Resolve a privacy code to its estate",
	description:
		"For the developer through whom the code was created, and for accounts to which a reviewer has granted the role `resolver`. Unknown, expired and revoked codes and codes of others get the same response; after five of them, each one lengthens the wait for the next. The owner sees every resolve.",
	policy: "developer",
	body: resolveBody,
	responses: { 200: "The estate of the code." },
	errors: ["RESOURCE_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ body: { code }, principal, services, clientAddress, now, audit, auditStamp }) => {
		const { developerId } = principal;
		const stamp = auditStamp();
		const answer = await services.estates.codes.resolve({ developerId, clientAddress, code, stamp, now });
		switch (answer.kind) {
			case "resolved": {
				const { label, agreementAccepted, will } = answer;
				return {
					status: 200,
					body: {
						...presentOwner(answer),
						label,
						agreementAccepted,
						will: will && presentWill(will),
						resolvedAt: isoTime(now),
					},
				};
			}
			case "throttled":
				await audit({ action: "privacy_code.throttled" });
				throw estateError(answer);
			case "unresolved":
			case "malformed_code":
				throw estateError(answer);
		}
	},
});
