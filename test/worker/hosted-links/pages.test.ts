// What the hosted pages ask about a link (hosted-links.md "For the pages").
import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../../support/contract/worker-client.ts";
import { newIntent } from "../../support/signing/signing.ts";
import {
	fileThrough,
	linkOf,
	makeLink,
	newLinkPartner,
	newVisitor,
	rowOf,
	setRow,
	viewOf,
	walletSession,
} from "./support.ts";

const LOST = `0x${"ab".repeat(20)}`;
const PREFILL = { lostAccount: LOST, chainId: 8453, email: "claimant@example.com" };
const DAY_MS = 86_400_000;

let partner: Awaited<ReturnType<typeof newLinkPartner>>;
let visitor: Awaited<ReturnType<typeof newVisitor>>;
beforeAll(async () => {
	partner = await newLinkPartner();
	visitor = await newVisitor();
});

const newLink = (body: object = {}) =>
	makeLink(partner, {
		prefill: PREFILL,
		locked: ["lostAccount"],
		returnUrl: `${partner.origin}/done?from=mail`,
		reference: "secret-of-the-partner",
		locale: "es",
		...body,
	});

describe("looking a link up", () => {
	it("shows what the page needs, and uses nothing up", async () => {
		const { linkId, token, expiresAt } = await newLink();
		const before = await rowOf(linkId);
		const looked = await visitor.lookUp(token);
		expect(looked.status).toBe(200);
		expect(viewOf(looked)).toEqual({
			...{ linkId, kind: "recovery", state: "open", host: new URL(partner.origin).host },
			...{ prefill: PREFILL, locked: ["lostAccount"], locale: "es", expiresAt, finishBy: null, caseId: null },
			returnUrl: `${partner.origin}/done?from=mail&link=${linkId}`,
		});
		for (let opened = 0; opened < 3; opened++) await visitor.lookUp(token);
		expect(await rowOf(linkId)).toEqual(before);
	});

	it("leaves the partner's query as it is", async () => {
		const returnUrl = `${partner.origin}/done?signature=a%2Fb~c%20d&flag`;
		const { linkId, token } = await newLink({ returnUrl });
		expect(viewOf(await visitor.lookUp(token)).returnUrl).toBe(`${returnUrl}&link=${linkId}`);
	});

	it("responds with 404 to an unknown token, and to the link's id", async () => {
		const { linkId } = await newLink();
		for (const token of ["x".repeat(43), linkId, "", "../../hosted-links"]) {
			expect(await visitor.lookUp(token)).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
			expect(await visitor.start(token)).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
		}
	});
});

describe("starting a link", () => {
	it("binds it to one browser for seven days", async () => {
		const { linkId, token } = await newLink();
		const started = await visitor.start(token);
		expect(started.status).toBe(200);
		const secret = String(started.body.secret);
		expect(secret).toMatch(/^hl_[0-9a-f]{32}\.[A-Za-z0-9_-]{43}$/);
		expect(JSON.stringify(await rowOf(linkId))).not.toContain(secret.slice(36));
		const view = viewOf(await visitor.started(secret));
		expect(started.body.link).toEqual(view);
		expect(view).toMatchObject({ state: "started", prefill: PREFILL });
		const { startedAt, finishBy, status } = await linkOf(partner, linkId);
		expect(status).toBe("started");
		expect(Date.parse(String(finishBy)) - Date.parse(String(startedAt))).toBe(7 * DAY_MS);
		expect(viewOf(await visitor.lookUp(token, secret)).state).toBe("started");
		expect(viewOf(await visitor.lookUp(token))).toMatchObject({ state: "started_elsewhere", prefill: null });
	});

	it("rejects a second browser that does not take over", async () => {
		const { token } = await newLink();
		await visitor.start(token);
		expect(await (await newVisitor()).start(token)).toMatchObject({
			status: 409,
			code: "HOSTED_LINK_STATUS_ERROR",
			message: expect.stringContaining("another browser"),
		});
	});

	it("starts once if two browsers start at once", async () => {
		const { token } = await newLink();
		const responses = await Promise.all(Array.from({ length: 5 }, () => visitor.start(token)));
		expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
	});

	it("lets the holder of the url continue elsewhere, which ends the first binding and keeps the time", async () => {
		const { linkId, token } = await newLink();
		const first = String((await visitor.start(token)).body.secret);
		const before = await linkOf(partner, linkId);
		// The link may be taken over although it could not be started any more.
		await setRow(linkId, "expires_at = ?", Date.now() - 1);
		const second = String((await (await newVisitor()).start(token, true)).body.secret);
		expect(second).not.toBe(first);
		expect(viewOf(await visitor.started(first))).toMatchObject({ state: "started_elsewhere", prefill: null });
		expect(viewOf(await visitor.started(second))).toMatchObject({ state: "started", prefill: PREFILL });
		expect(await linkOf(partner, linkId)).toMatchObject({ finishBy: before.finishBy });
	});

	it("recognises the last ten secrets", async () => {
		const { token } = await newLink();
		const secrets: string[] = [];
		for (let starts = 0; starts < 11; starts++) {
			secrets.push(String((await visitor.start(token, true)).body.secret));
		}
		const states = await Promise.all(secrets.map(async (secret) => (await visitor.started(secret)).status));
		expect(states).toEqual([404, ...Array<number>(10).fill(200)]);
		expect(viewOf(await visitor.started(secrets[1] ?? "")).state).toBe("started_elsewhere");
	});

	it.each([
		["expired", "expires_at = ?1, ends_at = ?1", () => Date.now() - 1],
		["ended", "ended_at = ?1", () => Date.now() - 1],
	])("is rejected for a link that is %s", async (state, set, value) => {
		const { linkId, token } = await newLink();
		await setRow(linkId, set, value());
		expect(viewOf(await visitor.lookUp(token))).toMatchObject({ state, prefill: null });
		expect(await visitor.start(token, true)).toMatchObject({ status: 409, code: "HOSTED_LINK_STATUS_ERROR" });
	});

	it("is rejected after the origin was removed, also for a started link", async () => {
		const leaving = await newLinkPartner();
		const [open, begun] = [await makeLink(leaving), await makeLink(leaving)];
		const secret = String((await visitor.start(begun.token)).body.secret);
		await call(`/origins/${leaving.originId}`, { method: "DELETE", headers: leaving.session });
		expect(await visitor.start(open.token)).toMatchObject({ status: 409 });
		expect(viewOf(await visitor.started(secret)).state).toBe("ended");
		const filed = await fileThrough(secret, newIntent({ lostAccount: LOST }), await walletSession());
		expect(filed).toMatchObject({ status: 409, code: "HOSTED_LINK_STATUS_ERROR" });
	});

	it("is over when seven days have passed", async () => {
		const { linkId, token } = await newLink();
		const secret = String((await visitor.start(token)).body.secret);
		const start = Date.now() - 7 * DAY_MS;
		await setRow(linkId, "started_at = ?1, ends_at = ?2", start, start + 7 * DAY_MS);
		expect(viewOf(await visitor.started(secret)).state).toBe("expired");
		expect(await visitor.start(token, true)).toMatchObject({ status: 409 });
		const filed = await fileThrough(secret, newIntent({ lostAccount: LOST }), await walletSession());
		expect(filed).toMatchObject({ status: 409, message: expect.stringContaining("expired") });
	});
});

describe("a used link", () => {
	it("shows its case to the browser that filed it, and to no other", async () => {
		const { token } = await newLink({ locked: [], prefill: {} });
		const secret = String((await visitor.start(token)).body.secret);
		const filed = await fileThrough(secret, newIntent({ lostAccount: LOST }), await walletSession());
		expect(filed.status).toBe(201);
		const { caseId } = filed.body;
		expect(viewOf(await visitor.started(secret))).toMatchObject({ state: "used", caseId, prefill: null });
		expect(viewOf(await visitor.lookUp(token))).toMatchObject({ state: "used", caseId: null });
		expect(await visitor.start(token, true)).toMatchObject({
			status: 409,
			message: expect.stringContaining("used"),
		});
	});
});
