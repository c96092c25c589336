import { defineOperation } from "../http/operation.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";
import { addressSchema } from "../kernel/schemas/schemas.ts";
import { chainIdText } from "../recovery/case/case-list.ts";

/** Called by the hosted pages in process. In no OpenAPI document (recovery.md "What an account is"). */

const params = lazyObject(() => ({ chainId: chainIdText(), address: addressSchema() }));

export const readAccountForPages = defineOperation({
	operationId: "readAccountForPages",
	method: "GET",
	path: "/hosted-app/accounts/{chainId}/{address}",
	tag: "Recovery cases",
	policy: "claimant",
	readOnly: true,
	summary: doc("Read what an account is and what it holds"),
	params,
	responses: {},
	errors: ["RESOURCE_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ params: { chainId, address }, principal, services, clientAddress }) => {
		const by = { payer: principal, clientAddress };
		return { status: 200, body: await services.accounts.read({ chainId: Number(chainId), address }, by) };
	},
});
