/**
 * Builds the OpenAPI 3.1 document from the route table alone, so that it describes the running service. Not part of
 * the Worker.
 */

import { reasonText, statusText } from "../../recovery/case/describe-lifecycle.ts";
import { accountEvent, caseEvent, webhookEvent } from "../../webhooks/delivery/webhook-event.ts";
import type { Operation } from "../operation.ts";
import { jsonFileSchema } from "../uploaded-file.ts";
import { accessText, securitySchemes } from "./describe-access.ts";
import { errorExamples, errorHeaders, errorResponses, errorSchema } from "./describe-errors.ts";
import { describeOperation } from "./describe-operation.ts";
import { deliveryText, describeWebhooks } from "./describe-webhooks.ts";
import type { JsonSchema, OpenApiDocument, PathItem } from "./document-types.ts";
import { convertSchemas, lineComponent } from "./zod-schemas.ts";

/** The version of the interface (specification.md "Versioning"), not of this code. */
const INTERFACE_VERSION = "1.0.0";

const description = `Recovery and probate records for blockchain accounts.

Every response is JSON, except downloaded documents, and has an \`X-Request-Id\`. Every error response has the form \`Error\`, also for an unknown path (404 \`RESOURCE_NOT_FOUND\`) and for a method that the path does not serve (405 \`METHOD_NOT_ALLOWED\`, with \`Allow\`). Bodies and queries are strict: a field or parameter that the operation does not describe is rejected with \`INPUT_VALIDATION_ERROR\`, and \`details\` names it, as it does a parameter that takes one value and is given twice. An operation without a request body ignores the body. Bodies are not compressed, and JSON is UTF-8: others are rejected with 415 \`UNSUPPORTED_MEDIA_TYPE\`. A JSON body may have at most 1 MiB (128 KiB for operations without a credential, except for \`POST /typed-data\`), 10,000 values and a depth of 32; a file in a form may have 10 MiB. A body that pauses or takes too long is rejected with 408 \`REQUEST_TIMEOUT\`.`;

/** docs/signing.md has a worked example of each, and what a payload and an entry contain. */
const hashFormulas = `Hashes, as \`0x\` and lower-case hex; \u2016 joins bytes, and canonical JSON is that of RFC 8785:

- \`jrcHash\` = hashStruct(RecoveryIntent) of EIP-712: keccak256(typeHash \u2016 encodeData), without a domain.
- \`caseId\` = \`rc_\` and the first 32 hex digits of SHA-256(\`replevin.case.v1\` \u2016 0x00 \u2016 the 32 bytes of the jrcHash).
- \`eventId\` = \`evt_\` and the first 32 hex digits of SHA-256(\`replevin.event.v1\` \u2016 0x00 \u2016 caseId \u2016 0x00 \u2016 the event's number within the case, from 1, in decimal).
- \`payloadHash\` of a history entry = SHA-256(canonical JSON of its payload).
- \`hash\` of a history entry = SHA-256(canonical JSON of the entry without \`hash\` and \`payload\`). Its \`previousHash\` is the \`hash\` of the entry before; for the first entry it is the jrcHash.
- \`digest\` of an evidence bundle = SHA-256(canonical JSON of the bundle without \`head\`). The \`head\` is a compact JWS (ES256) of \`{"digest"}\` by a key of \`/.well-known/evidence-jwks.json\`.`;

const tags = [
	{
		name: "Signing",
		description:
			'Messages for wallets to sign (EIP-712). The domain is `{ name: "Replevin", version: "1", chainId }` and nothing else; `chainId` is the case\'s chain, or that of an estate\'s request. The digest is keccak256(0x1901 \u2016 domain separator \u2016 struct hash). Contract wallets sign the same data (ERC-1271, ERC-6492, EIP-7702). The signed examples of this document are test vectors: the private keys are 32 bytes of 0x11 (lostAccount), 0x22 (recoveryAccount) and 0x33 (ownerAddress).' +
			`\n\n${hashFormulas}`,
	},
	{
		name: "Recovery cases",
		description: "Cases that recover a lost account's assets to a recovery account.",
	},
	{ name: "Developer authentication", description: "Developer accounts, sessions and API keys." },
	{
		name: "Passkeys",
		description:
			"A second factor for developers, which reviewers and resolvers must have, and which signs decisions.",
	},
	{ name: "Wallet sessions", description: "Sessions of claimants and owners by a signed message." },
	{ name: "Browser origins", description: "Web origins whose pages may call the service directly." },
	{
		name: "Webhook endpoints",
		description: "Endpoints that receive the events of your cases, their deliveries, and a feed to poll.",
	},
	{
		name: "Hosted links",
		description: "Links that bring a partner's user to the pages of this service, without code in a browser.",
	},
	{
		name: "Watched accounts",
		description: "Accounts of your users: you are told when a case names one of them as lost.",
	},
	{ name: "Watchers", description: "E-mail addresses that are told when a case names an account." },
	{ name: "Mail", description: "The kinds of mail that their recipient can switch off." },
	{
		name: "Estate profiles",
		description:
			"Estates of owners: terms, privacy codes, wills, their release after death, and the erasure.",
	},
	{ name: "Review", description: "Lists and decisions of reviewers." },
	{ name: "Service", description: "The state of the service itself." },
	{
		name: "Webhooks",
		description: `Requests that the service sends when a case changes.\n\n${deliveryText()}`,
	},
];

/** @param basePath the version prefix of every path in the table */
export function openApiDocument(operations: readonly Operation[], basePath: string): OpenApiDocument {
	const inputs = operations.flatMap(({ params, query, body, upload }) => [
		params?.(),
		query?.(),
		body?.(),
		upload && jsonFileSchema(),
	]);
	const outputs = operations.flatMap(({ responses }) =>
		Object.values(responses).map(({ schema }) => schema()),
	);
	const schemas = convertSchemas(
		inputs.filter((schema) => schema !== undefined),
		[...outputs, webhookEvent(), caseEvent(), accountEvent()],
	);
	const texts = [description, accessText, idempotencyText(operations)];
	const paths: Record<string, PathItem> = {};
	for (const operation of operations) {
		const method = methodKey[operation.method];
		paths[operation.path] = {
			...paths[operation.path],
			[method]: describeOperation(operation, schemas),
		};
	}
	return {
		openapi: "3.1.1",
		info: {
			title: "Replevin",
			version: INTERFACE_VERSION,
			description: texts.join("\n\n"),
			// The document is the same for every operator.
			contact: { name: "The operator of this service, whose name and contact are in GET /config" },
			license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
		},
		servers: [{ url: basePath, description: "This instance." }],
		tags: tags.filter(({ name }) => name === "Webhooks" || operations.some(({ tag }) => tag === name)),
		paths,
		webhooks: describeWebhooks(schemas),
		components: {
			schemas: sortByName({ ...withStatusTexts(schemas.components), ...lineComponent, Error: errorSchema }),
			responses: errorResponses(operations),
			headers: errorHeaders,
			examples: errorExamples(operations),
			securitySchemes,
		},
	};
}

/** Names the operations, because a client sees no difference between a header that is ignored and one that is not. */
function idempotencyText(operations: readonly Operation[]): string {
	const honouring = operations.filter(({ idempotencyKey }) => idempotencyKey);
	const names = honouring.map(({ operationId }) => `\`${operationId}\``);
	return `**Retries.** These operations honour \`Idempotency-Key\`: ${names.join(", ")}. All others ignore it, because the same request sent again creates nothing more.`;
}

/** Adds the guide to statuses, which would be too long for the Worker's own code. */
function withStatusTexts(components: Record<string, JsonSchema>): Record<string, JsonSchema> {
	const texts = { CaseStatus: statusText(), StatusReason: reasonText() };
	return Object.fromEntries(
		Object.entries(components).map(([name, schema]) => [
			name,
			name in texts ? { ...schema, description: texts[name as keyof typeof texts] } : schema,
		]),
	);
}

const methodKey = { GET: "get", POST: "post", PATCH: "patch", DELETE: "delete" } as const;

function sortByName<T>(record: Record<string, T>): Record<string, T> {
	return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
