/**
 * Reviewers' queue, search, case and decisions (hosted-app.md "Reviewers").
 * Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { newDeveloper, newReviewer } from "../../support/auth/accounts.ts";
import { call } from "../../support/contract/worker-client.ts";
import { newBrowser, signIn } from "../../support/pages.ts";
import {
	claimant,
	closeBody,
	contestAllBody,
	newCaseBody,
	newIntent,
	owner,
} from "../../support/signing/signing.ts";
import { newAnonymous, newWallet } from "../access/support.ts";
import { added, newPdf } from "../recovery/document-support.ts";
import { decided, filed, intentOf, pending, type Reviewer } from "../recovery/review-support.ts";
import { caseObject, close, eventually, newPartner, type Partner, recordOf } from "../recovery/support.ts";
import { browserOf, confirmationOf } from "./review-support.ts";

let partner: Partner;
let reviewer: Reviewer;
beforeAll(async () => {
	[partner, reviewer] = [await newPartner(), await newReviewer()];
});

const pageOf = (caseId: string) => `/review/cases/${caseId}`;
const browser = (language?: string) => browserOf(reviewer, language);

/** The version that the page of the case shows. */
async function versionOf(caseId: string): Promise<string> {
	const { html } = await browser().open(pageOf(caseId));
	return /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
}

const decision = async (caseId: string, fields: Record<string, string>) => ({
	version: await versionOf(caseId),
	reason: "as I <see> it",
	...fields,
});

describe("the queue", () => {
	it("has one line for each filer, oldest first, and all of one filer's cases", async () => {
		const [one, other] = [await newPartner(), await newPartner()];
		const first = await pending(one);
		const second = await pending(one);
		const third = await pending(other);
		await filed(one);
		const { html } = await browser().open("/review");
		const at = (caseId: string) => html.indexOf(`/review/cases/${caseId}"`);
		expect(at(first.caseId)).toBeGreaterThan(0);
		expect(at(third.caseId)).toBeGreaterThan(at(first.caseId));
		expect(at(second.caseId)).toBe(-1);
		expect(html).toContain("1 more from the same filer (show)");
		expect(html).toMatch(/\d+ cases wait, from \d+ filers\./);
		const all = (await browser().open(`/review?filer=${one.developerId}`)).html;
		expect(all).toContain(first.caseId);
		expect(all).toContain(second.caseId);
		expect(all).not.toContain(third.caseId);
		const spanish = (await browser("es").open("/review")).html;
		expect(spanish).toContain("Pendiente de revisión");
		expect(spanish).not.toContain("Waiting for a reviewer");
	});

	it("has groups, says who has taken a case, and plots the weeks with a table behind", async () => {
		const by = await newPartner();
		const { caseId } = await pending(by);
		const [mine, other] = [browserOf(await newReviewer()), browserOf(await newReviewer())];
		expect((await mine.open(pageOf(caseId))).html).toContain("Take this case");
		expect((await mine.post(`${pageOf(caseId)}/taking`, {})).status).toBe(303);
		expect((await mine.open(pageOf(caseId))).html).toContain("You have this case for a day");
		const late = await other.post(`${pageOf(caseId)}/taking`, {});
		expect([late.status, late.html]).toEqual([409, expect.stringContaining("Another reviewer has taken")]);
		const group = await mine.open("/review?group=mine");
		expect(group.html).toContain('href="/review?group=mine" aria-current="page"');
		expect(group.html).toContain(`href="${pageOf(caseId)}"`);
		expect(group.html).toContain("Taken by you");
		expect((await other.open("/review?group=mine")).html).not.toContain(`href="${pageOf(caseId)}"`);
		expect((await mine.post(`${pageOf(caseId)}/giving-back`, {})).status).toBe(303);
		await decided(reviewer, caseId, { decision: "verify_order" });
		const { html } = await other.open("/review");
		expect(html).toMatch(/<figure class="plot">.*Decided in the week.*<table/s);
	});

	it("says which accounts are not watched, as the page of the case does", async () => {
		const by = await newPartner();
		const { caseId } = await pending(by);
		const notWatched = { since: Date.UTC(2026, 10, 1, 8), because: "node_outage" } as const;
		await caseObject(caseId).move({ kind: "lose_watch", notWatched }, { kind: "signer" });
		const queue = await browser().open(`/review?filer=${by.developerId}`);
		expect(queue.html).toMatch(/Not watched since <time datetime="2026-11-01T08:00:00.000Z"/);
		expect((await browser().open(pageOf(caseId))).html).toContain("because no server of its network answers");
	});

	it("is empty in words once the order is verified", async () => {
		const by = await newPartner();
		const { caseId } = await pending(by);
		await decided(reviewer, caseId, { decision: "verify_order" });
		expect((await browser().open(`/review?filer=${by.developerId}`)).html).toContain(
			"There is nothing to show.",
		);
	});
});

describe("the search", () => {
	it("finds by account and keeps what was typed beside the problem", async () => {
		const { caseId, intent } = await pending(partner);
		const { lostAccount } = intent.rec;
		const found = await browser().open(`/review/cases?account=${lostAccount}`);
		expect(found.html).toContain("1 case<");
		expect(found.html).toContain(pageOf(caseId));
		const wrong = await browser().open("/review/cases?account=0x12%22%3E");
		expect(wrong.status).toBe(400);
		expect(wrong.html).toContain('value="0x12&quot;&gt;"');
		expect(wrong.html).toContain('aria-invalid="true"');
		expect((await browser("es").open("/review/cases")).html).toContain("Todos los casos");
	});

	it.each(["/review/cases", "/developers/cases"])(
		"takes a network by name or by its number: %s",
		async (path) => {
			const searching = browserOf(await newReviewer());
			const { html } = await searching.open(path);
			expect(html).toContain('<option value="8453">Base</option>');
			const other = await searching.open(`${path}?chainId=other&otherChainId=0`);
			expect([other.status, other.html]).toEqual([400, expect.stringContaining('<a href="#otherChainId">')]);
			expect(other.html).toMatch(/id="otherChainId"[^>]*aria-invalid="true"/);
			expect(other.html).not.toMatch(/<select id="chainId"[^>]*aria-invalid/);
			expect((await searching.open(`${path}?chainId=other&otherChainId=31337`)).status).toBe(200);
		},
	);

	it("leads from page to page", async () => {
		const by = await newPartner();
		await filed(by);
		await filed(by);
		const { html } = await browser().open(`/review/cases?limit=1&developerId=${by.developerId}`);
		const next = /href="([^"]+)" rel="next"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
		expect(next).toContain(`developerId=${by.developerId}`);
		const second = await browser().open(next);
		expect(second.html.match(/<th scope="row"/g)).toHaveLength(1);
		expect(second.html).not.toContain('rel="next"');
	});
});

describe("the page of a case", () => {
	it("shows order, documents, transactions in words, competing claims and history", async () => {
		const { caseId, intent } = await pending(partner);
		const rival = await filed(await newPartner(), { lostAccount: intent.rec.lostAccount });
		const bytes = newPdf();
		const { documentId } = await added(intent, partner.headers, { bytes, title: "Letters <i>" });
		const { html } = await browser().open(pageOf(caseId));
		for (const text of ["Letters &lt;i&gt;", "not checked yet", "entered the court order", partner.email]) {
			expect(html).toContain(text);
		}
		expect(html).toContain(pageOf(rival.caseId));
		expect(html).toContain("No use has been seen");
		expect(html).toMatch(/<ol class="transactions"><li><p>(Sends|Moves|Allows|Calls) /);
		const spanish = (await browser("es").open(pageOf(caseId))).html;
		expect(spanish).toContain("Qué hace la recuperación");
		expect(spanish).not.toMatch(/What the recovery does|Court order|Decide</);

		const file = await browser().send(`${pageOf(caseId)}/documents/${documentId}`);
		expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
		expect(file.headers.get("content-disposition")).toMatch(/^attachment; /);
		expect(file.headers.get("content-security-policy")).toContain("default-src 'none'");
	});

	it("shows a document beside the case under a policy for its one worker, to reviewers alone", async () => {
		const { caseId, intent } = await pending(partner);
		const bytes = newPdf();
		const { documentId, sha256 } = await added(intent, partner.headers, { bytes, title: "Order <b>" });
		const path = `${pageOf(caseId)}?document=${documentId}`;
		const policyOf = (headers: Headers) => headers.get("content-security-policy") ?? "";
		const { html, headers } = await browser().open(path);
		expect(html).toContain(`data-viewer="${pageOf(caseId)}/documents/${documentId}" data-sha256="${sha256}"`);
		expect(html).toContain("Order &lt;b&gt;</h2>");
		const [, worker = ""] =
			/; trusted-types replevin-viewer; worker-src (\S+)$/.exec(policyOf(headers)) ?? [];
		const usual = policyOf((await browser().open(pageOf(caseId))).headers);
		expect(usual).toMatch(/; trusted-types 'none'$/);
		expect(policyOf(headers)).toBe(
			usual.replace("trusted-types 'none'", `trusted-types replevin-viewer; worker-src ${worker}`),
		);

		const file = await browser().send(new URL(worker).pathname);
		const folder = worker.slice(0, worker.lastIndexOf("/") + 1);
		expect([file.status, policyOf(file.headers)]).toEqual([
			200,
			`default-src 'none'; script-src ${folder}jbig2_nowasm_fallback.js ${folder}openjpeg_nowasm_fallback.js; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
		]);
		expect(file.headers.get("content-type")).toMatch(/^text\/javascript/);
		expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
		await file.body?.cancel();

		// The form keeps the document when it shows again.
		const { html: again, headers: kept } = await browser().post(path, await decision(caseId, {}));
		expect(again).toContain(`action="${path}"`);
		expect(policyOf(kept)).toBe(policyOf(headers));

		const claiming = newBrowser();
		await signIn(claiming, claimant);
		for (const { status, html, headers } of [
			await browserOf(await newDeveloper()).open(path),
			await claiming.get(path),
		]) {
			expect(status).toBeGreaterThanOrEqual(300);
			expect(html).not.toContain("data-viewer");
			expect(policyOf(headers)).not.toContain("replevin-viewer");
		}
		const own = await claiming.get(`/cases/${caseId}?document=${documentId}`);
		expect([own.status, own.html.includes("data-viewer"), policyOf(own.headers)]).toEqual([
			200,
			false,
			usual,
		]);
	});

	it("takes notes for colleagues, which it shows to reviewers and removes for their author", async () => {
		const { caseId } = await pending(partner);
		const [writing, reading] = [browserOf(await newReviewer()), browserOf(await newReviewer())];
		const note = "Call the <clerk> again";
		const long = await writing.post(`${pageOf(caseId)}/notes`, { note: `${note}${"x".repeat(1_000)}` });
		expect([long.status, long.html]).toEqual([400, expect.stringContaining('id="note-error"')]);
		expect(long.html).toContain("Call the &lt;clerk&gt; againxxx");
		const added = await writing.post(`${pageOf(caseId)}/notes`, { note });
		expect([added.status, added.location]).toEqual([303, pageOf(caseId)]);
		const { html } = await writing.open(pageOf(caseId));
		expect(html).toContain("Your note is stored.");
		const [, remove = ""] = /action="([^"]+\/notes\/note_[0-9a-f]+)"/.exec(html) ?? [];
		const seen = (await reading.open(pageOf(caseId))).html;
		expect(seen).toContain("Call the &lt;clerk&gt; again");
		expect(seen).not.toContain(remove);
		expect((await writing.post(remove, {})).status).toBe(303);
		expect((await reading.open(pageOf(caseId))).html).not.toContain("Call the");
	});

	it("does not exist for unknown ids", async () => {
		expect((await browser().open(pageOf(`rc_${"0".repeat(32)}`))).status).toBe(404);
		const { caseId } = await filed(partner);
		expect((await browser().open(`${pageOf(caseId)}/documents/doc_${"0".repeat(32)}`)).status).toBe(404);
		expect((await browser().open(`${pageOf(caseId)}?document=doc_${"0".repeat(32)}`)).status).toBe(404);
	});

	it("shows an objection above others, and its words beside the decision", async () => {
		const by = await newPartner();
		await pending(by);
		const inheritance = { reasonForRecovery: "inheritance", lostAccount: owner.address } as const;
		const { caseId, intent } = await pending(by, inheritance);
		const body = await closeBody(intent, "contest", owner, "I am <alive>");
		const path = `/recovery-cases/${hashRecoveryIntent(intent)}/contest`;
		expect((await call(path, { body })).status).toBe(200);
		const deciding = browserOf(await newReviewer());
		const queue = await deciding.open("/review");
		expect(queue.html).toMatch(new RegExp(`<tbody[^>]*><tr[^>]*><th[^>]*><a[^>]*${pageOf(caseId)}"`));
		expect(queue.html).toMatch(/group=contested">Objected \([1-9]\d*\)</);
		expect((await deciding.open("/review?group=contested")).html).toContain(`${pageOf(caseId)}"`);
		expect((await deciding.open("/review?group=new&limit=100")).html).not.toContain(`${pageOf(caseId)}"`);
		const { html } = await deciding.open(pageOf(caseId));
		expect(html).toContain("I am &lt;alive&gt;");
		expect(html.match(/I am &lt;alive&gt;/g)).toHaveLength(1);
		expect(html).toContain("It signed an objection on");
		expect(html).toContain("Let the case go on, without verifying the order");
		const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
		const clear = { version, decision: "clear", reason: "I spoke to both" };
		const look = await deciding.post(pageOf(caseId), clear);
		expect(look.html).toContain("Let this case go on, without verifying its order?");
		expect(look.html).toContain("I am &lt;alive&gt;");
	});

	it("says that an objection to all cases has no words", async () => {
		const account = newWallet();
		const { caseId } = await pending(partner, {
			reasonForRecovery: "inheritance",
			lostAccount: account.address,
		});
		const contest = await call("/recovery-cases/contest-all", { body: await contestAllBody({ account }) });
		expect(contest.status).toBe(202);
		const reading = browserOf(await newReviewer());
		await eventually(async () =>
			(await reading.open(pageOf(caseId))).html.includes("It is against every case on this network"),
		);
	});

	it("has at most three objections of a filer above the others, and leads to all", async () => {
		const by = await newPartner();
		const inheritance = { reasonForRecovery: "inheritance", lostAccount: owner.address } as const;
		const cases: string[] = [];
		for (let at = 0; at < 4; at++) {
			const { caseId, intent } = await pending(by, inheritance);
			const path = `/recovery-cases/${hashRecoveryIntent(intent)}/contest`;
			expect((await call(path, { body: await closeBody(intent, "contest", owner) })).status).toBe(200);
			cases.push(caseId);
		}
		const reading = browserOf(await newReviewer());
		const { html } = await reading.open("/review");
		expect(cases.filter((caseId) => html.includes(`${pageOf(caseId)}"`))).toEqual(cases.slice(0, 3));
		expect(html).toMatch(/href="\/review\?group=contested">More cases have been objected to/);
		const all = await reading.open("/review?group=contested&limit=100");
		expect(cases.every((caseId) => all.html.includes(`${pageOf(caseId)}"`))).toBe(true);
	});

	it("is closed to accounts without the role, for reading and deciding", async () => {
		const { caseId, intent } = await pending(partner);
		const other = browserOf(await newDeveloper());
		const fields = await decision(caseId, { decision: "reject", confirmed: "yes" });
		for (const { status, html } of [
			await other.open(pageOf(caseId)),
			await other.post(pageOf(caseId), fields),
		]) {
			expect(status).toBe(403);
			expect(html.toLowerCase()).not.toContain(intent.rec.lostAccount.toLowerCase());
		}
		expect((await browser().open(pageOf(caseId))).html).toContain('value="reject"');
	});
});

describe("a decision", () => {
	it("verifies an order after a second look, and stands in the history with its reason", async () => {
		const { caseId, intent } = await pending(partner);
		const look = await browser().post(pageOf(caseId), await decision(caseId, { decision: "verify_order" }));
		expect(look.status).toBe(200);
		expect(look.html).toContain("Verify this court order?");
		expect(look.html).toContain("This cannot be undone.");
		expect(look.html).toContain("as I &lt;see&gt; it");
		expect(look.html.toLowerCase()).toContain(intent.rec.lostAccount.toLowerCase());
		expect(look.html).toContain("No second reviewer is needed.");
		expect(look.html).toMatch(
			/You have not compared (\d+) of \1 values: [^<]+<\/strong> This case has no document\./,
		);
		expect(look.html).toContain("Sends 1 USDC");
		expect(look.html).not.toContain('class="danger"');
		expect((await browser().open(pageOf(caseId))).html).toContain("not verified");

		const deciding = browser();
		const done = await deciding.post(pageOf(caseId), confirmationOf(look.html));
		expect([done.status, done.location]).toEqual([303, pageOf(caseId)]);
		const { html } = await deciding.open(done.location ?? "");
		expect(html).toContain("The order is verified.");
		expect(html).toContain(`href="/review/next?after=${caseId}&amp;filer=`);
		expect(html).not.toContain("Compare and decide");
		expect(html).toContain("A reviewer wrote: “as I &lt;see&gt; it");
		expect(html).toContain("said that the court confirmed the order");
		expect(html).not.toContain('value="verify_order"');
	});

	it("records what the reviewer typed and ticked, and nothing that she did not", async () => {
		const { caseId, intent } = await pending(partner);
		// The pages of a session have a limit.
		const deciding = browserOf(await newReviewer());
		const { html } = await deciding.open(pageOf(caseId));
		expect(html).toContain('data-kind="text" data-claimed="nysd"');
		expect(html.match(/<input type="text"[^>]* name="found:[^>]*>/g)?.join("")).not.toMatch(/value="[^"]/);
		const look = await deciding.post(pageOf(caseId), {
			...{ version: "2", reason: "I asked the court", decision: "verify_order" },
			"found:courtOrder.courtId": "Southern District of New York",
			"found:jrcHash": hashRecoveryIntent(intent),
			"tick:jrcHash": "yes",
			"tick:courtOrder.courtId": "yes",
			"found:courtOrder.title": "Doe & <Doe>",
			"differs:courtOrder.title": "The short title.",
			"found:case.lostAccount": intent.rec.lostAccount,
			"found:transactions[0].amount": "1.00",
			"tick:transactions[0].amount": "yes",
		});
		expect([look.status, look.html]).toEqual([200, expect.stringContaining("Doe &amp; &lt;Doe&gt;")]);
		const results = [...look.html.matchAll(/data-label="Result"><span class="status[^"]*">([^<]*)/g)];
		expect(results.map(([, result]) => result)).toEqual([
			"Different: The short title.",
			"Not recorded: typed, but not ticked",
			...Array(3).fill("Not compared"),
			...Array(3).fill("The same"),
		]);
		expect(look.html).toContain("You have not compared 4 of 8 values: ");
		expect(look.html).toContain("1 value differs from the claim: Title of the order, with its names.");
		const back = await deciding.post(pageOf(caseId), { ...confirmationOf(look.html), confirmed: "no" });
		expect(back.html).toContain('value="Southern District of New York"');
		expect(back.html).toMatch(/id="tick:courtOrder.courtId"[^>]* checked/);
		expect(back.html).toContain('value="I asked the court"');
		const confirmed = { ...confirmationOf(look.html), confirmed: "yes" };
		const unknown = await deciding.post(pageOf(caseId), confirmed);
		expect([unknown.status, unknown.html]).toEqual([400, expect.stringContaining('id="known-error"')]);
		const done = await deciding.post(pageOf(caseId), { ...confirmed, known: "yes" });
		expect(done.status).toBe(303);
		const evidence: { history: { payload: { compared?: object[] } }[] } = JSON.parse(
			await (await partner.send(`/recovery-cases/${caseId}/evidence`)).text(),
		);
		const after = (await deciding.open(pageOf(caseId))).html;
		expect(after).toContain("Reason: <bdi>I asked the court</bdi><br/>Compared: 4 of 8, 1 differs");
		expect(evidence.history.at(-1)?.payload.compared).toEqual([
			{ value: "courtOrder.title", found: "Doe & <Doe>", differs: "The short title." },
			{ value: "courtOrder.courtId", found: "nysd" },
			{ value: "jrcHash", found: hashRecoveryIntent(intent) },
			{ value: "transactions[0].amount", found: "1000000" },
		]);
	});

	it("reads an amount by decimals that the claimant states, once the reviewer has looked them up", async () => {
		const { rec, txs } = newIntent();
		const token = "0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB";
		const intent = { rec, txs: txs.map((call) => ({ ...call, dest: token })) };
		const tokenDecimals = [{ token, decimals: 2 }];
		const body = { ...(await newCaseBody(intent)), tokenDecimals };
		const { caseId } = await (await partner.send("/recovery-cases/new-case", body)).json<{
			caseId: string;
		}>();
		expect((await partner.attach(intent)).status).toBe(200);
		const deciding = browserOf(await newReviewer());
		const typed = {
			...{ version: "2", reason: "I asked the court", decision: "verify_order" },
			"found:transactions[0].amount": "10,000.00",
			"tick:transactions[0].amount": "yes",
		};
		const unchecked = await deciding.post(pageOf(caseId), typed);
		expect([unchecked.status, unchecked.html]).toEqual([
			400,
			expect.stringContaining("Look up how many decimals the token has"),
		]);
		const checked = await deciding.post(pageOf(caseId), { ...typed, "check:transactions[0].amount": "yes" });
		expect([checked.status, checked.html]).toEqual([
			200,
			expect.stringContaining("You have not compared 7 of 8 values: "),
		]);
	});

	it("takes no tick for what differs, and verifies no order that names another account", async () => {
		const { caseId, intent } = await pending(partner);
		const account = "found:case.lostAccount";
		const deciding = browserOf(await newReviewer());
		const typed = { version: "2", reason: "I asked the court", [account]: intent.rec.recoveryAccount };
		const post = (fields: Record<string, string>) =>
			deciding.post(pageOf(caseId), { ...typed, decision: "verify_order", ...fields });
		const ticked = await post({ "tick:case.lostAccount": "yes" });
		expect([ticked.status, ticked.html]).toEqual([400, expect.stringContaining("so it cannot be ticked")]);
		expect(ticked.html).toContain(`value="${intent.rec.recoveryAccount}"`);
		const explained = { "differs:case.lostAccount": "An older order." };
		expect((await post(explained)).html).toContain("and the order cannot be verified");
		const halted = await post({
			...explained,
			decision: "require_action",
			statusReason: "order_unverifiable",
		});
		expect([halted.status, halted.html]).toEqual([200, expect.stringContaining("An older order.")]);
		// The reason says what differs.
		const rejected = await post({ decision: "reject" });
		expect(rejected.html).toContain("Different: I asked the court");
		const bare = await post({ [account]: "", "found:courtOrder.courtId": "SDNY" });
		expect(bare.html).toMatch(/<div data-differs="true"[^>]*>.*Say what differs/s);
	});

	it("asks for a missing file by one link, and chooses no reason again that somebody has taken away", async () => {
		const { caseId } = await pending(partner);
		const { html } = await browser().open(`${pageOf(caseId)}?ask`);
		expect(html).toMatch(/value="require_action"[^>]* checked/);
		expect(html).toContain('<option value="documents_missing" selected');
		const open = await decision(caseId, { decision: "require_action", statusReason: "" });
		const again = await browser().post(pageOf(caseId), open);
		expect([again.status, again.html]).toEqual([400, expect.stringContaining('<option value="" selected')]);
	});

	it("halts a case with the chosen reason, and lets it go on", async () => {
		const { caseId } = await pending(partner);
		const halt = await decision(caseId, { decision: "require_action", statusReason: "documents_missing" });
		const look = await browser().post(pageOf(caseId), halt);
		expect(look.html).toContain("A later decision can change this");
		expect(look.html).toContain("The partner who filed the case is told at once.");
		expect(look.html).not.toContain("we write to them at once");
		const body = await newCaseBody(intentOf());
		const hosted = await call("/recovery-cases/new-case", { body, headers: await newAnonymous() });
		const ofNobody = await browser().post(pageOf((await recordOf(hosted)).caseId), { ...halt, version: "1" });
		expect(ofNobody.html).toContain("Who is told");
		expect(ofNobody.html).not.toContain("The partner who filed");
		expect(look.html).not.toContain("This cannot be undone.");
		await browser().post(pageOf(caseId), confirmationOf(look.html));
		expect((await browser().open(pageOf(caseId))).html).toContain("documents are missing");
		const again = await browser().post(pageOf(caseId), await decision(caseId, { decision: "clear" }));
		expect((await browser().post(pageOf(caseId), confirmationOf(again.html))).status).toBe(303);
		expect((await browser().open(pageOf(caseId))).html).toContain(
			'class="status waiting">court order attached',
		);
	});

	it.each([
		["verify_order", "Verify this court order, and leave the case on hold?", "action_required"],
		["verify_and_resume", "Verify this court order, and let the case go on?", "pending"],
	])("on the order of a halted case says what it does: %s", async (chosen, question, status) => {
		const { caseId } = await pending(partner);
		await decided(reviewer, caseId, { decision: "require_action", statusReason: "documents_missing" });
		// The pages of a session have a limit.
		const deciding = browserOf(await newReviewer());
		const { html } = await deciding.open(pageOf(caseId));
		expect(html).toContain("Verify the court order only: it is genuine, but the case stays on hold");
		expect(html).toContain("Verify the court order, and let the case go on");
		const look = await deciding.post(pageOf(caseId), {
			version: "3",
			reason: "I asked the court",
			decision: chosen,
		});
		expect(look.html).toContain(question);
		expect((await deciding.post(pageOf(caseId), confirmationOf(look.html))).status).toBe(303);
		const record = await recordOf(await partner.send(`/recovery-cases/${caseId}`));
		expect([record.status, record.courtOrder?.verification]).toEqual([status, "verified"]);
		const words = { action_required: "on hold: documents are missing", pending: "court order verified" };
		const after = (await deciding.open(pageOf(caseId))).html;
		expect(after).toContain(`">${words[status as keyof typeof words]}`);
		expect(after.includes('<td role="cell" data-label="Status">–</td>')).toBe(chosen === "verify_order");
	});

	it("rejects a case for good, and then offers nothing more", async () => {
		const { caseId } = await filed(partner);
		const look = await browser("es").post(pageOf(caseId), await decision(caseId, { decision: "reject" }));
		expect(look.html).toContain("¿Rechazar este caso?");
		await browser("es").post(pageOf(caseId), confirmationOf(look.html));
		expect((await browser().open(pageOf(caseId))).html).toContain("There is nothing left to decide.");
	});

	it("needs a reason, and shows what was chosen again", async () => {
		const { caseId } = await pending(partner);
		const empty = await browser().post(
			pageOf(caseId),
			await decision(caseId, { decision: "reject", reason: " " }),
		);
		expect(empty.status).toBe(400);
		expect(empty.html).toMatch(
			/<input[^>]* id="reason"[^>]* aria-describedby="reason-hint reason-error" aria-invalid="true"/,
		);
		expect(empty.html).not.toContain('id="decision-error"');
		expect(empty.html).toMatch(/value="reject"[^>]* checked/);
		const neither = await browser().post(pageOf(caseId), await decision(caseId, { reason: "" }));
		expect(neither.html).toContain('<a href="#decision">Your decision: Choose a decision.');
		expect(neither.html).toContain(
			'<fieldset class="field" id="decision" aria-describedby="decision-error">',
		);
		expect(neither.html).toContain('id="reason-error"');
		expect(neither.html).toMatch(/id="compare".*role="alert" tabindex/s);
		const halt = await browser().post(pageOf(caseId), await decision(caseId, { decision: "require_action" }));
		expect([halt.status, halt.html]).toEqual([400, expect.stringContaining('id="statusReason-error"')]);
		const long = await decision(caseId, { decision: "reject", reason: "x".repeat(501), confirmed: "yes" });
		const refused = await browser().post(pageOf(caseId), long);
		expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('aria-invalid="true"')]);
	});

	it("changes nothing if the case has moved since it was read", async () => {
		const { caseId, intent } = await pending(partner, { reasonForRecovery: "inheritance" });
		const fields = await decision(caseId, { decision: "verify_order", confirmed: "yes" });
		expect((await close(intent, "withdraw", claimant)).status).toBe(200);
		const late = await browser().post(pageOf(caseId), fields);
		expect([late.status, late.html]).toEqual([
			409,
			expect.stringContaining("The case has changed since you read it."),
		]);
	});

	it("by two reviewers at once is one decision, and the other reads the case again", async () => {
		const { caseId } = await pending(partner);
		const responses = await Promise.all(
			["require_action", "reject"].map(async (chosen) =>
				browser().post(
					pageOf(caseId),
					await decision(caseId, { decision: chosen, statusReason: "documents_missing", confirmed: "yes" }),
				),
			),
		);
		expect(responses.map(({ status }) => status).sort()).toEqual([303, 409]);
		const late = responses.find(({ status }) => status === 409);
		expect(late?.html).toContain("The case has changed since you read it.");
	});

	it("of a reviewer's own case is rejected with the reason", async () => {
		const own = await newReviewer();
		const by = await newPartner(own);
		const { caseId } = await pending(by);
		const fields = await decision(caseId, { decision: "verify_order", confirmed: "yes" });
		const { status, html } = await browserOf(own).post(pageOf(caseId), fields);
		expect(status).toBe(403);
		expect(html).toContain('role="alert"');
		expect(html).not.toContain("This page is for reviewers");
		expect((await browser().open(pageOf(caseId))).html).toContain("not verified");
	});
});
