/**
 * Pages of allowed origins, and rejections of all other pages (auth.md "Browser origins and CORS").
 *
 * Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
 */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { newDeveloper, newReviewer } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { closeBody, courtOrderBody, newCaseBody, newIntent, owner } from "../../support/signing/signing.ts";
import { countBy, newPartner, type Partner } from "../recovery/support.ts";
import { newOrigin } from "./support.ts";

const ORIGIN = "https://wallet.example";
let partner: Partner;
beforeAll(async () => {
	partner = await newPartner();
	await newOrigin({ headers: { Authorization: `Bearer ${partner.token}` } }, ORIGIN, "allow");
});

const fromPage = (origin = ORIGIN) => ({ Origin: origin });

describe("registration of origins", () => {
	it("requests an origin once, lists it and removes it", async () => {
		const developer = await newDeveloper();
		const { headers } = developer;
		const asked = await newOrigin(developer, "https://app.example");
		expect(asked).toMatchObject({ origin: "https://app.example", status: "requested" });
		const again = await call("/origins", { body: { origin: "https://app.example" }, headers });
		expect(again.status).toBe(200);
		expect(await (await call("/origins", { headers })).json()).toMatchObject({
			data: [{ originId: asked.originId }],
		});
		expect((await call(`/origins/${asked.originId}`, { method: "DELETE", headers })).status).toBe(200);
		expect(
			await errorOf(await call(`/origins/${asked.originId}`, { method: "DELETE", headers })),
		).toMatchObject({
			status: 404,
			code: "RESOURCE_NOT_FOUND",
		});
	});

	it("accepts at most twenty of thirty parallel requests", async () => {
		const { headers } = await newDeveloper();
		const responses = await Promise.all(
			Array.from({ length: 30 }, (_, at) =>
				call("/origins", { body: { origin: `https://s${at}.example` }, headers }),
			),
		);
		expect(countBy(responses.map((response) => response.status))).toEqual({ 201: 20, 429: 10 });
		const refused = responses.find(({ status }) => status === 429) ?? new Response();
		expect(refused.headers.has("Retry-After")).toBe(false);
		expect(await errorOf(refused)).toMatchObject({ details: [{ field: "origin", rule: "quota_full" }] });
	});

	it.each([
		"http://app.example",
		"https://app.example/",
		"https://app.example/path",
		"https://APP.example",
		"https://app.example:443",
		"https://app.example.",
		"https://user@app.example",
		"https://app",
		"http://localhost:3000",
		"https://replevin.test",
		"null",
		"*",
		"https://*.example",
		"ftp://app.example",
		"",
	])("rejects %j, which cannot be an allowed origin", async (origin) => {
		const headers = { Authorization: `Bearer ${partner.token}` };
		const error = await errorOf(await call("/origins", { body: { origin }, headers }));
		expect(error).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR" });
		expect(error.details?.[0]?.field).toBe("origin");
		expect(error.details?.[0]?.message).toMatch(
			/without a path or a trailing slash.*`http:\/\/localhost:3000`/,
		);
	});

	it("is decided by reviewers, not on their own origins, and for one developer at a time", async () => {
		const [first, second] = [await newDeveloper(), await newDeveloper()];
		const asked = await newOrigin(first, "https://shared.example");
		const rival = await newOrigin(second, "https://shared.example");
		const body = { decision: "allow", reason: "known to us" };
		const decide = (originId: string, headers: Record<string, string>) =>
			call(`/review/origins/${originId}/decision`, { body, headers });
		expect(await errorOf(await decide(asked.originId, first.headers))).toMatchObject({
			status: 403,
			code: "FORBIDDEN",
		});

		const reviewer = await newReviewer();
		const own = await newOrigin(reviewer, "https://own.example");
		expect(await errorOf(await decide(own.originId, reviewer.headers))).toMatchObject({ code: "FORBIDDEN" });
		const waiting = await (await call("/review/origins", { headers: reviewer.headers })).json();
		expect(waiting).toMatchObject({
			data: expect.arrayContaining([expect.objectContaining({ originId: asked.originId })]),
		});

		const both = await Promise.all([
			decide(asked.originId, reviewer.headers),
			decide(rival.originId, reviewer.headers),
		]);
		expect(countBy(both.map((response) => response.status))).toEqual({ 200: 1, 409: 1 });
		expect(await errorOf(await decide(`org_${"0".repeat(32)}`, reviewer.headers))).toMatchObject({
			status: 404,
		});
	});
});

describe("a page of an allowed origin", () => {
	it("files a case for its developer, and gets no case record", async () => {
		const intent = newIntent({ lostAccount: `0x${"41".repeat(20)}` });
		const response = await call("/recovery-cases/new-case", {
			body: await newCaseBody(intent),
			headers: fromPage(),
		});
		expect(response.status).toBe(201);
		expect(response.headers.get("Access-Control-Allow-Origin")).toBe(ORIGIN);
		expect(response.headers.get("Vary")).toContain("Origin");
		expect(response.headers.has("Access-Control-Allow-Credentials")).toBe(false);
		const jrcHash = hashRecoveryIntent(intent);
		const told = (await response.json()) as { caseId: string };
		expect(told).toEqual({ caseId: told.caseId, jrcHash, status: "created" });
		expect(await (await partner.send(`/recovery-cases/${told.caseId}`)).json()).toMatchObject({
			source: "origin",
		});

		const path = `/recovery-cases/${jrcHash}/court-order`;
		const ordered = await call(path, {
			method: "PATCH",
			body: await courtOrderBody(intent),
			headers: fromPage(),
		});
		expect(await ordered.json()).toEqual({ caseId: told.caseId, jrcHash, status: "pending" });
	});

	it("may ask for a jrcHash, and contest a case", async () => {
		const intent = newIntent({ lostAccount: owner.address });
		expect((await call("/recovery-cases/jrc-hash", { body: intent, headers: fromPage() })).status).toBe(200);
		await partner.file(intent);
		const path = `/recovery-cases/${hashRecoveryIntent(intent)}/contest`;
		const response = await call(path, {
			body: await closeBody(intent, "contest", owner),
			headers: fromPage(),
		});
		expect(response.status).toBe(200);
		expect(response.headers.get("Access-Control-Allow-Origin")).toBe(ORIGIN);
	});

	it.each([
		["GET", `/recovery-cases/rc_${"0".repeat(32)}`, ORIGIN],
		["GET", "/recovery-cases", ORIGIN],
		["GET", "/auth/me", null],
	])("may not call %s %s without a credential", async (method, path, allowed) => {
		const response = await call(path, { method, headers: fromPage() });
		expect(response.headers.get("Access-Control-Allow-Origin")).toBe(allowed);
		expect(await errorOf(response)).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
	});

	it("can read why its request was rejected", async () => {
		const response = await call("/recovery-cases/new-case", { body: {}, headers: fromPage() });
		expect(response.status).toBe(400);
		expect(response.headers.get("Access-Control-Allow-Origin")).toBe(ORIGIN);
	});

	it("is rejected on the next call after its origin was removed", async () => {
		const developer = await newDeveloper();
		const origin = "https://short-lived.example";
		const { originId } = await newOrigin(developer, origin, "allow");
		expect(
			(await call("/recovery-cases/exists", { body: newIntent(), headers: fromPage(origin) })).status,
		).toBe(200);
		await call(`/origins/${originId}`, { method: "DELETE", headers: developer.headers });
		const refused = await call("/recovery-cases/exists", { body: newIntent(), headers: fromPage(origin) });
		expect(await errorOf(refused)).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
	});
});

describe("a page of any other origin", () => {
	it.each([
		"https://evil.example",
		"https://wallet.example.evil.example",
		"https://xwallet.example",
		"http://wallet.example",
		"https://wallet.example:8443",
		"https://WALLET.example",
		"https://wallet.example.",
		"null",
		"",
	])("is rejected: %j", async (origin) => {
		const response = await call("/recovery-cases/exists", { body: newIntent(), headers: fromPage(origin) });
		expect(await errorOf(response)).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
		expect(response.headers.has("Access-Control-Allow-Origin")).toBe(false);
	});
});

describe("resolvers", () => {
	it("are granted and revoked by reviewers, but reviewers cannot become resolvers", async () => {
		const [developer, reviewer] = [await newDeveloper(), await newReviewer()];
		const { headers } = reviewer;
		const grant = (developerId: string) => call("/review/resolvers", { body: { developerId }, headers });
		for (let count = 0; count < 2; count++) {
			expect(await (await grant(developer.developerId)).json()).toMatchObject({ user: { role: "resolver" } });
		}
		expect(await (await call("/auth/me", { headers: developer.headers })).json()).toMatchObject({
			user: { role: "resolver" },
		});
		expect(await errorOf(await grant(reviewer.developerId))).toMatchObject({
			status: 403,
			code: "FORBIDDEN",
		});
		expect(await errorOf(await grant(`dev_${"0".repeat(32)}`))).toMatchObject({
			status: 404,
			code: "USER_NOT_FOUND",
		});
		const revoked = await call(`/review/resolvers/${developer.developerId}`, { method: "DELETE", headers });
		expect(await revoked.json()).toMatchObject({ user: { role: "developer" } });
	});

	it("are not granted by an e-mail address, which a stranger may have registered first", async () => {
		const reviewer = await newReviewer();
		const stranger = await newDeveloper({ email: "notary@court.example" });
		const { headers } = reviewer;
		for (const extra of [{}, { developerId: stranger.developerId }]) {
			const body = { email: stranger.email, ...extra };
			const error = await errorOf(await call("/review/resolvers", { body, headers }));
			expect(error).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR" });
			expect(error.details?.map(({ field }) => field)).toContain("email");
		}
		const me = await call("/auth/me", { headers: stranger.headers });
		expect(await me.json()).toMatchObject({ user: { id: stranger.developerId, role: "developer" } });
	});

	it("are shown to the reviewer by their id, with address and age, before the grant", async () => {
		const [developer, reviewer] = [await newDeveloper(), await newReviewer()];
		const { developerId, email } = developer;
		const read = (id: string, headers = reviewer.headers) => call(`/review/accounts/${id}`, { headers });
		const { user } = await (await read(developerId)).json<{ user: { createdAt: string } }>();
		expect(user).toMatchObject({ id: developerId, email, role: "developer" });
		expect(Math.abs(Date.parse(user.createdAt) - Date.now())).toBeLessThan(60_000);
		expect(await errorOf(await read(`dev_${"0".repeat(32)}`))).toMatchObject({
			status: 404,
			code: "USER_NOT_FOUND",
		});
		expect(await errorOf(await read("dev_1"))).toMatchObject({ status: 400 });
		expect(await errorOf(await read(developerId, developer.headers))).toMatchObject({ status: 403 });
		const { results } = await env.DB.prepare(
			"SELECT actor FROM audit_events WHERE action = 'account.read' AND target = ?",
		)
			.bind(developerId)
			.all();
		expect(results).toEqual([{ actor: reviewer.developerId }]);
	});

	it("are audited only when a role changes, and revoking another role is rejected", async () => {
		const [developer, reviewer] = [await newDeveloper(), await newReviewer()];
		const { headers } = reviewer;
		const { email, developerId } = developer;
		const revoke = () => call(`/review/resolvers/${developerId}`, { method: "DELETE", headers });
		const refuseRevocation = async () => {
			const error = await errorOf(await revoke());
			expect(error).toMatchObject({ status: 403, code: "FORBIDDEN" });
			expect(error.message).not.toContain(email);
		};
		await refuseRevocation();
		for (let count = 0; count < 2; count++) {
			expect((await call("/review/resolvers", { body: { developerId }, headers })).status).toBe(200);
		}
		expect((await revoke()).status).toBe(200);
		await refuseRevocation();
		const { results } = await env.DB.prepare(
			"SELECT action FROM audit_events WHERE target = ? AND action LIKE 'resolver.%' ORDER BY seq",
		)
			.bind(developerId)
			.all();
		expect(results.map(({ action }) => action)).toEqual(["resolver.granted", "resolver.revoked"]);
	});
});

describe("unregistered origins", () => {
	const madeUp = (at: number, address: string) => ({
		Origin: `https://made-up-${at}.example`,
		"CF-Connecting-IP": address,
	});
	/** The runtime counts per clock minute. */
	const minute = () => Math.floor(Date.now() / 60_000);

	/** The statuses of seventy calls from one address; undefined if a new minute began meanwhile. */
	async function seventyStatuses(address: string): Promise<number[] | undefined> {
		const startedIn = minute();
		const statuses = [];
		for (let at = 0; at < 70; at++) {
			const headers = madeUp(at, address);
			statuses.push((await call("/recovery-cases/exists", { body: newIntent(), headers })).status);
		}
		return minute() === startedIn ? statuses : undefined;
	}

	it("cause a query only where origins are accepted, and a limited number per address", async () => {
		const addresses = ["203.0.113.77", "203.0.113.78", "203.0.113.79"];
		let address = "";
		let statuses: number[] | undefined;
		while (!statuses && addresses.length > 0) {
			address = addresses.pop() ?? "";
			statuses = await seventyStatuses(address);
		}
		expect(countBy(statuses ?? [])).toEqual({ 401: 60, 429: 10 });
		// A route that accepts no origin looks none up, so nothing is counted.
		expect((await call("/auth/me", { headers: madeUp(1, address) })).status).toBe(401);
	});
});
