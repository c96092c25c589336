import { defineOperation } from "../http/operation.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { publicSettingsOf } from "./public-settings.ts";
import { publicSettingsResponse } from "./public-settings-schema.ts";

/** specification.md "Client configuration". */
export const getClientConfig = defineOperation({
	operationId: "getClientConfig",
	method: "GET",
	path: "/config",
	tag: "Service",
	summary: doc("Read what a client needs to know about this service"),
	description: doc(
		"Returns the operator, the challenge periods, the chains for which the service has a node, the current terms and the limits. Needs no credential, and pages of every origin may call it. Keep the response for five minutes, then ask again with `If-None-Match`.",
	),
	policy: "public",
	cors: "public",
	rateLimited: true,
	readOnly: true,
	cacheSeconds: 300,
	responses: { 200: { description: doc("The configuration."), schema: publicSettingsResponse } },
	handler: ({ services }) => ({
		status: 200,
		body: publicSettingsOf(services.config, services.basePath),
	}),
});
