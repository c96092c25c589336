/** Owners prepare their Safes for a recovery on a real chain, by each way that the page offers (hosted-app.md "An account with the module"). */
import type { Page } from "playwright-core";
import { type Address, encodeFunctionData, getAddress, parseAbi } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { safeAbi } from "../../scripts/chain/safe.ts";
import { moduleAddress } from "../../sdk/src/recovery-module.ts";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, startApp } from "../support/browser/app.ts";
import { enterAsWallet } from "../support/browser/enter.ts";
import { installWallet } from "../support/browser/wallet.ts";
import { lost } from "../support/chain/execution-chain.ts";
import {
	addressesOf,
	DAY,
	type ModuleStage,
	type Reviewer,
	startModuleStage,
} from "../support/chain/recovery-module.ts";

let stage: ModuleStage;
let reviewers: Reviewer[];
let app: App;
beforeAll(async () => {
	stage = await startModuleStage();
	reviewers = stage.newReviewers(3);
	app = await startApp({
		RPC_URLS: JSON.stringify({ [stage.chainId]: stage.url }),
		MODULE_REVIEWERS: JSON.stringify({ [stage.chainId]: addressesOf(reviewers) }),
	});
}, 180_000);
afterAll(async () => {
	await app?.stop();
	await stage?.stop();
});

const pathOf = (account: Address) => `/estate/module?account=${account}&chainId=${stage.chainId}`;
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const isEnabled = (safe: Address) =>
	stage.client.readContract({
		address: safe,
		abi: parseAbi(["function isModuleEnabled(address) view returns (bool)"]),
		functionName: "isModuleEnabled",
		args: [moduleAddress],
	});

it("a sole owner sends the transaction with her wallet, and the page reads it back from the chain", async () => {
	const safe = await stage.newSafe();
	const visitor = await app.visit({ width: 390 });
	const { page, context } = visitor;
	const wallet = await installWallet(context, lost, { send: (call) => stage.send(lost, call) });
	await enterAsWallet(context, app, lost);
	await visitor.open("/estate/module");
	expect(await page.getByLabel("Address of the account").inputValue()).toMatch(new RegExp(lost.address, "i"));
	await page.getByLabel("Address of the account").fill(safe);
	await press(page, "Look at it on the network");
	await page.getByText("The account is not prepared.").waitFor();
	await page.getByText("The recovery module is not audited").waitFor();
	await expectAccessible(page);

	await page.getByLabel("How many of them must approve").fill("4");
	await page.getByLabel("Days in which a recovery can be stopped").fill("0");
	await press(page, "Make the transaction");
	await page.getByText("Enter a number from 1 to the number of reviewers.").first().waitFor();
	await expectAccessible(page);
	await page.getByLabel("How many of them must approve").fill("2");
	await page.getByLabel("Days in which a recovery can be stopped").fill("3");
	await page.getByLabel("Who may delay a recovery once").fill(stage.deployer.address);
	await press(page, "Make the transaction");
	await page.getByRole("heading", { level: 1, name: "Have the Safe make the transaction" }).waitFor();
	await expectAccessible(page);
	await visitor.look("estate-module-transaction");
	await press(page, "Change the entries");
	expect(await page.getByLabel("Days in which a recovery can be stopped").inputValue()).toBe("3");
	await press(page, "Make the transaction");

	await wallet.switchTo(stage.deployer);
	await press(page, "Send it with Test Wallet");
	await page.getByText("connected with another account").waitFor();
	await wallet.switchTo(lost);
	await press(page, "Send it with Test Wallet");
	await page.getByText("has sent the call").waitFor();
	await page.getByRole("link", { name: "See what stands on the network" }).click();
	await page.getByText("The account is prepared.").waitFor();
	await expectAccessible(page);
	await visitor.look("estate-module-prepared");
	const [configuration, generation] = await stage.configurationOf(safe);
	expect([await isEnabled(safe), generation]).toEqual([true, 1n]);
	expect(configuration).toEqual({
		reviewers: addressesOf(reviewers),
		threshold: 2n,
		vetoers: [stage.deployer.address],
		delay: 3n * DAY,
		expiry: 30n * DAY,
	});
	visitor.expectNoProblems();
	await context.close();
});

it("owners without script get a file for their Safe's app and the same as calldata, in Spanish too", async () => {
	const safe = await stage.newSafe();
	const visitor = await app.visit({ scripts: false, language: "es" });
	const { page, context } = visitor;
	await visitor.open(pathOf(safe));
	await press(page, "Hacer la transacción");
	const href = await page.getByRole("link", { name: "Descargar el archivo" }).getAttribute("href");
	const file = JSON.parse(decodeURIComponent(String(href).replace("data:application/json,", "")));
	expect(file).toMatchObject({ version: "1.0", chainId: String(stage.chainId) });
	const calls = file.transactions.map(
		({ to, value, data }: { to: Address; value: string; data: `0x${string}` }) => ({
			dest: to,
			value: BigInt(value),
			data,
		}),
	);
	await stage.batch(safe, calls);
	await page.getByRole("link", { name: "Ver lo que consta en la red" }).click();
	await page.getByText("La cuenta está preparada.").waitFor();

	// A Safe that has the module makes the second call alone.
	await page.getByLabel("Cuántos de ellos deben aprobar").fill("3");
	await press(page, "Hacer la transacción");
	await page.getByText("La llamada que hace el Safe (operación 0)").click();
	const [to, data] = await page.locator("section[aria-labelledby=calldata] code").allTextContents();
	await stage.exec(safe, { to: getAddress(String(to)), data: data as `0x${string}` });
	const [{ threshold }, generation] = await stage.configurationOf(safe);
	expect([threshold, generation]).toEqual([3n, 2n]);
	await context.close();
});

it("says what a key's account and an unknown contract can do, and that a module without reviewers does nothing", async () => {
	const visitor = await app.visit();
	const { page, context } = visitor;
	await visitor.open(pathOf(lost.address));
	await page.getByRole("heading", { name: "This is an account of a key" }).waitFor();
	await visitor.open(pathOf(moduleAddress));
	await page.getByRole("heading", { name: "This is a contract, but no Safe that we know" }).waitFor();
	expect(await page.getByRole("button", { name: "Make the transaction" }).count()).toBe(0);
	const safe = await stage.newSafe();
	const data = encodeFunctionData({ abi: safeAbi, functionName: "enableModule", args: [moduleAddress] });
	await stage.exec(safe, { to: safe, data });
	await visitor.open(pathOf(safe));
	await page.getByText("The module is enabled, but no reviewers are named.").waitFor();
	await visitor.open(`/estate/module?account=${safe}&chainId=1`, 400);
	await visitor.open("/estate/module?account=0x12&chainId=31337", 400);
	await expectAccessible(page);
	await visitor.open(pathOf(safe));
	visitor.expectNoProblems();
	await page.getByLabel("Days in which a recovery can be stopped").fill("12");
	await stage.stop();
	await press(page, "Make the transaction");
	await page.getByText("The network could not be asked just now").waitFor();
	// What was typed is still there, for another attempt.
	expect(await page.getByLabel("Days in which a recovery can be stopped").inputValue()).toBe("12");
	await visitor.open(pathOf(safe), 503);
	await page.getByText("The network could not be asked just now").waitFor();
	await context.close();
});
