import { defineOperation } from "../../../http/operation.ts";
import { accessError } from "../../access-error.ts";
import { grantResolverBody } from "../../access-schemas.ts";
import { presentUser } from "../../account/present-developers.ts";

/** auth.md "Principals": resolver. */
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
		const answer = await services.access.resolvers.grant(body.email);
		if (answer.kind !== "changed" && answer.kind !== "unchanged") throw accessError(answer);
		if (answer.kind === "changed")
			await audit({ action: "resolver.granted", target: answer.user.developerId });
		return { status: 200, body: { user: presentUser(answer.user) } };
	},
});
