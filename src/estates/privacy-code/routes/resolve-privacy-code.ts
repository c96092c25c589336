import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { type Infer, lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { timestampSchema } from "../../../kernel/schemas/schemas.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import { ownerFields, presentOwner } from "../../profile/owner-schemas.ts";
import { presentWill, willStatusSchema } from "../../will/will-schemas.ts";
import { codeTextSchema, labelField } from "../privacy-code-schemas.ts";
import { tooManyInvalidCodes } from "../privacy-code-service.ts";
import type { ResolvedEstate } from "../privacy-codes.d1.ts";

const body = lazy(() => z.strictObject({ code: codeTextSchema() }).meta({ id: "PrivacyCodeResolution" }));

export const resolvePrivacyCodeResponse = lazy(() =>
	z
		.strictObject({
			...ownerFields(),
			label: labelField(),
			agreementAccepted: z
				.boolean()
				.meta({ description: doc("Whether the owner has accepted the current terms.") }),
			will: willStatusSchema().nullable(),
			resolvedAt: timestampSchema(),
		})
		.meta({ id: "ResolvedPrivacyCode" }),
);

/** estates.md "POST /estate-profiles/privacy-codes/resolve". */
export const resolvePrivacyCode = defineOperation({
	operationId: "resolvePrivacyCode",
	method: "POST",
	path: "/estate-profiles/privacy-codes/resolve",
	tag: "Estate profiles",
	summary: doc("Resolve a privacy code to its estate"),
	description: doc(
		"For the developer through whom the code was created, and for accounts to which a reviewer has granted the role `resolver`. Unknown, expired and revoked codes and codes of others get the same response; after five of them, each one lengthens the wait for the next. The owner sees every resolve.",
	),
	policy: "developer",
	body,
	responses: { 200: { description: doc("The estate of the code."), schema: resolvePrivacyCodeResponse } },
	errors: ["RESOURCE_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ body: { code }, principal, services, clientAddress, now, audit, auditStamp }) => {
		const { developerId } = principal;
		const stamp = auditStamp();
		const asResolver = await services.passkeys.mayActAsResolver(principal, now);
		const resolving = { developerId, asResolver, clientAddress, code, stamp, now };
		const result = await services.estates.codes.resolve(resolving);
		if (result.kind === "throttled") {
			await audit({ action: "privacy_code.throttled" });
			throw tooManyInvalidCodes(result);
		}
		return { status: 200, body: presentResolvedEstate(result, now) };
	},
});

function presentResolvedEstate(
	estate: ResolvedEstate,
	resolvedAt: number,
): Infer<typeof resolvePrivacyCodeResponse> {
	const { label, agreementAccepted, will } = estate;
	return {
		...presentOwner(estate),
		label,
		agreementAccepted,
		will: will && presentWill(will),
		resolvedAt: isoTime(resolvedAt),
	};
}
