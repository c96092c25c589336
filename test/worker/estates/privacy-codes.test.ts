// estates.md "Who may read and do what".
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { parsePrivacyCode } from "../../../src/estates/privacy-code/privacy-code.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { privacyCodeBody } from "../../support/signing/estate-signing.ts";
import { countBy } from "../recovery/support.ts";
import {
	accept,
	auditOf,
	createCode,
	expire,
	historyOf,
	inSeconds,
	newCode,
	newEstate,
	newOwner,
	newPartner,
	pathOf,
	profileOf,
	repeat,
	sessionOf,
} from "./support.ts";

const codesOf = async (...args: Parameters<typeof profileOf>) => (await profileOf(...args)).privacyCodes;

describe("creating a privacy code", () => {
	it("shows the code once, and a hint of it in the profile", async () => {
		const { owner, partner, session } = await newEstate();
		const expiresAt = inSeconds(3600);
		const created = await newCode(owner, partner.headers, await privacyCodeBody(owner, { expiresAt }));
		expect(created).toEqual({
			codeId: expect.stringMatching(/^pc_[0-9a-f]{32}$/),
			code: expect.stringMatching(/^RPL-/),
			label: "Probate filing",
			expiresAt: new Date(expiresAt * 1000).toISOString(),
		});
		expect(parsePrivacyCode(created.code)).toEqual({ ok: true, code: created.code });
		expect(await codesOf(owner, session)).toEqual([
			{
				codeId: created.codeId,
				label: "Probate filing",
				hint: `RPL-…${created.code.slice(-5)}`,
				createdAt: expect.any(String),
				expiresAt: created.expiresAt,
				revokedAt: null,
				resolves: 0,
			},
		]);
	});

	it("creates a code without an expiry unless one was signed", async () => {
		const { owner, partner } = await newEstate();
		for (const expiresAt of [undefined, 0]) {
			const body = await privacyCodeBody(owner, expiresAt === undefined ? {} : { expiresAt });
			expect((await newCode(owner, partner.headers, body)).expiresAt).toBeNull();
		}
	});

	it("rejects an expiry that is not in the future", async () => {
		const { owner, partner } = await newEstate();
		for (const [expiresAt, problem] of [
			[1, /in the future/],
			[inSeconds(-1), /in the future/],
			[253_402_300_800, /before the year 10000, in unix seconds, not milliseconds/],
			[Date.now() + 60_000, /not milliseconds/],
		] as const) {
			const body = await privacyCodeBody(owner, { expiresAt });
			expect(await errorOf(await createCode(owner, partner.headers, body))).toMatchObject({
				status: 400,
				code: "INPUT_VALIDATION_ERROR",
				details: [{ field: "expiresAt", message: expect.stringMatching(problem) }],
			});
		}
	});

	it("requires accepted terms, and does not use up the nonce of a rejected call", async () => {
		const [owner, { headers }] = [newOwner(), await newPartner()];
		const body = await privacyCodeBody(owner);
		const required = { status: 409, code: "AGREEMENT_REQUIRED" };
		expect(await errorOf(await createCode(owner, headers, body))).toMatchObject(required);
		await profileOf(owner, headers);
		expect(await errorOf(await createCode(owner, headers, body))).toMatchObject(required);
		await accept(owner, headers);
		await env.DB.prepare("UPDATE estate_agreements SET version = '2020-01-01'").run();
		expect(await errorOf(await createCode(owner, headers, body))).toMatchObject(required);
		expect((await accept(owner, headers)).status).toBe(201);
		expect((await createCode(owner, headers, body)).status).toBe(201);
	});

	it("creates one code per nonce for twenty parallel requests", async () => {
		const { owner, partner } = await newEstate();
		const body = await privacyCodeBody(owner);
		const responses = await repeat(20, () => createCode(owner, partner.headers, body));
		expect(countBy(responses.map(({ status }) => status))).toEqual({ 201: 1, 409: 19 });
		const again = await errorOf(await createCode(owner, partner.headers, body));
		expect(again).toMatchObject({ status: 409, code: "NONCE_ALREADY_USED" });
		expect(again.message).toContain("revoke that code in the owner's session");
		const upper = { ...body, nonce: `0x${body.nonce.slice(2).toUpperCase()}` };
		expect(await errorOf(await createCode(owner, partner.headers, upper))).toMatchObject({
			code: "NONCE_ALREADY_USED",
		});
		expect(await codesOf(owner, partner.headers)).toHaveLength(1);
	});

	it("accepts a nonce that another owner has used", async () => {
		const [first, second] = [await newEstate(), await newEstate()];
		const { nonce } = await privacyCodeBody(first.owner);
		for (const { owner, partner } of [first, second]) {
			expect(
				(await newCode(owner, partner.headers, await privacyCodeBody(owner, { nonce }))).codeId,
			).toBeTruthy();
		}
	});

	it("rejects more than 20 live codes, also in parallel, until one has ended", async () => {
		const { owner, partner, session } = await newEstate();
		const bodies = await repeat(30, () => privacyCodeBody(owner));
		const responses = await Promise.all(bodies.map((body) => createCode(owner, partner.headers, body)));
		expect(countBy(responses.map(({ status }) => status))).toEqual({ 201: 20, 409: 10 });
		const full = bodies[responses.findIndex(({ status }) => status === 409)];
		expect(await errorOf(await createCode(owner, session, full))).toMatchObject({
			status: 409,
			code: "EXCEEDED_PRIVACY_CODE_AMOUNT",
		});
		const [first, second] = await codesOf(owner, session);
		await expire(first?.codeId ?? "");
		expect((await createCode(owner, session, full)).status).toBe(201);
		await call(pathOf(owner, `/privacy-codes/${second?.codeId}`), { method: "DELETE", headers: session });
		expect((await createCode(owner, session)).status).toBe(201);
		expect((await createCode(owner, session)).status).toBe(409);
		expect(await codesOf(owner, session)).toHaveLength(22);
	});

	it("requires the owner's signature of its exact label, expiry and nonce", async () => {
		const { owner, partner } = await newEstate();
		const body = await privacyCodeBody(owner);
		const forged = await privacyCodeBody(newOwner(), { ownerAddress: owner.address });
		for (const wrong of [
			forged,
			{ ...body, label: "Another filing" },
			{ ...body, expiresAt: inSeconds(60) },
			{ ...body, nonce: forged.nonce },
			{ ...body, chainId: 10 },
		]) {
			expect(await errorOf(await createCode(owner, partner.headers, wrong))).toMatchObject({
				status: 403,
				code: "INVALID_SIGNER",
			});
		}
		expect(await codesOf(owner, partner.headers)).toEqual([]);
	});

	it("is in the audit", async () => {
		const { owner, partner } = await newEstate();
		await newCode(owner, partner.headers);
		const [made] = (await auditOf("privacy_code.created")).slice(-1);
		expect(made).toMatchObject({ actor: partner.developerId, target: expect.stringMatching(/^pc_/) });
	});
});

describe("revoking a privacy code", () => {
	const revoke = (owner: { address: string }, codeId: string, headers: Record<string, string>) =>
		call(pathOf(owner, `/privacy-codes/${codeId}`), { method: "DELETE", headers });

	it("works in the owner's session, is recorded once, and is safe to repeat", async () => {
		const { owner, partner, session } = await newEstate();
		const { codeId } = await newCode(owner, partner.headers);
		const responses = await repeat(20, () => revoke(owner, codeId, session));
		const bodies = await Promise.all(responses.map((response) => response.json()));
		expect(countBy(responses.map(({ status }) => status))).toEqual({ 200: 20 });
		expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
		const [code] = await codesOf(owner, session);
		expect(bodies[0]).toEqual({ codeId, revokedAt: code?.revokedAt });
		const { data } = await historyOf(owner, session);
		expect(data.filter(({ action }) => action === "privacy_code.revoked")).toHaveLength(1);
	});

	it("is rejected for developers, other owners and other proofs", async () => {
		const { owner, partner } = await newEstate();
		const { codeId } = await newCode(owner, partner.headers);
		const other = await newEstate();
		expect((await revoke(owner, codeId, partner.headers)).status).toBe(403);
		expect((await revoke(owner, codeId, other.session)).status).toBe(403);
		expect((await revoke(other.owner, codeId, other.session)).status).toBe(404);
		expect((await revoke(owner, codeId, await sessionOf(owner, 10))).status).toBe(404);
		expect((await revoke(owner, `pc_${"0".repeat(32)}`, await sessionOf(owner))).status).toBe(404);
		expect((await codesOf(owner, partner.headers))[0]?.revokedAt).toBeNull();
	});
});
