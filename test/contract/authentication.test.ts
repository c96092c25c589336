// Every route of the table refuses every credential that is not in force or not of a kind that its policy
// takes, with the right status and code, and nothing is stored.
import { beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../src/http/operation.ts";
import { operations } from "../../src/operations.ts";
import { acceptedBy, type Battery, newBattery, wrongKindsFor } from "../support/auth/auth-battery.ts";
import { codeOfEmptyBody, exampleBody, pathOf } from "../support/contract/contract-operations.ts";
import { type CallOptions, call } from "../support/contract/openapi-client.ts";
import {
	changesBetween,
	type Snapshot,
	settledSnapshot,
	takeSnapshot,
} from "../support/storage/storage-snapshot.ts";

let battery: Battery;
let before: Snapshot;
beforeAll(async () => {
	battery = await newBattery();
	before = await settledSnapshot();
});

const closed = operations.filter(({ policy }) => policy !== "public");
const named = closed.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

/** As somebody would call who may: only the credential is wrong. */
function send(operation: Operation, headers: CallOptions["headers"] = {}) {
	return call(operation.method, pathOf(operation), {
		// A cookie counts only beside this content type where something changes, body or none.
		headers: { ...(operation.method !== "GET" && { "content-type": "application/json" }), ...headers },
		...(operation.body && { body: exampleBody(operation) }),
	});
}

it("the battery knows the policy of every route", () => {
	for (const { operationId, policy } of operations) {
		expect(Object.keys(acceptedBy), operationId).toContain(policy);
	}
	expect(closed.length).toBeGreaterThan(10);
});

describe.each(named)("%s", (_, operation) => {
	it("refuses every credential that is not in force, and stores nothing", async () => {
		const wrong: string[] = [];
		for (const bad of battery.bad) {
			if (bad.unsafeOnly && operation.method === "GET") continue;
			const { status, body } = await send(operation, bad.headers);
			const [given, expected] = [`${status} ${body.error?.code}`, `${bad.status} ${bad.code}`];
			if (given !== expected) wrong.push(`${bad.what}: ${given}, not ${expected}`);
		}
		expect(wrong).toEqual([]);
		expect(changesBetween(before, await takeSnapshot())).toEqual([]);
	});

	it("refuses every credential of a kind that its policy does not take, and stores nothing", async () => {
		for (const kind of wrongKindsFor(operation)) {
			const { status, body } = await send(operation, battery.good[kind]);
			// An origin is looked up only where it could count, so elsewhere it is no credential at all.
			const refusal = kind === "origin" ? [401, "UNAUTHORIZED"] : [403, "FORBIDDEN"];
			expect([kind, status, body.error?.code]).toEqual([kind, ...refusal]);
		}
		expect(changesBetween(before, await takeSnapshot())).toEqual([]);
	});
});

it("nothing that was refused stores anything later, in the background", async () => {
	expect(changesBetween(before, await settledSnapshot())).toEqual([]);
});

describe("a credential of a kind that the policy takes", () => {
	const withBody = named.filter(([, { body }]) => body !== undefined);
	it.each(withBody)("is let through to the validation of %s", async (_, operation) => {
		for (const kind of acceptedBy[operation.policy]) {
			const body = { surprise: true };
			const answer = await call(operation.method, pathOf(operation), { body, headers: battery.good[kind] });
			expect([kind, answer.status, answer.body.error?.code]).toEqual([kind, 400, codeOfEmptyBody(operation)]);
		}
	});

	const reads = named.filter(([, { method, params }]) => method === "GET" && params === undefined);
	it.each(reads)("reads %s", async (_, operation) => {
		for (const kind of acceptedBy[operation.policy]) {
			expect([kind, (await send(operation, battery.good[kind])).status]).toEqual([kind, 200]);
		}
	});
});
