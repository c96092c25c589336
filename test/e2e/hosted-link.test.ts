/** A partner's user, from the link to the case and back to the partner (hosted-app.md "Hosted links"). */
import type { BrowserContext, Page } from "playwright-core";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { executeSql } from "../../scripts/operator/database.ts";
import { keyPairHeaders } from "../support/auth/credentials.ts";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, startApp } from "../support/browser/app.ts";
import { enterAsWallet } from "../support/browser/enter.ts";
import { installWallet } from "../support/browser/wallet.ts";
import {
	issueKey,
	partnerAt,
	registerDeveloper,
	type ServicePartner,
} from "../support/service/service-client.ts";
import { type Receiver, startReceiver } from "../support/webhooks/webhook-receiver.ts";

const LOST = "0x00000000000000000000000000000000000010e5";
const SOMEBODY = "0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB";
const COIN = "1000000000000000000";

let app: App;
let receiver: Receiver;
let partner: ServicePartner;
/** As the pages name it. */
let host: string;

beforeAll(async () => {
	[app, receiver] = await Promise.all([startApp(), startReceiver()]);
	const developer = await registerDeveloper(app.url);
	partner = partnerAt(app.url, keyPairHeaders(await issueKey(app.url, developer)));
	host = new URL(receiver.url).host;
	const allow = `INSERT INTO origins SELECT 'org_1', '${receiver.url}', developer_id, 'allowed', 1, 1, NULL, NULL FROM developers`;
	await executeSql({ kind: "local", stateDir: app.stateDir }, [allow]);
	const endpoint = await partner.send("/webhook-endpoints", { url: receiver.hook("partner") });
	expect(endpoint.status).toBe(201);
});
afterAll(() => Promise.all([app?.stop(), receiver?.stop()]));

type Link = { linkId: string; url: string };

async function makeLink(body: object): Promise<Link> {
	const made = await partner.send("/hosted-links", { returnUrl: `${receiver.url}/done`, ...body });
	expect(made.status).toBe(201);
	return (await made.json()) as Link;
}

const read = async (path: string) => (await partner.send(path)).json();

/** The secret is in a cookie that no script reads, and the token in no document. */
async function expectNoSecrets(page: Page, context: BrowserContext, { linkId, url }: Link): Promise<void> {
	const cookie = (await context.cookies()).find(({ name }) => name === `link-${linkId}`);
	expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
	const [, secret = ""] = cookie?.value.split(".") ?? [];
	const seen = await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage }));
	for (const text of [secret, url.slice(url.lastIndexOf("/") + 1)]) {
		expect(text).toHaveLength(43);
		expect(seen + (await page.content())).not.toContain(text);
	}
}

it("starts in one browser, continues in another, files for the partner, and leads back to it", async () => {
	const account = privateKeyToAccount(generatePrivateKey());
	const link = await makeLink({
		prefill: {
			...{ lostAccount: LOST, chainId: 31_337, reasonForRecovery: "lost key", email: "user@example.com" },
			transactions: [
				{ dest: SOMEBODY, value: COIN, data: "0x" },
				{ dest: account.address, value: COIN, data: "0x" },
			],
		},
		...{ locked: ["lostAccount", "transactions"], reference: "claim:42", locale: "en" },
	});

	const visitor = await app.visit({ width: 390 });
	const { page, context } = visitor;
	await installWallet(context, account);
	/** Every page fits on a phone, and breaks no rule of axe. */
	const look = async (name: string) => {
		await expectAccessible(page);
		const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		expect([name, overflow]).toEqual([name, 0]);
		await visitor.look(`link-${name}`);
	};
	const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

	await page.goto(link.url);
	await page.getByRole("heading", { name: `${host} has sent you here` }).waitFor();
	await look("invitation");

	// The browser of a mail program, without scripts and without the wallet.
	const mail = await app.visit({ scripts: false, language: "es" });
	await mail.page.goto(link.url);
	await mail.page.getByRole("heading", { name: `${host} has sent you here` }).waitFor();
	await mail.page.getByRole("button", { name: "Start" }).click();
	await mail.page.getByRole("link", { name: "Sign in with your new wallet" }).waitFor();
	expect(new URL(mail.page.url()).search).toBe(`?link=${link.linkId}`);

	await page.reload();
	await page.getByRole("heading", { name: "started in another browser" }).waitFor();
	await look("elsewhere");
	await press("Continue here instead");
	await page.getByText("Account that was lost").waitFor();
	await look("who");
	await expectNoSecrets(page, context, link);
	await mail.page.reload();
	await mail.page.getByRole("heading", { name: "started in another browser" }).waitFor();

	await page.getByRole("link", { name: "Sign in with your new wallet" }).click();
	await press("Use Test Wallet");
	await press("Sign with Test Wallet");
	await page.getByText(LOST, { exact: true }).waitFor();
	expect(await page.getByLabel("Address of the account that was lost").count()).toBe(0);
	expect(await page.getByLabel("Number of the other network").inputValue()).toBe("31337");
	expect(await page.getByText(`filled in by ${host}`).count()).toBe(4);
	await page.getByLabel("Your e-mail address").fill("own@example.com");
	expect(await page.getByText(`filled in by ${host}`).count()).toBe(3);
	await look("lost");
	await press("Continue");
	await press("Remove number 2");
	await page.getByText(`List again what ${host} has filled in`).waitFor();
	await look("what");

	// A closed tab loses nothing, and a recovery without the link is not offered this draft.
	await visitor.open("/recover");
	expect(await page.getByRole("button", { name: "Continue where you stopped" }).count()).toBe(0);
	await visitor.open(`/recover?link=${link.linkId}`);
	await press("Continue where you stopped");
	await press("Continue");
	await page.getByLabel(/goes to somebody else than you/).check();
	await look("read");
	await press("Continue");
	await page.getByRole("heading", { name: `What ${host} will see` }).waitFor();
	await look("sign");
	await press("Sign with Test Wallet");
	await page.getByText(`${host} is told of this case`).waitFor();
	expect(await page.evaluate(() => localStorage.length)).toBe(0);
	await look("next");
	const caseId = /rc_[0-9a-f]{32}/.exec(page.url())?.[0] ?? "";
	await expectNoSecrets(page, context, link);

	expect(await read(`/recovery-cases/${caseId}`)).toMatchObject({
		...{ source: "hosted", reference: "claim:42" },
		case: { recoveryAccount: account.address, email: "own@example.com" },
		transactions: [{ value: COIN }],
	});
	expect(await read(`/hosted-links/${link.linkId}`)).toMatchObject({ status: "used", caseId });
	await expect.poll(() => receiver.received("partner").length).toBe(1);
	expect(JSON.parse(receiver.received("partner")[0]?.body ?? "")).toMatchObject({
		type: "recovery_case.created",
		data: { caseId, reference: "claim:42" },
	});

	// A draft that this browser has kept goes when the link is over.
	await page.evaluate((id) => localStorage.setItem(`recovery-draft:${id}`, "[]"), link.linkId);
	await page.goto(link.url);
	await page.getByRole("heading", { name: "This link has already been used" }).waitFor();
	expect(await page.evaluate(() => localStorage.length)).toBe(0);
	await look("used");
	await page.getByRole("link", { name: "Go to the case" }).click();
	await page.waitForURL((url) => url.pathname === `/cases/${caseId}`);
	visitor.expectNoProblems();
	await page.goBack();
	await page.getByRole("link", { name: `Return to ${host}` }).click();
	await page.waitForURL(`${receiver.url}/done?link=${link.linkId}`);
	const [arrival] = receiver.received("");
	expect(arrival?.headers).toMatchObject({ "sec-fetch-mode": "navigate" });
	expect(arrival?.headers).not.toHaveProperty("referer");
	await Promise.all([context.close(), mail.context.close()]);
});

it("takes an owner to the terms in Spanish, and back when they are accepted", async () => {
	const account = privateKeyToAccount(generatePrivateKey());
	const link = await makeLink({ kind: "estate", prefill: { ownerAddress: account.address }, locale: "es" });
	const visitor = await app.visit({ theme: "dark" });
	const { page, context } = visitor;
	await installWallet(context, account, { chainId: 1 });
	await enterAsWallet(context, app, account);
	const look = async (name: string) => {
		await expectAccessible(page);
		await visitor.look(`link-estate-${name}`);
	};

	await page.goto(link.url);
	await page.getByRole("heading", { name: `${host} le ha enviado aquí` }).waitFor();
	await look("invitation");
	await page.getByRole("button", { name: "Empezar" }).click();
	await page.getByText(`rellenado por ${host}`).waitFor();
	await look("terms");
	await page.getByRole("button", { name: "Firmar con Test Wallet" }).click();
	await page.getByRole("heading", { name: "Usted ha aceptado las condiciones" }).waitFor();
	await look("accepted");
	expect(await read(`/hosted-links/${link.linkId}`)).toMatchObject({
		...{ status: "used", ownerAddress: account.address },
	});
	visitor.expectNoProblems();
	await page.getByRole("link", { name: `Volver a ${host}` }).click();
	await page.waitForURL(`${receiver.url}/done?link=${link.linkId}`);
	await context.close();
});
