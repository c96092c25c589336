// hosted-app.md "Forms".
/** Every page words what the API rejects in the visitor's language: no error path of a Spanish visitor has English. */
import { describe, expect, it } from "vitest";
import { newDeveloper, newReviewer } from "../../support/auth/accounts.ts";
import { newBrowser, signIn } from "../../support/pages.ts";
import { claimant, newCaseBody, newIntent, owner } from "../../support/signing/signing.ts";
import { newWallet } from "../access/support.ts";
import { newPartner } from "../recovery/support.ts";

type Fields = Record<string, string>;
/** What is sent, and the least status of a rejection; without fields it is opened. */
type Step = [path: string, fields?: Fields | FormData];

/** Words that no Spanish sentence has. */
const ENGLISH = /\b(?:the|this|that|must|with|not|your|have|was|were|only|from|and|is|of)\b/gi;

/** Of the text that people read: neither markup, nor what is signed or is data. */
function englishIn(html: string): string[] {
	const body = html.slice(html.indexOf("<body"));
	const text = body
		.replaceAll(/<(script|pre|code|textarea)\b[^>]*>[\s\S]*?<\/\1>/g, " ")
		.replaceAll(/<[a-z]+ [^>]*lang="en"[^>]*>[^<]*/g, " ")
		.replaceAll(/<[^>]*>/g, " ");
	return [...text.matchAll(ENGLISH)].map(({ index }) => text.slice(Math.max(0, index - 30), index + 30));
}

async function walk(browser: ReturnType<typeof newBrowser>, steps: readonly Step[]): Promise<void> {
	for (const [path, fields] of steps) {
		const { status, html } = fields ? await browser.post(path, fields) : await browser.get(path);
		expect([path, fields, status >= 400, status < 500]).toEqual([path, fields, true, true]);
		expect(html).toContain('<html lang="es"');
		expect([path, fields, englishIn(html)]).toEqual([path, fields, []]);
	}
}

const long = "x".repeat(3000);

describe("a Spanish visitor", () => {
	it("finds English where there is some", () => {
		expect(englishIn("<body><p>must be a URL</p></body>")).toHaveLength(1);
		expect(englishIn('<body><pre>the</pre><button lang="en">Back to the list</button>hola</body>')).toEqual(
			[],
		);
	});

	it("without a session reads Spanish about every mistake", async () => {
		const password = { password: "short", repeated: "short" };
		await walk(newBrowser("es", { Accept: "text/html" }), [
			["/nothing"],
			["/contest?account=me&chainId=1"],
			["/contest?account=0x19e7e376E7C213B7E7e7e46cc70A5dD086DAff2A&chainId=x"],
			["/sign-in", { address: "me", chainId: "x", next: "/cases" }],
			["/sign-in", { message: "hello", signature: "0x12", address: owner.address, chainId: "1" }],
			["/developers/register", { email: "me", ...password }],
			["/developers/register", { email: "a@b.example", password: "Short-1", repeated: "Short-2" }],
			["/developers/login", { email: "nobody@b.example", password: "Wrong-horse-7" }],
			["/developers/reset", { code: "nonsense", newPassword: "Right-horse-7", repeated: "Right-horse-7" }],
			["/recover", { step: "lost", go: "what", draft: "{}", lostAccount: "me" }],
			["/cases/rc_1/order", {}],
		]);
	});

	it("with a wallet reads Spanish about every mistake", async () => {
		const partner = await newPartner();
		const intent = newIntent({ lostAccount: newWallet().address });
		const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
		const { caseId, jrcHash } = await filed.json<{ caseId: string; jrcHash: string }>();
		const page = `/cases/${caseId}`;
		const browser = newBrowser("es", { Accept: "text/html" });
		await signIn(browser, claimant);
		const order = { title: "In re Doe", fullCaseNumber: "1:26", courtId: "nysd", docketNumber: "17" };
		const file = new FormData();
		file.append("title", "carta");
		file.append("file", new Blob(["hola"], { type: "application/pdf" }), "carta.pdf");
		const draft = JSON.stringify({
			...{ lostAccount: newWallet().address, chainId: "1", reason: "lost key", email: `${long}@b.example` },
			txs: [{ dest: claimant.address, value: "1", data: "0x" }],
		});
		const what = { step: "what", draft };
		await walk(browser, [
			["/cases/rc_nothing"],
			[`${page}/order`, { ...order, docketNumber: "many", title: "" }],
			[`${page}/order`, { ...order, title: long }],
			[`${page}/order`, { ...order, signature: "0x12" }],
			[`${page}/withdraw`, { reason: "" }],
			[`${page}/withdraw`, { reason: long, sure: "yes" }],
			[`${page}/contest`, { reason: "mía", sure: "yes", signature: "0x12" }],
			[`${page}/documents`, file],
			[`${page}/execution`, { txHashes: "0x12" }],
			[`${page}/execution`, { txHashes: `0x${"12".repeat(32)}` }],
			["/contest/case", { account: owner.address, chainId: "8453", jrcHash, reason: long }],
			["/contest/case", { account: owner.address, chainId: "8453", jrcHash: "0x12", reason: "mía" }],
			["/recover", { ...what, go: "read" }],
			["/recover", { ...what, act: "add:coin", coinAmount: "1,5", coinTo: "me" }],
			["/estate/codes", { label: long, until: "2020-01-01" }],
			["/estate/will", { sha256: "0x12", size: "many", mimeType: "application/pdf" }],
		]);
	});

	it("with an account reads Spanish about every mistake", async () => {
		const browser = newBrowser("es", { Accept: "text/html" });
		browser.cookies.set("access_token", (await newDeveloper()).token);
		const password = {
			currentPassword: "Wrong-horse-7",
			newPassword: "Right-horse-7",
			repeated: "Right-horse-7",
		};
		await walk(browser, [
			["/developers/keys", { label: "", expiresInDays: "0" }],
			["/developers/origins", { origin: "example" }],
			["/developers/endpoints", { url: "http://x", description: long }],
			["/developers/links/new", { lostAccount: "me" }],
			["/developers/cases?chainId=x&account=me"],
			["/developers/cases/rc_nothing"],
			["/developers/account/password", password],
			["/developers/account/delete", { password: "Wrong-horse-7", sure: "yes" }],
			["/resolve", { code: "RPL" }],
			["/review"],
		]);
	});

	it("with the role of a reviewer reads Spanish about every mistake", async () => {
		const browser = newBrowser("es", { Accept: "text/html" });
		browser.cookies.set("access_token", (await newReviewer()).token);
		await walk(browser, [
			["/review/cases?chainId=x&account=me&fullCaseNumber=%00"],
			["/review/audit?action=nothing&actor=%00"],
			["/review/cases/rc_nothing"],
			["/review/accounts/dev_nothing"],
		]);
	});
});
