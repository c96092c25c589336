// A body that is wrong in one place is refused with the one code for it, and names the place; never a 5xx.
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

	it("has an example that its schema takes", () => {
		expect(schema?.safeParse(example).error).toBeUndefined();
	});

	it("refuses every body that is wrong in one place, and names the place", async () => {
		const wrong: string[] = [];
		let refused = 0;
		for (const mutation of mutationsOf(example, optionalFieldsOf(operation))) {
			const accepted = schema?.safeParse(JSON.parse(mutation.text)).success === true;
			if (accepted && !mutation.mustFail) {
				const problem = requestProblem(operation, JSON.parse(mutation.text));
				if (problem) wrong.push(`${mutation.what}: taken, though the document says ${problem}`);
				continue;
			}
			const { status, body } = await send(operation, mutation.text);
			refused++;
			if (!isRightRefusal(mutation, status, body)) {
				wrong.push(`${mutation.what}: ${status} ${JSON.stringify(body)}`);
			}
		}
		expect(wrong).toEqual([]);
		expect(refused).toBeGreaterThan(10);
	});

	it("answers random JSON with a documented error", async () => {
		await fc.assert(
			fc.asyncProperty(fc.json({ maxDepth: 4 }), async (text) => {
				// A body without a required field may be met by chance.
				fc.pre(schema?.safeParse(JSON.parse(text)).success === false);
				const { status } = await send(operation, text);
				expect(status).toBe(400);
			}),
			// One validation is before every operation: together these are four hundred bodies.
			{ numRuns: 12 },
		);
	});

	it("stores nothing of what it refuses", async () => {
		expect(changesBetween(before, await takeSnapshot())).toEqual([]);
	});
});

it("nothing that was refused is stored later, in the background", async () => {
	expect(changesBetween(before, await settledSnapshot())).toEqual([]);
});

// These may be taken, and what is taken is stored.
describe.each(namedOperationsWithBody)("%s", (_, operation) => {
	const example = exampleBody(operation);

	it("answers a right body with any one value of it replaced without failing itself", async () => {
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

function isRightRefusal({ field, text }: Mutation, status: number, body: { error: RefusalError }): boolean {
	// What is wrong with no file at all has a code of its own, and no field to name.
	if (field === "file" && body.error.code === "NO_FILE_UPLOADED") return status === 400;
	const code = /"(txs|transactions)":\[\]/.test(text) ? "NO_RECOVERY_CASE_TXS" : "INPUT_VALIDATION_ERROR";
	return status === 400 && body.error.code === code && (body.error.details ?? []).some(isAt(field));
}

type RefusalError = { code: string; details?: { field: string }[] };

/** The place itself, or within it where a whole object was replaced by another. */
const isAt = (field: string) => (detail: { field: string }) =>
	detail.field === field || detail.field.startsWith(`${field}.`);
