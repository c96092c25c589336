/** A claimant with a wallet in a real browser: sign in, recover, see the case move by itself (hosted-app.md "Cases"). */
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, startApp } from "../support/browser/app.ts";
import { installWallet } from "../support/browser/wallet.ts";
import { chinesePdf } from "../support/storage/scans.ts";

let app: App;
beforeAll(async () => {
	app = await startApp();
});
afterAll(() => app?.stop());

const LOST = "0x00000000000000000000000000000000000010e5";
const SOMEBODY = "0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB";

it("goes from a wallet that declines to a filed case, whose page turns with the order and empties after the sign-out", async () => {
	const visitor = await app.visit({ width: 390 });
	const { page, context } = visitor;
	const account = privateKeyToAccount(generatePrivateKey());
	const wallet = await installWallet(context, account);
	/** Every page fits on a phone, and breaks no rule of axe. */
	const look = async (name: string) => {
		await expectAccessible(page);
		const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		expect([name, overflow]).toEqual([name, 0]);
		await visitor.look(name);
	};
	const press = (name: string | RegExp) => page.getByRole("button", { name }).click();

	await visitor.open("/recover");
	await page.getByRole("link", { name: "Skip the questions" }).click();
	await page.getByRole("link", { name: "Sign in with your new wallet" }).click();
	await expectAccessible(page);
	await press("Use Test Wallet");
	await page.getByRole("heading", { name: "Sign this message" }).waitFor();
	wallet.next = "refuse";
	await press("Sign with Test Wallet");
	await page.getByText("You declined in Test Wallet").waitFor();
	await look("sign-in-declined");
	await press("Sign with Test Wallet");
	await page.getByText(account.address).first().waitFor();

	await page.getByLabel("Address of the account that was lost").fill(LOST);
	await page.getByLabel("Network", { exact: true }).selectOption("Another network");
	await page.getByLabel("Number of the other network").fill("31337");
	await page.getByLabel("The key was lost").check();
	await look("recover-lost");
	await context.setOffline(true);
	await press("Continue");
	await page.getByText("You are offline. Nothing was sent").waitFor();
	await context.setOffline(false);
	await press("Continue");
	await page.getByText("Add the network’s own coin").click();
	await page.getByLabel("Amount").first().fill("1.5");
	await page.getByLabel("To", { exact: true }).first().fill(SOMEBODY);
	await page.locator("[data-words]").getByText("Sends 1.5 of the network’s own coin").waitFor();
	await press("Add this payment");
	await page.locator(".transactions").getByText("Sends 1.5 of the network’s own coin").waitFor();
	await look("recover-what");

	// A closed tab loses nothing.
	await visitor.open("/recover");
	await press("Continue where you stopped");
	await page.locator(".transactions").getByText("Sends 1.5 of the network’s own coin").waitFor();
	await press("Continue");
	await page.getByRole("heading", { name: "Check what you will sign" }).waitFor();
	await look("recover-read");
	await page.getByLabel(/goes to somebody else than you/).check();
	await press("Continue");
	await page.getByRole("heading", { name: "Sign and file your case" }).waitFor();
	await look("recover-sign");
	wallet.chainId = 1;
	await press("Sign with Test Wallet");
	await page.getByRole("heading", { name: "Your case is saved here. Next: the court" }).waitFor();
	expect(wallet.calls).toContain("wallet_switchEthereumChain");
	expect(await page.evaluate(() => localStorage.length)).toBe(0);
	await look("recover-next");
	// The draft of the next case outlives another look at this page.
	const next = [["draft", JSON.stringify({ lostAccount: SOMEBODY })]];
	await page.evaluate((kept) => localStorage.setItem("recovery-draft", kept), JSON.stringify(next));
	await page.reload();
	expect(await page.evaluate(() => localStorage.length)).toBe(1);

	await page.getByRole("link", { name: "Go to the case" }).click();
	await look("case-created");
	const address = page.url();
	const jrcHash = /0x[0-9a-f]{64}/.exec((await page.locator("main").textContent()) ?? "")?.[0] ?? "";
	const second = await context.newPage();
	await second.goto(`${address}/order`);
	await second.getByLabel("Title of the order").fill("In re Estate of Doe");
	const choose = (text: string) =>
		second.getByLabel("PDF file").setInputFiles({
			name: `${text}.pdf`,
			mimeType: "application/pdf",
			buffer: Buffer.from(chinesePdf(text)),
		});
	await choose("order");
	await second.getByRole("button", { name: "Add the document" }).click();
	await second.getByText("We have: Court order").waitFor();
	expect(await second.getByLabel("Title of the order").inputValue()).toBe("In re Estate of Doe");
	// The way back to a form that was not accepted keeps what was typed.
	await second.getByRole("button", { name: "Continue to sign" }).click();
	await second.getByRole("link", { name: "Court: Fill this in." }).waitFor();
	await second.goto(address);
	await second.goBack();
	expect(await second.getByLabel("Title of the order").inputValue()).toBe("In re Estate of Doe");
	await second.getByLabel("The court’s case number").fill("1:26-cv-00042");
	await second.getByLabel("Court", { exact: true }).fill("nysd");
	await second.getByLabel("Docket number").fill("17");
	await choose("annex");
	await second.getByRole("button", { name: "Continue to sign" }).click();
	await second.getByText(/Court order \(.+\), Court order \(/).waitFor();
	await page.getByText("Add a document").click();
	await page.getByLabel("What is it?").fill("typed meanwhile");
	await second.getByRole("button", { name: "Sign with Test Wallet" }).click();
	await page.getByRole("heading", { name: "We are checking your court order" }).waitFor({ timeout: 15_000 });
	expect(await page.locator("[data-announce]").textContent()).toContain("court order attached");
	expect(await page.getByLabel("What is it?").inputValue()).toBe("typed meanwhile");
	await look("case-pending");
	visitor.expectNoProblems();

	// What is on the screen does not outlive the session: the next move empties the page.
	await second.goto("/cases");
	await second.evaluate(() => localStorage.setItem("recovery-draft", "[]"));
	await second.getByRole("button", { name: "Sign out" }).click();
	await second.waitForURL((url) => url.pathname === "/");
	expect(await second.evaluate(() => localStorage.length)).toBe(0);
	await withdraw(address.split("/").at(-1) ?? "", jrcHash, account);
	await page.getByText("You have been signed out").waitFor({ timeout: 15_000 });
	expect(await page.locator("main").textContent()).not.toContain(account.address);
	await context.close();
});

/** By the API, as from another device. */
async function withdraw(caseId: string, jrcHash: string, account: PrivateKeyAccount): Promise<void> {
	const api = `${app.url}/api/v1`;
	const post = async (path: string, body: object) => {
		const headers = { "Content-Type": "application/json" };
		return (await fetch(`${api}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
	};
	const message = { jrcHash, chainId: 31_337, action: "withdraw", reason: "found again" };
	const { typedData } = await post("/typed-data", { message: "CloseCase", ...message });
	const signature = await account.signTypedData(typedData);
	const closed = await post(`/recovery-cases/${jrcHash}/withdraw`, { reason: "found again", signature });
	expect(closed).toMatchObject({ caseId, status: "rejected" });
}
