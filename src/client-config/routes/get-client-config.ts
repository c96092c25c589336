import { defineOperation } from "../../http/operation.ts";
import { clientConfigOf } from "../client-config.ts";

/** specification.md "Client configuration". */
export const getClientConfig = defineOperation({
	operationId: "getClientConfig",
	method: "GET",
	path: "/config",
	tag: "Service",
	summary: "Read what a client needs to know about this service",
	description:
		"Who runs the service, its periods, the chains that it can ask, the current terms and its limits. Needs no credential, and may be called by pages of every origin. Keep the response for five minutes, and ask again with `If-None-Match`.",
	policy: "public",
	cors: "public",
	rateLimited: true,
	readOnly: true,
	cacheSeconds: 300,
	responses: { 200: "The configuration." },
	errors: [],
	handler: ({ services }) => ({
		status: 200,
		body: clientConfigOf(services.config, services.basePath),
	}),
});
