/**
 * estates.md "POST …/will".
 *
 * Limits on strangers: the memory that unfinished uploads hold (src/quota/body-memory.ts), and the bytes that throw-away
 * wallets store behind a forged `Origin` or in wallet sessions (src/quota/storage-budget.ts).
 */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FORM_LIMIT_BYTES } from "../../../src/http/body-limit.ts";
import { type CheckedResponse, call, codeOf } from "../../support/contract/openapi-client.ts";
import { charge } from "../../support/quota.ts";
import { agreementBody, eraseBody } from "../../support/signing/estate-signing.ts";
import { pdfFile } from "../../support/storage/pdf-files.ts";
import { newOrigin } from "../access/support.ts";
import { countBy } from "../recovery/support.ts";
import {
	accept,
	createCode,
	type Headers,
	leaveForSessionsAt,
	newCode,
	newOwner,
	newPartner,
	putWill,
	repeat,
	rowsOf,
	sessionOf,
} from "./support.ts";
import { lodge, storedKeys, willPath } from "./will-calls.ts";

describe("unfinished uploads", () => {
	/** A body that pauses after its beginning until `end` is called. */
	function openBody() {
		let pulled = 0;
		let end = () => {};
		const stream = new ReadableStream(
			{
				start(controller) {
					end = () => {
						// The body of a rejected upload is already cancelled.
						try {
							controller.close();
						} catch {}
					};
				},
				pull(controller) {
					if (pulled++ === 0) controller.enqueue(new Uint8Array(1000));
					return pulled > 1 ? new Promise(() => {}) : undefined;
				},
			},
			{ highWaterMark: 0 },
		);
		return { stream, end, pulled: () => pulled };
	}
	const form = { "content-type": "multipart/form-data; boundary=b" };
	const begin = (owner: { address: string }, headers: Headers) => {
		const body = openBody();
		const response = call("POST", willPath(owner), {
			rawBody: body.stream,
			headers: { ...headers, ...form },
		});
		return { ...body, response: response.catch(() => undefined) };
	};

	it("are rejected before their body is read if the credential is revoked", async () => {
		const owner = newOwner();
		const partner = await newPartner();
		const keys = await call("GET", "/auth/api-keys", { headers: partner.session });
		expect(keys.body.data).toHaveLength(1);
		const revoked = await call("DELETE", "/auth/api-keys", {
			body: { keyId: keys.body.data[0].keyId },
			headers: partner.session,
		});
		expect(revoked.body).toMatchObject({ revokedAt: expect.any(String) });
		const { response, end } = begin(owner, partner.headers);
		expect(codeOf((await response) as CheckedResponse)).toBe("401 INVALID_AUTH");
		end();
	});

	it("take no memory by announcing it, and keep no developer out", async () => {
		const wallets = await Promise.all(
			[1, 2, 3, 4, 5].map(async () => {
				const owner = newOwner();
				return { owner, session: await sessionOf(owner) };
			}),
		);
		const begun = wallets.map(({ owner, session }) =>
			begin(owner, { ...session, "content-length": String(FORM_LIMIT_BYTES) }),
		);
		while (begun.some(({ pulled }) => pulled() === 0)) await scheduler.wait(5);
		const { headers } = await newPartner();
		expect((await lodge(newOwner(), headers)).status).toBe(201);
		const other = newOwner();
		expect((await lodge(other, await sessionOf(other))).status).toBe(201);
		for (const { end } of begun) end();
		await Promise.all(begun.map((one) => one.response));
	});
});

describe("throw-away wallets behind a forged Origin", () => {
	// The clock stands still, so that no quota is regained during a test.
	beforeEach(() => {
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
	});
	afterEach(() => {
		vi.useRealTimers();
	});
	const MIB = 1024 * 1024;
	const WHOLE = 256 * MIB;
	/** Bytes counted for the rows of a call and a key's signature. */
	const ROWS = 16 * 1024 + 132;
	const objectOf = (origin: string) => env.ACCOUNTS.getByName(`origin:${origin}`);
	let origins = 0;
	let addresses = 0;
	/** Headers with a new client address for each call. */
	const forged = (origin: string) => ({
		origin,
		"cf-connecting-ip": `10.${100 + (++addresses >> 8)}.${addresses & 255}.1`,
	});

	const use = (origin: string, clientAddress: string, bytes: number) =>
		charge({ payer: { kind: "origin", origin }, clientAddress, costs: { stored_bytes: bytes } });

	/** Creates an allowed origin with this much quota left, used by as many networks as needed. */
	async function newAllowed(left = WHOLE) {
		const partner = await newPartner();
		const name = `https://forged-${++origins}.example`;
		const { origin } = await newOrigin({ headers: partner.session }, name, "allow");
		for (let rest = WHOLE - left, at = 0; rest > 0; rest -= WHOLE / 8, at++) {
			const bytes = Math.min(rest, WHOLE / 8);
			expect(await use(origin, `10.90.${at}.1`, bytes)).toBe(true);
		}
		return { partner, origin };
	}

	const filled = (size: number) => {
		const bytes = new Uint8Array(size).fill(0x20);
		const pdf = pdfFile();
		bytes.set(pdf.subarray(0, 9));
		bytes.set(pdf, size - pdf.length);
		return bytes;
	};
	const codeOf = ({ status, body }: CheckedResponse) => `${status} ${body.error?.code ?? ""}`;

	it("store no more than the origin's daily quota, also in parallel, without limiting others", async () => {
		const file = { bytes: filled(MIB / 4) };
		const { origin, partner } = await newAllowed(5.5 * (MIB / 4 + ROWS));
		const before = await storedKeys();
		const profilesBefore = await rowsOf("estate_profiles");
		const responses = await repeat(20, () => lodge(newOwner(), forged(origin), { file }));
		expect(countBy(responses.map(codeOf))).toEqual({ "201 ": 5, "429 RATE_LIMITED": 15 });
		expect(await storedKeys()).toHaveLength(before.length + 5);
		expect(await rowsOf("estate_profiles")).toHaveLength(profilesBefore.length + 5);
		const refused = responses.find(({ status }) => status === 429);
		// Half of a file fits at once; the wait is the time to regain the other half.
		const wait = Number(refused?.headers.get("Retry-After"));
		expect(wait).toBeGreaterThan(0.4 * (MIB / 4 / WHOLE) * 86_400);
		expect(wait).toBeLessThanOrEqual(Math.ceil(0.5 * ((MIB / 4 + ROWS) / WHOLE) * 86_400));
		expect(refused?.body.error.message).toContain("wallet");
		const owner = newOwner();
		expect((await lodge(owner, partner.headers, { file })).status).toBe(201);
		expect((await lodge(owner, await sessionOf(owner), { file, signed: { version: 2 } })).status).toBe(201);
		const other = await newOrigin({ headers: partner.session }, `${origin}.org`, "allow");
		expect((await lodge(newOwner(), forged(other.origin), { file })).status).toBe(201);
	});

	it("count acceptances and codes towards the quota, but not an erasure", async () => {
		const { origin } = await newAllowed(7.5 * ROWS);
		const owner = newOwner();
		const body = await agreementBody(owner);
		expect((await accept(owner, forged(origin), body)).status).toBe(201);
		await newCode(owner, forged(origin));
		// These calls store nothing, so they use no quota.
		for (let again = 0; again < 10; again++) {
			expect((await accept(owner, forged(origin), body)).status).toBe(200);
		}
		expect((await createCode(newOwner(), forged(origin))).status).toBe(409);
		const responses = await repeat(20, () => accept(newOwner(), forged(origin)));
		expect(countBy(responses.map(({ status }) => status))).toEqual({ 201: 5, 429: 15 });
		expect((await createCode(owner, forged(origin))).status).toBe(429);
		// An erasure of a missing estate stores its nonce.
		const stranger = newOwner();
		const ofNothing = { body: await eraseBody(stranger), headers: forged(origin) };
		expect((await call("DELETE", `/estate-profiles/${stranger.address}`, ofNothing)).status).toBe(429);
		const erasure = { body: await eraseBody(owner), headers: forged(origin) };
		expect((await call("DELETE", `/estate-profiles/${owner.address}`, erasure)).status).toBe(200);
	});

	it("use at most an eighth of the quota from one network", async () => {
		const { origin } = await newAllowed();
		const file = { bytes: filled(10 * MIB) };
		const from = { ...forged(origin) };
		const statuses = [];
		for (let at = 0; at < 4; at++) statuses.push((await lodge(newOwner(), from, { file })).status);
		expect(statuses).toEqual([201, 201, 201, 429]);
		expect((await lodge(newOwner(), from)).status).toBe(201);
		expect((await lodge(newOwner(), forged(origin), { file })).status).toBe(201);
		// Networks are stored as keyed hashes, and the object deletes itself when they no longer count.
		const remembered = () =>
			runInDurableObject(objectOf(origin), (_, { storage }) =>
				storage.sql.exec("SELECT part FROM origin_uses").toArray(),
			);
		const networks = await remembered();
		expect(networks.map(({ part }) => part)).toEqual(
			expect.arrayContaining(["stored_bytes", expect.stringMatching(/^stored_bytes\/[0-9a-f]{64}$/)]),
		);
		expect(networks).toHaveLength(3);
		vi.setSystemTime(Date.now() + 86_400_000);
		expect(await runDurableObjectAlarm(objectOf(origin))).toBe(true);
		await expect(remembered()).rejects.toThrow("no such table");
		expect(await runDurableObjectAlarm(objectOf(origin))).toBe(false);
	});

	it("use no quota for rejected uploads", async () => {
		const { origin } = await newAllowed();
		const [owner, file] = [newOwner(), { bytes: filled(MIB / 4) }];
		const before = await storedKeys();
		const responses = await repeat(20, () => lodge(owner, forged(origin), { file }));
		expect(countBy(responses.map(codeOf))).toEqual({ "201 ": 1, "409 WILL_VERSION_CONFLICT": 19 });
		expect(await storedKeys()).toHaveLength(before.length + 1);
		await lodge(newOwner(), forged(origin), { file, fields: { sha256: `0x${"00".repeat(32)}` } });
		let left = WHOLE - (MIB / 4 + ROWS);
		for (let at = 0; left > 0; left -= WHOLE / 8, at++) {
			const bytes = Math.min(left, WHOLE / 8);
			expect(await use(origin, `10.91.${at}.1`, bytes)).toBe(true);
		}
		expect(await use(origin, "10.92.0.1", MIB / 4)).toBe(false);
	});
});

describe("throw-away wallets in wallet sessions", () => {
	beforeEach(() => {
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
	});
	afterEach(() => {
		vi.useRealTimers();
	});
	const ADDRESS = "10.2.0.1";
	const from = async (owner: { address: string }) => ({
		...(await sessionOf(owner)),
		"CF-Connecting-IP": ADDRESS,
	});

	it("store no more than one network's daily quota, without limiting other networks or developers", async () => {
		await leaveForSessionsAt(ADDRESS, 5.5 * (16 * 1024 + 132));
		const owners = Array.from({ length: 20 }, newOwner);
		const responses = await Promise.all(owners.map(async (owner) => accept(owner, await from(owner))));
		expect(countBy(responses.map(({ status }) => status))).toEqual({ 201: 5, 429: 15 });
		const owner = newOwner();
		const refused = await lodge(owner, await from(owner));
		expect(codeOf(refused)).toBe("429 RATE_LIMITED");
		expect(refused.body.error.message).toContain("API key");
		const ofNothing = { body: await eraseBody(owner), headers: await from(owner) };
		expect((await call("DELETE", `/estate-profiles/${owner.address}`, ofNothing)).status).toBe(429);
		expect((await lodge(owner, await sessionOf(owner))).status).toBe(201);
		const { headers } = await newPartner();
		expect((await lodge(newOwner(), { ...headers, "CF-Connecting-IP": ADDRESS })).status).toBe(201);
	});
});

describe("the number of versions of a will", () => {
	it("is limited to 100, also in parallel, and continues after an erasure", async () => {
		const { headers } = await newPartner();
		const owner = newOwner();
		expect((await lodge(owner, headers)).status).toBe(201);
		for (let version = 2; version < 100; version++) await putWill(owner, version);
		const before = await storedKeys();
		const last = await repeat(20, () => lodge(owner, headers, { signed: { version: 100 } }));
		expect(countBy(last.map(({ status }) => status))).toEqual({ 201: 1, 409: 19 });
		const more = await repeat(20, () => lodge(owner, headers, { signed: { version: 101 } }));
		const codes = countBy(more.map(({ status, body }) => `${status} ${body.error?.code}`));
		expect(codes).toEqual({ "409 EXCEEDED_DOCUMENT_AMOUNT": 20 });
		expect(more[0]?.body.error.message).toMatch(/100 versions.*erase.*as version 101/);
		expect(await storedKeys()).toHaveLength(before.length + 1);
		const erasure = { body: await eraseBody(owner), headers };
		expect((await call("DELETE", `/estate-profiles/${owner.address}`, erasure)).status).toBe(200);
		expect((await lodge(owner, headers, { signed: { version: 101 } })).status).toBe(201);
		expect((await lodge(owner, headers, { signed: { version: 102 } })).status).toBe(201);
	});
});
