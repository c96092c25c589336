/** Passkeys with Chromium's virtual authenticator (auth.md "Passkeys"), and a decision that a court verifies. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hashRecoveryIntent } from "../../src/recovery/intent/typed-data.ts";
import { PASSWORD } from "../support/auth/credentials.ts";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, startApp } from "../support/browser/app.ts";
import { environment } from "../support/service/service.ts";
import { registerPartner } from "../support/service/service-client.ts";
import { courtOrderBody, newCaseBody, newIntent } from "../support/signing/signing.ts";

const MINUTE_MS = 60_000;
const EMAIL = "reviewer@example.com";

let app: App;
/** Of the reviewer. */
let codes: string[];
beforeAll(async () => {
	app = await startApp({ PASSKEYS_REQUIRED_FROM: "2026-01-01" }, { name: "localhost" });
}, 3 * MINUTE_MS);
afterAll(() => app?.stop());

/** A key that verifies its user. A page in another browsing context does not have it: `plug` it in again. */
function createKey() {
	let session: CDPSession | undefined;
	let authenticatorId = "";
	let credentials: Credential[] = [];
	return {
		async plug(page: Page, isUserVerified = true): Promise<void> {
			await session?.send("WebAuthn.disable").catch(() => undefined);
			await session?.detach().catch(() => undefined);
			const opened = await page.context().newCDPSession(page);
			session = opened;
			await opened.send("WebAuthn.enable");
			({ authenticatorId } = await opened.send("WebAuthn.addVirtualAuthenticator", {
				options: {
					...{ protocol: "ctap2", ctap2Version: "ctap2_1", transport: "internal" },
					...{ hasResidentKey: true, hasUserVerification: true, isUserVerified },
					automaticPresenceSimulation: true,
				},
			}));
			for (const credential of credentials)
				await opened.send("WebAuthn.addCredential", { authenticatorId, credential });
		},
		verifyUser: async (isUserVerified: boolean) =>
			session?.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
		/** After it was registered. */
		async keep(): Promise<void> {
			if (session) ({ credentials } = await credentialsOf(session, authenticatorId));
		},
	};
}
type Credential = Awaited<ReturnType<typeof credentialsOf>>["credentials"][number];
const credentialsOf = (session: CDPSession, authenticatorId: string) =>
	session.send("WebAuthn.getCredentials", { authenticatorId });

/** @returns what the operator's command prints */
async function operate(...args: string[]): Promise<string> {
	const command = ["run", "--silent", ...args, "--state", app.stateDir];
	return (await promisify(execFile)("npm", command, { env: environment() })).stdout;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const heading = (page: Page, name: string) =>
	page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

async function enterPassword(page: Page): Promise<void> {
	await page.context().clearCookies();
	await page.goto("/developers/login");
	await page.getByLabel("E-mail address").fill(EMAIL);
	await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await press(page, "Log in");
	await heading(page, "Show your passkey");
}

it(
	"a reviewer adds a key with the operator's code, logs in with it, and signs a decision that a court verifies offline",
	async () => {
		const visitor = await app.visit();
		const { page } = visitor;
		await visitor.open("/developers/register");
		const key = createKey();
		await page.getByLabel("E-mail address").fill(EMAIL);
		await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
		await page.getByLabel("The same password again").fill(PASSWORD);
		await press(page, "Open the account");
		await page.goto("/developers/account");
		const developerId = /dev_[0-9a-f]{32}/.exec((await page.textContent("main")) ?? "")?.[0] ?? "";
		await operate("reviewer", "--", "grant", developerId, "--yes");

		// Without a key the role has no powers.
		expect((await page.request.get("/review")).status()).toBe(403);
		const code = /Code\s+(\S+)/.exec(await operate("developer", "--", "passkey", EMAIL))?.[1] ?? "";
		await page.goto("/developers/account/passkeys");
		await expectAccessible(page);
		const add = async () => {
			await page.getByLabel("Name of the passkey").fill("Laptop");
			await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
			await page.getByLabel("Code of the operator").fill(code);
			await press(page, "Add a passkey");
		};
		await key.plug(page, false);
		await add();
		await page.getByText("No passkey has answered. Press the button to try again.").waitFor();
		await key.verifyUser(true);
		await press(page, "Add a passkey");
		await heading(page, "Your recovery codes");
		await key.keep();
		codes = await page.locator(".codes code").allTextContents();
		expect(codes).toHaveLength(10);
		await expectAccessible(page);
		await visitor.look("passkey-codes");
		await page.getByRole("link", { name: "I have kept them" }).click();
		await page.getByText("10 codes are left.").waitFor();
		await visitor.look("passkeys");

		await enterPassword(page);
		await expectAccessible(page);
		await visitor.look("log-in-passkey");
		await key.plug(page);
		await press(page, "Use a passkey");
		await page.getByText(`You are logged in as ${EMAIL}.`).waitFor();

		const partner = await registerPartner(app.url);
		const intent = newIntent();
		const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
		const { caseId } = (await filed.json()) as { caseId: string };
		const order = `/recovery-cases/${hashRecoveryIntent(intent)}/court-order`;
		await partner.send(order, await courtOrderBody(intent), "PATCH");
		await visitor.open(`/review/cases/${caseId}`);
		await page.getByLabel("Verify the court order: I asked the court").check();
		await page.getByLabel("Your reason").fill("Called the clerk of the court.");
		await press(page, "Continue");
		await page.getByText("What your passkey signs, word for word").click();
		await page.getByText('"reason": "Called the clerk of the court."').waitFor();
		await expectAccessible(page);
		await visitor.look("review-signed-decision");
		// Last, because this Chromium does not survive a picture of a page that has a key.
		await key.plug(page);
		await press(page, "Yes, the order is genuine");
		await page.getByText("The order is verified.").waitFor();

		const file = join(app.stateDir, "evidence.json");
		const bundle = await (await partner.send(`/recovery-cases/${caseId}/evidence`)).text();
		await writeFile(file, bundle);
		const court = await app.visit();
		await court.open("/verify");
		await court.page.setInputFiles("#file", file);
		await court.page.getByText("Signed by the passkey of reviewer").waitFor();
		await court.look("verify-signed-decision");

		for (const each of [visitor, court]) {
			each.expectNoProblems();
			await each.context.close();
		}
	},
	2 * MINUTE_MS,
);

it("somebody who has lost the key gets in by a recovery code once, and adds a key with another", async () => {
	const visitor = await app.visit({ width: 390 });
	const { page } = visitor;
	await enterPassword(page);
	// Another key, which the account does not know.
	const key = createKey();
	await key.plug(page);
	await press(page, "Use a passkey");
	await page.getByText("No passkey has answered. Press the button to try again.").waitFor();
	const useCode = async () => {
		await page.getByText("Have you lost your passkeys?").click();
		await page.getByLabel("Recovery code").fill(codes[0] ?? "");
		await press(page, "Log in with the code");
	};
	await useCode();
	await heading(page, "Passkeys");
	await page.getByText("9 codes are left.").waitFor();
	// The role has no powers for a day.
	expect((await page.request.get("/review")).status()).toBe(403);
	await visitor.look("passkeys-phone");
	// Another code stands for the lost key, when one is added.
	await key.plug(page);
	await page.getByLabel("Name of the passkey").fill("New key");
	await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await page.getByText("Have you lost your passkeys?").click();
	await page.getByLabel("Recovery code").fill(codes[1] ?? "");
	await press(page, "Add a passkey");
	await page.getByText("The passkey is added.").waitFor();
	await page.getByText("8 codes are left.").waitFor();
	await enterPassword(page);
	await useCode();
	await page.getByText("This is no recovery code of the account, or it was used before.").waitFor();
	await visitor.context.close();
});
