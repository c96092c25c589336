import { defineOperation } from "../../../http/operation.ts";
import { accessError } from "../../access-error.ts";
import { originBody } from "../../access-schemas.ts";
import { presentOrigin } from "../present-origins.ts";

/** auth.md "Browsers". */
export const requestOrigin = defineOperation({
	operationId: "requestOrigin",
	method: "POST",
	path: "/origins",
	tag: "Browser origins",
	summary: "Request a browser origin",
	description:
		"A reviewer allows or refuses it. Recovery cases filed by pages of an allowed origin belong to your account.",
	policy: "developer_session",
	body: originBody,
	responses: {
		201: "The request is recorded.",
		200: "The origin was requested before; this is its current state.",
	},
	errors: ["RATE_LIMITED", "USER_NOT_FOUND"],
	handler: async ({ body, principal, services, now, audit }) => {
		const answer = await services.access.origins.request({
			developerId: principal.developerId,
			...body,
			now,
		});
		switch (answer.kind) {
			case "requested":
				await audit({ action: "origin.requested", target: answer.origin.originId });
				return { status: 201, body: presentOrigin(answer.origin) };
			case "known":
				return { status: 200, body: presentOrigin(answer.origin) };
			default:
				throw accessError(answer);
		}
	},
});
