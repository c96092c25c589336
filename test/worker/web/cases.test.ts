/**
 * `/cases` and the page of a case, as a browser without script sees them (hosted-app.md "Cases").
 *
 * Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
 */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import type { PrivateKeyAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { newReviewer } from "../../support/auth/accounts.ts";
import { hiddenFields, newBrowser, signed, signIn, unescaped } from "../../support/pages.ts";
import { claimant, newCaseBody, newIntent, owner } from "../../support/signing/signing.ts";
import { newWallet } from "../access/support.ts";
import { added, newPdf } from "../recovery/document-support.ts";
import { decided, executable, pending, type Reviewer } from "../recovery/review-support.ts";
import { caseObject, newPartner, type Partner } from "../recovery/support.ts";
import { watchStoreOf } from "../recovery/watched-case.ts";
import { browserOf } from "./review-support.ts";

let partner: Partner;
let reviewer: Reviewer;
beforeAll(async () => {
	[partner, reviewer] = [await newPartner(), await newReviewer()];
});

async function filed(rec: Partial<ReturnType<typeof newIntent>["rec"]> = {}) {
	const intent = newIntent({ lostAccount: newWallet().address, ...rec });
	const response = await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
	return response.json<{ caseId: string; jrcHash: string; case: typeof intent.rec }>();
}

async function visitor(account: PrivateKeyAccount, language?: string) {
	const browser = newBrowser(language);
	await signIn(browser, account);
	return browser;
}

const ORDER = { title: "In re Doe", fullCaseNumber: "1:26-cv-42", courtId: "nysd", docketNumber: "17" };

/** The case's part of the list, behind the heading of its group. */
function inList(html: string, caseId: string): string {
	const group = html.split("<h2>").find((part) => part.includes(`/cases/${caseId}`)) ?? "";
	const item = group.split("<li").find((part) => part.includes(`/cases/${caseId}`)) ?? "";
	return `${group.split("</h2>")[0]} ${item}`;
}

describe("the list of cases", () => {
	it("has the cases of the wallet's account alone, with what it does next, by when, how much and why", async () => {
		const lost = newWallet();
		const intent = {
			...newIntent({ lostAccount: lost.address, chainId: 8453 }),
			txs: [{ dest: claimant.address, value: String(3n * 10n ** 17n), data: "0x" as Hex }],
		};
		const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
		const { caseId } = await filed.json<{ caseId: string }>();
		const inListOf = async (account: PrivateKeyAccount) =>
			inList((await (await visitor(account)).get("/cases")).html, caseId);
		const claimed = await inListOf(claimant);
		expect(claimed).toMatch(
			/It is your turn .*0\.3 ETH · The key was lost · 0x.*Get a court order · Base · Filed on <time/s,
		);
		expect(claimed).not.toMatch(/rc_\w+</);
		const owned = await inListOf(lost);
		expect(owned).toMatch(/It is your turn .*>until it is carried out<.*Then object/s);
		await partner.attach(intent);
		expect(await inListOf(claimant)).toContain("Waiting for others");
		const other = await (await visitor(newWallet())).get("/cases");
		expect(other.html).not.toContain(caseId);
		expect(other.html).toContain("There are no cases for this account");
	});

	it("leads to the sign-in and back without a wallet session", async () => {
		expect((await newBrowser().get("/cases")).location).toBe("/sign-in?next=%2Fcases");
	});
});

describe("the page of a case", () => {
	it("shows who must act, what happened, and what was filed", async () => {
		const { caseId, jrcHash, case: rec } = await filed();
		const { status, html } = await (await visitor(claimant)).get(`/cases/${caseId}`);
		expect(status).toBe(200);
		for (const text of [jrcHash, rec.lostAccount, rec.recoveryAccount, rec.email ?? ""])
			expect(html).toContain(text);
		expect(html).toContain("Your turn: get a court order");
		expect(html).toContain(`<a class="button" href="/cases/${caseId}/exhibit"`);
		expect(html).toContain("filed the case");
		expect(html).toMatch(/No deadline. Without an order the case only pauses, on <time [^>]+>[^<]+<\/time>/);
		expect(html).not.toMatch(/undefined|\[object/);
	});

	it("shows the owner no e-mail address, no form of the claimant, and the objection", async () => {
		const wallet = newWallet();
		const { caseId, case: rec } = await filed({ lostAccount: wallet.address });
		const { html } = await (await visitor(wallet)).get(`/cases/${caseId}`);
		expect(html).not.toContain(rec.email);
		expect(html).not.toContain("data-upload");
		expect(html).toContain(`/cases/${caseId}/contest`);
		expect(html).toContain("Somebody claims your account");
		expect(html).toContain("Do you still have the key? Then object");
	});

	it("says since when and why the lost account is not watched, in both languages", async () => {
		const { caseId } = await filed();
		const notWatched = { since: Date.UTC(2026, 10, 1, 8), because: "reserve_used_up" } as const;
		await caseObject(caseId).move({ kind: "lose_watch", notWatched }, { kind: "signer" });
		const { html } = await (await visitor(claimant)).get(`/cases/${caseId}`);
		expect(html).toMatch(
			/The lost account has not been watched since <time datetime="2026-11-01T08:00:00.000Z">[^<]+<\/time>, because the service has used up/,
		);
		expect(html).toContain("the lost account could no longer be watched.");
		const spanish = (await (await visitor(claimant, "es")).get(`/cases/${caseId}`)).html;
		expect(spanish).toContain("La cuenta perdida no se vigila desde el");
	});

	it("is the same page for a stranger as a case that does not exist", async () => {
		const { caseId, jrcHash } = await filed();
		const browser = await visitor(newWallet());
		for (const path of ["", "/order", "/withdraw", "/contest", "/evidence", "/dates.ics", "/fragment"]) {
			const { status, html } = await browser.get(`/cases/${caseId}${path}`);
			expect([path, status]).toEqual([path, 404]);
			expect(html).not.toContain(jrcHash);
		}
	});

	it("takes the court order: typed, read back, signed", async () => {
		const { caseId } = await filed();
		const browser = await visitor(claimant);
		const path = `/cases/${caseId}/order`;
		const draftOf = async () => /data-draft="([^"]+)"/.exec((await browser.get(path)).html)?.[1];
		const before = await draftOf();
		const bad = await browser.post(path, { ...ORDER, title: "", docketNumber: "XVII" });
		expect(bad.status).toBe(400);
		expect(bad.html).toContain('id="title-error"');
		expect(bad.html).toContain(`id="docketNumber-error"><p class="error">Enter a whole number, such as 17.`);
		expect(bad.html).toContain('value="1:26-cv-42"');
		const withoutDocket = await browser.post(path, { ...ORDER, docketNumber: "" });
		expect(withoutDocket.html).toContain("Sign the court order");
		const asked = await browser.post(path, ORDER);
		expect(asked.html).toContain("Sign the court order");
		const foreign = await browser.post(path, { ...ORDER, signature: await signed(asked.html, owner) });
		expect(foreign.status).toBe(400);
		expect(foreign.html).toContain(`This signature was made by ${owner.address}`);
		const done = await browser.post(path, { ...ORDER, signature: await signed(asked.html, claimant) });
		expect([done.status, done.location]).toEqual([303, `/cases/${caseId}`]);
		const { html } = await browser.get(`/cases/${caseId}`);
		expect(html).toContain("The reviewers ask the court");
		expect(html).toContain("not checked yet");
		expect(html).not.toContain(`href="${path}"`);
		for (const late of [await browser.get(path), await browser.post(path, ORDER)]) {
			expect(late.html).toContain("This case takes no court order now");
			expect(late.html).not.toContain("data-sign");
		}
		// An old draft would stand over the order on file.
		await decided(reviewer, caseId, { decision: "require_action", statusReason: "order_unverifiable" });
		expect([await draftOf(), before]).toEqual([
			expect.stringContaining(caseId),
			expect.not.stringMatching(/-\d{4}/),
		]);
	});

	it("is withdrawn after a second thought, and never without it", async () => {
		const { caseId } = await filed();
		const browser = await visitor(claimant);
		const path = `/cases/${caseId}/withdraw`;
		const hasty = await browser.post(path, { reason: "found it" });
		expect([hasty.status, hasty.html.includes("Tick this first")]).toEqual([400, true]);
		const empty = await browser.post(path, {});
		expect(empty.html).toMatch(/id="reason-error".* id="sure-error"/s);
		const asked = await browser.post(path, { reason: "found it", sure: "yes" });
		const signature = await signed(asked.html, claimant);
		const done = await browser.post(path, { reason: "found it", sure: "yes", signature });
		expect(done.location).toBe(`/cases/${caseId}`);
		const { html } = await browser.get(`/cases/${caseId}`);
		expect(html).toContain("withdrawn by the claimant");
		expect(html).not.toContain("data-upload");
	});

	it("is contested by the owner", async () => {
		const wallet = newWallet();
		const { caseId } = await filed({ lostAccount: wallet.address });
		const browser = await visitor(wallet);
		const path = `/cases/${caseId}/contest`;
		const asked = await browser.post(path, { reason: "I have my key", sure: "yes" });
		const signature = await signed(asked.html, wallet);
		await browser.post(path, { reason: "I have my key", sure: "yes", signature });
		expect((await browser.get(`/cases/${caseId}`)).html).toContain("the lost account has objected");
	});

	it("takes the order as a file beside what it says", async () => {
		const { caseId } = await filed();
		const browser = await visitor(claimant);
		const { html } = await browser.get(`/cases/${caseId}/order`);
		expect(html).toContain("2. What the order says");
		const send = (part: Uint8Array<ArrayBuffer> | string) => {
			const form = new FormData();
			form.set("title", hiddenFields(html).title ?? "");
			form.set("file", new Blob([part], { type: "application/pdf" }), "order.pdf");
			return browser.post(`/cases/${caseId}/order/document`, form);
		};
		const refused = await send("hello");
		expect(refused.status).toBe(415);
		expect(refused.html).toContain("The document was not added:");
		expect(refused.html).toContain("2. What the order says");
		expect((await send(newPdf().slice())).location).toBe(`/cases/${caseId}/order`);
		expect((await browser.get(`/cases/${caseId}/order`)).html).toContain("We have: Court order (");
	});

	it("takes documents, shows them, and gives them back byte for byte", async () => {
		const { caseId } = await filed();
		const browser = await visitor(claimant);
		const send = (bytes: Uint8Array | string, title: string) => {
			const form = new FormData();
			form.set("title", title);
			form.set(
				"file",
				new Blob([typeof bytes === "string" ? bytes : bytes.slice()], { type: "application/pdf" }),
				"order.pdf",
			);
			return browser.post(`/cases/${caseId}/documents`, form);
		};
		const bytes = newPdf();
		const added = await send(bytes, "Court order");
		expect([added.status, added.location]).toEqual([303, `/cases/${caseId}#documents`]);
		const { html } = await browser.get(`/cases/${caseId}`);
		const path = /href="(\/cases\/rc_\w+\/documents\/doc_\w+)"/.exec(html)?.[1] ?? "";
		const file = await exports.default.fetch(`${env.BASE_URL}${path}`, {
			headers: { Cookie: [...browser.cookies].map((pair) => pair.join("=")).join("; ") },
		});
		expect(file.headers.get("content-disposition")).toMatch(/^attachment; /);
		expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array(bytes));
		const refused = await send("hello", "Not a PDF");
		expect(refused.status).toBe(415);
		expect(refused.html).toContain("The document was not added");
		expect(refused.html).toContain('value="Not a PDF"');
		expect(refused.html).toMatch(
			/<input type="file" id="file"[^>]* aria-describedby="file-error" aria-invalid="true"/,
		);
		const title = `Señal <${"x".repeat(600)}`;
		const long = await send(newPdf(), title);
		expect(long.status).toBe(400);
		expect(long.html).toContain(`value="${title.replace("<", "&lt;")}"`);
		expect(long.html).toMatch(
			/id="title"[^>]* aria-describedby="title-hint title-error" aria-invalid="true"/,
		);
		expect(long.html).not.toContain('id="file-error"');
	});

	it("says that a reviewer looks next, once a document has answered a halt", async () => {
		const { caseId, intent } = await pending(partner, { lostAccount: newWallet().address });
		const browser = await visitor(claimant);
		const titleOf = async () =>
			/<title>([^<]*)/.exec((await browser.get(`/cases/${caseId}`)).html)?.[1] ?? "";
		const shown = async () => inList((await browser.get("/cases")).html, caseId);
		await decided(reviewer, caseId, { decision: "require_action", statusReason: "documents_missing" });
		expect((await browser.get(`/cases/${caseId}`)).html).toContain("Your turn: add the missing documents");
		expect(await shown()).toContain("It is your turn");

		await added(intent, partner.headers);
		const { html } = await browser.get(`/cases/${caseId}`);
		expect(html).toContain("Your answer has arrived. A reviewer is reading it.");
		expect(html).not.toContain("Your turn");
		expect(html).toContain("on hold: documents are missing; answered by the claimant");
		expect(await shown()).toContain("Waiting for others");
		const queue = await browserOf(reviewer).open(`/review?filer=${partner.developerId}`);
		expect(queue.html).toContain("Read the claimant’s answer");

		await decided(reviewer, caseId, { decision: "clear" });
		expect(await titleOf()).toContain("court order attached, not verified yet");
		await decided(reviewer, caseId, { decision: "verify_order" });
		expect(await titleOf()).toContain("court order verified, the waiting period runs");
		expect(await shown()).toContain("the waiting period is running");
		const ready = await executable(reviewer);
		const page = await browser.get(`/cases/${ready.caseId}`);
		expect(page.html).toContain("ready to be carried out");
		// A letter to whoever can act for the account.
		expect(page.html).toMatch(new RegExp(`<blockquote class="document">[^<]*${ready.jrcHash}`));
		expect(page.html).toContain('<a class="button" href="#letter"');
	});

	it("says so without a court order too, and the reviewer can let the case go on", async () => {
		const intent = newIntent({ lostAccount: newWallet().address });
		const { caseId } = await partner.file(intent);
		const browser = await visitor(claimant);
		await decided(reviewer, caseId, { decision: "require_action", statusReason: "documents_missing" });
		await added(intent, partner.headers);
		const { html } = await browser.get(`/cases/${caseId}`);
		expect(html).toContain("Your answer has arrived. A reviewer is reading it.");
		expect(html).not.toContain("Your turn");
		expect(html).toContain(`href="/cases/${caseId}/order"`);

		const reviewing = browserOf(reviewer);
		expect((await reviewing.open(`/review?filer=${partner.developerId}`)).html).toContain(caseId);
		const decision = { decision: "clear", reason: "the papers are there", confirmed: "yes", version: "3" };
		expect((await reviewing.post(`/review/cases/${caseId}`, decision)).status).toBe(303);
		expect((await browser.get(`/cases/${caseId}`)).html).toContain("Your turn: get a court order");
	});

	it("asks the chain only for hashes, and says why it cannot be asked", async () => {
		const { caseId } = await filed();
		const browser = await visitor(claimant);
		const path = `/cases/${caseId}/execution`;
		const bad = await browser.post(path, { txHashes: "0x12" });
		expect(bad.status).toBe(400);
		expect(bad.html).toMatch(/<a href="#txHashes">[^<]*Enter at least one number/);
		expect(bad.html).toMatch(
			/id="txHashes"[^>]* aria-describedby="txHashes-hint txHashes-error" aria-invalid="true"/,
		);
		const refused = await browser.post(path, { txHashes: `0x${"5c".repeat(32)}` });
		expect(refused.status).toBe(409);
		expect(refused.html).toMatch(/role="alert"[^>]*><h2[^>]*>This was not done</);
	});

	it("shows the reported transactions, what the chain shows, and when it is checked again", async () => {
		const { caseId } = await filed();
		const txHash: Hex = `0x${"5d".repeat(32)}`;
		const dueAt = Date.UTC(2099, 0, 2, 3, 4);
		await runInDurableObject(caseObject(caseId), (_, { storage }) => {
			watchStoreOf(storage).saveExecution(
				{
					side: "claimant",
					submission: "a",
					txHashes: [txHash],
					submittedAt: Date.now(),
					attempts: 1,
					unknownChecks: 0,
					observed: null,
					verdict: { state: "unseen", reason: "not mined" },
				},
				dueAt,
			);
		});
		await evictDurableObject(caseObject(caseId));
		const browser = await visitor(claimant);
		for (const path of ["", "/fragment"]) {
			const { html } = await browser.get(`/cases/${caseId}${path}`);
			expect(html).toContain(txHash);
			expect(html).toContain("The network does not have these transactions yet.");
			expect(html).toContain(`We check again on <time datetime="${new Date(dueAt).toISOString()}">`);
			expect(html).not.toContain("No transaction has been seen yet.");
		}
		const spanish = await (await visitor(claimant, "es")).get(`/cases/${caseId}`);
		expect(spanish.html).toContain("Transacciones que se han comunicado:");
		expect(spanish.html).not.toContain("The chain does not have");
	});

	it("names other claims on the same account", async () => {
		const wallet = newWallet();
		const first = await filed({ lostAccount: wallet.address });
		const second = await filed({ lostAccount: wallet.address, reasonForRecovery: "inheritance" });
		const { html } = await (await visitor(claimant)).get(`/cases/${first.caseId}`);
		expect(html).toContain("Others claim this account, too");
		expect(html).toMatch(/Inheritance, since <time/);
		expect(html).not.toContain("See all claims on this account");
		const query = new URLSearchParams({ account: wallet.address, chainId: String(first.case.chainId) });
		const copied = env.DB.prepare(
			`INSERT INTO recovery_cases (case_id, jrc_hash, source, lost_account, recovery_account, chain_id, reason,
				status, created_at, updated_at, version)
			SELECT ?1, ?1, source, lost_account, recovery_account, chain_id, reason, status, 1, 1, 1
			FROM recovery_cases WHERE case_id = ?2`,
		);
		const ids = Array.from({ length: 25 }, (_, at) => `rc_${String(at).padStart(32, "c")}`);
		await env.DB.batch(ids.map((id) => copied.bind(id, second.caseId)));
		const long = await (await visitor(claimant)).get(`/cases/${first.caseId}`);
		expect(unescaped(long.html)).toContain(`<a href="/contest?${query}">See all claims on this account`);
	});

	it("says of no other claim while the list of claims cannot be read, and leads to it", async () => {
		const { caseId, case: rec } = await filed();
		const browser = await visitor(claimant);
		const notices = `/api/v1/notices?account=${rec.lostAccount}`;
		while ((await browser.get(notices)).status !== 429);
		const { html } = await browser.get(`/cases/${caseId}`);
		expect(html).toContain("See all claims on this account");
		expect(html).not.toContain("Others claim this account");
	});

	it("has sample words for petition and order, with the case's values, for its parties alone", async () => {
		const { caseId, jrcHash, case: rec } = await filed();
		const { html } = await (await visitor(claimant)).get(`/cases/${caseId}/petition`);
		expect(html).toContain("Have a lawyer adapt it.");
		for (const value of [rec.lostAccount, rec.recoveryAccount, caseId]) expect(html).toContain(value);
		expect(
			html.split(`The recovery with the fingerprint (jrcHash) ${jrcHash} shall be carried out`),
		).toHaveLength(3);
		const spanish = await (await visitor(claimant, "es")).get(`/cases/${caseId}/petition`);
		expect(spanish.html).toContain("Pida a un abogado que lo adapte.");
		expect((await (await visitor(newWallet())).get(`/cases/${caseId}/petition`)).status).toBe(404);
	});

	it("gives out the evidence as it was signed", async () => {
		const { caseId } = await filed();
		const { html, headers } = await (await visitor(claimant)).get(`/cases/${caseId}/evidence`);
		expect(headers.get("content-disposition")).toContain(`${caseId}-evidence.json`);
		expect(JSON.parse(html)).toMatchObject({ head: expect.anything() });
	});

	it("shows an evidence link once, lists it, and revokes it", async () => {
		const { caseId } = await filed();
		const browser = await visitor(claimant);
		const page = await browser.get(`/cases/${caseId}`);
		const { key = "" } = hiddenFields(page.html);
		const made = await browser.post(`/cases/${caseId}/links`, { key });
		expect(unescaped(made.html)).toMatch(/\/verify#[\w-]{43}</);
		const again = await browser.post(`/cases/${caseId}/links`, { key });
		expect(again.html).not.toMatch(/\/verify#/);
		expect(again.html).toContain("This link was made already");
		const listed = await browser.get(`/cases/${caseId}`);
		expect(listed.html).not.toMatch(/\/verify#/);
		const { evidenceLinkId = "" } = hiddenFields(listed.html);
		await browser.post(`/cases/${caseId}/links/revoke`, { evidenceLinkId });
		expect((await browser.get(`/cases/${caseId}`)).html).not.toContain(evidenceLinkId);
	});

	it("says on the page of the case that it has as many links as it may have", async () => {
		const { caseId } = await filed();
		const browser = await visitor(claimant);
		const make = () => browser.post(`/cases/${caseId}/links`, { key: crypto.randomUUID() });
		for (let made = 0; made < 10; made++) expect((await make()).status).toBe(200);
		const { status, html } = await make();
		expect(status).toBe(409);
		expect(html).toContain("The case has as many links as it may have. Revoke one first.");
		expect(html).toContain("Links that work now");
	});

	it("is where a sign-in leads from each of its forms whose session has ended", async () => {
		const page = `/cases/rc_${"0".repeat(32)}`;
		const from = (Referer: string) => newBrowser("en", { Referer });
		const wayOf = async (browser: ReturnType<typeof from>, form: string) => {
			const { status, html } = await browser.post(`${page}/${form}`, { txHashes: `0x${"ab".repeat(32)}` });
			const [, next = ""] = /href="\/sign-in\?next=([^"&]*)/.exec(html) ?? [];
			return [status, decodeURIComponent(next)];
		};
		for (const form of ["execution", "links", "links/revoke"]) {
			expect(await wayOf(from(`${env.BASE_URL}${page}`), form)).toEqual([401, page]);
			expect(await wayOf(from(`https://evil.example${page}`), form)).toEqual([401, `${page}/${form}`]);
		}
	});

	it("stays open when the language changes after a form", async () => {
		const { caseId } = await filed();
		const page = `/cases/${caseId}`;
		const browser = newBrowser("en", { Referer: `${env.BASE_URL}${page}` });
		await signIn(browser, claimant);
		const { html } = await browser.post(`${page}/execution`, { txHashes: "0x12" });
		const back = /name="back" value="([^"]*)"/.exec(html)?.[1] ?? "";
		expect((await browser.post("/language", { back, language: "es" })).location).toBe(page);
	});

	it("gives the script the changing part, and 401 once the session has ended", async () => {
		const { caseId } = await filed();
		const browser = await visitor(claimant);
		const part = await browser.get(`/cases/${caseId}/fragment`);
		expect(part.html).toContain(`data-live="${caseId}" data-version="1"`);
		expect(part.html).not.toContain("data-upload");
		const cookies = new Map(browser.cookies);
		await browser.post("/sign-out", { session: "wallet" });
		// Also with the cookie of the ended session.
		for (const [name, value] of cookies) browser.cookies.set(name, value);
		const ended = await browser.get(`/cases/${caseId}/fragment`);
		expect([ended.status, ended.html]).toEqual([401, ""]);
		const page = await browser.get(`/cases/${caseId}`);
		expect(page.location).toBe(`/sign-in?next=%2Fcases%2F${caseId}&ended=1`);
	});

	it("is whole in Spanish", async () => {
		const { caseId } = await filed();
		const browser = await visitor(claimant, "es");
		for (const path of ["", "/order", "/withdraw"]) {
			const { html } = await browser.get(`/cases/${caseId}${path}`);
			expect(html).toContain('<html lang="es"');
			expect(html).not.toMatch(/undefined|\[object|>(?:Documents|Court order|Now|Add|Go on|The )\b/);
		}
	});
});
