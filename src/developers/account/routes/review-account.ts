import { defineOperation } from "../../../http/operation.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { accountNotFound } from "../../errors.ts";
import { developerIdParam, presentUser, userResponse } from "../account-schemas.ts";

/** ADR 60. Audited like a page of the lists, because it gives an e-mail address. */
export const reviewAccount = defineOperation({
	operationId: "reviewAccount",
	method: "GET",
	path: "/review/accounts/{developerId}",
	tag: "Review",
	summary: doc("Read an account before granting it a role"),
	description: doc(
		"Shows the e-mail address, role and age of the account whose id a person has told you. Compare them with what you know of that person: anyone can register any e-mail address. The audit records each read.",
	),
	policy: "reviewer",
	params: developerIdParam,
	responses: { 200: { description: doc("The account."), schema: userResponse } },
	errors: ["USER_NOT_FOUND"],
	handler: async ({ params, services, audit }) => {
		const user = await services.developers.currentUser(params);
		if (!user) throw accountNotFound();
		await audit({ action: "account.read", target: params.developerId });
		return { status: 200, body: { user: presentUser(user) } };
	},
});
