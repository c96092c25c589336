/** What the contract tests need to know to call any operation of the table. */
import * as z from "zod";
import { BODY_LIMIT_BYTES } from "../../../src/http/body-limit.ts";
import { requestExamples } from "../../../src/http/openapi/examples.ts";
import type { Operation } from "../../../src/http/operation.ts";
import { JSON_LIMIT_BYTES } from "../../../src/http/upload.ts";
import { FILE_FIELD, jsonFileSchema } from "../../../src/http/uploaded-file.ts";
import { operations } from "../../../src/operations.ts";
import { ownerAddress } from "../signing/vectors.ts";
import type { ContractDeveloper } from "./contract-developer.ts";
import { findPath } from "./contract-validation.ts";
import type { CallOptions } from "./openapi-client.ts";

/** Of the published test vectors. */
export const JRC_HASH = "0xfce7895067815e3cc192febc0e5353cbcc25d8cfc00f0a18f989227139b1b70b";
export const CASE_ID = "rc_74ac76c7f29219667d32ccbdbc8a780f";

/** For every parameter of a path, a value of the right form; only the case can be of something that there is. */
const PATH_VALUES: Record<string, string> = {
	jrcHash: JRC_HASH,
	caseId: CASE_ID,
	keyId: "0b9c7a52-6a3e-4f0e-9d43-7b1a5c2f8e10",
	originId: `org_${"0".repeat(32)}`,
	developerId: `dev_${"0".repeat(32)}`,
	endpointId: `we_${"0".repeat(32)}`,
	eventId: `evt_${"0".repeat(32)}`,
	ownerAddress,
	codeId: `pc_${"0".repeat(32)}`,
	deadLetterId: `dl_${"0".repeat(32)}`,
	documentId: `doc_${"0".repeat(32)}`,
	requestId: `rel_${"0".repeat(32)}`,
};

/** Fields that may be left out, as they stand in a body; a change may leave out all of them. */
export function optionalFieldsOf({ operationId, path }: Operation): string[] {
	const always = ["expiresInDays", "overlapSeconds", "case.jrcHash", "description", "eventTypes", "dryRun"];
	if (path.startsWith("/estate-profiles/")) return [...always, "chainId", "expiresAt", "file.name"];
	if (operationId === "addCaseDocument") return [...always, "file.name"];
	if (operationId === "reportExecution") return [...always, "txHash"];
	if (operationId === "decideRecoveryCase") return [...always, "statusReason"];
	return operationId === "updateWebhookEndpoint" ? [...always, "url", "enabled"] : always;
}

export const operationsWithBody = operations.filter(({ body }) => body !== undefined);
export const namedOperationsWithBody = operationsWithBody.map(
	(operation) => [operation.operationId, operation] as const,
);

export function pathOf({ path }: Operation): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = PATH_VALUES[name];
		if (value === undefined) throw new Error(`contract-operations.ts knows no value for {${name}}`);
		return value;
	});
}

/** What a JSON body has to be: with the file where it is an upload. */
export function bodySchemaOf({ body, upload }: Operation): z.ZodType | undefined {
	const schema = body?.();
	return upload && schema instanceof z.ZodObject ? schema.extend({ [FILE_FIELD]: jsonFileSchema() }) : schema;
}

export function bodyLimitOf({ upload }: Operation): number {
	return upload ? JSON_LIMIT_BYTES : BODY_LIMIT_BYTES;
}

/** What a JSON object is refused with that has nothing of what is asked for. */
export function codeOfEmptyBody({ upload }: Operation): string {
	return upload ? "NO_FILE_UPLOADED" : "INPUT_VALIDATION_ERROR";
}

/** A body that the operation's schema takes: the one of the document. */
export function exampleBody(operation: Operation): unknown {
	const known = requestExamples[operation.operationId];
	if (known !== undefined) return known;
	const item = findPath(operation.path)?.item ?? {};
	const described = Object.entries(item).find(([method]) => method === operation.method.toLowerCase())?.[1];
	return described?.requestBody?.content["application/json"].example;
}

/** The headers with which a developer may call the operation; a reviewer's are those of `newContractReviewer`. */
export function credentialsFor(
	{ policy }: Operation,
	developer: ContractDeveloper,
): NonNullable<CallOptions["headers"]> {
	switch (policy) {
		case "public":
			return {};
		case "developer":
		case "claimant":
		case "case_viewer":
		case "developer_or_wallet":
		case "estate_submitter":
			return developer.keyPair;
		case "estate_owner":
			return developer.wallet;
		case "developer_session":
		case "any_session":
		case "reviewer":
			return developer.bearer;
		default:
			return policy satisfies never;
	}
}
