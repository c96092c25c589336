/**
 * What a read of an estate profile stores, and what it must not reveal (estates.md "What a read stores").
 *
 * Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
 */
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createApp } from "../../../src/app.ts";
import { runEveryMinute } from "../../../src/scheduled.ts";
import { callOn } from "../../support/contract/openapi-client.ts";
import { call } from "../../support/contract/worker-client.ts";
import { agreementBody, eraseBody } from "../../support/signing/estate-signing.ts";
import { newAnonymous } from "../access/support.ts";
import { countBy } from "../recovery/support.ts";
import {
	accept,
	type Headers,
	newCode,
	newEstate,
	newOwner,
	newPartner,
	pathOf,
	profileOf,
	repeat,
	rowsOf,
	sessionOf,
} from "./support.ts";
import { lodge } from "./will-calls.ts";

const DAY_MS = 86_400_000;

type Owner = ReturnType<typeof newOwner>;

const textOf = async (owner: { address: string }, headers: Headers, query = "") =>
	(await call(pathOf(owner, query), { headers })).text();
const createdAtOf = async (owner: { address: string }, headers: Headers, query = "") =>
	(await profileOf(owner, headers, query)).createdAt;
const bareProfiles = () => rowsOf("bare_profiles");

const erase = async (owner: Owner, headers: Headers) => {
	const body = await eraseBody(owner);
	const response = await call(pathOf(owner), { method: "DELETE", body, headers });
	expect(response.status).toBe(200);
};

/** Lets the clock of the service and of this test run on from a later time. */
const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
afterEach(() => {
	vi.useRealTimers();
});

describe("the first read of a profile", () => {
	it("stores its time, which every later read returns", async () => {
		const [owner, { headers, session }] = [newOwner(), await newPartner()];
		const before = await bareProfiles();
		const first = await textOf(owner, headers);
		later(60_000);
		for (const again of [headers, session, headers]) expect(await textOf(owner, again)).toBe(first);
		const added = (await bareProfiles()).slice(before.length);
		expect(added).toEqual([
			{
				profile_mac: expect.stringMatching(/^[0-9a-f]{64}$/),
				created_at: Date.parse(JSON.parse(first).createdAt),
				last_read_at: Date.parse(JSON.parse(first).createdAt),
			},
		]);
	});

	it("is one for twenty reads in parallel", async () => {
		const [owner, { headers }] = [newOwner(), await newPartner()];
		const before = await bareProfiles();
		const seen = await repeat(20, () => textOf(owner, headers));
		expect(new Set(seen).size).toBe(1);
		expect(await bareProfiles()).toHaveLength(before.length + 1);
	});

	it("is of its own for each caller, chain and proof", async () => {
		const [owner, first, second] = [newOwner(), await newPartner(), await newPartner()];
		const [byKey, byContract] = [await sessionOf(owner), await sessionOf(owner, 10)];
		const reads = [
			[first.headers, ""],
			[second.headers, ""],
			[first.headers, "?chainId=10"],
			[byKey, ""],
			[byContract, ""],
		] as const;
		const times: string[] = [];
		for (const [headers, query] of reads) {
			times.push(await createdAtOf(owner, headers, query));
			later(1000);
		}
		expect(new Set(times).size).toBe(reads.length);
		for (const [at, [headers, query]] of reads.entries()) {
			expect(await createdAtOf(owner, headers, query)).toBe(times[at]);
		}
	});

	it("is not stored for a caller who is rejected", async () => {
		const { headers, ...developer } = await newPartner();
		const { data } = (await (await call("/auth/api-keys", { headers: developer.session })).json()) as {
			data: { keyId: string }[];
		};
		const revoked = { method: "DELETE", body: { keyId: data[0]?.keyId }, headers: developer.session };
		expect((await call("/auth/api-keys", revoked)).status).toBe(200);
		const before = await bareProfiles();
		const owner = newOwner();
		for (const by of [headers, await newAnonymous(), await sessionOf(newOwner()), {}]) {
			expect((await call(pathOf(owner), { headers: by })).status).toBeGreaterThan(400);
		}
		expect(await bareProfiles()).toEqual(before);
	});
});

describe("a caller through whom the owner signs", () => {
	const messages: [string, (owner: Owner, headers: Headers) => Promise<unknown>][] = [
		["an agreement", (owner, headers) => accept(owner, headers)],
		["a will", (owner, headers) => lodge(owner, headers)],
	];
	it.each(messages)("keeps the time of its first read after %s, and its row goes", async (_, sign) => {
		const [owner, partner] = [newOwner(), await newPartner()];
		const session = await sessionOf(owner);
		const before = await bareProfiles();
		const times = [await createdAtOf(owner, partner.headers)];
		later(1000);
		times.push(await createdAtOf(owner, session));
		later(1000);
		await sign(owner, partner.headers);
		expect([await createdAtOf(owner, partner.headers), await createdAtOf(owner, session)]).toEqual(times);
		expect(await bareProfiles()).toEqual(before);
	});

	it("learns neither when the profile began nor that others know the owner", async () => {
		const { owner } = await newEstate();
		const [early, late] = [await newPartner(), await newPartner()];
		later(1000);
		const first = await createdAtOf(owner, early.headers);
		later(1000);
		for (const { headers } of [early, late]) await newCode(owner, headers);
		expect(await createdAtOf(owner, early.headers)).toBe(first);
		expect((await createdAtOf(owner, late.headers)) > first).toBe(true);
	});

	it("sees one time if it reads and signs at once", async () => {
		const [owner, { headers }] = [newOwner(), await newPartner()];
		const before = await bareProfiles();
		const body = await agreementBody(owner);
		const [seen] = await Promise.all([
			repeat(20, () => createdAtOf(owner, headers)),
			accept(owner, headers, body),
		]);
		expect([...new Set(seen)]).toEqual([await createdAtOf(owner, headers)]);
		expect(await bareProfiles()).toEqual(before);
	});

	it("begins again after an erasure, as does the owner", async () => {
		const { owner, partner, session } = await newEstate();
		const before = [await createdAtOf(owner, partner.headers), await createdAtOf(owner, session)];
		later(1000);
		await erase(owner, session);
		later(1000);
		const after = [await createdAtOf(owner, partner.headers), await createdAtOf(owner, session)];
		for (const [at, time] of after.entries()) expect(time > (before[at] ?? "")).toBe(true);
	});
});

describe("an attack by a developer through whom nothing was signed", () => {
	it("sees the same bytes before, during and after somebody else's estate", async () => {
		const [owner, partner, stranger] = [newOwner(), await newPartner(), await newPartner()];
		const seen = [await textOf(owner, stranger.headers)];
		const stored = await bareProfiles();
		for (const step of [
			() => accept(owner, partner.headers),
			() => newCode(owner, partner.headers),
			() => lodge(owner, partner.headers),
			() => erase(owner, partner.headers),
			() => accept(owner, partner.headers),
		]) {
			later(1000);
			await step();
			seen.push(await textOf(owner, stranger.headers));
		}
		expect(new Set(seen).size).toBe(1);
		expect(await bareProfiles()).toEqual(stored);
	});

	it("sees the same of a missing, a live and an erased estate at its first read", async () => {
		const [live, erased, stranger] = [await newEstate(), await newEstate(), await newPartner()];
		await erase(erased.owner, erased.session);
		vi.setSystemTime(Date.now() + 1000);
		const missing = newOwner();
		const seen = [];
		for (const { address } of [missing, live.owner, erased.owner]) {
			seen.push((await textOf({ address }, stranger.headers)).replaceAll(address, "the owner"));
		}
		const shapes = seen.map((text) => text.replaceAll(/"(created|updated)At":"[^"]+"/g, '"$1At"'));
		expect(new Set(shapes).size).toBe(1);
		for (const text of seen) {
			const { createdAt, updatedAt } = JSON.parse(text);
			expect(updatedAt).toBe(createdAt);
			expect(Date.now() - Date.parse(createdAt)).toBeLessThan(5000);
		}
	});

	it("leaves no address in the store, and no way to find its rows without the pepper", async () => {
		const [owner, { headers, developerId }] = [newOwner(), await newPartner()];
		const before = await bareProfiles();
		await textOf(owner, headers);
		const text = JSON.stringify((await bareProfiles()).slice(before.length)).toLowerCase();
		expect(text).not.toContain(owner.address.slice(2).toLowerCase());
		expect(text).not.toContain(developerId);
	});

	it("is found again under a newer pepper", async () => {
		const [owner, { headers }] = [newOwner(), await newPartner()];
		const first = await createdAtOf(owner, headers);
		later(1000);
		const PEPPERS = JSON.stringify({
			...JSON.parse(env.PEPPERS),
			"9": Buffer.alloc(32, 9).toString("base64"),
		});
		const app = createApp();
		const rotated = callOn(async (request) => app.fetch(request, { ...env, PEPPERS }));
		expect((await rotated("GET", pathOf(owner), { headers })).body.createdAt).toBe(first);
		const fresh = newOwner();
		const [under] = [await rotated("GET", pathOf(fresh), { headers })];
		later(1000);
		expect((await rotated("GET", pathOf(fresh), { headers })).body.createdAt).toBe(under.body.createdAt);
	});
});

describe("the quota of new profiles", () => {
	const app = createApp();
	const limited = callOn(async (request) => app.fetch(request, { ...env, NEW_PROFILES_PER_DAY: "3" }));
	const read = async (headers: Headers, owner: { address: string } = newOwner()) =>
		limited("GET", pathOf(owner), { headers });

	it("rejects one profile too many with 429, and still shows the ones that were read before", async () => {
		const [known, partner] = [newOwner(), await newPartner()];
		const first = await read(partner.headers, known);
		expect(first.status).toBe(200);
		const before = await bareProfiles();
		const responses = await repeat(10, () => read(partner.headers));
		expect(countBy(responses.map(({ status }) => status))).toEqual({ 200: 2, 429: 8 });
		const refused = responses.find(({ status }) => status === 429);
		expect(refused?.body.error).toMatchObject({
			code: "RATE_LIMITED",
			message: expect.stringContaining("may read 3 estate profiles for the first time within a day"),
		});
		expect(Number(refused?.headers.get("Retry-After"))).toBeLessThanOrEqual(DAY_MS / 3000);
		expect(await bareProfiles()).toHaveLength(before.length + 2);
		expect((await read(partner.session, known)).body).toEqual(first.body);
		expect((await accept(known, partner.headers)).status).toBe(201);
		expect((await read(partner.headers, known)).body).toMatchObject({ createdAt: first.body.createdAt });
		// Another developer has a quota of its own.
		expect((await read((await newPartner()).headers)).status).toBe(200);
		later(DAY_MS / 3 + 1000);
		expect((await read(partner.headers)).status).toBe(200);
		expect((await read(partner.headers)).status).toBe(429);
	});

	it("does not count the reads that find a profile, also in parallel", async () => {
		const [owner, { headers }] = [newOwner(), await newPartner()];
		await read(headers, owner);
		await repeat(10, () => read(headers, owner));
		expect((await read(headers)).status).toBe(200);
		expect((await read(headers)).status).toBe(200);
	});

	it("counts the wallet sessions of one network together", async () => {
		const owners = await Promise.all(
			Array.from({ length: 5 }, async () => {
				const owner = newOwner();
				return { owner, headers: { ...(await sessionOf(owner)), "cf-connecting-ip": "198.51.100.77" } };
			}),
		);
		const statuses = [];
		for (const { owner, headers } of owners) statuses.push((await read(headers, owner)).status);
		expect(statuses).toEqual([200, 200, 200, 429, 429]);
		const [, , , { owner, headers } = { owner: newOwner(), headers: {} }] = owners;
		const elsewhere = { ...headers, "cf-connecting-ip": "198.51.101.78" };
		expect((await read(elsewhere, owner)).status).toBe(200);
	});
});

describe("the sweep of unread profiles", () => {
	const macsNow = async () => (await bareProfiles()).map(({ profile_mac }) => profile_mac);
	const lastReadOf = async (mac: unknown) =>
		(await bareProfiles()).find(({ profile_mac }) => profile_mac === mac)?.last_read_at;
	const sweep = () => runEveryMinute(Date.now(), env);

	it("removes a profile ninety-one days after its last read was noted, which happens once a day at most", async () => {
		const [owner, { headers }] = [newOwner(), await newPartner()];
		// Profiles of other tests may have been created in the same millisecond, so this one is told by its row.
		const others = new Set(await macsNow());
		const first = await createdAtOf(owner, headers);
		const mac = (await macsNow()).find((mac) => !others.has(mac));
		const start = Date.now();
		vi.setSystemTime(start + DAY_MS - 60_000);
		expect(await createdAtOf(owner, headers)).toBe(first);
		// A second note within a day is not written.
		expect(await lastReadOf(mac)).toBe(Date.parse(first));
		vi.setSystemTime(start + DAY_MS + 60_000);
		expect(await createdAtOf(owner, headers)).toBe(first);
		const noted = await lastReadOf(mac);
		expect(noted).toBeGreaterThan(start + DAY_MS);
		vi.setSystemTime(Number(noted) + 91 * DAY_MS);
		await sweep();
		expect(await lastReadOf(mac)).toBe(noted);
		vi.setSystemTime(Number(noted) + 91 * DAY_MS + 1);
		await sweep();
		expect(await lastReadOf(mac)).toBeUndefined();
		expect((await createdAtOf(owner, headers)) > first).toBe(true);
	});

	it("leaves the time of a partner alone", async () => {
		const { owner, partner } = await newEstate();
		const first = await createdAtOf(owner, partner.headers);
		later(200 * DAY_MS);
		await sweep();
		expect(await createdAtOf(owner, partner.headers)).toBe(first);
	});

	it("removes at most a thousand in one run", async () => {
		await env.DB.exec("DELETE FROM bare_profiles");
		await env.DB.prepare("INSERT INTO bare_profiles SELECT 'old ' || value, 1, 1 FROM json_each(?)")
			.bind(JSON.stringify(Array.from({ length: 1001 }, (_, at) => at)))
			.run();
		await sweep();
		expect(await bareProfiles()).toHaveLength(1);
		await sweep();
		expect(await bareProfiles()).toEqual([]);
	});
});
