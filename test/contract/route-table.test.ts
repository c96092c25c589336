// The route table has every route of the specification, and its rows agree with each other (auth.md "Policies").
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

/** Routes that receive or replace a password, so the stricter limit counts them. */
const withPassword = ["POST /auth/register", "POST /auth/login", "POST /auth/password-reset"];

/** The only public route without a limit, because monitors poll it. */
const unlimited = ["GET /health"];

const routeOf = ({ method, path }: Operation) => `${method} ${path}`;

describe("the route table", () => {
	it("has every route of the specification", () => {
		expect(operations.map(routeOf)).toEqual(expect.arrayContaining(specified));
	});

	it("has a known policy, a tag, a summary and a response in every row", () => {
		for (const operation of operations) {
			const { policy, tag, summary, responses } = operation;
			expect(Object.keys(acceptedBy), routeOf(operation)).toContain(policy);
			expect(tag && summary, routeOf(operation)).toBeTruthy();
			expect(Object.keys(responses), routeOf(operation)).not.toEqual([]);
		}
	});

	it("limits every route that needs no credential, apart from health", () => {
		const open = operations.filter(({ policy }) => policy === "public");
		expect(open.filter(({ rateLimited }) => !rateLimited).map(routeOf)).toEqual(unlimited);
		// Routes that need a credential are counted by it, so they declare no limit of their own.
		const closed = operations.filter(({ policy }) => policy !== "public");
		expect(closed.filter(({ rateLimited }) => rateLimited).map(routeOf)).toEqual([]);
	});

	it("counts routes with a password by the stricter limit of logins", () => {
		const strict = operations.filter(({ rateLimited }) => rateLimited === "login").map(routeOf);
		expect(strict).toEqual(expect.arrayContaining(withPassword));
	});

	it("has every operation id and every route once", () => {
		const ids = operations.map(({ operationId }) => operationId);
		expect(new Set(ids).size).toBe(ids.length);
		expect(new Set(operations.map(routeOf)).size).toBe(operations.length);
	});

	it.each(operations.map((operation) => [routeOf(operation), operation] as const))(
		"%s declares exactly the parameters of its path",
		(_, { path, params }) => {
			const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
			const given = params?.();
			const schema = given instanceof z.ZodPipe ? given.in : given;
			expect(schema instanceof z.ZodObject ? Object.keys(schema.shape) : []).toEqual(named);
		},
	);
});

describe("the specification's auth column", () => {
	const policyOf = (route: string) => operations.find((operation) => routeOf(operation) === route)?.policy;
	const accepted = (route: string) => acceptedBy[policyOf(route) ?? "public"];

	it("accepts a key pair, a bearer token or the cookie on recovery cases", () => {
		for (const route of specified.filter((route) => route.includes(" /recovery-cases"))) {
			expect(accepted(route), route).toEqual(expect.arrayContaining(["api_key", "session", "cookie"]));
		}
	});

	it("accepts only a bearer token or the cookie on the account itself", () => {
		for (const route of specified.filter((route) => /\/auth\/(me|api-keys)/.test(route))) {
			expect(accepted(route), route).toEqual(["session", "cookie", "reviewer_session", "reviewer_cookie"]);
		}
	});

	it("needs no credential to register or log in", () => {
		expect(policyOf("POST /auth/register")).toBe("public");
		expect(policyOf("POST /auth/login")).toBe("public");
		expect(policyOf("POST /auth/issue-anon-jwt")).toBe("public");
	});
});
