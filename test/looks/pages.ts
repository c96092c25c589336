/**
 * Every page of the hosted app, in each state that looks different.
 *
 * Over 300 lines, because it is one list.
 */
import type { Page } from "playwright-core";
import { GUIDES } from "../../scripts/pages/guides/guides.ts";
import { claimant, owner } from "../support/signing/signing.ts";
import type { Role, Stage } from "./stage.ts";

type Look = {
	name: string;
	as: Role;
	path: string | ((stage: Stage) => string);
	/** 200 unless given. */
	status?: number;
	/** From the page to the state. What moves after them counts, unless a script does what the visitor asked for. */
	steps?: (page: Page, stage: Stage) => Promise<unknown>;
	mayMove?: boolean;
	/** Also seen as it prints. */
	isPrinted?: boolean;
};

const LOST = "0x00000000000000000000000000000000000010e5";
const SOMEBODY = "0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const shows = (page: Page, text: string) => page.getByText(text).first().waitFor();
const heading = (page: Page, name: string) =>
	page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

/** Goes on in `/recover` until the step is reached. */
async function recoverTo(page: Page, step: "lost" | "what" | "listed" | "read" | "sign"): Promise<void> {
	await press(page, "Continue");
	await heading(page, "Which account was lost?");
	if (step === "lost") return;
	await page.getByLabel("Address of the account that was lost").fill(LOST);
	await page.getByLabel("Network", { exact: true }).selectOption("Base");
	await page.getByLabel("The key was lost").check();
	await press(page, "Continue");
	await heading(page, "What should happen?");
	if (step === "what") return;
	await page.getByText("Add ETH").click();
	await page.getByLabel("Amount").first().fill("1.5");
	await page.getByLabel("To", { exact: true }).first().fill(SOMEBODY);
	await press(page, "Add this payment");
	await shows(page, "Sends 1.5 ETH");
	if (step === "listed") return;
	await press(page, "Continue");
	await heading(page, "Check what you will sign");
	if (step === "read") return;
	await page.getByRole("checkbox").check();
	await press(page, "Continue");
	await heading(page, "Sign and file your case");
}

async function verify(page: Page, text: string): Promise<void> {
	const buffer = Buffer.from(text);
	await page.setInputFiles("#file", { name: "evidence.json", mimeType: "application/json", buffer });
	await page.locator("#result h2, #result [role=alert]").first().waitFor();
}

const noWallet = (page: Page) => shows(page, "No wallet was found in this browser.");
/** Whoever is signed in has a wallet in the browser. */
const wallet = (page: Page) => shows(page, "Sign with");
const claims = `account=${owner.address}&chainId=8453`;
const ofCase =
	(name: keyof Stage["cases"], rest = "") =>
	(stage: Stage) =>
		`/cases/${stage.cases[name]}${rest}`;

const ofSafe =
	(name: keyof Stage["safes"]) =>
	({ safes }: Stage) =>
		`/estate/module?account=${safes[name]}&chainId=31337`;
const checkOf =
	(name: keyof Stage["safes"], answers: string) =>
	({ safes }: Stage) =>
		`/recover/check?account=${safes[name]}&chainId=31337&${answers}`;
const showsPhone = (page: Page) => page.getByText("My wallet is an app on my phone").click();

/** To the step of transactions, for a Safe that holds something. */
async function showHeld(page: Page, { safes }: Stage): Promise<void> {
	await press(page, "Continue");
	await heading(page, "Which account was lost?");
	await page.getByLabel("Address of the account that was lost").fill(safes.plain);
	await page.getByLabel("Network", { exact: true }).selectOption("other");
	await page.getByLabel("Number of the other network").fill("31337");
	await page.getByLabel("The key was lost").check();
	await press(page, "Continue");
	await press(page, "Show what it holds");
	await shows(page, "12,345.67");
}

const OPEN_TO_ALL: Look[] = [
	{ name: "home", as: "nobody", path: "/" },
	{ name: "check", as: "nobody", path: "/recover/check" },
	{ name: "check-can", as: "nobody", path: "/recover/check?kind=shared&others=owner&cause=died&holds=coin" },
	{
		name: "check-ask",
		as: "nobody",
		path: "/recover/check?kind=company&others=nobody&cause=lost&holds=token",
	},
	{ name: "check-cannot", as: "nobody", path: "/recover/check?kind=key&others=nobody&cause=lost&holds=coin" },
	{
		name: "check-issuer",
		as: "nobody",
		path: "/recover/check?kind=key&others=nobody&cause=lost&holds=token",
	},
	{ name: "check-safe", as: "nobody", path: checkOf("plain", "look=1") },
	{ name: "check-module", as: "nobody", path: checkOf("prepared", "others=nobody&cause=died&holds=coin") },
	{ name: "check-incomplete", as: "nobody", path: "/recover/check?kind=key", status: 400 },
	{ name: "status", as: "nobody", path: "/status" },
	{ name: "not-found", as: "nobody", path: "/nothing/here", status: 404 },
	{ name: "terms", as: "nobody", path: "/terms" },
	{ name: "terms-version", as: "nobody", path: "/terms/2026-11-01" },
	{ name: "privacy", as: "nobody", path: "/privacy" },
	{ name: "sign-in", as: "nobody", path: "/sign-in", steps: noWallet },
	{ name: "sign-in-phone", as: "nobody", path: "/sign-in?next=/estate", steps: showsPhone },
	{ name: "sign-in-ended", as: "nobody", path: "/sign-in?ended=1", steps: noWallet },
	{
		name: "sign-in-message",
		as: "nobody",
		path: "/sign-in",
		steps: async (page) => {
			await page.getByLabel("Address of your account").fill(SOMEBODY);
			await press(page, "Continue to sign");
			await heading(page, "Sign this message");
			await noWallet(page);
		},
	},
	{ name: "recover", as: "nobody", path: "/recover" },
	{ name: "recover-signed-out", as: "nobody", path: "/recover?checked=1&reason=deceased" },
	{ name: "contest", as: "nobody", path: "/contest" },
	{ name: "contest-claims", as: "nobody", path: `/contest?${claims}` },
	{ name: "contest-none", as: "nobody", path: `/contest?account=${SOMEBODY}&chainId=1` },
	{ name: "contest-wrong", as: "nobody", path: "/contest?account=0x12&chainId=1", status: 400 },
	{ name: "contest-all", as: "nobody", path: `/contest/all?${claims}`, steps: noWallet },
	{ name: "contest-case-incomplete", as: "nobody", path: "/contest/case", status: 400 },
	{ name: "mail", as: "nobody", path: "/mail" },
	{ name: "mail-off", as: "nobody", path: "/mail/off/x" },
	{ name: "mail-local", as: "nobody", path: "/dev/mail" },
	{ name: "watch", as: "owner", path: "/watch" },
	{ name: "watch-nobody", as: "nobody", path: "/watch" },
	{
		name: "watch-code",
		as: "stranger",
		path: "/watch",
		steps: async (page) => {
			await page.getByLabel("E-mail address").fill("stranger@example.com");
			await press(page, "Mail me a code");
			await page.getByLabel("Code").waitFor();
		},
	},
	{ name: "watch-keep", as: "nobody", path: "/watch/keep" },
	{ name: "verify", as: "nobody", path: "/verify" },
	{
		name: "verify-accepted",
		as: "nobody",
		path: "/verify",
		steps: (page, { evidence }) => verify(page, evidence),
		mayMove: true,
	},
	{
		name: "verify-broken",
		as: "nobody",
		path: "/verify",
		steps: (page, { evidence }) => verify(page, evidence.replace("In re", "In ra")),
		mayMove: true,
	},
	{
		name: "verify-no-evidence",
		as: "nobody",
		path: "/verify",
		steps: (page) => verify(page, "hello"),
		mayMove: true,
	},
	{ name: "verify-from-paper", as: "nobody", path: `/verify#jrcHash=0x${"ab".repeat(32)}` },
	{ name: "reference", as: "nobody", path: "/developers/reference" },
	{ name: "reference-group", as: "nobody", path: "/developers/reference/hosted-links" },
	{ name: "reference-operation", as: "nobody", path: "/developers/reference/signing/prepareTypedData" },
	{ name: "reference-webhooks", as: "nobody", path: "/developers/reference/webhooks" },
	{ name: "reference-errors", as: "nobody", path: "/developers/reference/errors" },
	{ name: "reference-objects", as: "nobody", path: "/developers/reference/objects" },
	{ name: "search", as: "nobody", path: "/developers/search?q=webhook+secret" },
	{
		name: "search-typed",
		as: "nobody",
		path: "/developers/reference/service",
		steps: async (page) => {
			await page.keyboard.press("/");
			await page.keyboard.type("webhook secret");
			await page.locator("[data-search-results] a").first().waitFor();
		},
	},
	{ name: "link-unknown", as: "nobody", path: `/l/${"A".repeat(43)}`, status: 404 },
];

const OF_CLAIMANTS: Look[] = [
	{ name: "recover-who", as: "claimant", path: "/recover" },
	{ name: "recover-lost", as: "claimant", path: "/recover", steps: (page) => recoverTo(page, "lost") },
	{
		name: "recover-lost-wrong",
		as: "claimant",
		path: "/recover",
		steps: async (page) => {
			await recoverTo(page, "lost");
			await press(page, "Continue");
			await page.getByRole("alert").waitFor();
		},
	},
	{ name: "recover-what", as: "claimant", path: "/recover", steps: (page) => recoverTo(page, "what") },
	{ name: "recover-held", as: "claimant", path: "/recover", steps: showHeld },
	{ name: "recover-listed", as: "claimant", path: "/recover", steps: (page) => recoverTo(page, "listed") },
	{
		name: "recover-what-wrong",
		as: "claimant",
		path: "/recover",
		steps: async (page) => {
			await recoverTo(page, "what");
			await press(page, "Add this transfer");
			await page.getByRole("alert").waitFor();
		},
	},
	{ name: "recover-read", as: "claimant", path: "/recover", steps: (page) => recoverTo(page, "read") },
	{
		name: "recover-unticked",
		as: "claimant",
		path: "/recover",
		steps: async (page) => {
			await recoverTo(page, "read");
			await press(page, "Continue");
			await page.getByRole("alert").waitFor();
		},
	},
	{ name: "recover-sign", as: "claimant", path: "/recover", steps: (page) => recoverTo(page, "sign") },
	{ name: "recover-next", as: "claimant", path: ({ cases }) => `/recover/next/${cases.created}` },
	{ name: "cases", as: "claimant", path: "/cases" },
	{ name: "cases-none", as: "stranger", path: "/cases" },
	{ name: "case-created", as: "claimant", path: ofCase("created") },
	{ name: "case-download", as: "claimant", path: ofCase("created", "/download"), steps: wallet },
	{ name: "case-pending", as: "claimant", path: ofCase("pending") },
	{ name: "case-verified", as: "claimant", path: ofCase("verified"), isPrinted: true },
	{ name: "case-halted", as: "claimant", path: ofCase("halted") },
	{ name: "case-closed", as: "claimant", path: ofCase("closed") },
	{ name: "case-of-others", as: "stranger", path: ofCase("created"), status: 404 },
	{ name: "case-order", as: "claimant", path: ofCase("created", "/order") },
	{ name: "case-withdraw", as: "claimant", path: ofCase("created", "/withdraw") },
	{ name: "case-petition", as: "claimant", path: ofCase("created", "/petition"), isPrinted: true },
	{ name: "case-exhibit", as: "claimant", path: ofCase("verified", "/exhibit"), isPrinted: true },
	{
		name: "case-link-made",
		as: "claimant",
		path: ofCase("verified"),
		steps: async (page) => {
			await page.locator("summary", { hasText: "Details and evidence" }).click();
			await press(page, "Make a link");
			await heading(page, "The link is made");
		},
	},
];

const OF_OWNERS: Look[] = [
	{ name: "case-of-owner", as: "owner", path: ofCase("pending") },
	{ name: "case-contest", as: "owner", path: ofCase("pending", "/contest") },
	{ name: "contest-own", as: "owner", path: `/contest?${claims}` },
	{ name: "estate-signed-out", as: "nobody", path: "/estate" },
	{ name: "estate", as: "owner", path: "/estate" },
	{ name: "estate-download", as: "owner", path: "/estate/download", steps: wallet },
	{ name: "estate-new", as: "stranger", path: "/estate" },
	{ name: "estate-terms", as: "stranger", path: "/estate/terms" },
	{ name: "estate-terms-accepted", as: "owner", path: "/estate/terms" },
	{ name: "estate-codes", as: "owner", path: "/estate/codes" },
	{ name: "estate-codes-new", as: "stranger", path: "/estate/codes" },
	{
		name: "estate-code-message",
		as: "owner",
		path: "/estate/codes",
		steps: async (page) => {
			await page.getByLabel("What is it for?").fill("Another filing");
			await press(page, "Continue to sign");
			await heading(page, "Make a code for your heirs");
		},
	},
	{ name: "estate-module", as: "owner", path: "/estate/module" },
	{ name: "estate-module-wrong", as: "nobody", path: "/estate/module?account=0x12&chainId=1", status: 400 },
	{ name: "estate-module-key", as: "nobody", path: `/estate/module?account=${LOST}&chainId=31337` },
	{ name: "estate-module-safe", as: "owner", path: ofSafe("plain") },
	{ name: "estate-module-prepared", as: "owner", path: ofSafe("prepared") },
	{
		name: "estate-module-transaction",
		as: "owner",
		path: ofSafe("plain"),
		steps: async (page) => {
			await press(page, "Make the transaction");
			await heading(page, "Have the Safe make the transaction");
		},
	},
	{ name: "estate-will", as: "owner", path: "/estate/will" },
	{ name: "estate-will-new", as: "stranger", path: "/estate/will" },
	{ name: "estate-releases", as: "owner", path: "/estate/releases" },
	{
		name: "estate-object",
		as: "owner",
		path: "/estate/releases",
		steps: async (page) => {
			await press(page, "Object to this request");
			await heading(page, "Object, so that your will is not given out?");
		},
	},
	{ name: "estate-history", as: "owner", path: "/estate/history" },
	{ name: "estate-erase", as: "owner", path: "/estate/erase" },
];

const GUIDE_LOOKS: Look[] = GUIDES.map(({ path }) => ({
	...{ name: path.slice("/developers/".length).replace("/", "-"), path },
	as: "nobody",
}));

const OF_DEVELOPERS: Look[] = [
	{ name: "developers-nobody", as: "nobody", path: "/developers" },
	{ name: "developers-register", as: "nobody", path: "/developers/register" },
	{ name: "developers-login", as: "nobody", path: "/developers/login" },
	{ name: "developers-login-ended", as: "nobody", path: "/developers/login?ended=1&next=/review" },
	{ name: "developers-forgotten", as: "nobody", path: "/developers/forgotten" },
	{ name: "developers-reset", as: "nobody", path: "/developers/reset" },
	{ name: "docs", as: "nobody", path: "/developers/docs" },
	...GUIDE_LOOKS,
	{ name: "developers", as: "developer", path: "/developers" },
	{ name: "developers-account", as: "developer", path: "/developers/account" },
	{ name: "developers-email", as: "developer", path: "/developers/account/email" },
	{ name: "developers-confirm", as: "newcomer", path: "/developers/account/confirm" },
	{ name: "developers-password", as: "developer", path: "/developers/account/password" },
	{ name: "developers-delete", as: "developer", path: "/developers/account/delete" },
	{ name: "developers-keys", as: "developer", path: "/developers/keys" },
	{ name: "developers-keys-none", as: "newcomer", path: "/developers/keys" },
	{ name: "developers-key", as: "developer", path: ({ keyId }) => `/developers/keys/${keyId}` },
	{ name: "developers-origins", as: "developer", path: "/developers/origins" },
	{
		name: "developers-origins-wrong",
		as: "newcomer",
		path: "/developers/origins",
		steps: async (page) => {
			await page.locator("#origin").fill("http://app.example.com/x");
			await page.keyboard.press("Enter");
			await page.getByRole("alert").waitFor();
		},
	},
	{ name: "developers-endpoints", as: "developer", path: "/developers/endpoints" },
	{
		name: "developers-endpoint",
		as: "developer",
		path: ({ endpointId }) => `/developers/endpoints/${endpointId}`,
	},
	{
		name: "developers-endpoint-tested",
		as: "developer",
		path: ({ endpointId }) => `/developers/endpoints/${endpointId}`,
		steps: async (page) => {
			await page.locator('[name="action"][value="test"]').click();
			await page.locator("table").waitFor();
		},
	},
	{
		name: "developers-deliveries",
		as: "developer",
		path: ({ endpointId }) => `/developers/endpoints/${endpointId}/deliveries`,
	},
	{
		name: "developers-delivery",
		as: "developer",
		path: ({ endpointId }) => `/developers/endpoints/${endpointId}/deliveries`,
		steps: async (page) => {
			await page.locator('a[href*="/deliveries/evt_"]').first().click();
			await heading(page, "Delivery");
		},
	},
	{ name: "developers-links", as: "developer", path: "/developers/links" },
	{ name: "developers-links-new", as: "developer", path: "/developers/links/new" },
	{ name: "developers-cases", as: "developer", path: "/developers/cases" },
	{ name: "developers-cases-none", as: "newcomer", path: "/developers/cases" },
	{
		name: "developers-case-download",
		as: "developer",
		path: ({ cases }) => `/developers/cases/${cases.verified}/download`,
	},
	{ name: "developers-case", as: "developer", path: ({ cases }) => `/developers/cases/${cases.verified}` },
];

async function comparePapers(page: Page): Promise<void> {
	const type = (value: string, text: string) => page.locator(`[name="found:${value}"]`).fill(text);
	await type("courtOrder.title", "Doe");
	await page.locator('[name="differs:courtOrder.title"]').fill("The order has the short title.");
	await type("courtOrder.courtId", "Southern District of New York");
	await type("courtOrder.docketNumber", "17");
	await type("case.recoveryAccount", claimant.address);
}

const OF_REVIEWERS: Look[] = [
	{ name: "review-without-role", as: "developer", path: "/review", status: 403 },
	{ name: "review-queue", as: "reviewer", path: "/review" },
	{ name: "review-cases", as: "reviewer", path: "/review/cases" },
	{ name: "review-cases-wrong", as: "reviewer", path: "/review/cases?account=0x12", status: 400 },
	{ name: "review-case", as: "reviewer", path: ({ cases }) => `/review/cases/${cases.pending}` },
	{
		name: "review-document",
		as: "reviewer",
		path: ({ cases }) => `/review/cases/${cases.pending}`,
		steps: async (page) => {
			await page.getByRole("link", { name: "Show here" }).click();
			await page.locator(".viewer.ready canvas").waitFor();
		},
	},
	{
		name: "review-second-look",
		as: "reviewer",
		path: ({ cases }) => `/review/cases/${cases.pending}`,
		steps: async (page) => {
			await page.getByLabel("Reject the case for good").check();
			await page.getByLabel("Your reason").fill("The order is forged.");
			await press(page, "Continue");
			await heading(page, "Reject this case?");
		},
	},
	{
		name: "review-compared",
		as: "reviewer",
		// A field for what differs appears where somebody types something else.
		mayMove: true,
		path: ({ cases }) => `/review/cases/${cases.pending}`,
		steps: async (page) => {
			await page.getByRole("link", { name: "Compare and decide" }).click();
			await page.locator(".viewer.ready canvas").waitFor();
			await comparePapers(page);
		},
	},
	{
		name: "review-compared-second-look",
		as: "reviewer",
		mayMove: true,
		path: ({ cases }) => `/review/cases/${cases.pending}`,
		steps: async (page) => {
			await comparePapers(page);
			await page.getByLabel("Verify the court order: I asked the court").check();
			await page.getByLabel("Your reason").fill("Called the clerk of the court.");
			await press(page, "Continue");
			await heading(page, "Verify this court order?");
		},
	},
	{ name: "review-releases", as: "reviewer", path: "/review/releases" },
	{
		name: "review-release",
		as: "reviewer",
		path: "/review/releases",
		steps: async (page) => {
			await page.locator("main h2 a").first().click();
			await page.waitForURL(/\/review\/releases\/./);
		},
	},
	{ name: "review-origins", as: "reviewer", path: "/review/origins" },
	{ name: "review-resolvers", as: "reviewer", path: "/review/resolvers" },
	{ name: "review-account", as: "reviewer", path: ({ developerId }) => `/review/accounts/${developerId}` },
	{ name: "review-dead-letters", as: "reviewer", path: "/review/dead-letters" },
	{ name: "review-audit", as: "reviewer", path: "/review/audit" },
	{ name: "resolve", as: "court", path: "/resolve" },
	{ name: "resolve-signed-out", as: "nobody", path: "/resolve" },
	{ name: "resolve-without-role", as: "newcomer", path: "/resolve" },
	{ name: "resolve-releases", as: "court", path: `/resolve/releases?owner=${owner.address}` },
];

export const LOOKS = [...OPEN_TO_ALL, ...OF_CLAIMANTS, ...OF_OWNERS, ...OF_DEVELOPERS, ...OF_REVIEWERS];
