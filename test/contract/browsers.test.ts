// Which pages may call which operation (auth.md "Browser origins and CORS"), by real preflights and calls to every route.
import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { Operation } from "../../src/http/operation.ts";
import { operations } from "../../src/operations.ts";
import { type Battery, newBattery } from "../support/auth/auth-battery.ts";
import { PAGE } from "../support/auth/bad-credentials.ts";
import { acceptedBy, type CredentialKind } from "../support/auth/credential-kinds.ts";
import { newPageBearer } from "../support/auth/wallet-bearer.ts";
import { pathOf, send } from "../support/contract/contract-operations.ts";
import { ORIGIN } from "../support/contract/openapi-client.ts";
import {
	changesBetween,
	type Snapshot,
	settledSnapshot,
	takeSnapshot,
} from "../support/storage/storage-snapshot.ts";

const EVIL = "https://evil.example";
const KEY_SETS = ["/.well-known/jwks.json", "/.well-known/evidence-jwks.json"];
const DOCUMENTS = ["/api/v1/openapi.json", "/terms/2026-11-01.txt"];

/** Stated a second time, so that a mistake in the route table fails a test. */
const everyOrigin = [
	...["GET /config", "GET /health", "GET /notices", "GET /recovery-cases/{jrcHash}/head"],
	"POST /typed-data",
];
const allowlisted = [
	"DELETE /estate-profiles/{ownerAddress}/privacy-codes/{codeId}",
	"DELETE /recovery-cases/{caseId}/evidence-links/{evidenceLinkId}",
	"GET /estate-profiles/{ownerAddress}",
	"GET /recovery-cases",
	"GET /recovery-cases/{caseId}",
	"GET /recovery-cases/{caseId}/approval",
	"GET /recovery-cases/{caseId}/events",
	"GET /recovery-cases/{caseId}/evidence",
	"GET /recovery-cases/{caseId}/evidence-links",
	"GET /recovery-cases/{jrcHash}/execution",
	"GET /tokens/{chainId}/{address}",
	"POST /auth/logout",
	"POST /recovery-cases/exists",
	"POST /recovery-cases/jrc-hash",
	"POST /recovery-cases/{caseId}/evidence-links",
	"POST /recovery-cases/{jrcHash}/documents",
	"POST /recovery-cases/{jrcHash}/execution",
];
const signed = [
	"DELETE /estate-profiles/{ownerAddress}",
	"PATCH /recovery-cases/{jrcHash}/court-order",
	"POST /auth/wallet/challenge",
	"POST /auth/wallet/session",
	"POST /estate-profiles/{ownerAddress}/agreement",
	"POST /estate-profiles/{ownerAddress}/privacy-codes",
	"POST /estate-profiles/{ownerAddress}/will",
	"POST /recovery-cases/contest-all",
	"POST /recovery-cases/new-case",
	"POST /recovery-cases/{jrcHash}/contest",
	"POST /recovery-cases/{jrcHash}/withdraw",
];

let battery: Battery;
beforeAll(async () => {
	battery = await newBattery();
});

const routeOf = ({ method, path }: Operation) => `${method} ${path}`;
const named = operations.map((operation) => [routeOf(operation), operation] as const);
const withRule = (...rules: Operation["cors"][]) => named.filter(([, { cors }]) => rules.includes(cors));

/** As a browser sends it before the call. */
function preflight(path: string, origin: string, method: string) {
	const headers = {
		Origin: origin,
		"Access-Control-Request-Method": method,
		"Access-Control-Request-Headers": "authorization,content-type",
		"CF-Connecting-IP": crypto.randomUUID(),
	};
	return exports.default.fetch(ORIGIN + path, { method: "OPTIONS", headers });
}

const corsOf = ({ headers }: Response) => ({
	origin: headers.get("Access-Control-Allow-Origin"),
	headers: headers.get("Access-Control-Allow-Headers"),
	methods: headers.get("Access-Control-Allow-Methods")?.split(",") ?? [],
});

it("the route table opens these operations to pages, and no others", () => {
	const routes = (rule: Operation["cors"]) => withRule(rule).map(([route]) => route);
	expect(routes("public").sort()).toEqual(everyOrigin);
	expect(routes("allowlisted").sort()).toEqual(allowlisted);
	expect(routes("signed").sort()).toEqual(signed);
});

it("every operation that takes a wallet's signature is marked as signed, unless no page may call it", () => {
	const takesSignature = ({ body, download, policy }: Operation) => {
		if (download || policy === "reviewer") return false;
		const schema = body?.();
		return schema instanceof z.ZodObject && "signature" in schema.shape;
	};
	const unmarked = operations.filter((row) => takesSignature(row) && row.cors !== "signed").map(routeOf);
	expect(unmarked).toEqual([]);
});

describe.each(named)("a preflight for %s", (_, operation) => {
	const path = `/api/v1${pathOf(operation)}`;
	const { method, cors } = operation;

	it("lets pages call it as the route table says", async () => {
		const [fromAllowed, fromEvil] = [
			await preflight(path, PAGE, method),
			await preflight(path, EVIL, method),
		];
		for (const response of [fromAllowed, fromEvil]) {
			expect(response.headers.has("Access-Control-Allow-Credentials")).toBe(false);
		}
		if (cors === undefined) {
			expect([fromAllowed.status, fromEvil.status]).toEqual([405, 405]);
			expect([corsOf(fromAllowed).origin, corsOf(fromEvil).origin]).toEqual([null, null]);
			return;
		}
		expect(corsOf(fromEvil).origin).toBe(cors === "public" ? "*" : null);
		expect(corsOf(fromAllowed)).toMatchObject({
			origin: cors === "public" ? "*" : PAGE,
			headers: cors === "public" ? "Content-Type" : "Content-Type,Authorization,Idempotency-Key",
			methods: expect.arrayContaining([method]),
		});
	});
});

it.each([...KEY_SETS, ...DOCUMENTS])("%s can be read by pages of every origin", async (path) => {
	expect(corsOf(await preflight(path, EVIL, "GET"))).toMatchObject({ origin: "*", methods: ["GET", "HEAD"] });
	for (const headers of [{ Origin: EVIL }, {}]) {
		const response = await exports.default.fetch(ORIGIN + path, { headers });
		expect(response.status).toBe(200);
		expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
		await response.arrayBuffer();
	}
});

it.each(withRule("public"))("%s can be read by pages of every origin", async (_, operation) => {
	const { headers } = await send(operation, { origin: EVIL });
	expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
	expect(headers.has("Access-Control-Allow-Credentials")).toBe(false);
});

describe.each([
	["GET", "/api/v1/nothing", "RESOURCE_NOT_FOUND"],
	["PUT", "/api/v1/recovery-cases", "METHOD_NOT_ALLOWED"],
	["PUT", "/api/v1/webhook-endpoints", "METHOD_NOT_ALLOWED"],
])("%s %s, which no operation serves", (method, path, code) => {
	it("says so to allowed pages, and to no others", async () => {
		for (const [origin, shown] of [[PAGE, PAGE] as const, [EVIL, null] as const]) {
			const asked = await preflight(path, origin, method);
			const before = corsOf(asked);
			expect([before.origin, before.methods.includes(method)]).toEqual([shown, true]);
			// If browsers kept the allowed headers, a POST that the path serves would need no preflight of its own.
			expect(asked.headers.get("Access-Control-Max-Age")).toBe("0");
			const response = await exports.default.fetch(ORIGIN + path, { method, headers: { Origin: origin } });
			expect(corsOf(response).origin).toBe(shown);
			expect(await response.json()).toMatchObject({ error: { code } });
		}
	});
});

it("no operation that sends a document is open to pages", () => {
	expect(operations.filter(({ download, cors }) => download && cors).map(routeOf)).toEqual([]);
});

/** A budget of an earlier call becomes whole again at any time. Its object then deletes itself. */
const wholeBudget = /^- ACCOUNTS \S+ (?:origin_uses|schema_steps|alarm):/;
const changesSince = async (before: Snapshot) =>
	changesBetween(before, await takeSnapshot()).filter((change) => !wholeBudget.test(change));

describe("a page's session", () => {
	const closed = named.filter(([, { policy }]) => policy !== "public");
	const isForPages = ({ cors, policy }: Operation) =>
		cors !== undefined && acceptedBy[policy].includes("wallet");
	let token: { authorization: string };
	let before: Snapshot;
	beforeAll(async () => {
		token = await newPageBearer(PAGE);
		before = await settledSnapshot();
	});

	it.each(closed)("is rejected by %s without its Origin", async (_, operation) => {
		// What no page may call rejects it with its Origin, too.
		for (const origin of [null, EVIL, ORIGIN, ...(isForPages(operation) ? [] : [PAGE])]) {
			const { status, body } = await send(operation, { ...token, origin });
			expect([origin, status, body.error?.code]).toEqual([origin, 403, "FORBIDDEN"]);
		}
		expect(await changesSince(before)).toEqual([]);
	});

	// After the comparison of storage, because accepted calls store something.
	const forPages = closed.filter(([, operation]) => isForPages(operation));
	it.each(forPages)("is accepted by %s with its Origin", async (_, operation) => {
		const { body } = await send(operation, { ...(await newPageBearer(PAGE)), origin: PAGE });
		// The case or the estate may be missing, but the session is accepted.
		expect(body.error?.code ?? "none").not.toMatch(/FORBIDDEN|INVALID_TOKEN|UNAUTHORIZED/);
	});
});

describe("a page of another origin", () => {
	let before: Snapshot;
	beforeAll(async () => {
		before = await settledSnapshot();
	});

	it.each(withRule("signed"))("is rejected by %s, whatever it sends", async (_, operation) => {
		const kinds = Object.keys(battery.good) as CredentialKind[];
		for (const kind of kinds.filter((kind) => kind !== "api_key")) {
			for (const origin of [EVIL, "null", `${PAGE}.evil.example`, `${PAGE}:8443`]) {
				const { status, body, headers } = await send(operation, { ...battery.good[kind], origin });
				expect([kind, origin, status, body.error?.code]).toEqual([kind, origin, 403, "FORBIDDEN"]);
				expect(body.error.message).toMatch(/register the origin with `POST \/origins`/);
				expect(headers.has("access-control-allow-origin")).toBe(false);
			}
		}
		expect(await changesSince(before)).toEqual([]);
	});
});

it.each(withRule("signed"))("%s counts the service's own pages as no other origin", async (_, operation) => {
	const { status, body } = await send(operation, { ...battery.good.session, origin: ORIGIN });
	expect([status, body.error?.message ?? ""]).not.toEqual([403, expect.stringMatching(/`POST \/origins`/)]);
});
