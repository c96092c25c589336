/**
 * estates.md "POST …/agreement".
 *
 * An erasure leaves only a tombstone of an owner, and messages captured before it have no effect afterwards.
 *
 * Over 300 lines: a file of this tier begins with an emptied store, so one of its slice costs less than two.
 */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createErasureRows } from "../../../src/estates/erasure/erasure.d1.ts";
import { createErasureService } from "../../../src/estates/erasure/erasure-service.ts";
import { createEstateMacs } from "../../../src/estates/estate-macs.ts";
import { createOwnerProof } from "../../../src/estates/owner-proof.ts";
import { createPrivacyCodeRows } from "../../../src/estates/privacy-code/privacy-codes.d1.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { agreementBody, eraseBody, newNonce, privacyCodeBody } from "../../support/signing/estate-signing.ts";
import { countBy } from "../recovery/support.ts";
import {
	accept,
	auditOf,
	createCode,
	historyOf,
	inSeconds,
	newCode,
	newEstate,
	newOwner,
	newPartner,
	pathOf,
	profileOf,
	putWill,
	repeat,
	resolve,
	rowsOf,
	sessionOf,
} from "./support.ts";
import { lodge } from "./will-calls.ts";

type Signer = Parameters<typeof eraseBody>[0];
const erase = async (owner: Signer, headers: Record<string, string>, body?: object) =>
	call(pathOf(owner), { method: "DELETE", body: body ?? (await eraseBody(owner)), headers });

/** Every table with rows about estates. */
const TABLES = [
	"estate_profiles",
	"estate_agreements",
	"estate_agreement_messages",
	"estate_partners",
	"privacy_codes",
	"will_versions",
	"release_requests",
	"estate_history",
];

async function idOf({ address }: { address: string }): Promise<string> {
	const [row] = (await rowsOf("estate_profiles")).filter(
		(row) => row.owner_address === address.toLowerCase(),
	);
	return String(row?.estate_id);
}

const rowsAbout = async (estateId: string) => {
	const tables = await Promise.all(TABLES.map(rowsOf));
	return tables.map((rows) => rows.filter((row) => row.estate_id === estateId).length);
};

/** Creates an estate with rows in every table. */
async function newFullEstate() {
	const estate = await newEstate();
	const { code, codeId } = await newCode(estate.owner, estate.partner.headers);
	await resolve(code, estate.partner.headers);
	await putWill(estate.owner);
	await putWill(estate.owner, 2);
	const estateId = await idOf(estate.owner);
	await env.DB.prepare(
		"INSERT INTO release_requests (request_id, estate_id, code_id, applicant_id, applicant, court_info, order_sha256, order_size, order_key, status, requested_at) VALUES (?, ?, ?, 'dev_1', 'somebody', '{}', '0x', 1, ?, 'requested', 1)",
	)
		.bind(crypto.randomUUID(), estateId, codeId, crypto.randomUUID())
		.run();
	return { ...estate, estateId, code };
}

describe("erasure", () => {
	it("deletes an estate from every table, and leaves its address in none", async () => {
		const { owner, partner, estateId, code } = await newFullEstate();
		const other = await newFullEstate();
		const others = await rowsAbout(other.estateId);
		expect(others.every((count) => count > 0)).toBe(true);
		const response = await erase(owner, partner.headers);
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({
			ownerAddress: owner.address,
			chainId: null,
			erasedAt: expect.any(String),
		});
		expect(await rowsAbout(estateId)).toEqual(TABLES.map(() => 0));
		expect(await rowsAbout(other.estateId)).toEqual(others);
		expect((await resolve(code, partner.headers)).status).toBe(404);
		for (const table of ["estate_tombstones", "estate_nonces", ...TABLES]) {
			expect(JSON.stringify(await rowsOf(table)), table).not.toContain(owner.address.slice(2).toLowerCase());
		}
		expect((await auditOf("estate.erased")).slice(-1)).toEqual([
			{ actor: partner.developerId, target: estateId },
		]);
	});

	it("leaves no address even in the audit, and neither a read nor a captured will restores it", async () => {
		const { owner } = await newFullEstate();
		const session = await sessionOf(owner);
		const { codeId } = await newCode(owner, session);
		await call(pathOf(owner, `/privacy-codes/${codeId}`), { method: "DELETE", headers: session });
		expect((await erase(owner, session)).status).toBe(200);
		await profileOf(owner, session);
		const { headers } = await newPartner();
		await profileOf(owner, headers);
		for (const version of [1, 2]) {
			const captured = await lodge(owner, headers, { signed: { version } });
			expect([captured.status, captured.body.error?.message]).toMatchObject([
				409,
				expect.stringContaining("is 3"),
			]);
		}
		const tables = await env.DB.prepare(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
		).all<{ name: string }>();
		expect(tables.results.length).toBeGreaterThan(15);
		for (const { name } of tables.results) {
			expect(JSON.stringify(await rowsOf(name)).toLowerCase(), name).not.toContain(
				owner.address.slice(2).toLowerCase(),
			);
		}
		const acts = await rowsOf("audit_events");
		const [erasure] = acts.filter(({ action }) => action === "estate.erased").slice(-1);
		expect(erasure?.actor).toMatch(/^wallet:[0-9a-f]{32}$/);
		// All actions of a wallet have the same actor.
		const hers = acts.filter(({ actor }) => actor === erasure?.actor).map(({ action }) => action);
		expect(hers).toEqual(["privacy_code.created", "privacy_code.revoked", "estate.erased"]);
	});

	it("continues the will versions in a profile created after the erasure", async () => {
		const { owner, partner, session } = await newFullEstate();
		expect((await erase(owner, session)).status).toBe(200);
		const profile = await profileOf(owner, session);
		expect(profile).toMatchObject({ agreement: { accepted: null }, will: null, privacyCodes: [] });
		expect(await historyOf(owner, session)).toEqual({ data: [], nextCursor: null });
		const versionOf = async () =>
			(await rowsOf("estate_profiles")).find((row) => row.owner_address === owner.address.toLowerCase())
				?.will_version;
		expect((await profileOf(owner, partner.headers)).agreement.accepted).toBeNull();
		await accept(owner, session);
		expect(await versionOf()).toBe(2);
		// A second erasure, without a will in between.
		expect((await erase(owner, session)).status).toBe(200);
		await accept(owner, session);
		expect(await versionOf()).toBe(2);
	});

	it("keeps used nonces rejected", async () => {
		const { owner, partner, session } = await newEstate();
		const [code, erasure] = [await privacyCodeBody(owner), await eraseBody(owner)];
		await newCode(owner, partner.headers, code);
		expect((await erase(owner, partner.headers, erasure)).status).toBe(200);
		const used = { status: 409, code: "NONCE_ALREADY_USED" };
		expect(await errorOf(await erase(owner, partner.headers, erasure))).toMatchObject({
			...used,
			message: expect.stringContaining("it worked the first time"),
		});
		await accept(owner, session, await agreementBody(owner));
		expect(await errorOf(await createCode(owner, partner.headers, code))).toMatchObject(used);
		expect(await errorOf(await erase(owner, partner.headers, erasure))).toMatchObject(used);
		const { nonce } = code;
		const sameNonce = await eraseBody(owner, { nonce });
		expect(await errorOf(await erase(owner, partner.headers, sameNonce))).toMatchObject(used);
		const terms = await agreementBody(owner, { nonce });
		expect(await errorOf(await accept(owner, partner.headers, terms))).toMatchObject(used);
		expect((await profileOf(owner, session)).agreement.accepted).not.toBeNull();
	});

	it("keeps a captured agreement without effect, and lets the owner begin again with a fresh one", async () => {
		const [owner, partner, thief] = [newOwner(), await newPartner(), await newPartner()];
		const session = await sessionOf(owner);
		const captured = await agreementBody(owner);
		await accept(owner, partner.headers, captured);
		expect((await erase(owner, session)).status).toBe(200);
		const responses = await repeat(20, () => accept(owner, thief.headers, captured));
		expect(countBy(responses.map(({ status }) => status))).toEqual({ 409: 20 });
		const used = { status: 409, code: "NONCE_ALREADY_USED" };
		for (const headers of [partner.headers, session]) {
			expect(await errorOf(await accept(owner, headers, captured))).toMatchObject(used);
		}
		expect(await idOf(owner)).toBe("undefined");
		expect((await accept(owner, partner.headers)).status).toBe(201);
		for (const headers of [partner.headers, thief.headers, session]) {
			expect(await errorOf(await accept(owner, headers, captured))).toMatchObject(used);
		}
		expect((await profileOf(owner, thief.headers)).agreement.accepted).toBeNull();
	});

	it("erases the key's estate but not its delegate's, though both accept the same message", async () => {
		const { owner } = await newEstate();
		const peppers = createPeppers({ currentVersion: 1, byVersion: new Map([[1, new Uint8Array(32)]]) });
		/** The service with a verifier that returns this proof. */
		const provenAs = (proof: { kind: "key" } | { kind: "contract"; blockNumber: number; codeHash: Hex }) => {
			const ports = {
				macs: createEstateMacs(peppers),
				proveOwner: createOwnerProof(async () => ({ kind: "valid" as const, proof }), { formerOrigins: [] }),
				withinBudget: <A>(_: unknown, run: () => Promise<A>) => run(),
				removeDocuments: async () => {},
			};
			return createErasureService({ ...ports, erasure: createErasureRows(env.DB) });
		};
		const contract = { kind: "contract", blockNumber: 1, codeHash: "0x" } as const;
		const messageOf = (nonce: Hex, chainId: number) => ({
			...{ caller: { kind: "developer" as const, developerId: "dev_1" }, clientAddress: "10.0.0.1" },
			...{ service: env.BASE_URL, ownerAddress: owner.address, chainId, nonce, deadline: inSeconds(60) },
			...{ signature: "0x" as const, now: Date.now() },
		});
		const first = messageOf(newNonce(), 10);
		const repeated = { code: "NONCE_ALREADY_USED" };
		const absent = { code: "RESOURCE_NOT_FOUND" };
		await provenAs({ kind: "key" }).erase(first);
		await expect(provenAs(contract).erase(first)).rejects.toMatchObject(repeated);
		const second = messageOf(newNonce(), 10);
		await expect(provenAs(contract).erase(second)).rejects.toMatchObject(absent);
		await expect(provenAs({ kind: "key" }).erase(second)).rejects.toMatchObject(repeated);
		// A contract on another chain may belong to another owner.
		await expect(provenAs(contract).erase({ ...second, chainId: 11 })).rejects.toMatchObject(absent);
	});

	it("succeeds once for twenty parallel requests", async () => {
		const { owner, partner } = await newFullEstate();
		const body = await eraseBody(owner);
		const responses = await repeat(20, () => erase(owner, partner.headers, body));
		expect(countBy(responses.map(({ status }) => status))).toEqual({ 200: 1, 409: 19 });
	});

	it("leaves no code without an estate if codes are created in parallel", async () => {
		const { owner, partner, estateId } = await newFullEstate();
		const bodies = await repeat(10, () => privacyCodeBody(owner));
		const erasure = await eraseBody(owner);
		const responses = await Promise.all([
			...bodies.slice(0, 5).map((body) => createCode(owner, partner.headers, body)),
			erase(owner, partner.headers, erasure),
			accept(owner, partner.headers),
			...bodies.slice(5).map((body) => createCode(owner, partner.headers, body)),
		]);
		expect(responses[5]?.status).toBe(200);
		expect(await rowsAbout(estateId)).toEqual(TABLES.map(() => 0));
	});

	it("lets late writes find no estate and write nothing", async () => {
		const { owner, partner, estateId } = await newFullEstate();
		expect((await erase(owner, partner.headers)).status).toBe(200);
		const signed = { signature: "0x", proof: { kind: "key" }, chainId: 1, service: env.BASE_URL } as const;
		const code = {
			...{ codeId: "pc_late", estateId, label: "a", hint: "b", mac: "c", developerId: null },
			...{ createdAt: 1, expiresAt: null, signed },
		};
		const conditions = {
			nonce: { current: "late", all: ["late"] },
			bare: { current: "late", all: ["late"] },
			agreementVersion: "2026-11-01",
			limit: 20,
		};
		expect(await createPrivacyCodeRows(env.DB).create(code, conditions)).toBe("agreement_required");
		expect(await rowsAbout(estateId)).toEqual(TABLES.map(() => 0));
		expect((await rowsOf("estate_nonces")).map(({ nonce_mac }) => nonce_mac)).not.toContain("late");
	});

	it("requires a deadline that has not passed and is at most an hour ahead", async () => {
		const { owner, partner } = await newEstate();
		const tooFar = /3600 seconds ahead, in unix seconds, not milliseconds/;
		for (const [deadline, problem] of [
			[0, /has passed/],
			[inSeconds(-5), /has passed/],
			[inSeconds(3700), tooFar],
			[Date.now(), tooFar],
		] as const) {
			const body = await eraseBody(owner, { deadline });
			expect(await errorOf(await erase(owner, partner.headers, body))).toMatchObject({
				status: 400,
				code: "INPUT_VALIDATION_ERROR",
				details: [{ field: "deadline", message: expect.stringMatching(problem) }],
			});
		}
		const body = await eraseBody(owner, { deadline: inSeconds(3590) });
		expect((await erase(owner, partner.headers, body)).status).toBe(200);
	});

	it("requires the owner's signature, and a session only with the same proof", async () => {
		const { owner, partner, session } = await newEstate();
		const body = await eraseBody(owner);
		for (const wrong of [
			await eraseBody(newOwner(), { ownerAddress: owner.address }),
			{ ...body, deadline: body.deadline + 1 },
			{ ...body, nonce: newNonce() },
			{ ...body, chainId: 10 },
		]) {
			expect(await errorOf(await erase(owner, partner.headers, wrong))).toMatchObject({
				status: 403,
				code: "INVALID_SIGNER",
			});
		}
		for (const headers of [await sessionOf(newOwner()), await sessionOf(owner, 1)]) {
			expect(await errorOf(await erase(owner, headers, body))).toMatchObject({ code: "FORBIDDEN" });
		}
		expect((await erase(owner, session, body)).status).toBe(200);
	});

	it("returns 404 for a missing estate and uses up the nonce, once for twenty parallel requests", async () => {
		const [owner, { headers }] = [newOwner(), await newPartner()];
		const body = await eraseBody(owner);
		const responses = await repeat(20, () => erase(owner, headers, body));
		expect(countBy(responses.map(({ status }) => status))).toEqual({ 404: 1, 409: 19 });
		await accept(owner, headers);
		expect(await errorOf(await erase(owner, headers, body))).toMatchObject({ code: "NONCE_ALREADY_USED" });
		expect((await profileOf(owner, headers)).agreement.accepted).not.toBeNull();
		expect((await erase(owner, headers)).status).toBe(200);
	});
});
