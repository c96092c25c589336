// estates.md "POST /estate-profiles/privacy-codes/resolve".
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { resolvePrivacyCodeResponse } from "../../../src/estates/privacy-code/operations.ts";
import { newReviewer } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { privacyCodeBody } from "../../support/signing/estate-signing.ts";
import { countBy } from "../recovery/support.ts";
import {
	accept,
	auditOf,
	createCode,
	expire,
	historyOf,
	newCode,
	newEstate,
	newOwner,
	newPartner,
	newResolver,
	pathOf,
	profileOf,
	putWill,
	repeat,
	resolve,
	rowsOf,
	sessionOf,
	unknownCode,
} from "./support.ts";

/** An error without its `requestId`, which differs in each response. */
async function withoutId(response: Response) {
	const { requestId: _, ...error } = await errorOf(response);
	return error;
}

describe("resolving a privacy code", () => {
	it("tells the developer who created it exactly the documented fields", async () => {
		const { owner, partner } = await newEstate();
		const { code } = await newCode(owner, partner.headers);
		const before = Date.now();
		const response = await resolve(code, partner.headers);
		const body = resolvePrivacyCodeResponse().parse(await response.json());
		expect(body).toEqual({
			ownerAddress: owner.address,
			chainId: null,
			label: "Probate filing",
			agreementAccepted: true,
			will: null,
			resolvedAt: expect.any(String),
		});
		expect(Date.parse(body.resolvedAt)).toBeGreaterThanOrEqual(before);
		await putWill(owner);
		await putWill(owner, 2);
		const { will } = resolvePrivacyCodeResponse().parse(await (await resolve(code, partner.session)).json());
		expect(will).toMatchObject({ version: 2, mimeType: "application/pdf", size: 4 });
	});

	it("works for a resolver's session, and for no key of hers, until the role is revoked", async () => {
		const { owner, partner, session } = await newEstate();
		const resolver = await newResolver();
		const codes = [await newCode(owner, partner.headers), await newCode(owner, session)];
		for (const { code } of codes) {
			expect((await resolve(code, resolver.headers)).status).toBe(200);
			expect((await resolve(code, resolver.key)).status).toBe(404);
		}
		await resolver.revoke();
		expect((await resolve(codes[0]?.code ?? "", resolver.headers)).status).toBe(404);
	});

	it("accepts a code as people write it", async () => {
		const { owner, partner } = await newEstate();
		const { code } = await newCode(owner, partner.headers);
		for (const written of [
			code.toLowerCase(),
			code.replaceAll("-", " "),
			code.replaceAll("-", ""),
			code.slice("RPL-".length),
			` ${code.replaceAll("0", "o").replaceAll("1", "l")} `,
		]) {
			expect((await resolve(written, partner.headers)).status, written).toBe(200);
		}
	});

	it("tells only of the code's estate, not of a contract's with the same address", async () => {
		const { owner, partner } = await newEstate();
		const { code } = await newCode(owner, partner.headers);
		await profileOf(owner, partner.headers, "?chainId=10");
		await env.DB.prepare("UPDATE estate_profiles SET chain_id = 11 WHERE owner_address = ? AND chain_id = 0")
			.bind(owner.address.toLowerCase())
			.run();
		expect(await (await resolve(code, partner.headers)).json()).toMatchObject({ chainId: 11 });
	});

	it("tells whether the owner has accepted the current terms", async () => {
		const { owner, partner } = await newEstate();
		const { code } = await newCode(owner, partner.headers);
		await env.DB.prepare(
			"UPDATE estate_agreements SET version = '2020-01-01' WHERE estate_id IN (SELECT estate_id FROM estate_profiles WHERE owner_address = ?)",
		)
			.bind(owner.address.toLowerCase())
			.run();
		expect(await (await resolve(code, partner.headers)).json()).toMatchObject({ agreementAccepted: false });
	});
});

describe("each resolve", () => {
	it("is counted, audited and visible to the owner exactly once, also in parallel", async () => {
		const { owner, partner, session } = await newEstate();
		const { code, codeId } = await newCode(owner, partner.headers);
		const responses = await repeat(20, () => resolve(code, partner.headers));
		const counts = countBy(responses.map(({ status }) => status));
		// Attempts are counted before they run, so some of many parallel ones may be throttled.
		expect((counts[200] ?? 0) + (counts[429] ?? 0)).toBe(20);
		expect(counts[200]).toBeGreaterThanOrEqual(4);
		const { privacyCodes } = await profileOf(owner, session);
		expect(privacyCodes[0]?.resolves).toBe(counts[200]);
		const { data } = await historyOf(owner, session, "?limit=100");
		const resolved = data.filter(({ action }) => action === "privacy_code.resolved");
		expect(resolved).toHaveLength(counts[200] ?? 0);
		const written = (await auditOf("privacy_code.resolved")).filter(({ target }) => target === codeId);
		expect(written).toEqual(resolved.map(() => ({ actor: partner.developerId, target: codeId })));
	});

	it("succeeds, is counted and is audited together or not at all", async () => {
		const { owner, partner, session } = await newEstate();
		const { code, codeId } = await newCode(owner, partner.headers);
		await env.DB.prepare("ALTER TABLE audit_events RENAME TO audit_events_away").run();
		const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
		const response = await resolve(code, partner.headers);
		log.mockRestore();
		await env.DB.prepare("ALTER TABLE audit_events_away RENAME TO audit_events").run();
		expect(response.status).toBe(503);
		expect((await profileOf(owner, session)).privacyCodes[0]?.resolves).toBe(0);
		expect((await resolve(code, partner.headers)).status).toBe(200);
		const written = (await auditOf("privacy_code.resolved")).filter(({ target }) => target === codeId);
		expect(written).toHaveLength(1);
	});

	it("does not change the profile's `updatedAt`", async () => {
		const { owner, partner, session } = await newEstate();
		const { code } = await newCode(owner, partner.headers);
		const { updatedAt } = await profileOf(owner, session);
		await resolve(code, partner.headers);
		expect((await profileOf(owner, session)).updatedAt).toBe(updatedAt);
	});
});

describe("a code that does not resolve", () => {
	it("gets the same response if unknown, expired, revoked or of others, and is not counted", async () => {
		const { owner, partner, session } = await newEstate();
		const other = await newEstate();
		const [expired, revoked, foreign, own] = [
			await newCode(owner, partner.headers),
			await newCode(owner, partner.headers),
			await newCode(other.owner, other.partner.headers),
			await newCode(owner, session),
		];
		await expire(expired.codeId);
		await call(pathOf(owner, `/privacy-codes/${revoked.codeId}`), { method: "DELETE", headers: session });
		const responses = [];
		for (const code of [unknownCode(), expired.code, revoked.code, foreign.code]) {
			responses.push(await withoutId(await resolve(code, partner.headers)));
		}
		expect(responses[0]).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
		expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
		expect((await resolve(own.code, other.partner.headers)).status).toBe(404);
		const counted = (await rowsOf("privacy_codes")).filter(({ code_id }) =>
			[expired, revoked, foreign, own].some(({ codeId }) => codeId === code_id),
		);
		expect(counted.map(({ resolves }) => resolves)).toEqual([0, 0, 0, 0]);
		const targets = (await auditOf("privacy_code.refused"))
			.filter(({ actor }) => actor === partner.developerId)
			.map(({ target }) => target);
		expect(targets).toEqual([null, expired.codeId, revoked.codeId, foreign.codeId]);
	});

	it("is not found for an account without the role, such as a reviewer", async () => {
		const { owner, partner } = await newEstate();
		const { code } = await newCode(owner, partner.headers);
		expect((await resolve(code, (await newReviewer()).headers)).status).toBe(404);
		expect((await resolve(code, await sessionOf(owner))).status).toBe(403);
	});

	it("with a wrong check symbol is an invalid field, without a query or an attempt", async () => {
		const { partner } = await newEstate();
		const code = unknownCode();
		const wrong = `${code.slice(0, -1)}${code.endsWith("0") ? "1" : "0"}`;
		for (let count = 0; count < 10; count++) {
			expect(await errorOf(await resolve(wrong, partner.headers))).toMatchObject({
				status: 400,
				code: "INPUT_VALIDATION_ERROR",
				details: [{ field: "code" }],
			});
		}
		expect(
			(await auditOf("privacy_code.refused")).filter(({ actor }) => actor === partner.developerId),
		).toEqual([]);
		expect((await resolve(code, partner.headers)).status).toBe(404);
	});
});

describe("guesses at privacy codes", () => {
	const guess = (headers: Record<string, string>, from: string) =>
		call("/estate-profiles/privacy-codes/resolve", {
			body: { code: unknownCode() },
			headers: { ...headers, "CF-Connecting-IP": from },
		});

	it("are throttled after five per account, over all addresses and credentials", async () => {
		const partner = await newPartner();
		const startedAt = Date.now();
		const responses = await repeat(20, (at) =>
			guess(at % 2 ? partner.headers : partner.session, crypto.randomUUID()),
		);
		// After five attempts the waits are 1, 2 and 4 seconds; each wait that has passed allows one more attempt.
		const waits = Math.floor(Math.log2((Date.now() - startedAt) / 1000 + 1));
		const counts = countBy(responses.map(({ status }) => status));
		const tried = Number(counts[404]);
		expect(counts).toEqual({ 404: tried, 429: 20 - tried });
		expect(tried).toBeGreaterThanOrEqual(5);
		expect(tried).toBeLessThanOrEqual(5 + waits);
		const throttled = responses.find(({ status }) => status === 429);
		expect(throttled?.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
		expect((await auditOf("privacy_code.throttled")).length).toBeGreaterThanOrEqual(20 - tried);
	});

	it("are throttled after five per address, over all accounts", async () => {
		const partners = await repeat(6, newPartner);
		const responses = [];
		for (const { headers } of partners) responses.push((await guess(headers, "192.0.2.77")).status);
		expect(responses).toEqual([404, 404, 404, 404, 404, 429]);
	});

	it("are not cleared by resolving an own code, which costs no attempt", async () => {
		const { owner, partner } = await newEstate();
		const { code } = await newCode(owner, partner.headers);
		for (let count = 0; count < 8; count++) expect((await resolve(code, partner.headers)).status).toBe(200);
		for (let count = 0; count < 5; count++) {
			if (count > 0) expect((await resolve(code, partner.headers)).status).toBe(200);
			expect((await guess(partner.headers, crypto.randomUUID())).status).toBe(404);
		}
		expect((await resolve(code, partner.headers)).status).toBe(429);
	});

	it("do not throttle logins", async () => {
		const partner = await newPartner();
		const address = "192.0.2.78";
		for (let count = 0; count < 6; count++) await guess(partner.headers, address);
		const response = await call("/auth/login", {
			body: { email: "nobody@example.com", password: "Lorem-ipsum-8" },
			headers: { "CF-Connecting-IP": address },
		});
		expect(response.status).toBe(401);
	});
});

it("a code signed through a page resolves for the page's developer", async () => {
	const [owner, partner, page] = [newOwner(), await newPartner(), "https://estate.example"];
	await env.DB.prepare(
		"INSERT INTO origins (origin_id, origin, developer_id, status, requested_at) VALUES (?, ?, ?, 'allowed', 1)",
	)
		.bind(`org_${"1".repeat(32)}`, page, partner.developerId)
		.run();
	const headers = { Origin: page };
	const accepted = await accept(owner, headers);
	expect([accepted.status, accepted.headers.get("Access-Control-Allow-Origin")]).toEqual([201, page]);
	const made = await createCode(owner, headers, await privacyCodeBody(owner));
	expect(made.status).toBe(201);
	const { code } = (await made.json()) as { code: string };
	expect((await resolve(code, headers)).status).toBe(401);
	expect((await call(pathOf(owner), { headers })).status).toBe(401);
	expect((await resolve(code, partner.headers)).status).toBe(200);
	expect((await profileOf(owner, partner.headers)).privacyCodes).toHaveLength(1);
});
