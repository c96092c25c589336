/**
 * estates.md "The history".
 *
 * The profile of an estate, its terms and its history (estates.md).
 *
 * Over 300 lines: a file of this tier begins with an emptied store, so one of its slice costs less than two.
 */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { configOf } from "../../../src/config/config.ts";
import { currentAgreement } from "../../../src/estates/agreement/agreement.ts";
import { createAgreementService } from "../../../src/estates/agreement/agreement-service.ts";
import { createAgreementRows } from "../../../src/estates/agreement/agreements.d1.ts";
import { createEstateMacs } from "../../../src/estates/estate-macs.ts";
import { createOwnerProof } from "../../../src/estates/owner-proof.ts";
import { agreementDigest } from "../../../src/estates/typed-data.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import { recoverAddress } from "../../../src/kernel/crypto/secp256k1/recover-address.ts";
import { type Hex, hexToBytes } from "../../../src/kernel/encoding/hex.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { agreementBody, eraseBody, newNonce } from "../../support/signing/estate-signing.ts";
import { newAnonymous } from "../access/support.ts";
import { countBy } from "../recovery/support.ts";
import {
	accept,
	historyOf,
	newCode,
	newEstate,
	newOwner,
	newPartner,
	pathOf,
	profileOf,
	putWill,
	repeat,
	resolve,
	sessionOf,
} from "./support.ts";

const estatesOf = async (address: string) =>
	(
		await env.DB.prepare("SELECT * FROM estate_profiles WHERE owner_address = ?")
			.bind(address.toLowerCase())
			.all()
	).results;

describe("reading an estate profile", () => {
	it("shows a missing profile as a bare one and stores no estate", async () => {
		const [owner, { headers }] = [newOwner(), await newPartner()];
		const profile = await profileOf(owner, headers);
		expect(profile).toEqual({
			ownerAddress: owner.address,
			chainId: null,
			createdAt: expect.any(String),
			updatedAt: profile.createdAt,
			agreement: {
				current: {
					version: currentAgreement.version,
					documentHash: currentAgreement.documentHash,
					url: `https://replevin.test/terms/${currentAgreement.version}.txt`,
				},
				operator: { name: null, contact: null },
				accepted: null,
			},
			will: null,
			privacyCodes: [],
		});
		expect(await profileOf({ address: owner.address.toLowerCase() }, headers)).toEqual(profile);
		expect(await profileOf(owner, await sessionOf(owner))).toMatchObject({ will: null, privacyCodes: [] });
		expect(await estatesOf(owner.address)).toEqual([]);
	});

	it("finds one profile after twenty parallel signatures", async () => {
		const [owner, { headers }, session] = [newOwner(), await newPartner(), await sessionOf(newOwner())];
		const body = await agreementBody(owner);
		await repeat(20, () => accept(owner, headers, body));
		expect(await estatesOf(owner.address)).toHaveLength(1);
		const profiles = await repeat(3, () => profileOf(owner, headers));
		expect(new Set(profiles.map(({ createdAt }) => createdAt)).size).toBe(1);
		expect((await call(pathOf(owner), { headers: session })).status).toBe(403);
	});

	it("shows the owner's session the whole profile", async () => {
		const { owner, partner, session } = await newEstate();
		const other = await newPartner();
		await newCode(owner, partner.headers);
		await newCode(owner, other.headers);
		await newCode(owner, session);
		await putWill(owner);
		const profile = await profileOf(owner, session);
		expect(profile.agreement.accepted).toMatchObject({ version: currentAgreement.version });
		expect(profile.will).toEqual({
			version: 1,
			sha256: `0x${"cd".repeat(32)}`,
			mimeType: "application/pdf",
			size: 4,
			uploadedAt: "2026-11-21T09:30:00.000Z",
		});
		expect(profile.privacyCodes).toHaveLength(3);
		expect(profile.updatedAt >= profile.createdAt).toBe(true);
	});

	it("shows a partner the profile with the codes made through it", async () => {
		const { owner, partner, session } = await newEstate();
		const [other, stranger] = [await newPartner(), await newPartner()];
		const mine = await newCode(owner, partner.headers);
		const theirs = await newCode(owner, other.headers);
		await newCode(owner, session);
		await putWill(owner);
		const codesFor = async (headers: Record<string, string>) => {
			const { agreement, will, privacyCodes } = await profileOf(owner, headers);
			return [agreement.accepted !== null, will?.version, privacyCodes.map(({ codeId }) => codeId)];
		};
		expect(await codesFor(partner.headers)).toEqual([true, 1, [mine.codeId]]);
		expect(await codesFor(partner.session)).toEqual([true, 1, [mine.codeId]]);
		expect(await codesFor(other.headers)).toEqual([true, 1, [theirs.codeId]]);
		expect(await codesFor(stranger.headers)).toEqual([false, undefined, []]);
	});

	it("shows other developers a bare profile, as if it were missing or erased", async () => {
		const { owner, partner } = await newEstate();
		await newCode(owner, partner.headers);
		await env.DB.prepare("UPDATE estate_profiles SET created_at = 1, updated_at = 2").run();
		const { headers } = await newPartner();
		const before = Date.now();
		const seenAs = async (of: { address: string }) => {
			const { ownerAddress, createdAt, updatedAt, ...rest } = await profileOf(of, headers);
			expect(ownerAddress).toBe(of.address);
			expect(updatedAt).toBe(createdAt);
			expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before);
			return rest;
		};
		const bare = await seenAs(owner);
		expect(bare).toMatchObject({ agreement: { accepted: null }, will: null, privacyCodes: [] });
		expect(await seenAs(newOwner())).toEqual(bare);
		const erased = await call(pathOf(owner), {
			method: "DELETE",
			body: await eraseBody(owner),
			headers: partner.headers,
		});
		expect(erased.status).toBe(200);
		expect(await seenAs(owner)).toEqual(bare);
		expect(await estatesOf(owner.address)).toEqual([]);
	});

	it("keeps a contract's profiles on each chain apart from the key's", async () => {
		const [owner, { headers }] = [newOwner(), await newPartner()];
		expect((await accept(owner, headers)).status).toBe(201);
		const onChain = await profileOf(owner, headers, "?chainId=10");
		expect(onChain).toMatchObject({ chainId: 10, agreement: { accepted: null } });
		expect(await profileOf(owner, await sessionOf(owner, 10))).toMatchObject({ chainId: 10, will: null });
		expect(await profileOf(owner, await sessionOf(owner))).toMatchObject({
			chainId: null,
			agreement: { accepted: { version: currentAgreement.version } },
		});
		expect((await estatesOf(owner.address)).map(({ chain_id }) => chain_id)).toEqual([0]);
	});

	it("rejects another chain than the session's", async () => {
		const owner = newOwner();
		for (const [headers, query, status] of [
			[await sessionOf(owner, 10), "?chainId=10", 200],
			[await sessionOf(owner, 10), "?chainId=1", 403],
			[await sessionOf(owner), "?chainId=10", 403],
		] as const) {
			expect((await call(pathOf(owner, query), { headers })).status).toBe(status);
		}
	});
});

describe("accepting the terms", () => {
	it("returns 201 once, then 200 with the same acceptance", async () => {
		const [owner, { headers }] = [newOwner(), await newPartner()];
		const body = await agreementBody(owner);
		const first = await accept(owner, headers, body);
		expect(first.status).toBe(201);
		const acceptance = await first.json();
		expect(acceptance).toEqual({
			ownerAddress: owner.address,
			chainId: null,
			version: currentAgreement.version,
			documentHash: currentAgreement.documentHash,
			acceptedAt: expect.any(String),
		});
		const shouting = { ...body, nonce: `0x${body.nonce.slice(2).toUpperCase()}` };
		for (const repeated of [body, shouting]) {
			const again = await accept(owner, headers, repeated);
			expect([again.status, await again.json()]).toEqual([200, acceptance]);
		}
		const signedAgain = await accept(owner, headers);
		expect([signedAgain.status, await signedAgain.json()]).toEqual([201, acceptance]);
	});

	it("requires a nonce, which the signature covers", async () => {
		const [owner, { headers }] = [newOwner(), await newPartner()];
		const { nonce, ...body } = await agreementBody(owner);
		expect(await errorOf(await accept(owner, headers, body))).toMatchObject({
			status: 400,
			details: [{ field: "nonce" }],
		});
		const other = { ...body, nonce: nonce.replace(/.$/, (last) => (last === "0" ? "1" : "0")) };
		expect(await errorOf(await accept(owner, headers, other))).toMatchObject({ code: "INVALID_SIGNER" });
		expect(await estatesOf(owner.address)).toEqual([]);
	});

	it("makes a partner of every developer to whom the owner gives a fresh signature", async () => {
		const { owner, partner, session } = await newEstate();
		await putWill(owner);
		const second = await newPartner();
		expect((await profileOf(owner, second.headers)).agreement.accepted).toBeNull();
		expect((await accept(owner, second.headers)).status).toBe(201);
		const { accepted } = (await profileOf(owner, partner.headers)).agreement;
		expect(await profileOf(owner, second.headers)).toMatchObject({
			agreement: { accepted },
			will: { version: 1 },
		});
		const { data } = await historyOf(owner, session);
		expect(data.map(({ action, actor }) => [action, actor])).toEqual([
			["agreement.accepted", second.developerId],
			["agreement.accepted", partner.developerId],
		]);
	});

	it("accepts a message once among twenty parallel requests of two developers", async () => {
		const [owner, first, second] = [newOwner(), await newPartner(), await newPartner()];
		const body = await agreementBody(owner);
		const responses = await repeat(20, (at) => accept(owner, (at % 2 ? first : second).headers, body));
		expect(countBy(responses.map(({ status }) => status))).toEqual({ 201: 1, 200: 9, 409: 10 });
		const seen = await Promise.all([first, second].map(({ headers }) => profileOf(owner, headers)));
		expect(seen.filter(({ agreement }) => agreement.accepted !== null)).toHaveLength(1);
	});

	it("stores a message with which its signature can be verified again", async () => {
		const { owner } = await newEstate();
		const [estate] = await estatesOf(owner.address);
		const message = await env.DB.prepare("SELECT * FROM estate_agreement_messages WHERE estate_id = ?")
			.bind(estate?.estate_id)
			.first<{
				nonce: Hex;
				version: string;
				document_hash: Hex;
				chain_id: number;
				service: string;
				signature: Hex;
			}>();
		if (!message) throw new Error("the message was not stored");
		const { service, nonce, version, document_hash: documentHash, chain_id: chainId, signature } = message;
		const ownerAddress = owner.address;
		const digest = agreementDigest({ chainId, service, ownerAddress, version, documentHash, nonce });
		expect(recoverAddress(digest, hexToBytes(signature))).toBe(owner.address.toLowerCase());
	});

	it("lets the first acceptance stand beside newer messages", async () => {
		const { owner, partner, session } = await newEstate();
		await env.DB.prepare("UPDATE estate_agreements SET accepted_at = 1795253400000").run();
		const acceptedAt = "2026-11-21T09:30:00.000Z";
		await newCode(owner, partner.headers);
		const second = await newPartner();
		const response = await accept(owner, second.headers);
		expect([response.status, await response.json()]).toMatchObject([201, { acceptedAt }]);
		for (const headers of [partner.headers, second.headers, session]) {
			expect((await profileOf(owner, headers)).agreement.accepted).toMatchObject({ acceptedAt });
		}
	});

	it("responds with 200 to a repeated message, also when there are newer terms", async () => {
		const [owner, { developerId, headers }] = [newOwner(), await newPartner()];
		const { signature, ...body } = await agreementBody(owner);
		expect((await accept(owner, headers, { ...body, signature })).status).toBe(201);
		const { peppers } = configOf(env);
		const service = createAgreementService({
			rows: createAgreementRows(env.DB),
			macs: createEstateMacs(createPeppers(peppers)),
			proveOwner: createOwnerProof(async () => ({ kind: "valid", proof: { kind: "key" } }), {
				formerOrigins: [],
			}),
			withinBudget: (_, store) => store(),
			published: [currentAgreement, { ...currentAgreement, version: "2099-01-01" }],
		});
		const caller = { kind: "developer", developerId } as const;
		const request = { caller, ...body, signature, clientAddress: "10.0.0.1", chainId: 1, now: Date.now() };
		const send = (more: object) => service.accept({ ...request, ownerAddress: owner.address, ...more });
		expect(await send({})).toMatchObject({ estateId: null });
		for (const other of [{ nonce: newNonce() }, { caller: { ...caller, developerId: "dev_other" } }]) {
			await expect(send(other)).rejects.toMatchObject({ code: "INPUT_VALIDATION_ERROR" });
		}
	});

	it("writes one row and returns one 201 for twenty parallel requests", async () => {
		const [owner, { headers }] = [newOwner(), await newPartner()];
		const body = await agreementBody(owner);
		const responses = await repeat(20, () => accept(owner, headers, body));
		expect(countBy(responses.map(({ status }) => status))).toEqual({ 200: 19, 201: 1 });
		const { data } = await historyOf(owner, await sessionOf(owner));
		expect(data.map(({ action }) => action)).toEqual(["agreement.accepted"]);
	});

	it("requires the current version and hash, which the error names", async () => {
		const [owner, { headers }] = [newOwner(), await newPartner()];
		const body = await agreementBody(owner);
		for (const [field, value] of [
			["version", "2020-01-01"],
			["documentHash", `0x${"00".repeat(32)}`],
		] as const) {
			const error = await errorOf(await accept(owner, headers, { ...body, [field]: value }));
			expect(error).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR", details: [{ field }] });
			expect(error.details?.[0]?.message).toContain(currentAgreement.version);
			expect(error.details?.[0]?.message).toContain(currentAgreement.documentHash);
		}
		expect(await estatesOf(owner.address)).toEqual([]);
	});

	it("requires the owner's signature for this chain, and stores nothing otherwise", async () => {
		const [owner, { headers }] = [newOwner(), await newPartner()];
		const bodies = [
			await agreementBody(newOwner(), { ownerAddress: owner.address }),
			await agreementBody(newOwner()),
			{ ...(await agreementBody(owner)), chainId: 10 },
		];
		for (const body of bodies) {
			expect(await errorOf(await accept(owner, headers, body))).toMatchObject({ code: "INVALID_SIGNER" });
		}
		expect(await estatesOf(owner.address)).toEqual([]);
		expect((await accept(owner, headers, await agreementBody(owner, { chainId: 10 }))).status).toBe(201);
		expect(await profileOf(owner, headers)).toMatchObject({ chainId: null });
	});

	it("makes no partner of a developer who repeats a captured signature", async () => {
		const { owner, partner, session } = await newEstate();
		await putWill(owner);
		const captured = await agreementBody(owner);
		expect((await accept(owner, partner.headers, captured)).status).toBe(201);
		const thief = await newPartner();
		for (const headers of [thief.headers, session]) {
			expect(await errorOf(await accept(owner, headers, captured))).toMatchObject({
				status: 409,
				code: "NONCE_ALREADY_USED",
			});
		}
		const seen = await profileOf(owner, thief.headers);
		expect(seen).toMatchObject({ agreement: { accepted: null }, will: null });
		expect((await accept(owner, partner.headers, captured)).status).toBe(200);
		expect(await profileOf(owner, partner.headers)).toMatchObject({ will: { version: 1 } });
		// A message that works once proves that the owner signs through this developer.
		const second = await newPartner();
		await newCode(owner, second.headers);
		expect(await profileOf(owner, second.headers)).toMatchObject({ will: { version: 1 } });
	});

	it("requires a session of this owner and this proof", async () => {
		const owner = newOwner();
		const body = await agreementBody(owner);
		for (const headers of [await sessionOf(newOwner()), await sessionOf(owner, 1)]) {
			expect(await errorOf(await accept(owner, headers, body))).toMatchObject({
				status: 403,
				code: "FORBIDDEN",
			});
		}
		expect(await estatesOf(owner.address)).toEqual([]);
		expect((await accept(owner, await sessionOf(owner), body)).status).toBe(201);
		expect(
			await env.DB.prepare("SELECT * FROM estate_partners WHERE developer_id IS NULL").all(),
		).toMatchObject({ results: [] });
	});
});

describe("the history", () => {
	it("shows the owner who resolved which code, newest first, in pages", async () => {
		const { owner, partner, session } = await newEstate();
		const code = await newCode(owner, partner.headers);
		for (let count = 0; count < 3; count++) await resolve(code.code, partner.headers);
		const all = await historyOf(owner, session);
		const resolved = {
			at: expect.any(String),
			action: "privacy_code.resolved",
			actor: partner.developerId,
			target: code.codeId,
		};
		expect(all.data.slice(0, 3)).toEqual([resolved, resolved, resolved]);
		expect(all.data.slice(3).map(({ action, actor }) => [action, actor])).toEqual([
			["privacy_code.created", partner.developerId],
			["agreement.accepted", partner.developerId],
		]);
		expect(all.nextCursor).toBeNull();

		const paged = [];
		let cursor: string | null = "";
		while (cursor !== null) {
			const page = await historyOf(owner, session, `?limit=2${cursor && `&cursor=${cursor}`}`);
			paged.push(...page.data);
			cursor = page.nextCursor;
		}
		expect(paged).toEqual(all.data);
	});

	it("is rejected for others, and empty without an estate", async () => {
		const { owner, partner } = await newEstate();
		const responses = [
			await call(pathOf(owner, "/history"), { headers: partner.headers }),
			await call(pathOf(owner, "/history"), { headers: await sessionOf(newOwner()) }),
			await call(pathOf(owner, "/history"), { headers: await newAnonymous() }),
		];
		expect(responses.map(({ status }) => status)).toEqual([403, 403, 403]);
		expect(await historyOf(owner, await sessionOf(owner, 10))).toEqual({ data: [], nextCursor: null });
	});
});
