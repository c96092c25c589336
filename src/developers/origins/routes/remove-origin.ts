import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { originIdParam } from "../origin-schemas.ts";

const removedOriginResponse = lazy(() =>
	z.strictObject({ originId: z.string() }).meta({ id: "RemovedOrigin" }),
);

export const removeOrigin = defineOperation({
	operationId: "removeOrigin",
	method: "DELETE",
	path: "/origins/{originId}",
	tag: "Browser origins",
	summary: doc("Remove a browser origin"),
	description: doc("Takes effect immediately: the next request from a page of this origin is rejected."),
	policy: "developer_session",
	params: originIdParam,
	responses: { 200: { description: doc("The origin is removed."), schema: removedOriginResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { originId }, principal, services, audit }) => {
		await services.access.origins.remove(principal.developerId, originId);
		await audit({ action: "origin.removed", target: originId });
		return { status: 200, body: { originId } };
	},
});
