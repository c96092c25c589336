// The routes are those of the specification and the documented additions: nothing more, nothing less.
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { Operation } from "../../src/http/operation.ts";
import { operations } from "../../src/operations.ts";
import { acceptedBy } from "../support/auth/credential-kinds.ts";

/** The tables of the specification, "Endpoints". */
const specified = [
	"POST /recovery-cases/exists",
	"POST /recovery-cases/jrc-hash",
	"POST /recovery-cases/new-case",
	"PATCH /recovery-cases/{jrcHash}/court-order",
	"GET /recovery-cases/{caseId}",
	"GET /recovery-cases",
	"POST /auth/register",
	"POST /auth/login",
	"GET /auth/me",
	"GET /auth/api-keys",
	"POST /auth/api-keys",
	"DELETE /auth/api-keys",
	"POST /auth/issue-anon-jwt",
	"GET /estate-profiles/{ownerAddress}",
	"POST /estate-profiles/{ownerAddress}/privacy-codes",
	"POST /estate-profiles/privacy-codes/resolve",
	"POST /estate-profiles/{ownerAddress}/agreement",
	"POST /estate-profiles/{ownerAddress}/will",
];

/** Of those, what is still to come. Take a row out when it is built: this test says so. */
const notYetBuilt: string[] = [];

/** Beyond the specification, each with the page of the design that asks for it. */
const additions = [
	"POST /recovery-cases/{jrcHash}/contest", // recovery.md
	"POST /recovery-cases/{jrcHash}/withdraw", // recovery.md
	"POST /recovery-cases/{jrcHash}/execution", // recovery.md
	"POST /recovery-cases/{jrcHash}/documents", // recovery.md
	"GET /recovery-cases/{caseId}/documents/{documentId}", // recovery.md: "readable by them and by reviewers"
	"GET /recovery-cases/{caseId}/events", // recovery.md
	"GET /recovery-cases/{caseId}/evidence", // recovery.md
	"GET /notices", // recovery.md
	"GET /review/recovery-cases", // recovery.md
	"GET /review/recovery-cases/{caseId}", // recovery.md
	"POST /review/recovery-cases/{caseId}/decisions", // recovery.md
	"POST /auth/logout", // auth.md
	"POST /auth/logout-all", // auth.md
	"POST /auth/password", // auth.md
	"POST /auth/password-reset", // auth.md
	"DELETE /auth/me", // auth.md
	"POST /auth/api-keys/{keyId}/rotate", // auth.md
	"GET /review/audit", // auth.md
	"POST /auth/wallet/challenge", // auth.md
	"POST /auth/wallet/session", // auth.md
	"GET /origins", // auth.md
	"POST /origins", // auth.md
	"DELETE /origins/{originId}", // auth.md
	"GET /review/origins", // auth.md
	"POST /review/origins/{originId}/decision", // auth.md
	"POST /review/resolvers", // auth.md
	"DELETE /review/resolvers/{developerId}", // auth.md
	"POST /webhook-endpoints", // webhooks.md
	"GET /webhook-endpoints", // webhooks.md
	"GET /webhook-endpoints/{endpointId}", // webhooks.md
	"PATCH /webhook-endpoints/{endpointId}", // webhooks.md
	"DELETE /webhook-endpoints/{endpointId}", // webhooks.md
	"POST /webhook-endpoints/{endpointId}/rotate-secret", // webhooks.md
	"POST /webhook-endpoints/{endpointId}/test", // webhooks.md
	"GET /webhook-endpoints/{endpointId}/deliveries", // webhooks.md
	"POST /webhook-endpoints/{endpointId}/deliveries/{eventId}/redeliver", // webhooks.md
	"POST /webhook-endpoints/{endpointId}/recover", // webhooks.md
	"GET /events", // webhooks.md
	"GET /review/dead-letters", // webhooks.md
	"POST /review/dead-letters/{deadLetterId}/requeue", // webhooks.md
	"DELETE /estate-profiles/{ownerAddress}", // estates.md
	"DELETE /estate-profiles/{ownerAddress}/privacy-codes/{codeId}", // estates.md
	"GET /estate-profiles/{ownerAddress}/history", // estates.md
	"GET /estate-profiles/{ownerAddress}/will", // estates.md
	"POST /estate-profiles/{ownerAddress}/will/release-requests", // estates.md
	"GET /estate-profiles/{ownerAddress}/will/release-requests", // estates.md
	"POST /estate-profiles/{ownerAddress}/will/release-requests/{requestId}/object", // estates.md
	"GET /estate-profiles/{ownerAddress}/will/release-requests/{requestId}/will", // estates.md
	"GET /review/release-requests", // estates.md
	"GET /review/release-requests/{requestId}/order", // estates.md
	"POST /review/release-requests/{requestId}/decisions", // estates.md
	"GET /health", // architecture.md
];

/** What nobody needs a credential for and is counted by the client's address, with the limit that counts it. */
const countedByAddress = {
	"POST /auth/register": "login",
	"POST /auth/login": "login",
	"POST /auth/password-reset": "login",
	"POST /auth/issue-anon-jwt": true,
	"POST /auth/wallet/challenge": true,
	"POST /auth/wallet/session": true,
	"POST /recovery-cases/{jrcHash}/contest": true,
	"POST /recovery-cases/{jrcHash}/withdraw": true,
	"GET /notices": true,
};

/** The only public call without a limit: it is asked by those who watch the service. */
const unlimited = ["GET /health"];

const routeOf = ({ method, path }: Operation) => `${method} ${path}`;

describe("the route table", () => {
	it("has every route of the specification that is built, and the additions", () => {
		const expected = [...specified.filter((route) => !notYetBuilt.includes(route)), ...additions];
		expect(operations.map(routeOf).sort()).toEqual(expected.sort());
	});

	it("lists as not built only what the specification has", () => {
		expect(notYetBuilt.filter((route) => !specified.includes(route))).toEqual([]);
	});

	it("has a policy, a tag, a summary and an answer in every row", () => {
		for (const operation of operations) {
			const { policy, tag, summary, responses } = operation;
			expect(Object.keys(acceptedBy), routeOf(operation)).toContain(policy);
			expect(tag && summary, routeOf(operation)).toBeTruthy();
			expect(Object.keys(responses), routeOf(operation)).not.toEqual([]);
		}
	});

	it("counts the calls that need no credential, each by its limit", () => {
		const limited = operations.filter(({ rateLimited }) => rateLimited);
		expect(
			Object.fromEntries(limited.map((operation) => [routeOf(operation), operation.rateLimited])),
		).toEqual(countedByAddress);
		const open = operations.filter(({ policy }) => policy === "public").map(routeOf);
		expect(open.sort()).toEqual([...Object.keys(countedByAddress), ...unlimited].sort());
	});

	it("names every operation once, and every route once", () => {
		const ids = operations.map(({ operationId }) => operationId);
		expect(new Set(ids).size).toBe(ids.length);
		expect(new Set(operations.map(routeOf)).size).toBe(operations.length);
	});

	it.each(operations.map((operation) => [routeOf(operation), operation] as const))(
		"%s has its path's parameters in its schema, and no others",
		(_, { path, params }) => {
			const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
			const schema = params?.();
			expect(schema instanceof z.ZodObject ? Object.keys(schema.shape) : []).toEqual(named);
		},
	);
});

describe("the specification's auth column", () => {
	const policyOf = (route: string) => operations.find((operation) => routeOf(operation) === route)?.policy;
	const accepted = (route: string) => acceptedBy[policyOf(route) ?? "public"];

	it("asks recovery cases for a key pair, a bearer token or the cookie", () => {
		for (const route of specified.filter((route) => route.includes(" /recovery-cases"))) {
			expect(accepted(route), route).toEqual(expect.arrayContaining(["api_key", "session", "cookie"]));
		}
	});

	it("asks the account's own calls for a bearer token or the cookie", () => {
		for (const route of specified.filter((route) => /\/auth\/(me|api-keys)/.test(route))) {
			expect(accepted(route), route).toEqual(["session", "cookie", "reviewer_session", "reviewer_cookie"]);
		}
	});

	it("asks nothing of those who register or log in", () => {
		expect(policyOf("POST /auth/register")).toBe("public");
		expect(policyOf("POST /auth/login")).toBe("public");
		expect(policyOf("POST /auth/issue-anon-jwt")).toBe("public");
	});
});
