import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { emailSchema, presentUser } from "../../account/account-schemas.ts";
import { developerError } from "../../errors.ts";

const grantResolverBody = lazy(() => z.strictObject({ email: emailSchema() }).meta({ id: "ResolverGrant" }));

/** auth.md "Principals". */
export const grantResolver = defineOperation({
	operationId: "grantResolver",
	method: "POST",
	path: "/review/resolvers",
	tag: "Review",
	summary: "Grant the resolver role",
	description: "Lets the account of a court, a notary or a law firm resolve privacy codes. Idempotent.",
	policy: "reviewer",
	body: grantResolverBody,
	responses: { 200: "The account with its new role." },
	errors: ["USER_NOT_FOUND", "FORBIDDEN"],
	handler: async ({ body, services, audit }) => {
		const result = await services.access.resolvers.grant(body.email);
		if (result.kind !== "changed" && result.kind !== "unchanged") throw developerError(result);
		if (result.kind === "changed")
			await audit({ action: "resolver.granted", target: result.user.developerId });
		return { status: 200, body: { user: presentUser(result.user) } };
	},
});
