// auth.md "Rules of fields".
// A body with one mistake is rejected with one code, the error names the field, and nothing is a 5xx.
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../src/http/operation.ts";
import { type Mutation, mutationsOf } from "../support/contract/contract-mutations.ts";
import {
	bodySchemaOf,
	type Caller,
	credentialsFor,
	exampleBody,
	namedOperationsWithBody,
	newCaller,
	optionalFieldsOf,
	pathOf,
} from "../support/contract/contract-operations.ts";
import { requestProblem } from "../support/contract/contract-validation.ts";
import { call } from "../support/contract/openapi-client.ts";
import { isRawText } from "../support/contract/raw-text.ts";
import {
	changesBetween,
	type Snapshot,
	settledSnapshot,
	takeSnapshot,
} from "../support/storage/storage-snapshot.ts";

let caller: Caller;
let before: Snapshot;
beforeAll(async () => {
	caller = await newCaller();
	before = await settledSnapshot();
});

const send = (operation: Operation, rawBody: string) =>
	call(operation.method, pathOf(operation), { rawBody, headers: credentialsFor(operation, caller) });

describe.each(namedOperationsWithBody)("%s", (_, operation) => {
	const example = exampleBody(operation);
	const schema = bodySchemaOf(operation);

	it("has an example that its schema accepts", () => {
		expect(schema?.safeParse(example).error).toBeUndefined();
	});

	it("rejects every body with one mistake, and names the field", async () => {
		const wrong: string[] = [];
		let rejected = 0;
		for (const mutation of mutationsOf(example, optionalFieldsOf(operation))) {
			const accepted = schema?.safeParse(JSON.parse(mutation.text)).success === true;
			if (accepted && !mutation.mustFail) {
				const problem = requestProblem(operation, JSON.parse(mutation.text));
				// A later rule may reject what the schema accepts, such as an empty file.
				const isAccepted = problem !== undefined && (await send(operation, mutation.text)).status !== 400;
				if (isAccepted) wrong.push(`${mutation.what}: accepted, though the document says ${problem}`);
				continue;
			}
			const { status, body } = await send(operation, mutation.text);
			rejected++;
			if (!isRightRejection(mutation, status, body)) {
				wrong.push(`${mutation.what}: ${status} ${JSON.stringify(body)}`);
			}
		}
		expect(wrong).toEqual([]);
		expect(rejected).toBeGreaterThan(10);
	});

	it("rejects random JSON with 400", async () => {
		await fc.assert(
			fc.asyncProperty(fc.json({ maxDepth: 4 }), async (text) => {
				// Random JSON may happen to be valid.
				fc.pre(schema?.safeParse(JSON.parse(text)).success === false);
				const { status } = await send(operation, text);
				expect(status).toBe(400);
			}),
			// All operations share one validation, so together these are four hundred bodies.
			{ numRuns: 12 },
		);
	});

	it("stores nothing of a rejected body", async () => {
		expect(changesBetween(before, await takeSnapshot())).toEqual([]);
	});
});

it("nothing of a rejected body is stored later, in the background", async () => {
	expect(changesBetween(before, await settledSnapshot())).toEqual([]);
});

// After the comparison of storage, because some of these bodies are accepted and stored.
describe.each(namedOperationsWithBody)("%s", (_, operation) => {
	const example = exampleBody(operation);

	it("never fails with 5xx on a valid body with one value replaced", async () => {
		const places = mutationsOf(example, []).filter(({ what }) => what.endsWith(" as {}"));
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...places), fc.json({ maxDepth: 3 }), async ({ text }, value) => {
				const { status } = await send(
					operation,
					text.replace("{}", () => value),
				);
				expect(status).toBeLessThan(500);
			}),
			{ numRuns: 20 },
		);
	});
});

function isRightRejection(
	{ what, field, text }: Mutation,
	status: number,
	body: { error: RejectionError },
): boolean {
	// A missing file has its own code, which names no field.
	if (field === "file" && body.error.code === "NO_FILE_UPLOADED") return status === 400;
	if ((body.error.details ?? []).some(({ message }) => isRawText(message))) return false;
	const code = /"(txs|transactions)":\[\]/.test(text) ? "NO_RECOVERY_CASE_TXS" : "INPUT_VALIDATION_ERROR";
	const named = (body.error.details ?? []).filter(isAt(field));
	const isAbsent = what === `no ${field}`;
	const isWorded = named.length > 0 && (!isAbsent || named.every(isRequired));
	return status === 400 && body.error.code === code && isWorded;
}

type Detail = { field: string; rule: string; message: string };
type RejectionError = { code: string; details?: Detail[] };

/** One of two fields may be required. */
const isRequired = ({ rule, message }: Detail) =>
	rule === "exactly_one" || (rule === "required" && message.startsWith("is required"));

/** Whether the error names the field, or one within it, because a mutation may replace a whole object. */
const isAt = (field: string) => (detail: { field: string }) =>
	detail.field === field || detail.field.startsWith(`${field}.`);
