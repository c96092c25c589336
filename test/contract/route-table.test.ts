// The routes are those of the specification and the documented additions: nothing more, nothing less.
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { Operation } from "../../src/http/operation.ts";
import { operations } from "../../src/operations.ts";

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
const notYetBuilt = [
	"POST /auth/issue-anon-jwt",
	"GET /estate-profiles/{ownerAddress}",
	"POST /estate-profiles/{ownerAddress}/privacy-codes",
	"POST /estate-profiles/privacy-codes/resolve",
	"POST /estate-profiles/{ownerAddress}/agreement",
	"POST /estate-profiles/{ownerAddress}/will",
];

/** Beyond the specification, each with the page of the design that asks for it. */
const additions = [
	"POST /recovery-cases/{jrcHash}/contest", // recovery.md
	"POST /recovery-cases/{jrcHash}/withdraw", // recovery.md
	"GET /notices", // recovery.md
	"POST /auth/logout", // auth.md
	"POST /auth/logout-all", // auth.md
	"POST /auth/password", // auth.md
	"POST /auth/password-reset", // auth.md
	"DELETE /auth/me", // auth.md
	"POST /auth/api-keys/{keyId}/rotate", // auth.md
	"GET /review/audit", // auth.md
	"GET /health", // architecture.md
];

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
			expect(["public", "developer", "developer-session"], routeOf(operation)).toContain(policy);
			expect(tag && summary, routeOf(operation)).toBeTruthy();
			expect(Object.keys(responses), routeOf(operation)).not.toEqual([]);
		}
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
			expect(params instanceof z.ZodObject ? Object.keys(params.shape) : []).toEqual(named);
		},
	);
});

describe("the specification's auth column", () => {
	const policyOf = (route: string) => operations.find((operation) => routeOf(operation) === route)?.policy;

	it("asks recovery cases for a key pair, a bearer token or the cookie", () => {
		for (const route of specified.filter((route) => route.includes(" /recovery-cases"))) {
			expect(policyOf(route), route).toBe("developer");
		}
	});

	it("asks the account's own calls for a bearer token or the cookie", () => {
		for (const route of specified.filter((route) => /\/auth\/(me|api-keys)/.test(route))) {
			expect(policyOf(route), route).toBe("developer-session");
		}
	});

	it("asks nothing of those who register or log in", () => {
		expect(policyOf("POST /auth/register")).toBe("public");
		expect(policyOf("POST /auth/login")).toBe("public");
	});
});
