/** Reviewers' pages of origins, resolvers, dead letters and audit (hosted-app.md "Reviewers"). */
import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import worker from "../../../src/worker.ts";
import { newDeveloper, newReviewer } from "../../support/auth/accounts.ts";
import { call } from "../../support/contract/worker-client.ts";
import { browserOf, confirmationOf } from "./review-support.ts";

type Account = Awaited<ReturnType<typeof newDeveloper>>;
let reviewer: Account;
beforeAll(async () => {
	reviewer = await newReviewer();
});
const browser = (language?: string) => browserOf(reviewer, language);

describe("the page of origins", () => {
	async function requested(origin: string) {
		const developer = await newDeveloper();
		const { headers } = developer;
		const response = await call("/origins", { body: { origin }, headers });
		return { developer, ...(await response.json<{ originId: string }>()) };
	}
	const statusOf = async ({ headers }: Account) =>
		(await (await call("/origins", { headers })).json<{ data: { status: string }[] }>()).data[0]?.status;

	it("says who asks, allows a site with a reason after a second look, and withdraws it again", async () => {
		const { developer, originId } = await requested("https://app.partner.example");
		const { html } = await browser().open("/review/origins");
		expect(html).toContain("<code>https://app.partner.example</code>");
		expect(html).toContain(`/review/accounts/${developer.developerId}`);
		expect(html).toContain(`${developer.email}</span> (the address is `);
		expect((await browser("es").open("/review/origins")).html).toContain("Permitir este sitio");
		const path = `/review/origins/${originId}`;
		const look = await browser().post(path, { decision: "allow", reason: "under contract" });
		expect(await statusOf(developer)).toBe("requested");
		for (const text of ["Allow this site?", developer.email, "(today)", "0 cases", "under contract"]) {
			expect(look.html).toContain(text);
		}
		const back = await browser().post(path, { ...confirmationOf(look.html), confirmed: "no" });
		expect(back.html).toContain('value="under contract"');
		const done = await browser().post(path, confirmationOf(look.html));
		expect([done.status, done.location]).toEqual([303, "/review/origins"]);
		expect(await statusOf(developer)).toBe("allowed");
		const allowed = (await browser().open("/review/origins?status=allowed")).html;
		expect(allowed).toContain("Withdraw the permission");
		expect(allowed).toContain(reviewer.developerId);
		const refusal = { decision: "refuse", reason: "contract over" };
		const ending = await browser().post(`${path}?status=allowed`, refusal);
		expect(ending.html).toContain("Links that show this site end at once");
		await browser().post(`${path}?status=allowed`, confirmationOf(ending.html));
		expect(await statusOf(developer)).toBe("refused");
	});

	it("says beside the field of the very site that a reason is missing", async () => {
		const [, second] = [
			await requested("https://one.partner.example"),
			await requested("https://two.partner.example"),
		];
		const form = { decision: "allow", reason: " " };
		const { status, html } = await browser().post(`/review/origins/${second.originId}`, form);
		expect(status).toBe(400);
		const field = `reason-${second.originId}`;
		expect(html).toContain(`<a href="#${field}">`);
		expect(html.match(/<input[^>]*aria-invalid="true"[^>]*>/g)).toEqual([
			expect.stringContaining(`id="${field}"`),
		]);
		expect(html).toMatch(new RegExp(`aria-describedby="[^"]*${field}-error"`));
	});

	it("keeps the reason where the site is another account's", async () => {
		const [first, second] = [
			await requested("https://twice.example"),
			await requested("https://twice.example"),
		];
		const allow = ({ originId }: { originId: string }, reason: string) =>
			browser().post(`/review/origins/${originId}`, { decision: "allow", reason, confirmed: "yes" });
		await allow(first, "ours");
		const refused = await allow(second, 'ours "too"');
		expect(refused.status).toBe(409);
		expect(refused.html).toContain("allowed for another account already");
		expect(refused.html).toContain('value="ours &quot;too&quot;"');
	});
});

describe("the page of resolvers", () => {
	const PATH = "/review/resolvers";

	it("shows address and age of an account before it grants the role by id, and revokes it", async () => {
		const court = await newDeveloper();
		const found = await browser().post(PATH, { developerId: court.developerId });
		const account = `/review/accounts/${court.developerId}`;
		expect([found.status, found.location]).toEqual([303, account]);
		const look = (await browser().open(account)).html;
		for (const text of [court.email, "today", "Anyone can register any e-mail address"]) {
			expect(look).toContain(text);
		}
		const granted = await browser().post(account, { act: "grant" });
		expect(granted.location).toBe(account);
		const list = (await browser().open(PATH)).html;
		expect(list).toContain(court.email);
		expect(list, "a list is for revoking alone").not.toContain('value="grant"');
		const spanish = (await browser("es").open(account)).html;
		expect(spanish).toContain("Retirar la función");
		await browser().post(account, { act: "revoke" });
		expect((await browser().open(PATH)).html).not.toContain(court.email);
	});

	it("says beside the field what is wrong with an id", async () => {
		const unknown = await browser().post(PATH, { developerId: `dev_${"0".repeat(32)}` });
		expect([unknown.status, unknown.html]).toEqual([404, expect.stringContaining("no account with this id")]);
		const malformed = await browser().post(PATH, { developerId: "court@example.com" });
		expect(malformed.status).toBe(400);
		expect(malformed.html).toContain('value="court@example.com"');
		expect(malformed.html).toContain('aria-invalid="true"');
	});

	it("changes no role of a reviewer", async () => {
		const { developerId } = await newReviewer();
		const path = `/review/accounts/${developerId}`;
		expect((await browser().open(path)).html).not.toMatch(/value="(grant|revoke)"/);
		expect((await browser().post(path, { act: "grant" })).status).toBe(403);
	});
});

describe("the page of dead letters", () => {
	it("shows a message and sends it again", async () => {
		const pointer = { v: 1, caseId: `rc_${"7".repeat(32)}`, sequence: 1, eventId: `evt_${"7".repeat(32)}` };
		const batch = createMessageBatch("case-events-dlq", [
			{ id: "msg_7", body: pointer, timestamp: new Date(), attempts: 1 },
		]);
		await worker.queue(batch, env);
		await getQueueResult(batch, createExecutionContext());
		const { html } = await browser().open("/review/dead-letters");
		expect(html).toContain(pointer.eventId);
		const id = /<h2 id="(dl_[0-9a-f]{32})"/.exec(html)?.[1] ?? "";
		const done = await browser().post(`/review/dead-letters/${id}`, {});
		expect(done.location).toBe("/review/dead-letters");
		const again = (await browser("es").open("/review/dead-letters?status=requeued")).html;
		expect(again).toContain(id);
		expect(again).toContain(reviewer.developerId);
		expect(again).toContain("Reenviado el, por");
		expect((await browser().post(`/review/dead-letters/dl_${"0".repeat(32)}`, {})).status).toBe(404);
	});
});

describe("the page of the audit", () => {
	it("searches by action, actor and target", async () => {
		const court = await newDeveloper();
		await browser().open(`/review/accounts/${court.developerId}`);
		const by = await browser().open(
			`/review/audit?action=account.read&actor=${reviewer.developerId}&target=${court.developerId}`,
		);
		expect(by.html.match(/<th scope="row"/g)).toHaveLength(1);
		expect(by.html).toContain("<code>account.read</code>");
		expect(by.html).toMatch(/<option value="account\.read" selected/);
		const none = await browser("es").open(`/review/audit?action=origin.allowed&target=${court.developerId}`);
		expect(none.html).toContain("No hay nada que mostrar.");
		const wrong = await browser().open("/review/audit?actor=a%20b");
		expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('aria-invalid="true"')]);
	});

	it("searches by time", async () => {
		await browser().open(`/review/accounts/${reviewer.developerId}`);
		const count = async (query: string) => {
			const { status, html } = await browser().open(`/review/audit?target=${reviewer.developerId}&${query}`);
			return [status, (html.match(/<th scope="row"/g) ?? []).length > 0];
		};
		expect(await count("from=2026-01-01T00%3A00&to=")).toEqual([200, true]);
		expect(await count("from=&to=2026-01-01T00%3A00")).toEqual([200, false]);
		const { status, html } = await browser("es").open("/review/audit?from=ayer");
		expect([status, html]).toEqual([400, expect.stringContaining('value="ayer"')]);
		expect(html).toContain("Desde (UTC)");
	});

	it("leads from page to page", async () => {
		for (let i = 0; i < 2; i++) await browser().open(`/review/accounts/${reviewer.developerId}`);
		const { html } = await browser().open(`/review/audit?limit=1&target=${reviewer.developerId}`);
		const next = /href="([^"]+)" rel="next"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
		const second = await browser().open(next);
		expect(second.html).toContain("<code>account.read</code>");
		expect(second.html).toContain("To the first entries");
	});
});
