import { defineOperation } from "../../http/operation.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import {
	developerIdParam,
	developerIdSchema,
	presentUser,
	userResponse,
} from "../account/account-schemas.ts";

const grantResolverBody = lazyObject("ResolverGrant", () => ({ developerId: developerIdSchema() }));

/** auth.md "Granting roles". */
export const grantResolver = defineOperation({
	operationId: "grantResolver",
	method: "POST",
	path: "/review/resolvers",
	tag: "Review",
	summary: doc("Grant the resolver role"),
	description: doc(
		"Lets the account of a court, a notary or a law firm resolve privacy codes. The person reads the id in her own session (`user.id` of `GET /auth/me`) and tells you over a channel that you chose. Read the account first (`GET /review/accounts/{developerId}`). Idempotent.",
	),
	policy: "reviewer",
	body: grantResolverBody,
	responses: { 200: { description: doc("The account with its new role."), schema: userResponse } },
	errors: ["USER_NOT_FOUND", "FORBIDDEN"],
	handler: async ({ body: { developerId }, services, audit }) => {
		await services.developers.requireConfirmed(developerId);
		const { user, isChanged } = await services.access.resolvers.grant(developerId);
		if (isChanged) await audit({ action: "resolver.granted", target: developerId });
		return { status: 200, body: { user: presentUser(user) } };
	},
});

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
