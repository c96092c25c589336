// The first page of developers: six steps and the numbers (hosted-app.md "Developers").
import { describe, expect, it } from "vitest";
import { newReviewer } from "../../support/auth/accounts.ts";
import { call } from "../../support/contract/worker-client.ts";
import { newIntent } from "../../support/signing/signing.ts";
import { createBrowser } from "../../support/web/browser.ts";
import { eventually, newPartner } from "../recovery/support.ts";
import { newReceivingPartner } from "../webhooks/endpoint-calls.ts";
import { newEvent } from "../webhooks/support.ts";

const PATH = "/developers";
type Sites = { data: { originId: string }[] };
const browserOf = ({ token }: { token: string }) => createBrowser({ cookies: { access_token: token } });

/** The headings of the steps by their state. */
function stepsOf(html: string): Record<string, string[]> {
	const list = /<ol class="ticks">.*?<\/ol>/s.exec(html)?.[0] ?? "";
	const steps = [...list.matchAll(/<li(?: class="(\w+)")?>.*?<h3>([^<]+)/gs)];
	return {
		done: steps.filter(([, state]) => state === "done").map(([, , title = ""]) => title),
		now: steps.filter(([, state]) => state === "now").map(([, , title = ""]) => title),
	};
}

describe("the first page of developers", () => {
	it("shows the steps without ticks and numbers to a visitor", async () => {
		const { html } = await createBrowser().open(PATH);
		expect(html.match(/<h3>/g)?.length).toBeGreaterThanOrEqual(6);
		expect(stepsOf(html)).toEqual({ done: [], now: [] });
		expect(html).not.toContain("<figure");
	});

	it("ticks what is done, and counts cases and deliveries by what really happened", async () => {
		const owner = await newReceivingPartner([{ status: 200 }, { status: 200 }]);
		const [browser, reviewer] = [browserOf(owner), await newReviewer()];
		const before = await browser.open(PATH);
		expect(stepsOf(before.html)).toEqual({
			done: ["Issue an API key", "Set up a webhook"],
			now: ["Ask for your site"],
		});
		// A reviewer decides on the site, which holds up no other step.
		await browser.post("/developers/origins", { origin: "https://start.example/" });
		const asked = (await browser.open(PATH)).html;
		expect(stepsOf(asked).now).toEqual(["File your first case"]);
		expect(asked).toMatch(
			/Asked for: https:\/\/start\.example, <time [^>]+>[^<]+<\/time>\. A reviewer decides on it/,
		);
		expect(before.html).not.toContain("<figure");

		await owner.file(newIntent());
		await owner.object.enqueue({ developerId: owner.developerId, events: [newEvent()] });
		let html = "";
		await eventually(async () => {
			html = (await browser.open(PATH)).html;
			return html.includes("Webhook deliveries per day") && stepsOf(html).done?.length === 4;
		});
		expect(stepsOf(html).now).toEqual([]);
		expect(html).toContain("4 of 6 steps done");
		expect(html).toMatch(/needs an order<\/th><td [^>]+>1<\/td>/);
		expect(html).toMatch(/<td [^>]+data-label="Success rate">100 %<\/td>/);
		expect(html).toMatch(/<dt>Median time<\/dt><dd>\d+ ms<\/dd>/);
		// A second site that waits holds up nothing, since the first one is allowed.
		const headers = { authorization: `Bearer ${owner.token}` };
		const { data } = await (await call("/origins", { headers })).json<Sites>();
		const decided = await call(`/review/origins/${data[0]?.originId}/decision`, {
			body: { decision: "allow", reason: "under contract" },
			headers: reviewer.headers,
		});
		expect(decided.status).toBe(200);
		await browser.post("/developers/origins", { origin: "https://second.example/" });
		expect(stepsOf((await browser.open(PATH)).html).now).toEqual(["Make a hosted link"]);
		// The plot has a bar for the case, and one for each series of today.
		expect(html.match(/<rect /g)).toHaveLength(3);
		expect(stepsOf((await browserOf(await newPartner()).open(PATH)).html).done).not.toContain(
			"File your first case",
		);
	});
});
