import { defineOperation } from "../../../http/operation.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { developerIdParam, presentUser, userResponse } from "../../account/account-schemas.ts";

/** auth.md "Granting roles". */
export const revokeResolver = defineOperation({
	operationId: "revokeResolver",
	method: "DELETE",
	path: "/review/resolvers/{developerId}",
	tag: "Review",
	summary: doc("Revoke the resolver role"),
	policy: "reviewer",
	params: developerIdParam,
	responses: { 200: { description: doc("The account with its new role."), schema: userResponse } },
	errors: ["USER_NOT_FOUND", "FORBIDDEN"],
	handler: async ({ params, services, audit }) => {
		const { user, isChanged } = await services.access.resolvers.revoke(params.developerId);
		if (isChanged) await audit({ action: "resolver.revoked", target: params.developerId });
		return { status: 200, body: { user: presentUser(user) } };
	},
});
