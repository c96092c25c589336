/** A developer in a real browser, from the registration to a webhook that is sent again (hosted-app.md "Developers"). */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { en } from "../../src/web/app/copy/en/index.ts";
import { keyPairHeaders, PASSWORD } from "../support/auth/credentials.ts";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, startApp } from "../support/browser/app.ts";
import { codeIn, expectGoodMail, newestMail } from "../support/browser/mailbox.ts";
import { partnerAt } from "../support/service/service-client.ts";
import { newCaseBody, newIntent } from "../support/signing/signing.ts";
import { verifyWebhook } from "../support/webhooks/verify-webhook.ts";
import { type Receiver, startReceiver } from "../support/webhooks/webhook-receiver.ts";

let app: App;
let receiver: Receiver;
beforeAll(async () => {
	[app, receiver] = await Promise.all([startApp(), startReceiver()]);
});
afterAll(() => Promise.all([app?.stop(), receiver?.stop()]));

const { account, change, deletion, emailChange } = en.developers.account;
/** Which the journey does not pass. */
const OTHER_PAGES = [
	["account", account.title],
	["account/email", emailChange.title],
	["account/password", change.title],
	["account/delete", deletion.title],
	["origins", en.developers.origins.title],
	["links", en.developers.links.title],
	["links/new", en.common.action.makeLink],
	["cases", en.developers.cases.title],
	["reset", en.developers.entry.reset.title],
] as const;

/** The secret value beside its term. */
const secretBeside = (page: Page, term: string) =>
	page.locator(`dt:text-is("${term}") + dd code`).first().innerText();

/** Leaves the page with a secret and goes back: what it was for has a page, which does not show the secret. */
async function expectNoSecretAgain(page: Page, secret: string, title: string): Promise<void> {
	await page.goto(new URL("/developers", page.url()).href);
	await page.goBack();
	expect(await page.textContent("h1")).toBe(title);
	expect(await page.content()).not.toContain(secret);
	await page.reload();
	expect(await page.textContent("h1")).toBe(title);
}

it("registers, gets a key and an endpoint, sees a delivery, has it sent again, and revokes the key", async () => {
	const visitor = await app.visit();
	const { page, context } = visitor;
	const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
	const heading = () => page.textContent("h1");
	const look = async (name: string) => {
		await expectAccessible(page);
		await visitor.look(`developers-${name}`);
	};

	await visitor.open("/developers");
	await page.getByRole("link", { name: "Open an account" }).first().click();
	await page.getByLabel("E-mail address").fill("dev@example.com");
	await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await page.getByLabel("The same password again").fill(PASSWORD);
	await look("register");
	await press("Open the account");
	await page.getByText("Enter the code that we mail to dev@example.com.").waitFor();
	await look("confirm");
	const mailbox = await context.newPage();
	const mail = await newestMail(mailbox, app.url);
	await page.getByLabel("Code").fill(codeIn(mail));
	await press("Confirm the address");
	await page.getByText("dev@example.com is confirmed.").waitFor();
	await expectGoodMail(mailbox, "code");
	await mailbox.close();
	await page.getByRole("link", { name: "Go on" }).click();
	await page.getByText("You are logged in as dev@example.com.").waitFor();
	await look("overview");

	await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "API keys" }).click();
	await page.getByLabel("Label").fill("production backend");
	await press("Issue the key");
	expect(await heading()).toBe("The key “production backend” is issued");
	const pair = {
		apiKey: await secretBeside(page, "x-api-key"),
		apiSecret: await secretBeside(page, "x-api-secret"),
	};
	await look("key-issued");
	await expectNoSecretAgain(page, pair.apiSecret, "production backend");
	const backend = partnerAt(app.url, keyPairHeaders(pair));

	await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Webhooks" }).click();
	await page.getByLabel("URL").fill(receiver.hook("partner"));
	await look("endpoints");
	await press("Create the endpoint");
	const secret = await secretBeside(page, "Secret");
	const port = new URL(receiver.hook("partner")).port;
	expect(await page.locator("main").textContent()).toContain(`.listen(${port}, "127.0.0.1")`);
	await look("endpoint-secret");
	await expectNoSecretAgain(page, secret, "Webhook endpoint");

	const filed = await backend.send("/recovery-cases/new-case", await newCaseBody(newIntent()));
	expect(filed.status).toBe(201);
	await expect.poll(() => receiver.received("partner").length).toBe(1);
	const [first] = receiver.received("partner");
	if (!first) throw new Error("The receiver got nothing.");
	verifyWebhook(first, secret);
	expect(JSON.parse(first.body)).toMatchObject({ type: "recovery_case.created" });

	await page.getByRole("link", { name: "See what was delivered" }).click();
	const delivery = page.locator("details.line", { hasText: "recovery_case.created" });
	await expect
		.poll(async () => {
			await page.reload();
			return delivery.locator(".status").textContent();
		})
		.toBe("delivered");
	await delivery.locator("summary").click();
	expect(await delivery.textContent()).toContain(first.headers["webhook-id"]);
	expect(await delivery.locator("td").first().textContent()).toBe("200");
	await look("deliveries");
	await delivery.getByRole("button", { name: "Send again" }).click();
	await page.getByText("The event is sent again now.").waitFor();
	await expect.poll(() => receiver.received("partner").length).toBe(2);
	const [, second] = receiver.received("partner");
	if (!second) throw new Error("The receiver got nothing again.");
	verifyWebhook(second, secret);
	expect(second.body).toBe(first.body);

	await visitor.open("/developers/keys");
	await page.getByRole("link", { name: "production backend" }).click();
	await page.getByLabel("Revoke this key for good").check();
	await look("key");
	expect((await backend.send("/recovery-cases")).status).toBe(200);
	await press("Revoke the key");
	await page.getByText("The key is revoked.").waitFor();
	expect(await page.getByRole("link", { name: "production backend" }).count()).toBe(0);
	expect((await backend.send("/recovery-cases")).status).toBe(401);
	await look("keys");
	for (const [path, title] of OTHER_PAGES) {
		await visitor.open(`/developers/${path}`);
		expect([path, await heading()]).toEqual([path, title]);
		await look(path.replaceAll("/", "-"));
	}
	visitor.expectNoProblems();
	await context.close();
});

it("follows a guide: reaches it from the first page, copies a command with this service's address, goes on", async () => {
	const visitor = await app.visit();
	const { page, context } = visitor;
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await visitor.open("/developers");
	await page.getByRole("link", { name: en.developers.account.overview.guide.title, exact: true }).click();
	await page.getByRole("heading", { level: 1, name: "Quick start" }).waitFor();
	await expectAccessible(page);
	const copyButton = page.locator("button[data-copy]").first();
	await copyButton.click();
	await page.getByRole("status").filter({ hasText: en.common.action.copied }).waitFor();
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	expect(copied).toMatch(new RegExp(`^export REPLEVIN_URL=${app.url}\n`));
	// The button has its own words again, and says that a browser refuses.
	await page.evaluate(() => {
		navigator.clipboard.writeText = () => Promise.reject(new DOMException("", "NotAllowedError"));
	});
	await copyButton.and(page.getByRole("button", { name: "Copy the code" })).click();
	await page.getByRole("status").filter({ hasText: en.common.action.notCopied }).waitFor();
	expect(await page.evaluate(() => getSelection()?.toString())).toContain(copied.trim());
	const contents = page.getByRole("navigation", { name: "On this page" });
	await contents.getByRole("link", { name: "The first webhook" }).click();
	expect(new URL(page.url()).hash).toBe("#the-first-webhook");
	await page.getByRole("link", { name: /^Next/ }).click();
	await page.getByRole("heading", { level: 1, name: "Hosted links" }).waitFor();
	visitor.expectNoProblems();
	await context.close();
});

it("reads a guide without script", async () => {
	const { page, context, open } = await app.visit({ scripts: false });
	await open("/developers/docs/webhook-languages");
	expect(await page.getByRole("button", { name: "Copy the code" }).count()).toBe(0);
	expect(await page.locator("figure.listing pre").first().innerText()).toContain("verifyWebhook");
	await context.close();
});
