// Hosted links as developers make, read, list and end them (hosted-links.md "For developers").
import { beforeAll, describe, expect, it } from "vitest";
import { newDeveloper } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { newOrigin } from "../access/support.ts";
import { newPartner, type Partner } from "../recovery/support.ts";
import { linkOf, makeLink, newLinkPartner, newVisitor, rowOf, setRow } from "./support.ts";

const ADDRESS = `0x${"ab".repeat(20)}`;
const OTHER = `0x${"cd".repeat(20)}`;
const CALL = { dest: OTHER, value: "1", data: "0x" };
const DAY_MS = 86_400_000;

let partner: Awaited<ReturnType<typeof newLinkPartner>>;
beforeAll(async () => {
	partner = await newLinkPartner();
});

const post = (body: object, by: Partner = partner) => by.send("/hosted-links", body);

describe("making a hosted link", () => {
	it("returns a url with 256 random bits, of which only a hash is stored", async () => {
		const link = await makeLink(partner, { reference: "claim:1" });
		expect(link.url).toMatch(/^https:\/\/replevin\.test\/l\/[A-Za-z0-9_-]{43}$/);
		expect(link).toMatchObject({
			status: "open",
			kind: "recovery",
			origin: partner.origin,
			reference: "claim:1",
		});
		const row = JSON.stringify(await rowOf(link.linkId));
		expect(row).not.toContain(link.token);
		const another = await makeLink(partner);
		expect(another.token).not.toBe(link.token);
		expect(another.linkId).not.toBe(link.linkId);
	});

	it("has a lifetime of a day by default, of thirty minutes at least and seven days at most", async () => {
		const lifetime = async (body: object) => {
			const { linkId, expiresAt } = await makeLink(partner, body);
			return Date.parse(expiresAt) - Date.parse(String((await linkOf(partner, linkId)).createdAt));
		};
		expect(await lifetime({})).toBe(DAY_MS);
		expect(await lifetime({ expiresInSeconds: 1800 })).toBe(1_800_000);
		expect(await lifetime({ expiresInSeconds: 604_800 })).toBe(7 * DAY_MS);
		for (const expiresInSeconds of [1799, 604_801]) {
			expect((await post({ expiresInSeconds })).status).toBe(400);
		}
	});

	it("is only for a developer with an origin that a reviewer allowed", async () => {
		const developer = await newDeveloper();
		const stranger = await newPartner(developer);
		expect(await errorOf(await post({}, stranger))).toMatchObject({
			status: 403,
			code: "FORBIDDEN",
			message: expect.stringContaining("/developers/origins"),
		});
		await newOrigin(developer, "https://requested.example");
		await newOrigin(developer, "https://refused.example", "refuse");
		expect((await post({}, stranger)).status).toBe(403);
		await newOrigin(developer, "https://allowed.example", "allow");
		expect((await post({}, stranger)).status).toBe(201);
	});

	it("shows the origin of the returnUrl, else the one that was allowed first", async () => {
		const two = await newLinkPartner();
		await newOrigin({ headers: two.session }, "https://a-second.example", "allow");
		expect(await makeLink(two)).toMatchObject({ origin: two.origin, returnUrl: null });
		const returnUrl = "https://a-second.example/done?from=mail";
		expect(await makeLink(two, { returnUrl })).toMatchObject({
			origin: "https://a-second.example",
			returnUrl,
		});
	});

	it.each([
		["another site", "https://evil.example/"],
		["a sibling", "https://x.app1.partner.example/"],
		["a prefix", "https://app1.partner.example.evil.example/"],
		["another scheme", "http://app1.partner.example/"],
		["another port", "https://app1.partner.example:8443/"],
		["a user", "https://app1.partner.example@evil.example/"],
		["the service itself", "https://replevin.test/"],
		["a script", "javascript:alert(1)"],
		["no scheme", "//app1.partner.example/"],
		["a path", "/done"],
	])("rejects a returnUrl of %s", async (_, returnUrl) => {
		expect(await errorOf(await post({ returnUrl }))).toMatchObject({
			status: 400,
			code: "INPUT_VALIDATION_ERROR",
			details: [{ field: "returnUrl" }],
		});
	});

	it("rejects a returnUrl of another scheme that has an allowed origin", async () => {
		// The origin of a blob URL is that of the URL inside it (URL Standard).
		expect(await errorOf(await post({ returnUrl: `blob:${partner.origin}/done` }))).toMatchObject({
			status: 400,
			details: [{ field: "returnUrl" }],
		});
	});

	it.each(["user:pass@", ""])(
		"rejects a returnUrl with a user, a fragment or a parameter link: %j",
		async (user) => {
			const url = new URL(partner.origin);
			const bad = user === "" ? [`${url.origin}/#x`, `${url.origin}/#`, `${url.origin}/?link=1`] : [];
			for (const returnUrl of [...bad, ...(user === "" ? [] : [`https://${user}${url.host}/`])]) {
				expect(await errorOf(await post({ returnUrl })), returnUrl).toMatchObject({
					status: 400,
					details: [{ field: "returnUrl" }],
				});
			}
		},
	);

	it.each([
		["an unknown field", { title: "Free words" }, "title"],
		["a locked e-mail address", { prefill: { email: "a@example.com" }, locked: ["email"] }, "locked.0"],
		["a locked field without a value", { locked: ["lostAccount"] }, "prefill.lostAccount"],
		["a field locked twice", { prefill: { chainId: 1 }, locked: ["chainId", "chainId"] }, "locked.1"],
		["a bad address", { prefill: { lostAccount: "0x12" } }, "prefill.lostAccount"],
		[
			"equal accounts",
			{ prefill: { lostAccount: ADDRESS, recoveryAccount: ADDRESS } },
			"prefill.recoveryAccount",
		],
		["no transactions", { prefill: { transactions: [] } }, "prefill.transactions"],
		["an owner", { prefill: { ownerAddress: ADDRESS } }, "prefill.ownerAddress"],
		[
			"a lost account of an estate",
			{ kind: "estate", prefill: { lostAccount: ADDRESS } },
			"prefill.lostAccount",
		],
		["a bad reference", { reference: "a b" }, "reference"],
		["an unknown language", { locale: "tlh" }, "locale"],
	])("rejects %s", async (_, body, field) => {
		expect(await errorOf(await post(body))).toMatchObject({ status: 400, details: [{ field }] });
	});

	it("gives a usable url to a repetition with the same Idempotency-Key, and ends the former one", async () => {
		const headers = { ...partner.headers, "Idempotency-Key": crypto.randomUUID() };
		const send = () => call("/hosted-links", { headers, body: { reference: "once:1" } });
		const [first, again] = [await makeLink({ send }), await makeLink({ send })];
		expect(again.linkId).toBe(first.linkId);
		expect(again.url).not.toBe(first.url);
		const { data } = (await (await partner.send("/hosted-links?reference=once:1")).json()) as {
			data: unknown[];
		};
		expect(data).toHaveLength(1);
		const visitor = await newVisitor();
		expect((await visitor.start(first.token)).status).toBe(404);
		expect((await visitor.start(again.token)).status).toBe(200);
		expect(await errorOf(await send())).toMatchObject({ status: 409, code: "HOSTED_LINK_STATUS_ERROR" });
	});
});

describe("reading and ending a hosted link", () => {
	it("never shows the url or the prefilled values again", async () => {
		const prefill = { lostAccount: ADDRESS, transactions: [CALL], email: "claimant@example.com" };
		const { linkId } = await makeLink(partner, { prefill, locked: ["lostAccount"] });
		const link = await linkOf(partner, linkId);
		expect(link).toMatchObject({
			linkId,
			status: "open",
			locked: ["lostAccount"],
			startedAt: null,
			caseId: null,
		});
		expect(JSON.stringify(link)).not.toMatch(/claimant@|"url"|\/l\/|abab/);
	});

	it("is expired once its time has passed", async () => {
		const { linkId } = await makeLink(partner);
		await setRow(linkId, "expires_at = ?1, ends_at = ?1", Date.now() - 1);
		expect(await linkOf(partner, linkId)).toMatchObject({ status: "expired" });
		const ended = await partner.send(`/hosted-links/${linkId}/expire`, undefined, "POST");
		expect(await ended.json()).toMatchObject({ status: "expired", endedAt: null });
	});

	it("ends it once, and erases the prefilled values", async () => {
		const { linkId } = await makeLink(partner, { prefill: { email: "claimant@example.com" } });
		const end = async () => (await partner.send(`/hosted-links/${linkId}/expire`, undefined, "POST")).json();
		const ended = await end();
		expect(ended).toMatchObject({ status: "ended", endedAt: expect.any(String) });
		expect(await end()).toEqual(ended);
		expect(await rowOf(linkId)).toMatchObject({ prefill: null });
	});

	it("ends with the permission of its origin", async () => {
		const leaving = await newLinkPartner();
		const { linkId } = await makeLink(leaving);
		const headers = leaving.session;
		const removed = await call(`/origins/${leaving.originId}`, { method: "DELETE", headers });
		expect(removed.status).toBe(200);
		expect(await linkOf(leaving, linkId)).toMatchObject({ status: "ended" });
	});

	it("hides the links of other developers", async () => {
		const { linkId } = await makeLink(partner, { reference: "mine" });
		const other = await newLinkPartner();
		for (const [path, method] of [
			[`/hosted-links/${linkId}`, "GET"],
			[`/hosted-links/${linkId}/expire`, "POST"],
		] as const) {
			expect(await errorOf(await other.send(path, undefined, method))).toMatchObject({
				status: 404,
				code: "RESOURCE_NOT_FOUND",
			});
		}
		expect(await linkOf(partner, linkId)).toMatchObject({ status: "open" });
		const listed = (await (await other.send("/hosted-links?reference=mine")).json()) as { data: unknown[] };
		expect(listed.data).toEqual([]);
	});

	it("lists links newest first, in pages, and by reference", async () => {
		const lister = await newLinkPartner();
		const ids: string[] = [];
		for (const reference of ["a", "b", "a", "b", "a"])
			ids.push((await makeLink(lister, { reference })).linkId);
		const pagesOf = async (query: string) => {
			const found: string[] = [];
			for (let cursor: string | null = ""; cursor !== null; ) {
				const page = await lister.send(`/hosted-links?limit=2${query}${cursor && `&cursor=${cursor}`}`);
				const { data, nextCursor } = (await page.json()) as {
					data: { linkId: string }[];
					nextCursor: string | null;
				};
				found.push(...data.map(({ linkId }) => linkId));
				cursor = nextCursor;
			}
			return found;
		};
		const all = await pagesOf("");
		expect([...all].sort()).toEqual([...ids].sort());
		const times = await Promise.all(all.map(async (id) => String((await linkOf(lister, id)).createdAt)));
		expect(times).toEqual([...times].sort().reverse());
		expect((await pagesOf("&reference=a")).sort()).toEqual([ids[0], ids[2], ids[4]].sort());
		expect(await pagesOf("&reference=none")).toEqual([]);
	});
});
