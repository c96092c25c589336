/** `/estate` and `/contest` in a real browser with a wallet (hosted-app.md "Estate", "Contest"). */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keyPairHeaders } from "../support/auth/credentials.ts";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, startApp } from "../support/browser/app.ts";
import { installWallet } from "../support/browser/wallet.ts";
import { issueKey, partnerAt, registerDeveloper } from "../support/service/service-client.ts";
import { newCaseBody, newIntent } from "../support/signing/signing.ts";
import { pdfFile } from "../support/storage/pdf-files.ts";

const MAINNET = 1;
const BASE_CHAIN = 8453;

let app: App;
beforeAll(async () => {
	app = await startApp();
});
afterAll(() => app?.stop());

/** Presses the button of the wallet, which signs at once. */
async function signHere(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Test Wallet" }).click();
}

/** An owner whose wallet has signed in. */
async function newOwner(options: Parameters<App["visit"]>[0] = {}) {
	const account = privateKeyToAccount(generatePrivateKey());
	const visitor = await app.visit(options);
	const wallet = await installWallet(visitor.context, account, { chainId: MAINNET });
	await visitor.open("/estate");
	await signHere(visitor.page);
	await signHere(visitor.page);
	await visitor.page.waitForURL("**/estate");
	return { ...visitor, account, wallet };
}

const will = (text: string) => ({
	name: "will.pdf",
	mimeType: "application/pdf",
	buffer: Buffer.from(pdfFile({ text })),
});

describe("an owner", () => {
	it("accepts the terms, lodges a will that is chosen once, and reads it back", async () => {
		const { page, look, open, context, expectNoProblems } = await newOwner();
		await look("estate");
		await expectAccessible(page);
		await page.getByRole("link", { name: "Read and accept the terms" }).click();
		await expectAccessible(page);
		await look("estate-terms");
		await signHere(page);
		await page.getByText("accepted", { exact: true }).waitFor();
		await open("/estate/will");
		await expectAccessible(page);
		await look("estate-will");
		const document = will("My last will");
		await page.setInputFiles("#document", document);
		await page.getByText("The fingerprint is computed.").waitFor();
		await page.getByRole("button", { name: "Show me the message" }).click();
		await page.getByText("Your document is chosen already.").waitFor();
		await look("estate-will-message");
		expect(await page.getByRole("button", { name: "Copy", exact: false }).first().isVisible()).toBe(true);
		await expectAccessible(page);
		await signHere(page);
		await page.waitForURL("**/estate/will?note=lodged");
		await page.getByText("Your will is on file.").waitFor();
		const saved = page.waitForEvent("download");
		await page.getByRole("button", { name: "Read back and check" }).click();
		await page.getByText("its fingerprint is the one above").waitFor();
		expect(readFileSync(await (await saved).path())).toEqual(document.buffer);
		await look("estate-will-checked");
		expectNoProblems();
		await context.close();
	});

	it("keeps the document and hears why, when the wallet refuses or the session ends", async () => {
		const { page, open, wallet, context } = await newOwner();
		await open("/estate/will");
		await page.setInputFiles("#document", will("Once more"));
		await page.getByText("The fingerprint is computed.").waitFor();
		await page.getByRole("button", { name: "Show me the message" }).click();
		await page.getByText("Your document is chosen already.").waitFor();
		wallet.next = "refuse";
		await signHere(page);
		await page.getByText("You declined in Test Wallet.").waitFor();
		const cookies = await context.cookies();
		await context.clearCookies();
		await signHere(page);
		await page.getByText("You have been signed out").waitFor();
		await context.addCookies(cookies);
		await signHere(page);
		await page.waitForURL("**/estate/will?note=lodged");
		expect(await page.locator("#newest + dl").textContent()).toContain("Version1");
		await context.close();
	});

	it("contests all claims on a phone, in the dark", async () => {
		const { page, look, open, account, context, expectNoProblems } = await newOwner({
			width: 390,
			theme: "dark",
		});
		const developer = await registerDeveloper(app.url);
		const { send } = partnerAt(app.url, keyPairHeaders(await issueKey(app.url, developer)));
		await send("/recovery-cases/new-case", await newCaseBody(newIntent({ lostAccount: account.address })));
		await open(`/contest?account=${account.address}&chainId=${BASE_CHAIN}`);
		await expectAccessible(page);
		const width = await page.evaluate(() => document.documentElement.scrollWidth);
		expect(width).toBeLessThanOrEqual(390);
		await look("contest");
		await page.getByRole("link", { name: "Contest all of them" }).click();
		await expectAccessible(page);
		await look("contest-all");
		expectNoProblems();
		await context.close();
	});
});
