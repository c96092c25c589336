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
	summary: "Learn which estate a privacy code stands for",
	description:
		"For the developer through whom the code was made, and for accounts that a reviewer has granted `resolver`. Unknown, expired, revoked and not yours are the same answer, and after five of them each makes the next one wait longer. The owner sees every resolve.",
	policy: "developer",
	body: resolveBody,
	responses: { 200: "The estate, as far as the code tells." },
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
