/**
 * What a page says when a wallet does not sign, and that there is always another way (hosted-app.md "Signatures"). The
 * wallet of these tests behaves as EIP-1193 and EIP-6963 say.
 */
import type { Page } from "playwright-core";
import { verifyMessage } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, startApp } from "../support/browser/app.ts";
import { installWallet } from "../support/browser/wallet.ts";

/** As `src/web/browser/wallet.ts` waits for an answer. */
const ANSWER_MS = 20_000;

let app: App;
beforeAll(async () => {
	app = await startApp();
});
afterAll(() => app?.stop());

type Provider = { request(call: { method: string; params?: unknown[] }): Promise<unknown> };
type Asked = { result?: unknown; code?: number };

const newAccount = () => privateKeyToAccount(generatePrivateKey());
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** A visitor with a wallet, whose account has a message to sign. */
async function newSigner(options: Parameters<typeof installWallet>[2] = {}) {
	const account = newAccount();
	const visitor = await app.visit();
	const wallet = await installWallet(visitor.context, account, options);
	return {
		...visitor,
		account,
		wallet,
		openMessage: () => visitor.open(`/contest/all?account=${account.address}&chainId=31337`),
	};
}

/** The page says this, and still offers to sign somewhere else. */
async function expectWords(page: Page, words: string): Promise<void> {
	await page.getByText(words).waitFor();
	expect(await page.locator("[data-wallet-status]").textContent()).not.toContain("{wallet}");
	const signature = page.getByLabel("Signature", { exact: true });
	if (!(await signature.isVisible())) {
		await page.getByText("Sign somewhere else, and paste the signature").click();
	}
	await signature.waitFor();
	await expectAccessible(page);
}

it("without a wallet, the page says so and takes a signature from elsewhere", async () => {
	const account = newAccount();
	const { page, context, open, look, expectNoProblems } = await app.visit();
	await open(`/contest/all?account=${account.address}&chainId=1`);
	await expectWords(page, "No wallet was found in this browser.");
	await look("wallet-none");
	const message = JSON.parse(await page.getByLabel("What is signed").inputValue());
	await page.getByLabel("Signature", { exact: true }).fill(await account.signTypedData(message));
	await press(page, "Object to all claims");
	await page.getByRole("heading", { name: "You have objected" }).waitFor();
	expectNoProblems();
	await context.close();
});

it("a wallet that is locked, declines, is busy (-32002) or is on another account is named with what to do", async () => {
	const { page, context, wallet, account, openMessage, look, expectNoProblems } = await newSigner();
	await openMessage();
	wallet.isLocked = true;
	await press(page, "Sign with Test Wallet");
	await expectWords(page, "Test Wallet shows no account. Unlock it");
	await look("wallet-locked");
	wallet.isLocked = false;
	wallet.next = "refuse";
	await press(page, "Sign with Test Wallet");
	await expectWords(page, "You declined in Test Wallet. Nothing was sent");
	wallet.next = "busy";
	await press(page, "Sign with Test Wallet");
	await expectWords(page, "Test Wallet is already asking you in a window of its own.");
	await wallet.switchTo(newAccount());
	await expectWords(page, "The account in Test Wallet was changed.");
	await press(page, "Sign with Test Wallet");
	await expectWords(page, "Test Wallet is connected with another account than the one that must sign.");
	await look("wallet-other-account");
	await wallet.switchTo(account);
	await press(page, "Sign with Test Wallet");
	await page.getByRole("heading", { name: "You have objected" }).waitFor();
	expectNoProblems();
	await context.close();
});

it("a wallet's signature that the service rejects is named above the wallets, where the focus is", async () => {
	const { page, context, openMessage } = await newSigner();
	await openMessage();
	const sign = page.getByRole("button", { name: "Sign with Test Wallet" });
	await sign.waitFor();
	// The form is then of another message than the one that the wallet gets.
	await page.locator('input[name="nonce"]').evaluate((input: HTMLInputElement) => {
		input.value = `0x${"1".repeat(64)}`;
	});
	await sign.click();
	const problem = page.getByRole("alert").filter({ hasText: "This signature was made by" });
	await problem.waitFor({ timeout: 10_000 });
	expect(await problem.evaluate((note) => note === document.activeElement)).toBe(true);
	await expectAccessible(page);
	await context.close();
});

it("a wallet that never answers is named after twenty seconds, and an answer to a second press counts", async () => {
	const { page, context, wallet, openMessage, look, expectNoProblems } = await newSigner();
	await page.clock.install();
	await openMessage();
	wallet.next = "ignore";
	await press(page, "Sign with Test Wallet");
	await page.getByText("Test Wallet should be asking you now.").waitFor();
	await page.clock.fastForward(ANSWER_MS - 1_000);
	expect(await page.getByText("has not answered yet").count()).toBe(0);
	await page.clock.fastForward(1_000);
	await expectWords(page, "Test Wallet has not answered yet.");
	await look("wallet-silent");
	await press(page, "Sign with Test Wallet");
	await page.getByRole("heading", { name: "You have objected" }).waitFor();
	expectNoProblems();
	await context.close();
});

it("a wallet that does not know the network (4902) gets no network from the page", async () => {
	const { page, context, wallet, openMessage, look, expectNoProblems } = await newSigner({ chainId: 1 });
	await openMessage();
	await press(page, "Sign with Test Wallet");
	await expectWords(page, "Test Wallet does not know the network that this account is on.");
	await look("wallet-unknown-network");
	expect(wallet.calls).toContain("wallet_switchEthereumChain");
	expect(wallet.calls).not.toContain("wallet_addEthereumChain");
	expect(wallet.calls).not.toContain("eth_signTypedData_v4");
	expectNoProblems();
	await context.close();
});

it("a wallet that says yes to a network and stays on another is named, and signs once it has changed", async () => {
	const { page, context, wallet, openMessage, look, expectNoProblems } = await newSigner({ chainId: 1 });
	await openMessage();
	wallet.knownChains.add(31_337);
	wallet.isStuck = true;
	await press(page, "Sign with Test Wallet");
	await expectWords(page, "Test Wallet stayed on another network.");
	await look("wallet-stuck");
	expect(wallet.calls).not.toContain("eth_signTypedData_v4");
	wallet.isStuck = false;
	await press(page, "Sign with Test Wallet");
	await page.getByRole("heading", { name: "You have objected" }).waitFor();
	expectNoProblems();
	await context.close();
});

it("of several wallets each has its button, and only the chosen one is asked", async () => {
	const { page, context, wallet, account, openMessage, look, expectNoProblems } = await newSigner();
	const other = await installWallet(context, account, { name: "Other Wallet" });
	await openMessage();
	await page.getByRole("button", { name: "Sign with Test Wallet" }).waitFor();
	await look("wallet-several");
	await press(page, "Sign with Other Wallet");
	await page.getByRole("heading", { name: "You have objected" }).waitFor();
	expect(other.calls).toContain("eth_signTypedData_v4");
	expect(wallet.calls).toEqual([]);
	expectNoProblems();
	await context.close();
});

it("the wallet of the tests announces itself, signs, refuses and knows its chains", async () => {
	const { context, page } = await app.visit();
	const account = newAccount();
	const wallet = await installWallet(context, account);
	await page.goto("/");
	const ask = (method: string, ...params: unknown[]): Promise<Asked> =>
		page.evaluate(
			async ({ method, params }) => {
				const provider = await new Promise<Provider>((found) => {
					addEventListener("eip6963:announceProvider", (event) =>
						found((event as CustomEvent<{ provider: Provider }>).detail.provider),
					);
					dispatchEvent(new Event("eip6963:requestProvider"));
				});
				return provider.request({ method, params }).then(
					(result) => ({ result }),
					({ code }: { code: number }) => ({ code }),
				);
			},
			{ method, params },
		);
	expect(await ask("eth_requestAccounts")).toEqual({ result: [account.address] });
	const { result } = await ask("personal_sign", "hello", account.address);
	const signature = result as `0x${string}`;
	expect(await verifyMessage({ address: account.address, message: "hello", signature })).toBe(true);
	wallet.next = "refuse";
	expect(await ask("personal_sign", "hello", account.address)).toEqual({ code: 4001 });
	expect(await ask("wallet_switchEthereumChain", { chainId: "0x1" })).toEqual({ code: 4902 });
	expect(await ask("eth_chainId")).toEqual({ result: "0x7a69" });
	await context.close();
});
