// What was sent to a developer's endpoint, and a case, on the pages (hosted-app.md "Developers").
import { describe, expect, it } from "vitest";
import { newIntent } from "../../support/signing/signing.ts";
import { createBrowser } from "../../support/web/browser.ts";
import { eventually, newPartner } from "../recovery/support.ts";
import { newReceivingPartner } from "../webhooks/endpoint-calls.ts";
import { newEvent } from "../webhooks/support.ts";

const browserOf = ({ token }: { token: string }) => createBrowser({ cookies: { access_token: token } });

describe("the deliveries of an endpoint", () => {
	it("show what came back, and send an event again", async () => {
		const owner = await newReceivingPartner([{ status: 200, body: "thank <b>you</b>" }]);
		const event = newEvent();
		await owner.object.enqueue({ developerId: owner.developerId, events: [event] });
		const browser = browserOf(owner);
		const path = `/developers/endpoints/${owner.endpoint.endpointId}/deliveries`;
		await eventually(async () => (await browser.open(path)).html.includes('status done">delivered'));
		const { html } = await browser.open(`${path}?status=delivered`);
		expect(html).toContain(event.eventId);
		expect(html).toContain("thank &lt;b&gt;you&lt;/b&gt;");
		expect(html).toMatch(/>200<\/td><td [^>]+>\d+ ms<\/td>/);
		expect((await browser.open(`${path}?status=failed`)).html).not.toContain(event.eventId);
		const again = await browser.post(path, { eventId: event.eventId });
		expect(again.location).toBe(path);
		await eventually(async () => (await owner.received()).length === 2);
		const unknown = await browser.post(path, { eventId: `evt_${"0".repeat(32)}` });
		expect([unknown.status, unknown.html]).toEqual([404, expect.stringContaining('role="alert"')]);
	});

	it("show the exact body and the headers that were sent, and no secret", async () => {
		const owner = await newReceivingPartner([{ status: 500, body: "no" }]);
		const event = newEvent();
		await owner.object.enqueue({ developerId: owner.developerId, events: [event] });
		await eventually(async () => (await owner.received()).length > 0);
		const path = `/developers/endpoints/${owner.endpoint.endpointId}/deliveries/${event.eventId}`;
		const browser = browserOf(owner);
		expect((await browser.open(path.replace(/\/[^/]+$/, ""))).html).toContain(`href="${path}"`);
		await eventually(async () => (await browser.open(path)).html.includes(">500</td>"));
		const { html } = await browser.open(path);
		expect(html.replaceAll("&quot;", '"')).toContain(event.body);
		expect(html).toContain(`Replevin-Webhook-Id: ${event.eventId}`);
		expect(html).not.toContain(owner.endpoint.secret);
		expect(html).not.toMatch(/undefined|webhook-signature/);
		expect((await browserOf(await newPartner()).open(path)).status).toBe(404);
		const spanish = createBrowser({ cookies: { access_token: owner.token }, language: "es" });
		expect((await spanish.open(path)).html).toContain("Cuerpo de la solicitud");
	});

	it("are counted before they are recovered, and a wrong time is named", async () => {
		const owner = await newReceivingPartner();
		await owner.ask("", { enabled: false }, "PATCH");
		await owner.object.enqueue({ developerId: owner.developerId, events: [newEvent(), newEvent()] });
		await owner.ask("", { enabled: true }, "PATCH");
		const browser = browserOf(owner);
		const path = `/developers/endpoints/${owner.endpoint.endpointId}/deliveries`;
		const wrong = await browser.post(path, { since: "yesterday", recover: "send" });
		expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('value="yesterday"')]);
		const counted = await browser.post(path, { since: "2026-01-01T00:00", recover: "count" });
		expect(counted.html).toContain("2 events would be sent again");
		expect(await owner.received()).toHaveLength(0);
		const sent = await browser.post(path, { since: "2026-01-01T00:00", recover: "send" });
		expect(sent.html).toContain("2 events are sent again now");
		await eventually(async () => (await owner.received()).length === 2);
	});
});

describe("a case", () => {
	it("is in its developer's list by its filters, with its record, and in nobody else's", async () => {
		const partner = await newPartner();
		const { caseId, jrcHash, case: rec } = await partner.file(newIntent());
		const browser = browserOf(partner);
		const found = async (query: string) =>
			(await browser.open(`/developers/cases?${query}`)).html.includes(caseId);
		expect(await found(`account=${rec.lostAccount}&status=created&chainId=&reference=`)).toBe(true);
		expect(await found("status=executed")).toBe(false);
		const wrong = await browser.open("/developers/cases?account=0x1");
		expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('href="#account"')]);
		const { status, html } = await browser.open(`/developers/cases/${caseId}`);
		expect(status).toBe(200);
		for (const text of [caseId, jrcHash, rec.lostAccount, rec.recoveryAccount]) expect(html).toContain(text);
		// Transactions and history in words, beside the values of the API.
		expect(html).toMatch(/<p>Sends \d+ USDC \(token 0x\w{4}…\w{4}\) to 0x\w{40}\./);
		expect(html).toContain("the receiving account filed the case");
		expect(html).not.toMatch(/undefined|\[object/);
		const evidence = await browser.open(`/developers/cases/${caseId}/evidence`);
		expect(evidence.headers.get("Content-Disposition")).toContain(`${caseId}-evidence.json`);
		expect(JSON.parse(evidence.html)).toMatchObject({ caseId });
		const stranger = browserOf(await newPartner());
		for (const rest of ["", "/evidence", `/documents/doc_${"0".repeat(32)}`]) {
			const path = `/developers/cases/${caseId}${rest}`;
			expect((await stranger.open(path)).status).toBe(404);
			expect((await createBrowser().open(path)).location).toContain("/developers/login?next=");
		}
		expect((await stranger.open("/developers/cases")).html).not.toContain(caseId);
	});
});
