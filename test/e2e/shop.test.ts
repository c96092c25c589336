/** The example shop in a browser: its policy, its news, and the way to the hosted pages and back (demo.md "The shop"). */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fileThroughLink } from "../../scripts/demo/claimant.ts";
import { register, setUpPartner } from "../../scripts/demo/people.ts";
import { type Shop, startShop } from "../../scripts/demo/shop.ts";
import { claimablePort } from "../../scripts/start/port.ts";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, startApp } from "../support/browser/app.ts";
import { lostAccountKey, ownerAddress, recoveryAccountKey } from "../support/signing/vectors.ts";

const customer = privateKeyToAccount(recoveryAccountKey);
const account = privateKeyToAccount(lostAccountKey).address;

let folder: string;
let app: App;
let shop: Shop;
let shopUrl: string;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "replevin-shop-"));
	app = await startApp();
	shopUrl = `http://127.0.0.1:${await claimablePort(0)}`;
	const partner = await register(app.url, "shop@example.com");
	const customers = [
		{ id: "1", account, lostOwner: ownerAddress, newOwner: customer.address, chainId: 31_337 },
	] as const;
	shop = startShop({
		...{ url: shopUrl, serviceUrl: app.url, customers, logFile: join(folder, "shop.log") },
		...(await setUpPartner(partner, shopUrl)),
		onWebhook: () => {},
	});
	await shop.ready;
});
afterAll(async () => {
	await Promise.all([shop?.stop(), app?.stop()]);
	rmSync(folder, { recursive: true, force: true });
});

it("leads to the hosted page, shows the case and its webhook by itself, and thanks who comes back", async () => {
	const visitor = await app.visit({ width: 390 });
	const { page, context } = visitor;
	await page.goto(shopUrl);
	await expectAccessible(page);
	const open = await context.newPage();
	await open.goto(shopUrl);
	await open.getByText("None has arrived yet.").waitFor();

	await page.getByRole("button", { name: "Recover this account" }).click();
	await page.getByRole("heading", { name: `${new URL(shopUrl).host} has sent you here` }).waitFor();
	const caseId = await fileThroughLink(page.url(), customer);

	await open.getByText("✓ verified").waitFor();
	await open.getByText("Your case: filed, waits for the court's order").waitFor();
	expect(await open.getByRole("button").count()).toBe(0);
	expect(await open.getByRole("link", { name: caseId }).getAttribute("href")).toBe(
		`${app.url}/developers/cases/${caseId}`,
	);
	await expectAccessible(open);

	// The page of the link names the way back, with the link's id.
	await page.reload();
	await page.getByRole("link", { name: /^Return to / }).click();
	await page.getByText(`Thank you. Your case is filed: ${caseId}.`).waitFor();
	visitor.expectNoProblems();
	await context.close();
});
