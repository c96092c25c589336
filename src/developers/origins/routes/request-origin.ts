import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { originResponse, presentOrigin } from "../origin-schemas.ts";

/** Above the longest host name. */
const MAX_ORIGIN_LENGTH = 300;

const requestOriginBody = lazy(() =>
	z
		.strictObject({
			origin: z
				.string("must be a string")
				.max(MAX_ORIGIN_LENGTH, `must have at most ${MAX_ORIGIN_LENGTH} characters`)
				.meta({
					description: doc("Scheme, host and port, as browsers send them in the `Origin` header."),
					example: doc("https://app.example.com"),
				}),
		})
		.meta({ id: "OriginRequest" }),
);

export const requestOrigin = defineOperation({
	operationId: "requestOrigin",
	method: "POST",
	path: "/origins",
	tag: "Browser origins",
	summary: doc("Request a browser origin"),
	description: doc(
		"A reviewer allows or refuses it. Recovery cases filed by pages of an allowed origin belong to your account.",
	),
	policy: "developer_session",
	body: requestOriginBody,
	responses: {
		201: { description: doc("The request is recorded."), schema: originResponse },
		200: {
			description: doc("The origin was requested before; this is its current state."),
			schema: originResponse,
		},
	},
	errors: ["RATE_LIMITED", "USER_NOT_FOUND"],
	handler: async ({ body, principal, services, now, audit }) => {
		const { developerId } = principal;
		await services.developers.requireConfirmed(developerId);
		const { origin, isNew } = await services.access.origins.request({ developerId, ...body, now });
		if (!isNew) return { status: 200, body: presentOrigin(origin) };
		await audit({ action: "origin.requested", target: origin.originId });
		return { status: 201, body: presentOrigin(origin) };
	},
});
