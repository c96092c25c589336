/** An owner has her account watched, hears of a claim within a minute, and objects from the mail; a claimant hears of her case (mail.md "Watchers", "Claimants"). */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { en } from "../../src/web/app/copy/en/index.ts";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, startApp } from "../support/browser/app.ts";
import { enterAsWallet } from "../support/browser/enter.ts";
import { signHere } from "../support/browser/estate.ts";
import { codeIn, expectGoodMail, newestMail } from "../support/browser/mailbox.ts";
import { installWallet } from "../support/browser/wallet.ts";
import type { Start } from "../support/service/service.ts";
import { registerPartner } from "../support/service/service-client.ts";
import { startServiceHere } from "../support/service/service-here.ts";
import { claimant, newCaseBody, newIntent } from "../support/signing/signing.ts";

let app: App;
let fireCron: () => Promise<void>;
beforeAll(async () => {
	const start: Start = async (options) => {
		const here = await startServiceHere(options);
		fireCron = here.fireCron;
		return here;
	};
	app = await startApp({}, { start });
});
afterAll(() => app?.stop());

const CLAIM = "Somebody claims your account";

it("an owner confirms an address, hears of a claim within a minute, and stops it", async () => {
	const account = privateKeyToAccount(generatePrivateKey());
	const visitor = await app.visit();
	const { page, context } = visitor;
	const wallet = await installWallet(context, account);
	wallet.knownChains.add(8453);
	const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

	await visitor.open("/watch");
	await page.getByRole("link", { name: en.watch.signIn }).waitFor();
	await enterAsWallet(context, app, account);
	await visitor.open("/watch");
	await page.getByLabel("E-mail address").fill("owner@example.com");
	await expectAccessible(page);
	await press("Mail me a code");
	const mailbox = await context.newPage();
	await page.getByLabel("Code").fill(codeIn(await newestMail(mailbox, app.url)));
	await visitor.look("watch");
	await press("Confirm the address");
	await page.getByText(en.watch.confirmed, { exact: true }).waitFor();

	const partner = await registerPartner(app.url);
	const intent = newIntent({ lostAccount: account.address });
	const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
	expect(filed.status).toBe(201);
	await fireCron();
	const mail = await newestMail(mailbox, app.url, CLAIM);
	expect(mail).toContain("You can object to the claim until it is carried out");
	await expectGoodMail(mailbox, "claim");

	await mailbox.getByRole("link", { name: "See the claim, and object" }).click();
	await mailbox.setViewportSize({ width: 390, height: 800 });
	await mailbox.getByRole("link", { name: "Object to this claim only" }).click();
	await mailbox.getByLabel("Why do you object?").fill("The key is in my drawer.");
	await mailbox.getByRole("button", { name: "Continue to sign" }).click();
	await signHere(mailbox);
	await mailbox.getByRole("heading", { name: "You have objected" }).waitFor();
	visitor.expectNoProblems();
	await context.close();
});

it("a claimant confirms an address on the page of her case, hears of it, and removes the address", async () => {
	const partner = await registerPartner(app.url);
	const intent = newIntent({ lostAccount: privateKeyToAccount(generatePrivateKey()).address });
	const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
	const { caseId } = (await filed.json()) as { caseId: string };
	const visitor = await app.visit();
	const { page, context } = visitor;
	const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
	await enterAsWallet(context, app, claimant);
	await visitor.open(`/cases/${caseId}`);
	await page.getByLabel("E-mail address").fill("claimant@example.com");
	await expectAccessible(page);
	await press("Mail me a code");
	const mailbox = await context.newPage();
	await page.getByLabel("Code").fill(codeIn(await newestMail(mailbox, app.url)));
	await press("Confirm the address");
	await page.getByText(en.watch.confirmed, { exact: true }).waitFor();
	await fireCron();
	await newestMail(mailbox, app.url, "Your recovery is filed");
	await expectGoodMail(mailbox, "case");
	await page.getByRole("button", { name: /^Remove/ }).click();
	await press(en.watch.caseRemoval.action);
	await page.getByText(en.watch.done.silenced ?? "").waitFor();
	visitor.expectNoProblems();
	await context.close();
});
