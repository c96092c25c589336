import { defineOperation } from "../../../http/operation.ts";
import { accessError } from "../../access-error.ts";
import { developerIdParam } from "../../access-schemas.ts";
import { presentUser } from "../../account/present-developers.ts";

/** auth.md "Principals": resolver. */
export const revokeResolver = defineOperation({
	operationId: "revokeResolver",
	method: "DELETE",
	path: "/review/resolvers/{developerId}",
	tag: "Review",
	summary: "Revoke the resolver role",
	policy: "reviewer",
	params: developerIdParam,
	responses: { 200: "The account with its new role." },
	errors: ["USER_NOT_FOUND", "FORBIDDEN"],
	handler: async ({ params, services, audit }) => {
		const answer = await services.access.resolvers.revoke(params.developerId);
		if (answer.kind !== "changed" && answer.kind !== "unchanged") throw accessError(answer);
		if (answer.kind === "changed") await audit({ action: "resolver.revoked", target: params.developerId });
		return { status: 200, body: { user: presentUser(answer.user) } };
	},
});
