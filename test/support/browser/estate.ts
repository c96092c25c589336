/** The steps of an owner with a wallet and of a court, on the pages of the hosted app. */
import type { Page } from "playwright-core";
import { en } from "../../../src/web/app/copy/en/index.ts";
import { registerDeveloper } from "../service/service-client.ts";
import { pdfFile } from "../storage/pdf-files.ts";
import type { App } from "./app.ts";
import { enterAsDeveloper, newReviewer } from "./enter.ts";

/** A document to choose. */
export const will = (text: string) => ({
	name: "will.pdf",
	mimeType: "application/pdf",
	buffer: Buffer.from(pdfFile({ text })),
});

/** Presses the button of the wallet, which signs at once. */
export async function signHere(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Test Wallet" }).click();
}

export async function acceptTerms(page: Page): Promise<void> {
	await page.goto("/estate/terms");
	await signHere(page);
	await page.getByText(en.estate.tasks.terms.accepted, { exact: true }).waitFor();
}

/** Lodges a will that is chosen once. */
export async function lodgeWill(page: Page): Promise<void> {
	await page.goto("/estate/will");
	await page.setInputFiles("#document", will("My last will"));
	await page.getByText(en.estate.will.hashed).waitFor();
	await page.getByRole("button", { name: "Continue to sign" }).click();
	await page.getByText("Your file: will.pdf").waitFor();
	await signHere(page);
	await page.getByText("Your will is on file.").waitFor();
}

/** Ends at the page that shows the code. */
export async function makeCode(page: Page): Promise<void> {
	await page.goto("/estate/codes");
	await page.getByLabel("What is it for?").fill("Probate filing");
	await page.getByRole("button", { name: "Continue to sign" }).click();
	await signHere(page);
	await page.getByRole("heading", { name: en.estate.codes.createdTitle }).waitFor();
}

/** The code on the page that shows it. */
export function codeOn(page: Page): Promise<string> {
	return page.getByRole("region", { name: en.estate.codes.card }).locator("code").innerText();
}

/** @returns the access token of a court, to which a reviewer has given the role on the pages for it */
export async function newCourt(app: App): Promise<string> {
	const court = await registerDeveloper(app.url);
	const { context, page, open } = await app.visit();
	await enterAsDeveloper(context, app, await newReviewer(app));
	await open("/review/resolvers");
	await page.getByLabel("Developer id").fill(court.developerId);
	await page.getByRole("button", { name: "Look at the account" }).click();
	await page.getByRole("button", { name: "Let this account look up privacy codes" }).click();
	await page.getByText("The role was changed.").waitFor();
	await context.close();
	return court.token;
}

/** Ends at the estate behind the code. */
export async function lookUp(page: Page, code: string): Promise<void> {
	await page.goto("/resolve");
	await page.getByLabel("Privacy code").fill(code);
	await page.getByRole("button", { name: "Look up the code" }).click();
	await page.getByRole("heading", { name: "The estate behind the code" }).waitFor();
}

/** From the estate behind a code to the court's own requests. */
export async function requestWill(page: Page): Promise<void> {
	await page.getByLabel("Who asks, and for whom").fill("Probate court of Springfield");
	await page.getByLabel("Title of the order").fill("In re Estate of Doe");
	await page.getByLabel("The court’s case number").fill("1:26-cv-00042");
	await page.getByLabel("Court", { exact: true }).fill("nysd");
	await page.getByLabel("Docket number").fill("17");
	await page.getByRole("button", { name: "Continue to the order" }).click();
	await page.getByLabel("Court order (PDF, at most 10 MB)").setInputFiles(will("Order"));
	await page.getByRole("button", { name: "File the request" }).click();
	await page.getByText("The request is filed.").waitFor();
}
