/** Calls any operation of the route table: its path, an example body and credentials, derived from its schemas. */
import * as z from "zod";
import type { JsonSchema, OperationObject } from "../../../src/http/openapi/document-types.ts";
import { isObject } from "../../../src/http/openapi/zod-schemas.ts";
import type { Operation } from "../../../src/http/operation.ts";
import { FILE_FIELD, jsonFileSchema } from "../../../src/http/uploaded-file.ts";
import { operations } from "../../../src/operations.ts";
import { type DeveloperWithKey, newReviewer, withKey } from "../auth/accounts.ts";
import { newWalletBearer } from "../auth/wallet-bearer.ts";
import { document } from "./contract-validation.ts";
import { type CallOptions, call } from "./openapi-client.ts";

/** Of the published test vectors. */
export const JRC_HASH = "0xfce7895067815e3cc192febc0e5353cbcc25d8cfc00f0a18f989227139b1b70b";
export const CASE_ID = "rc_74ac76c7f29219667d32ccbdbc8a780f";

/** The example bodies are signed for this case. */
const SIGNED_CASE: Record<string, string> = { jrcHash: JRC_HASH, caseId: CASE_ID };

export type Caller = DeveloperWithKey & { wallet: { authorization: string } };

/** May call every operation: a reviewer with an API key, and with the wallet session of the vectors' owner. */
export async function newCaller(): Promise<Caller> {
	return { ...(await withKey(await newReviewer())), wallet: await newWalletBearer() };
}

export const operationsWithBody = operations.filter(({ body }) => body !== undefined);
export const namedOperationsWithBody = operationsWithBody.map(
	(operation) => [operation.operationId, operation] as const,
);

/** The operation's path with an example of each parameter. Only the case's can belong to something that exists. */
export function pathOf({ method, path, operationId }: Operation): string {
	const { parameters = [] } = described(method, path);
	return path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const parameter = parameters.find((candidate) => candidate.in === "path" && candidate.name === name);
		const value = SIGNED_CASE[name] ?? exampleParameter(resolved(parameter?.schema ?? {}));
		if (value === undefined) throw new Error(`The parameter ${name} of ${operationId} needs an example.`);
		return value;
	});
}

/** The schema's example, or zeros in the form of an id: `^doc_[0-9a-f]{32}$`. */
function exampleParameter({ examples, pattern }: JsonSchema): string | undefined {
	if (Array.isArray(examples)) return String(examples[0]);
	const { prefix, length } =
		/^\^(?<prefix>\w+)\[0-9a-f\]\{(?<length>\d+)\}\$$/.exec(String(pattern))?.groups ?? {};
	return prefix && prefix + "0".repeat(Number(length));
}

/** Paths of the fields that a body may leave out, by the document. */
export function optionalFieldsOf({ method, path }: Operation): string[] {
	const { requestBody } = described(method, path);
	const schema = requestBody?.content["application/json"]?.schema;
	return schema ? optionalFieldsIn(schema, "") : [];
}

function optionalFieldsIn(schema: JsonSchema, prefix: string): string[] {
	const { properties, required, oneOf, anyOf } = resolved(schema);
	const alternatives = [oneOf, anyOf].flat().filter(isObject);
	// A field of an alternative is optional unless the alternative requires it, because another one may be meant.
	const inAlternatives = alternatives.flatMap((alternative) => optionalFieldsIn(alternative, prefix));
	const fields = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, field]) => [
		...([required].flat().includes(name) ? [] : [prefix + name]),
		...(isObject(field) ? optionalFieldsIn(field, `${prefix}${name}.`) : []),
	]);
	return [...fields, ...inAlternatives];
}

function resolved(schema: JsonSchema): JsonSchema {
	const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
	return name === undefined ? schema : { ...resolved(document.components.schemas[name] ?? {}), ...schema };
}

/** The schema of a JSON body, with the file if it is an upload. */
export function bodySchemaOf({ body, upload }: Operation): z.ZodType | undefined {
	const schema = body?.();
	return upload && schema instanceof z.ZodObject ? schema.extend({ [FILE_FIELD]: jsonFileSchema() }) : schema;
}

/** The code that rejects a JSON object without any known field. */
export function codeOfEmptyBody({ upload }: Operation): string {
	return upload ? "NO_FILE_UPLOADED" : "INPUT_VALIDATION_ERROR";
}

/** The operation's description in the document. */
export function describedOperation({ method, path }: Pick<Operation, "method" | "path">): OperationObject {
	return described(method, path);
}

function described(method: string, path: string): OperationObject {
	const found = Object.entries(document.paths[path] ?? {}).find(([key]) => key === method.toLowerCase())?.[1];
	if (!found) throw new Error(`The document has no ${method} ${path}.`);
	return found;
}

/** A valid body: the document's example, or the first of several. */
export function exampleBody({ method, path }: Operation): unknown {
	const { example, examples = {} } = described(method, path).requestBody?.content["application/json"] ?? {};
	const [first] = Object.values(examples);
	return first && "value" in first ? first.value : example;
}

/** The caller's credential that the operation accepts. */
export function credentialsFor({ policy }: Operation, caller: Caller): NonNullable<CallOptions["headers"]> {
	switch (policy) {
		case "public":
			return {};
		case "developer":
		case "claimant":
		case "case_viewer":
		case "developer_or_wallet":
		case "estate_submitter":
			return caller.keyPair;
		case "hosted_app":
			throw new Error("no operation of the document is for the hosted app alone");
		case "wallet_session":
			return caller.wallet;
		case "developer_session":
		case "any_session":
		case "reviewer":
			return caller.headers;
		default:
			return policy satisfies never;
	}
}

/** A call that is valid apart from its credential. */
export function send(operation: Operation, headers: CallOptions["headers"] = {}) {
	return call(operation.method, pathOf(operation), {
		// Writes count a cookie only together with this content type, even without a body.
		headers: { ...(operation.method !== "GET" && { "content-type": "application/json" }), ...headers },
		...(operation.body && { body: exampleBody(operation) }),
	});
}
