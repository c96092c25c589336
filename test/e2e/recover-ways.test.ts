/** Claimants recover by keyboard, without script, on a phone, in Spanish and through a crash (hosted-app.md "Recovering"). */
import type { Page } from "playwright-core";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { en } from "../../src/web/app/copy/en/index.ts";
import { es } from "../../src/web/app/copy/es/index.ts";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, startApp } from "../support/browser/app.ts";
import { englishTextsOn } from "../support/browser/copy-texts.ts";
import { enterAsWallet } from "../support/browser/enter.ts";
import { press, tabTo, write } from "../support/browser/keyboard.ts";
import { installWallet } from "../support/browser/wallet.ts";

let app: App;
beforeAll(async () => {
	app = await startApp();
});
afterAll(() => app?.stop());

const LOST = "0x00000000000000000000000000000000000010e5";
const SOMEBODY = "0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB";

const newAccount = () => privateKeyToAccount(generatePrivateKey());
const heading = (page: Page) => page.textContent("h1");

it("by keyboard alone: the focus is always seen, and goes to the errors", async () => {
	const visitor = await app.visit();
	const { page, context } = visitor;
	await installWallet(context, newAccount());
	const isShown = (name: string | RegExp, role: "heading" | "button" = "heading") =>
		page.getByRole(role, { name, exact: true }).waitFor();
	await visitor.open("/recover");
	await press(page, "Skip the questions");
	await isShown("Recover an account");
	await press(page, "Sign in with your new wallet");
	await isShown("Use Test Wallet", "button");
	await press(page, "Use Test Wallet");
	await isShown("Sign with Test Wallet", "button");
	await press(page, "Sign with Test Wallet");
	await isShown("Which account was lost?");

	await press(page, "Continue");
	await page.getByRole("alert").waitFor();
	expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("alert");
	await press(page, /: Enter an address/);
	expect(await page.evaluate(() => document.activeElement?.id)).toBe("lostAccount");
	await page.keyboard.type(LOST);
	await tabTo(page, "Network");
	await page.keyboard.type("Another");
	await write(page, "Number of the other network", "31337");
	await tabTo(page, "The key was lost");
	await page.keyboard.press("Space");
	await page.keyboard.press("Enter");
	await isShown("What should happen?");
	await tabTo(page, "Add the network’s own coin");
	await page.keyboard.press("Enter");
	await write(page, "Amount", "1.5");
	await write(page, "To", SOMEBODY);
	await page.keyboard.press("Enter");
	await page.locator(".transactions").getByText("Sends 1.5 of the network’s own coin").waitFor();
	await press(page, "Continue");
	await isShown("Check what you will sign");
	await tabTo(page, /goes to somebody else than you/);
	await page.keyboard.press("Space");
	await press(page, "Continue");
	await isShown("Sign with Test Wallet", "button");
	await press(page, "Sign with Test Wallet");
	await isShown("Your case is saved here. Next: the court");
	await press(page, "Go to the case");
	await isShown("Recovery case");
	visitor.expectNoProblems();
	await context.close();
});

it("without script: messages are signed elsewhere, and pasted", async () => {
	const visitor = await app.visit({ scripts: false });
	const { page, context } = visitor;
	const account = newAccount();
	const submit = (name: string) => page.getByRole("button", { name, exact: true }).click();
	await visitor.open("/recover");
	for (const answer of [
		"A Safe or another account",
		"Another owner can",
		"The key was lost",
		"Only the network",
	])
		await page.getByLabel(answer).check();
	await submit("Show me the answer");
	await page.getByRole("link", { name: "Start a recovery" }).click();
	expect(await page.locator("main").textContent()).toContain(
		"JavaScript is off, so this browser keeps nothing",
	);
	await page.getByRole("link", { name: "Sign in with your new wallet" }).click();
	await page.getByLabel("Address of your account").fill(account.address);
	await submit("Continue to sign");
	const message = await page.getByLabel("What is signed").inputValue();
	await page.getByLabel("Signature").fill(await account.signMessage({ message }));
	await submit("Sign in");
	await describeLoss(page);
	await submit("Continue");
	await page.getByText("Add the network’s own coin").click();
	await page.getByLabel("Amount").first().fill("1.5");
	await submit("Add this payment");
	await submit("Continue");
	await submit("Continue");
	expect(await heading(page)).toBe("Sign and file your case");
	await visitor.look("recover-sign-without-script");
	const typedData = JSON.parse(await page.getByLabel("What is signed").inputValue());
	await page.getByLabel("Signature").fill(`0x${"11".repeat(65)}`);
	await submit("File the case");
	await page.getByText("No key made this signature.").waitFor();
	await page.getByLabel("Signature").fill(await account.signTypedData(typedData));
	await submit("File the case");
	expect(await heading(page)).toBe("Your case is saved here. Next: the court");
	await page.getByRole("link", { name: "Go to the case" }).click();
	expect(await page.locator("[data-status]").textContent()).toBe("filed, waiting for a court order");
	await visitor.look("case-without-script");
	visitor.expectNoProblems();
	await context.close();
});

it("on a phone, by touch, in the browser of a wallet app", async () => {
	const visitor = await app.visit({ width: 390, isPhone: true });
	const { page, context } = visitor;
	await installWallet(context, newAccount(), { isAnnounced: false });
	const tap = (name: string) => page.getByRole("button", { name, exact: true }).tap();
	const look = async (name: string) => {
		await expectAccessible(page);
		// A phone's browser zooms out of a page that is too wide.
		const width = await page.evaluate(() => [document.documentElement.scrollWidth, visualViewport?.width]);
		expect([name, ...width]).toEqual([name, 390, 390]);
		await visitor.look(`phone-${name}`);
	};
	await visitor.open("/");
	await look("home");
	await visitor.open("/recover");
	await look("recover-check");
	await page.getByRole("link", { name: "Skip the questions" }).tap();
	await look("recover-who");
	await page.getByRole("link", { name: "Sign in with your new wallet" }).tap();
	await tap("Use the wallet of this browser");
	await tap("Sign with the wallet of this browser");
	await describeLoss(page);
	await tap("Continue");
	await page.getByText("Add the network’s own coin").tap();
	await page.getByLabel("Amount").first().fill("1.5");
	await tap("Add this payment");
	await tap("Continue");
	await tap("Continue");
	await page.getByRole("button", { name: "Sign with the wallet of this browser" }).waitFor();
	await look("recover-sign");
	await tap("Sign with the wallet of this browser");
	await page.getByRole("heading", { name: "Your case is saved here. Next: the court" }).waitFor();
	await look("recover-next");
	await page.getByRole("link", { name: "Go to the case" }).tap();
	await look("case");
	visitor.expectNoProblems();
	await context.close();
});

it("in Spanish: no page on the way shows an English text", async () => {
	const visitor = await app.visit({ language: "es" });
	const { page, context } = visitor;
	const wallet = await installWallet(context, newAccount());
	const { recover, wallet: texts, cases } = es;
	const click = (name: string) => page.getByRole("button", { name, exact: true }).click();
	const signing = texts.signWith.replace("{wallet}", "Test Wallet");
	/** Looks at the page that has this heading. */
	const expectSpanish = async (title: string) => {
		await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
		expect([title, await page.getAttribute("html", "lang")]).toEqual([title, "es"]);
		expect([title, await englishTextsOn(page)]).toEqual([title, []]);
	};
	await visitor.open("/");
	await expectSpanish(es.home.title);
	// The check would notice an English text.
	const english = await app.visit({ language: "en" });
	await english.open("/");
	expect(await englishTextsOn(english.page)).toContain(en.home.title);
	await english.context.close();
	await visitor.open("/recover");
	await expectSpanish(es.check.title);
	await page.getByRole("link", { name: es.check.skip }).click();
	await expectSpanish(recover.title);
	await page.getByRole("link", { name: recover.who.signIn }).click();
	await page.getByRole("button", { name: texts.connectWith.replace("{wallet}", "Test Wallet") }).waitFor();
	await expectSpanish(texts.signIn.toRecover.title);
	await click(texts.connectWith.replace("{wallet}", "Test Wallet"));
	await page.getByRole("button", { name: signing }).waitFor();
	wallet.next = "refuse";
	await click(signing);
	await page.getByText(texts.words.refused.replace("{wallet}", "Test Wallet")).waitFor();
	await expectSpanish(texts.signIn.signTitle);
	await click(signing);
	await click(es.common.action.continue);
	await page.getByRole("alert").waitFor();
	await expectSpanish(recover.lost.heading);
	await page.getByLabel(recover.lost.account).fill(LOST);
	await page.getByLabel(recover.lost.chain, { exact: true }).selectOption("other");
	await page.getByLabel(es.common.network.number).fill("31337");
	await page.getByLabel(recover.lost.reasons["lost key"]).check();
	await click(es.common.action.continue);
	await page.getByText(recover.what.coin.heading(undefined)).click();
	await page.getByLabel(recover.what.coin.amount).first().fill("1.500");
	await click(recover.what.coin.add);
	await page.getByRole("alert").waitFor();
	await expectSpanish(recover.what.heading);
	await page.getByLabel(recover.what.coin.amount).first().fill("1,5");
	await page.getByLabel(recover.what.to, { exact: true }).first().fill(SOMEBODY);
	await click(recover.what.coin.add);
	await click(es.common.action.continue);
	await expectSpanish(recover.read.heading);
	await page.getByRole("checkbox").check();
	await click(es.common.action.continue);
	await expectSpanish(recover.sign.heading);
	await click(signing);
	await expectSpanish(recover.next.title);
	await page.getByRole("link", { name: recover.next.toCase }).click();
	await expectSpanish(cases.case.heading);
	await page.getByRole("link", { name: cases.order.enter }).click();
	await expectSpanish(cases.order.enter);
	await visitor.open("/cases");
	await expectSpanish(cases.title);
	visitor.expectNoProblems();
	await context.close();
});

it("by the browser's own back, forward and reload: each step shows again with what was typed", async () => {
	const visitor = await app.visit();
	const { page, context } = visitor;
	const account = newAccount();
	await installWallet(context, account);
	await enterAsWallet(context, app, account);
	const isShown = (name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
	const submit = (name: string) => page.getByRole("button", { name, exact: true }).click();
	const steps = [
		"Which account was lost?",
		"What should happen?",
		"Check what you will sign",
		"Sign and file your case",
	];
	await visitor.open("/recover?step=lost");
	await describeLoss(page);
	await submit("Continue");
	await isShown("What should happen?");
	await page.getByText("Add the network’s own coin").click();
	await page.getByLabel("Amount").first().fill("1.5");
	await submit("Continue");
	await isShown("Check what you will sign");
	await submit("Continue");
	await isShown("Sign and file your case");
	for (const step of steps.toReversed()) {
		await isShown(step);
		await page.reload();
		await isShown(step);
		if (step !== steps[0]) await page.goBack();
	}
	expect(await page.getByLabel("Address of the account that was lost").inputValue()).toBe(LOST);
	for (const step of steps.slice(1)) {
		await page.goForward();
		await isShown(step);
	}
	await page.goBack();
	await isShown("Check what you will sign");
	expect(await page.locator("main").textContent()).toContain(LOST);
	await page.goBack();
	await isShown("What should happen?");
	await page.getByText("Add the network’s own coin").click();
	await page.getByLabel("Amount").first().fill("not an amount");
	await submit("Continue");
	await page.getByRole("alert").waitFor();
	await page.reload();
	await isShown("What should happen?");
	expect(await page.getByLabel("Amount").first().inputValue()).toBe("not an amount");
	visitor.expectNoProblems();
	await context.close();
});

it("through a crash of the service: nothing that was typed is lost, and one case is filed", async () => {
	const visitor = await app.visit();
	const { page, context } = visitor;
	const account = newAccount();
	await installWallet(context, account);
	await enterAsWallet(context, app, account);
	const submit = (name: string) => page.getByRole("button", { name, exact: true }).click();
	await visitor.open("/recover");
	await submit("Continue");
	await describeLoss(page);
	await submit("Continue");
	await page.getByText("Add the network’s own coin").click();
	await page.getByLabel("Amount").first().fill("1.5");
	await app.restart(async () => {
		await submit("Add this payment");
		await expectNoAnswer(page);
	});
	await visitor.open("/recover");
	await submit("Continue where you stopped");
	expect(await page.getByLabel("Amount").first().inputValue()).toBe("1.5");
	await submit("Add this payment");
	await submit("Continue");
	expect(await page.locator("main").textContent()).toContain(LOST);
	await submit("Continue");
	await page.getByRole("button", { name: "Sign with Test Wallet" }).waitFor();
	await app.restart(async () => {
		await submit("Sign with Test Wallet");
		await expectNoAnswer(page);
	});
	await visitor.open("/recover");
	await submit("Continue where you stopped");
	await submit("Continue");
	await submit("Sign with Test Wallet");
	await page.getByRole("heading", { name: "Your case is saved here. Next: the court" }).waitFor();
	await visitor.open("/cases");
	expect(await page.getByText("Get a court order").count()).toBe(1);
	await context.close();
});

/** The browser says that there is no connection. */
async function expectNoAnswer(page: Page): Promise<void> {
	await expect.poll(() => page.url()).toContain("chrome-error:");
}

/** Fills the second step in. */
async function describeLoss(page: Page): Promise<void> {
	await page.getByLabel("Address of the account that was lost").fill(LOST);
	await page.getByLabel("Network", { exact: true }).selectOption("Another network");
	await page.getByLabel("Number of the other network").fill("31337");
	await page.getByLabel("The key was lost").check();
}
