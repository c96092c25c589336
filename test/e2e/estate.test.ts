/** `/estate` and `/contest` in a real browser with a wallet (hosted-app.md "Estate", "Contest"). */
import { readFileSync } from "node:fs";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../src/web/app/copy/en/index.ts";
import { keyPairHeaders } from "../support/auth/credentials.ts";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, startApp } from "../support/browser/app.ts";
import { enterAsDeveloper } from "../support/browser/enter.ts";
import {
	acceptTerms,
	codeOn,
	lodgeWill,
	lookUp,
	makeCode,
	newCourt,
	requestWill,
	signHere,
	will,
} from "../support/browser/estate.ts";
import { installWallet } from "../support/browser/wallet.ts";
import { issueKey, partnerAt, registerDeveloper } from "../support/service/service-client.ts";
import { newCaseBody, newIntent } from "../support/signing/signing.ts";

const MAINNET = 1;
const BASE_CHAIN = 8453;

let app: App;
beforeAll(async () => {
	app = await startApp();
});
afterAll(() => app?.stop());

/** An owner whose wallet has signed in. */
async function newOwner(options: Parameters<App["visit"]>[0] = {}) {
	const account = privateKeyToAccount(generatePrivateKey());
	const visitor = await app.visit(options);
	const wallet = await installWallet(visitor.context, account, { chainId: MAINNET });
	await visitor.open("/estate");
	await visitor.page.getByRole("link", { name: en.estate.signIn }).click();
	await signHere(visitor.page);
	await signHere(visitor.page);
	await visitor.page.waitForURL("**/estate");
	return { ...visitor, account, wallet };
}

describe("an owner", () => {
	it("accepts the terms, lodges a will that is chosen once, and reads it back", async () => {
		const { page, look, open, context, expectNoProblems } = await newOwner();
		await look("estate");
		await expectAccessible(page);
		await page.getByRole("link", { name: "Read and accept the terms" }).click();
		await expectAccessible(page);
		await look("estate-terms");
		await signHere(page);
		await page.getByText(en.estate.tasks.terms.accepted, { exact: true }).waitFor();
		await open("/estate/will");
		await expectAccessible(page);
		await look("estate-will");
		const document = will("My last will");
		await page.setInputFiles("#document", document);
		await page.getByText(en.estate.will.hashed).waitFor();
		await page.getByRole("button", { name: "Continue to sign" }).click();
		await page.getByText("Your file: will.pdf").waitFor();
		await look("estate-will-message");
		expect(await page.getByRole("button", { name: "Copy", exact: false }).first().isVisible()).toBe(true);
		await expectAccessible(page);
		await signHere(page);
		await page.getByText("Your will is on file.").waitFor();
		const saved = page.waitForEvent("download");
		await page.getByRole("button", { name: en.estate.will.check }).click();
		await page.getByText(en.estate.will.checked.matches).waitFor();
		expect(readFileSync(await (await saved).path())).toEqual(document.buffer);
		await look("estate-will-checked");
		await open("/estate");
		await page.getByText(en.estate.tasks.will.unreachable).waitFor();
		await look("estate-without-code");
		expectNoProblems();
		await context.close();
	});

	it("keeps the document and hears why, when the connection breaks, the wallet refuses or the session ends", async () => {
		const { page, open, wallet, context } = await newOwner();
		await open("/estate/will");
		await page.setInputFiles("#document", will("Once more"));
		await page.getByText(en.estate.will.hashed).waitFor();
		const show = () => page.getByRole("button", { name: "Continue to sign" }).click();
		await page.route("**/estate/will", (route) => route.abort(), { times: 1 });
		await show();
		await page.getByText(en.estate.will.unsent).waitFor();
		await expectAccessible(page);
		const size = page.locator('input[name="size"]');
		const known = await size.inputValue();
		await size.evaluate((input) => {
			(input as HTMLInputElement).value = "many";
		});
		await show();
		const problem = page.getByRole("alert").filter({ hasText: "Please check these entries" });
		await problem.waitFor();
		expect(await problem.evaluate((note) => note === document.activeElement)).toBe(true);
		await size.evaluate((input, value) => {
			(input as HTMLInputElement).value = value;
		}, known);
		await show();
		await page.getByText("Your file: will.pdf").waitFor();
		wallet.next = "refuse";
		await signHere(page);
		await page.getByText("You declined in Test Wallet.").waitFor();
		const cookies = await context.cookies();
		await context.clearCookies();
		await signHere(page);
		await page.getByText("You have been signed out").waitFor();
		await context.addCookies(cookies);
		await signHere(page);
		await page.getByText("Your will is on file.").waitFor();
		expect(await page.locator("#newest + dl").textContent()).toContain("Version1");
		await context.close();
	});

	it("is asked for no signature before the form is complete, and sees nothing that a failure has ended", async () => {
		const { page, look, open, wallet, context } = await newOwner();
		await acceptTerms(page);
		const signatures = () => wallet.calls.filter((method) => method === "eth_signTypedData_v4").length;
		const before = signatures();
		await open("/estate/will");
		await page.getByRole("button", { name: "Continue to sign" }).click();
		await page.locator("#document-error").getByText(en.estate.will.noFile).waitFor();
		const picture = { name: "will.jpg", mimeType: "image/jpeg", buffer: Buffer.from([0xff, 0xd8, 0xff, 0]) };
		await page.setInputFiles("#document", picture);
		await page.locator("#document-error").getByText("neither a PDF nor plain text").waitFor();
		await page.getByRole("button", { name: "Continue to sign" }).click();
		expect(await page.textContent("h1")).toBe("Your will");
		await expectAccessible(page);
		await look("estate-will-other-type");
		await page.setInputFiles("#document", will("The right one"));
		await page.getByText(en.estate.will.hashed).waitFor();
		expect(await page.locator("#document-error").count()).toBe(0);
		await page.getByRole("button", { name: "Continue to sign" }).click();
		await page.getByText("Your file: will.pdf").waitFor();
		await page.route("**/estate/will/lodge?*", (route) => route.abort(), { times: 1 });
		await signHere(page);
		await page.getByText("the connection broke").waitFor();
		expect(await page.locator("[data-wallet-status]").textContent()).toBe("");
		await page.locator("[data-same-file]").evaluate((part) => {
			(part as HTMLElement).hidden = false;
		});
		await page.setInputFiles("#file", will("Another one"));
		await page.locator("#file-error").waitFor();
		const asked = signatures();
		expect(asked).toBe(before + 1);
		await signHere(page);
		await page.locator("#file-error").getByText(en.estate.will.differs).waitFor();
		expect(signatures()).toBe(asked);

		await open("/estate/erase/sign");
		await signHere(page);
		await page.getByRole("alert").getByText("Tick that you understand").waitFor();
		expect(signatures()).toBe(asked);
		expect(await page.locator("[data-wallet-status]").textContent()).toBe("");
		await page.getByLabel("I understand that my will").check();
		await signHere(page);
		await page.getByText("Everything is erased.").waitFor();
		await context.close();
	});

	it("objects to a court's request for the will, which the court then sees", async () => {
		const { page, look, open, context, expectNoProblems } = await newOwner();
		await acceptTerms(page);
		await lodgeWill(page);
		await makeCode(page);
		await expectAccessible(page);
		await look("estate-code");
		const code = await codeOn(page);
		const wayOn = page.getByRole("link", { name: "Continue" });
		expect(await wayOn.isVisible()).toBe(false);
		await page.getByLabel(en.estate.codes.kept).check();
		await wayOn.click();
		await page.getByText(en.estate.tasks.codes.count(1)).waitFor();

		const court = await app.visit();
		await enterAsDeveloper(court.context, app, await newCourt(app));
		await lookUp(court.page, code);
		expect(await court.page.textContent("h1")).toBe("The estate behind the code");
		await expectAccessible(court.page);
		await court.look("resolve-found");
		await requestWill(court.page);
		await expectAccessible(court.page);
		await court.look("resolve-releases");
		expect(await court.page.locator(".status").textContent()).toBe("waiting period, cannot be approved yet");

		await open("/estate");
		await page.getByText("Somebody has asked for your will.").waitFor();
		await look("estate-asked");
		await page.getByRole("link", { name: "See the request and object" }).click();
		await expectAccessible(page);
		await look("estate-releases");
		await page.getByRole("button", { name: "Object to this request" }).click();
		expect(await page.textContent("h1")).toBe(en.estate.releases.objectTitle);
		await page.getByRole("button", { name: "Object", exact: true }).click();
		await page.getByText("You objected. The request has ended.").waitFor();
		for (const part of ["codes", "history", "erase"]) {
			await open(`/estate/${part}`);
			await expectAccessible(page);
			await look(`estate-${part}`);
		}
		await court.page.reload();
		expect(await court.page.locator(".status").textContent()).toBe("owner objected");
		for (const visitor of [{ context, expectNoProblems }, court]) {
			visitor.expectNoProblems();
			await visitor.context.close();
		}
	});

	it("contests one claim, and then all that come, on a phone in the dark", async () => {
		const { page, look, open, account, wallet, context, expectNoProblems } = await newOwner({
			width: 390,
			theme: "dark",
		});
		const developer = await registerDeveloper(app.url);
		const { send } = partnerAt(app.url, keyPairHeaders(await issueKey(app.url, developer)));
		wallet.knownChains.add(BASE_CHAIN);
		const intents = [1, 2].map(() => newIntent({ lostAccount: account.address }));
		for (const intent of intents) await send("/recovery-cases/new-case", await newCaseBody(intent));
		const claims = `/contest?account=${account.address}&chainId=${BASE_CHAIN}`;
		await open(claims);
		await expectAccessible(page);
		const width = await page.evaluate(() => document.documentElement.scrollWidth);
		expect(width).toBeLessThanOrEqual(390);
		await look("contest");
		await page.getByRole("link", { name: "Object to this claim only" }).first().click();
		await page.getByLabel("Why do you object?").fill("The key is in my drawer.");
		await page.getByRole("button", { name: "Continue to sign" }).click();
		await signHere(page);
		await page.getByRole("heading", { name: "You have objected" }).waitFor();
		expect(await page.locator("#claims ~ * .status").allTextContents()).toEqual(
			expect.arrayContaining(["You have objected: this claim is ended", "filed, waiting for a court order"]),
		);
		await look("contest-one-done");
		await page.getByRole("link", { name: "Object to all of them" }).click();
		await expectAccessible(page);
		await look("contest-all");
		await signHere(page);
		await page.getByRole("heading", { name: "You have objected" }).waitFor();
		await look("contest-all-done");
		await expect
			.poll(async () => {
				await open(claims);
				return page.getByText("filed, waiting for a court order").count();
			})
			.toBe(0);
		await page.getByRole("button", { name: "Let new claims through" }).click();
		expect(await page.textContent("h1")).toBe("Let new claims through again?");
		await page.getByRole("button", { name: "Let them through" }).click();
		await page.getByText("The objection has ended.").waitFor();
		await page.getByText("You have none.").waitFor();
		expectNoProblems();
		await context.close();
	});
});
