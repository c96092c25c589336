/**
 * The OpenAPI 3.1 document, made from the route table and nothing else, so it cannot describe another
 * service than the one that runs. Pure, and no part of the Worker: `scripts/openapi.ts` writes it to
 * `public/`, and the tests hold every answer against it.
 */

import { webhookEvent } from "../../webhooks/delivery/webhook-event.ts";
import type { Operation } from "../operation.ts";
import { jsonFileSchema } from "../uploaded-file.ts";
import { errorExamples, errorHeaders, errorSchema } from "./describe-errors.ts";
import { type AnswerSchemas, builtSchema, describeOperation } from "./describe-operation.ts";
import { describeWebhooks } from "./describe-webhooks.ts";
import type { OpenApiDocument, PathItem } from "./document-types.ts";
import { convertSchemas } from "./zod-schemas.ts";

/** The interface version (specification "Versioning"); not the version of this code. */
const INTERFACE_VERSION = "1.0.0";

const description = `Recovery and probate records for blockchain accounts.

Every answer is JSON, but for a document that is downloaded, and carries an \`X-Request-Id\`. An answer that is no success has the form \`Error\`, also where a path does not exist (404 \`RESOURCE_NOT_FOUND\`) or does not serve a method (405 \`METHOD_NOT_ALLOWED\`, with \`Allow\`). Fields and query parameters that this document does not name are refused. A body has at most 1 MiB, and an uploaded file at most 10 MiB.`;

/** Tags of the table, in the order in which they are shown. */
const tags = [
	{ name: "Recovery cases", description: "Cases that tie a lost account to a recovery account." },
	{ name: "Developer authentication", description: "Accounts of developers, their sessions and API keys." },
	{ name: "Wallet sessions", description: "Sessions of claimants and owners, by a signed message." },
	{ name: "Browser origins", description: "Sites whose pages may call the service themselves." },
	{
		name: "Webhook endpoints",
		description:
			"Where the service sends what happens to your cases, how that went, and the same to be pulled.",
	},
	{ name: "Review", description: "What reviewers see and decide." },
	{ name: "Service", description: "The state of the service itself." },
	{ name: "Webhooks", description: "What the service sends when a case changes." },
];

const securitySchemes = {
	apiKeyAuth: {
		type: "apiKey",
		in: "header",
		name: "x-api-key",
		description: "Begins with `sk_`. Always sent together with `x-api-secret`.",
	},
	apiSecretAuth: {
		type: "apiKey",
		in: "header",
		name: "x-api-secret",
		description: "Begins with `ss_`. Never in browser code: a call with it and an `Origin` is refused.",
	},
	bearerAuth: {
		type: "http",
		scheme: "bearer",
		bearerFormat: "JWT",
		description: "The access token of a developer's session.",
	},
	cookieAuth: {
		type: "apiKey",
		in: "cookie",
		name: "access_token",
		description: "The same session as an HTTP-only cookie; accepted only from the service's own pages.",
	},
};

/**
 * @param answers schemas of the success answers, by operation and status
 * @param basePath the version prefix that every path of the table is below
 */
export function openApiDocument(
	operations: readonly Operation[],
	answers: AnswerSchemas,
	basePath: string,
): OpenApiDocument {
	const inputs = operations.flatMap(({ params, query, body, upload }) => [
		params?.(),
		query?.(),
		body?.(),
		upload && jsonFileSchema(),
	]);
	const outputs = operations.flatMap(({ operationId }) =>
		Object.values(answers[operationId] ?? {}).map(builtSchema),
	);
	const schemas = convertSchemas(
		inputs.filter((schema) => schema !== undefined),
		[...outputs, webhookEvent()],
	);
	const paths: Record<string, PathItem> = {};
	for (const operation of operations) {
		const method = methodKey[operation.method];
		paths[operation.path] = {
			...paths[operation.path],
			[method]: describeOperation(operation, answers, schemas),
		};
	}
	return {
		openapi: "3.1.1",
		info: {
			title: "Replevin",
			version: INTERFACE_VERSION,
			description,
			license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
		},
		servers: [{ url: basePath, description: "This instance." }],
		tags: tags.filter(({ name }) => name === "Webhooks" || operations.some(({ tag }) => tag === name)),
		paths,
		webhooks: describeWebhooks(schemas),
		components: {
			schemas: sortByName({ ...schemas.components, Error: errorSchema }),
			headers: errorHeaders,
			examples: errorExamples(operations),
			securitySchemes,
		},
	};
}

const methodKey = { GET: "get", POST: "post", PATCH: "patch", DELETE: "delete" } as const;

function sortByName<T>(record: Record<string, T>): Record<string, T> {
	return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
