// auth.md "Policies".
// Every route rejects each invalid credential, and each valid credential of a kind that its policy does not
// accept, with the right status and code. Nothing is stored.
import { beforeAll, describe, expect, it } from "vitest";
import type { Policy } from "../../src/http/policies.ts";
import { operations } from "../../src/operations.ts";
import { type Battery, newBattery } from "../support/auth/auth-battery.ts";
import { acceptedBy, type CredentialKind, rejectedBy } from "../support/auth/credential-kinds.ts";
import { codeOfEmptyBody, pathOf, send } from "../support/contract/contract-operations.ts";
import { call } from "../support/contract/openapi-client.ts";
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

it("the table of credentials knows the policy of every route", () => {
	for (const { operationId, policy } of operations) {
		expect(Object.keys(acceptedBy), operationId).toContain(policy);
	}
	expect(closed.length).toBeGreaterThan(10);
});

it("the table of credentials has an accepted kind for every closed policy, and a rejected kind for all but claimant", () => {
	const policies = (Object.keys(acceptedBy) as Policy[]).filter((policy) => policy !== "public");
	expect(policies.filter((policy) => acceptedBy[policy].length === 0)).toEqual([]);
	expect(policies.filter((policy) => rejectedBy(policy).length === 0)).toEqual(["claimant"]);
});

describe.each(named)("%s", (_, operation) => {
	it("rejects every invalid credential, and stores nothing", async () => {
		const wrong: string[] = [];
		for (const bad of battery.bad) {
			if (bad.unsafeOnly && operation.method === "GET") continue;
			const { status, body } = await send(operation, bad.headers);
			// An operation that takes a wallet's signature rejects a page before it looks at the credential.
			const isPage = operation.cors === "signed" && "origin" in bad.headers;
			const [given, expected] = [
				`${status} ${body.error?.code}`,
				isPage ? "403 FORBIDDEN" : `${bad.status} ${bad.code}`,
			];
			if (given !== expected) wrong.push(`${bad.what}: ${given}, not ${expected}`);
		}
		expect(wrong).toEqual([]);
		expect(changesBetween(before, await takeSnapshot())).toEqual([]);
	});
});

const someRejected = named.filter(([, { policy }]) => rejectedBy(policy).length > 0);
describe.each(someRejected)("%s", (_, { policy, ...operation }) => {
	it(`rejects every valid credential that the policy ${policy} does not accept, and stores nothing`, async () => {
		for (const kind of rejectedBy(policy)) {
			const { status, body } = await send({ policy, ...operation }, battery.good[kind]);
			// The origin is looked up only where the policy accepts one; elsewhere the call has no credential.
			const rejection = kind === "origin" ? [401, "UNAUTHORIZED"] : [403, "FORBIDDEN"];
			expect([kind, status, body.error?.code]).toEqual([kind, ...rejection]);
		}
		expect(changesBetween(before, await takeSnapshot())).toEqual([]);
	});
});

/** Words that name each kind of credential in messages. */
const words: Partial<Record<CredentialKind, RegExp>> = {
	api_key: /\ban API key pair\b/,
	session: /\ba developer session\b/,
	reviewer_session: /\ba (?:reviewer's|developer) session\b/,
	wallet: /\ba wallet session\b/,
	anonymous: /\ban anonymous session\b/,
	origin: /\ba page of an allowlisted origin\b/,
};

it.each(named)(
	"%s lists the credentials that it accepts in the message that rejects another",
	async (_, operation) => {
		const [wrong] = rejectedBy(operation.policy).filter((kind) => kind !== "origin");
		for (const headers of [{}, wrong === undefined ? {} : battery.good[wrong]]) {
			const { body } = await send(operation, headers);
			const { message } = body.error;
			const taken = message.slice(message.indexOf("This operation takes"));
			// A developer's session with the wrong role is told which role is missing.
			if (message.startsWith("This operation is for reviewers")) continue;
			const told = (Object.keys(words) as CredentialKind[]).filter((kind) => words[kind]?.test(taken));
			const accepted = acceptedBy[operation.policy].filter((kind) => kind in words);
			expect([taken, told.sort()]).toEqual([taken, [...accepted].sort()]);
		}
	},
);

it("nothing is stored later, in the background, by a rejected request", async () => {
	expect(changesBetween(before, await settledSnapshot())).toEqual([]);
});

const withBody = named.filter(([, { body }]) => body !== undefined);
it.each(withBody)("%s validates the body of a caller with an accepted credential", async (_, operation) => {
	for (const kind of acceptedBy[operation.policy]) {
		const body = { surprise: true };
		const response = await call(operation.method, pathOf(operation), { body, headers: battery.good[kind] });
		expect([kind, response.status, response.body.error?.code]).toEqual([
			kind,
			400,
			codeOfEmptyBody(operation),
		]);
	}
});

const reads = named.filter(([, { method, params }]) => method === "GET" && params === undefined);
it.each(reads)("%s responds with 200 to every accepted credential", async (_, operation) => {
	for (const kind of acceptedBy[operation.policy]) {
		expect([kind, (await send(operation, battery.good[kind])).status]).toEqual([kind, 200]);
	}
});
