/**
 * A partner's link on the hosted pages, as a browser without script sees it (hosted-app.md "Hosted links").
 *
 * Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
 */
import { env, exports } from "cloudflare:workers";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { newReviewer } from "../../support/auth/accounts.ts";
import { call } from "../../support/contract/worker-client.ts";
import { hiddenFields, messageIn, newBrowser, signed, signIn } from "../../support/pages.ts";
import { claimant, newIntent } from "../../support/signing/signing.ts";
import { linkOf, type MadeLink, makeLink, newLinkPartner, rowOf, setRow } from "../hosted-links/support.ts";
import { close } from "../recovery/support.ts";

type Partner = Awaited<ReturnType<typeof newLinkPartner>>;
type Browser = ReturnType<typeof newBrowser>;
type Fields = Record<string, string>;

const newAccount = () => privateKeyToAccount(generatePrivateKey());
const newAddress = () => newAccount().address;
const somebody = "0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB";

let partner: Partner;
let host: string;
beforeAll(async () => {
	partner = await newLinkPartner();
	host = new URL(partner.origin).host;
});

const pathOf = ({ token }: MadeLink) => `/l/${token}`;

/** @returns where the link is finished */
async function begin(browser: Browser, link: MadeLink, fields: Fields = {}): Promise<string> {
	const { status, location } = await browser.post(pathOf(link), fields);
	expect(status).toBe(303);
	return location ?? "";
}

/** With the wallet session. */
async function startedBy(account: PrivateKeyAccount, link: MadeLink, language?: string) {
	const browser = newBrowser(language);
	const path = await begin(browser, link);
	await signIn(browser, account);
	return { browser, path, post: (fields: Fields) => browser.post(path, fields) };
}

describe.each(["en", "es"] as const)("the page of a link in %s", (language) => {
	const words = {
		en: [
			"has sent you here",
			"started in another browser",
			"already been used",
			"has expired",
			"was ended",
			"no such",
		],
		es: ["le ha enviado aquí", "inició en otro", "ya se ha usado", "ha caducado", "fue anulado", "no existe"],
	}[language];

	function expectPage({ html }: { html: string }, text: string | undefined) {
		expect(html).toContain(text);
		expect(html).not.toMatch(/undefined|\[object/);
		expect(html).toContain(`<html lang="${language}"`);
		expect(html).toMatch(/<h1>/);
	}

	it.each(["recovery", "estate"])(
		"says of each state of a link for %s what it means, with a way on",
		async (kind) => {
			const link = await makeLink(partner, { kind, returnUrl: `${partner.origin}/done` });
			const browser = newBrowser(language);
			const open = () => browser.get(pathOf(link));
			const opened = await open();
			expectPage(opened, `${host} ${words[0]}`);
			expect(opened.html).toMatch(/<form[^>]* method="post"><p class="actions"><button type="submit">/);
			const stranger = newBrowser(language);
			await begin(stranger, link);
			const elsewhere = await open();
			expectPage(elsewhere, words[1]);
			expect(elsewhere.html).toContain('name="takeOver" value="yes"');
			expect((await stranger.get(pathOf(link))).html).toContain(`?link=${link.linkId}`);
			await setRow(link.linkId, "used_at = ?1", Date.now());
			expectPage(await open(), words[2]);
			expect((await open()).html).toContain(kind === "estate" ? 'href="/estate"' : 'href="/cases"');
			for (const [set, text] of [
				["used_at = NULL, ended_at = ?1", words[4]],
				["ended_at = NULL, started_at = NULL, expires_at = ?1, ends_at = ?1", words[3]],
			] as const) {
				await setRow(link.linkId, set, Date.now() - 1);
				const over = await open();
				expectPage(over, text);
				expect(over.html).toContain(`href="${partner.origin}/done?link=${link.linkId}"`);
				expect(over.html).toContain(kind === "estate" ? 'href="/estate"' : 'href="/recover"');
				expect((await browser.post(pathOf(link), {})).status).toBe(409);
			}
			const unknown = await browser.get(`/l/${"x".repeat(43)}`);
			expect(unknown.status).toBe(404);
			expectPage(unknown, words[5]);
		},
	);
});

describe("opening a link", () => {
	it("changes nothing, however often, and shows nothing that is filled in", async () => {
		const link = await makeLink(partner, { prefill: { lostAccount: somebody, email: "victim@example.com" } });
		const before = await rowOf(link.linkId);
		for (let times = 0; times < 3; times++) {
			const { html, headers } = await newBrowser().get(pathOf(link));
			expect(html).not.toMatch(/victim@example\.com|0xABaBaBaB/i);
			expect(headers.get("Referrer-Policy")).toBe("same-origin");
			expect(headers.get("Cache-Control")).toBe("no-store");
		}
		expect(await rowOf(link.linkId)).toEqual(before);
	});

	it.each(["%6c", "%6C"])("leaves the token in no page, though the address has /%s/", async (letter) => {
		const link = await makeLink(partner);
		const path = `/${letter}/${link.token}`;
		const opened = await newBrowser().get(path);
		expect(opened.status).toBe(200);
		expect(opened.html).not.toContain(link.token);
		const own = await newBrowser("en", { Referer: `${env.BASE_URL}${path}` }).post("/contest/nothing", {});
		expect(own.html).not.toContain(link.token);
	});

	it.each(["//l/", "/l%2F", "/%2fl/", "/L/", "/l//"])(
		"leaves the token in no page of the address %s",
		async (start) => {
			const { token } = await makeLink(partner);
			const lost = await newBrowser("en", { Accept: "text/html" }).get(`${start}${token}`);
			expect(lost.status).toBe(404);
			expect(lost.html).toContain('name="back" value="/"');
			const from = newBrowser("en", { Referer: `${env.BASE_URL}${start}${token}` });
			for (const { html } of [lost, await from.post("/contest/nothing", {})])
				expect(html).not.toContain(token);
		},
	);

	it("leaves the token in no page and in no log, and the secret in one HttpOnly cookie", async () => {
		const logged: string[] = [];
		for (const level of ["debug", "error", "info", "log", "warn"] as const) {
			vi.spyOn(console, level).mockImplementation(
				(...parts) => void logged.push(parts.map(String).join(" ")),
			);
		}
		const link = await makeLink(partner, { returnUrl: `${partner.origin}/done` });
		const browser = newBrowser();
		const pages = [await browser.get(pathOf(link)), await browser.post(pathOf(link), { language: "es" })];
		expect(pages[1]).toMatchObject({ status: 303, location: pathOf(link) });
		expect((await browser.get(pathOf(link))).html).toContain('lang="es"');
		const started = await browser.post(pathOf(link), {});
		const cookies = started.headers.getSetCookie().filter((cookie) => cookie.startsWith("__Host-link-"));
		expect(cookies).toHaveLength(1);
		expect(cookies[0]).toMatch(
			new RegExp(
				`^__Host-link-${link.linkId}=${link.linkId}\\.[\\w-]{43}; Path=/; Max-Age=6048\\d\\d; HttpOnly; SameSite=Lax; Secure$`,
			),
		);
		const secret = browser.cookies.get(`__Host-link-${link.linkId}`)?.split(".")[1] ?? "";
		expect(started.location).toBe(`/recover?link=${link.linkId}`);
		pages.push(started, await browser.get(started.location ?? ""), await browser.get(pathOf(link)));
		const other = newBrowser();
		pages.push(await other.get(pathOf(link)), await other.get(started.location ?? ""));
		for (const { html } of pages) {
			expect(html).not.toContain(link.token);
			expect(html).not.toContain(secret);
			expect(html).not.toContain(env.UI_CLIENT_SECRET);
		}
		const visitor = browser.cookies.get("__Host-visitor") ?? "";
		expect(visitor).not.toBe("");
		for (const { html } of pages) expect(html).not.toContain(visitor);
		// While the database is away, everything that can be logged of a failed request is.
		await env.DB.prepare("ALTER TABLE hosted_links RENAME TO away").run();
		const failed = [await browser.get(pathOf(link)), await browser.post(pathOf(link), { takeOver: "yes" })];
		await env.DB.prepare("ALTER TABLE away RENAME TO hosted_links").run();
		vi.restoreAllMocks();
		for (const { status, html } of failed) {
			expect(status).toBeGreaterThanOrEqual(500);
			expect(html).not.toContain(link.token);
		}
		expect(logged.join()).toContain("request-failed");
		for (const text of [link.token, secret, visitor]) expect(logged.join()).not.toContain(text);
	});

	it("opens another visitor session when the first has ended", async () => {
		const link = await makeLink(partner);
		const browser = newBrowser();
		browser.cookies.set("__Host-visitor", "ended");
		const opened = await browser.get(pathOf(link));
		expect(opened.status).toBe(200);
		const [cookie, ...more] = opened.headers.getSetCookie();
		expect(cookie).toMatch(/^__Host-visitor=[\w.-]+; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/);
		expect(more).toEqual([]);
		expect((await browser.get(pathOf(link))).headers.getSetCookie()).toEqual([]);
	});

	it("opens no session for an address that is no link", async () => {
		for (const token of ["x", "x".repeat(44), "..%2f", "x".repeat(2000)]) {
			const { status, headers } = await newBrowser().get(`/l/${token}`);
			expect([token, status]).toEqual([token, 404]);
			expect(headers.getSetCookie()).toEqual([]);
		}
	});

	it("needs our own form to start it", async () => {
		const link = await makeLink(partner);
		for (const headers of [{ Origin: "https://evil.example" }, { Origin: "null" }, {}]) {
			const request = { method: "POST", body: new URLSearchParams(), headers };
			const { status } = await exports.default.fetch(`${env.BASE_URL}${pathOf(link)}`, request);
			expect(status).toBe(403);
		}
		expect(await linkOf(partner, link.linkId)).toMatchObject({ status: "open" });
	});

	it("speaks the link's language until the visitor chooses one, also on the sign-in", async () => {
		const link = await makeLink(partner, { locale: "es" });
		const browser = newBrowser("en");
		expect((await browser.get(pathOf(link))).html).toContain('<html lang="es"');
		await begin(browser, link);
		expect((await browser.get("/sign-in")).html).toContain('<html lang="es"');
		await browser.post(pathOf(link), { language: "en" });
		expect((await browser.get(pathOf(link))).html).toContain('<html lang="en"');
	});
});

describe("continuing in another browser", () => {
	it("ends the other binding, carries no draft, and works until the link is used", async () => {
		const link = await makeLink(partner, { prefill: { lostAccount: newAddress() } });
		const account = newAccount();
		const first = await startedBy(account, link);
		const typed = {
			step: "lost",
			go: "what",
			draft: "{}",
			lostAccount: newAddress(),
			chainId: "8453",
			reason: "other",
		};
		expect((await first.post(typed)).status).toBe(200);
		const second = newBrowser();
		expect((await second.post(pathOf(link), {})).status).toBe(409);
		const path = await begin(second, link, { takeOver: "yes" });
		await signIn(second, account);
		expect((await second.get(path)).html).not.toContain(typed.lostAccount);
		const refused = await first.post(typed);
		expect(refused.html).toContain("Another browser is using this link");
		expect(refused.html).toContain("Continue here instead");
		expect(refused.html).not.toContain('name="draft"');
	});

	it("is not possible with the link's id alone", async () => {
		const link = await makeLink(partner, { prefill: { email: "victim@example.com" } });
		await begin(newBrowser(), link);
		const thief = newBrowser();
		thief.cookies.set(`__Host-link-${link.linkId}`, `${link.linkId}.${"x".repeat(43)}`);
		for (const path of [
			`/recover?link=${link.linkId}`,
			"/recover?link=",
			"/recover?link=hl_0",
			`/estate/terms?link=${link.linkId}`,
		]) {
			const { status, html } = await thief.get(path);
			expect([path, status]).toEqual([path, 404]);
			expect(html).toContain("has not started the link");
			expect(html).not.toContain("victim@example.com");
		}
	});
});

const txs = [
	{ dest: somebody, value: "7", data: "0x" },
	{ dest: newAddress(), value: "8", data: "0x" },
];

describe("a partner whose site is not allowed any more", () => {
	it("gets no visitor through a link's pages", async () => {
		const rogue = await newLinkPartner();
		const link = await makeLink(rogue, { returnUrl: `${rogue.origin}/done` });
		const browser = newBrowser();
		const path = await begin(browser, link);
		const pages = () => Promise.all([browser.get(pathOf(link)), browser.get(path)]);
		const { headers } = await newReviewer();
		const decision = `/review/origins/${rogue.originId}/decision`;
		await call(decision, { headers, body: { decision: "refuse", reason: "robs its users" } });
		for (const { html } of await pages()) {
			expect(html).toContain("was ended");
			expect(html).not.toContain(`href="${rogue.origin}`);
		}
		await setRow(link.linkId, "used_at = ?1", Date.now());
		for (const { html } of await pages()) expect(html).not.toContain(`href="${rogue.origin}`);
	});
});

describe("signing in through a link", () => {
	it("offers the link's network first", async () => {
		const link = await makeLink(partner, { prefill: { lostAccount: newAddress(), chainId: 10 } });
		const browser = newBrowser();
		const { html } = await browser.get(await begin(browser, link));
		expect(html).toMatch(/href="\/sign-in\?next=[^"]+&amp;chainId=10"/);
	});
});

describe("signing out", () => {
	it("leaves the next person no link with what is filled in, and the link can be continued", async () => {
		const link = await makeLink(partner, { prefill: { email: "claimant@example.com" } });
		const { browser, path } = await startedBy(newAccount(), link);
		await browser.post("/sign-out", { session: "wallet" });
		expect([...browser.cookies.keys()].filter((name) => /link|visitor|wallet/.test(name))).toEqual([]);
		expect((await browser.get(path)).status).toBe(404);
		expect(await begin(browser, link, { takeOver: "yes" })).toBe(path);
	});
});

describe("filing through a link", () => {
	const prefillOf = (account: PrivateKeyAccount) => ({
		...{ lostAccount: newAddress(), chainId: 8453, reasonForRecovery: "inheritance", transactions: txs },
		...{ email: "heir@example.com", recoveryAccount: account.address },
	});
	const LOCKED = ["lostAccount", "chainId", "reasonForRecovery", "transactions", "recoveryAccount"];
	const draftIn = ({ html }: { html: string }) => hiddenFields(html).draft ?? "";
	const ticksIn = (html: string) =>
		[...html.matchAll(/name="tick" value="([^"]+)"/g)].map(([, tick = ""]) => tick);

	/** From the first step to the signature. */
	async function toSign(
		{ browser, path, post }: Awaited<ReturnType<typeof startedBy>>,
		changes: Fields = {},
	) {
		const who = await browser.get(path);
		const lost = await post({ step: "who", draft: draftIn(who), go: "lost" });
		const what = await post({ step: "lost", draft: draftIn(lost), go: "what", ...changes });
		const read = await post({ step: "what", draft: draftIn(what), go: "read" });
		const ticks = ticksIn(read.html).map((tick): [string, string] => ["tick", tick]);
		const fields: [string, string][] = [["step", "read"], ["draft", draftIn(read)], ["go", "sign"], ...ticks];
		const sign = await browser.post(path, fields);
		const file = async (account: PrivateKeyAccount) =>
			browser.post(path, [
				...fields.filter(([name]) => name !== "step"),
				["step", "sign"],
				["signature", await signed(sign.html, account)],
			]);
		return { who, lost, what, read, sign, file };
	}

	it("marks each value, says what the partner sees, files the case for the partner, and leads back", async () => {
		const account = newAccount();
		const link = await makeLink(partner, {
			...{ prefill: prefillOf(account), reference: "claim:7", returnUrl: `${partner.origin}/done` },
		});
		const browsing = await startedBy(account, link);
		const { who, lost, what, read, sign, file } = await toSign(browsing);
		const mark = `filled in by ${host}`;
		const marks = [who, lost, what, read, sign].map(({ html }) => html.split(mark).length - 1);
		expect(marks).toEqual([0, 4, 2, 7, 0]);
		expect(lost.html).toContain(`${host}, the reviewers and the operator of this service see it`);
		for (const { html } of [await browsing.browser.get(pathOf(link)), sign])
			expect(html).toContain(`What ${host} will see`);
		expect(who.html).toMatch(/Account of the person who died<\/dt><dd>.*0x/);
		// Nothing of the partner takes the warnings away.
		expect(ticksIn(read.html)).toHaveLength(2);
		expect(read.html).toContain("goes to somebody else than you: 0xABaBaBaB");
		expect((await browsing.post({ step: "read", draft: draftIn(read), go: "sign" })).html).not.toContain(
			'name="signature"',
		);
		const filed = await file(account);
		expect(filed.location).toMatch(new RegExp(`^/recover/next/rc_[0-9a-f]{32}\\?link=${link.linkId}$`));
		const next = await browsing.browser.get(filed.location ?? "");
		expect(next.html).toContain(`${host} is told of this case`);
		expect(next.html).toContain(`href="${partner.origin}/done?link=${link.linkId}"`);
		expect(next.html).toContain(`Return to ${host}`);
		const caseId = /rc_[0-9a-f]{32}/.exec(filed.location ?? "")?.[0] ?? "";
		const record = await (await partner.send(`/recovery-cases/${caseId}`)).json();
		expect(record).toMatchObject({
			source: "hosted",
			reference: "claim:7",
			case: { email: "heir@example.com" },
		});
		expect(await linkOf(partner, link.linkId)).toMatchObject({ status: "used", caseId });
		// The same again, the link, and its clean address all lead to that case.
		for (const again of [await file(account), await browsing.browser.get(pathOf(link))]) {
			expect(again.html).toContain(`href="/cases/${caseId}"`);
		}
	});

	it("says whom to ask when the partner has no open case left, and keeps the signature", async () => {
		const account = newAccount();
		const prefill = prefillOf(account);
		const link = await makeLink(partner, { prefill });
		const { file } = await toSign(await startedBy(account, link));
		const { lostAccount } = prefill;
		const others = Array.from({ length: 5 }, () => newIntent({ lostAccount }));
		for (const intent of others) await partner.file(intent);
		const { status, html } = await file(account);
		expect(status).toBe(429);
		expect(html).toContain(`no more open cases for this lost account from ${host}. Ask ${host}`);
		expect(html).toMatch(/<textarea id="signature"[^>]*>0x[0-9a-f]{130}<\/textarea>/);
		expect((await close(others[0] ?? newIntent(), "withdraw", claimant)).status).toBe(200);
		expect((await file(account)).status).toBe(303);
	});

	it("shows locked fields without a control, and takes no other value for them", async () => {
		const account = newAccount();
		const prefill = prefillOf(account);
		const link = await makeLink(partner, { prefill, locked: LOCKED });
		const browsing = await startedBy(account, link);
		const changed = { lostAccount: newAddress(), chainId: "1", reason: "other", email: "own@example.com" };
		const { lost, what, sign, file } = await toSign(browsing, changed);
		for (const name of ["lostAccount", "chainId", "reason"])
			expect(lost.html).not.toContain(`name="${name}"`);
		expect(lost.html).toContain('name="email"');
		expect(lost.html.split("This cannot be changed here.")).toHaveLength(4);
		expect(what.html).not.toMatch(/value="(?:up|down|add):/);
		expect(what.html).toContain('value="remove:1"');
		const filed = await file(account);
		expect(sign.html).toContain(prefill.lostAccount);
		const caseId = /rc_[0-9a-f]{32}/.exec(filed.location ?? "")?.[0] ?? "";
		expect(await (await partner.send(`/recovery-cases/${caseId}`)).json()).toMatchObject({
			case: {
				lostAccount: prefill.lostAccount,
				chainId: 8453,
				reasonForRecovery: "inheritance",
				email: "own@example.com",
			},
		});
	});

	it("lets locked transactions be removed and listed again, and nothing else", async () => {
		const account = newAccount();
		const link = await makeLink(partner, { prefill: prefillOf(account), locked: ["transactions"] });
		const { browser, path, post } = await startedBy(account, link);
		const draft = draftIn(await browser.get(path));
		const listed = ({ html }: { html: string }) => JSON.parse(draftIn({ html })).txs;
		const act = (name: string, more: Fields = {}) => post({ step: "what", draft, act: name, ...more });
		expect(listed(await act("up:1"))).toEqual(txs);
		expect(listed(await act("add:coin", { coinTo: account.address, coinAmount: "1" }))).toEqual(txs);
		const removed = await act("remove:0");
		expect(listed(removed)).toEqual([txs[1]]);
		expect(removed.html).toContain(`List again what ${host} has filled in`);
		expect(listed(await post({ step: "what", draft: draftIn(removed), act: "restore" }))).toEqual(txs);
		const forged = JSON.stringify({ ...JSON.parse(draft), txs: [{ ...txs[0], value: "9" }] });
		expect(listed(await post({ step: "what", draft: forged, go: "lost" }))).toEqual(txs);
	});

	it("marks 500 transactions, and lists a removed one again behind the others", async () => {
		const data = `0x12345678${"ab".repeat(300)}`;
		const many = Array.from({ length: 500 }, (_, at) => ({ dest: somebody, value: String(at), data }));
		const account = newAccount();
		const link = await makeLink(partner, { prefill: { ...prefillOf(account), transactions: many } });
		const { browser, path, post } = await startedBy(account, link);
		const draft = draftIn(await browser.get(path));
		const { html } = await post({ step: "what", draft, act: "up:499" });
		expect(html.split(`filled in by ${host}`)).toHaveLength(501);
		const removed = await post({ step: "what", draft, act: "remove:7" });
		const again = await post({ step: "what", draft: draftIn(removed), act: "restore" });
		expect(JSON.parse(draftIn(again)).txs).toEqual([...many.toSpliced(7, 1), many[7]]);
	});

	it("asks for the account that the link locks", async () => {
		const account = newAccount();
		const link = await makeLink(partner, { prefill: prefillOf(account), locked: ["recoveryAccount"] });
		const { browser, path, post } = await startedBy(newAccount(), link);
		const who = await browser.get(path);
		expect(who.html).toContain(`works with that account only`);
		expect(who.html).toContain(account.address);
		expect(who.html).not.toContain('name="go" value="lost"');
		const forced = await post({ step: "who", draft: draftIn(who), go: "sign" });
		expect(forced.html).toContain("works with that account only");
		expect(forced.html).not.toContain('name="signature"');
	});

	it("says that the link was ended meanwhile, and files nothing", async () => {
		const account = newAccount();
		const link = await makeLink(partner, { prefill: prefillOf(account) });
		const { file } = await toSign(await startedBy(account, link, "es"));
		await partner.send(`/hosted-links/${link.linkId}/expire`, {});
		const refused = await file(account);
		expect(refused.html).toContain("Este enlace fue anulado");
		expect(await linkOf(partner, link.linkId)).toMatchObject({ status: "ended", caseId: null });
	});

	it("keeps the link through a sign-in, and through a change of the language", async () => {
		const link = await makeLink(partner);
		const { browser, path, post } = await startedBy(newAccount(), link);
		const lost = await post({ step: "who", draft: "{}", go: "lost" });
		expect(lost.html).toContain(`action="${path}"`);
		const spanish = await post({ ...hiddenFields(lost.html), email: "a@b.example", language: "es" });
		expect(spanish.html).toMatch(/<html lang="es"[\s\S]*value="a@b.example"/);
		expect(spanish.html).toContain(`action="${path}"`);
		browser.cookies.delete("__Host-wallet");
		const second = path.replace("?", "?step=lost&");
		expect((await browser.get(path)).html).toContain(`/sign-in?next=${encodeURIComponent(second)}`);
		const ended = await post({ step: "who", draft: "{}", go: "lost" });
		expect(ended.status).toBe(401);
		expect(ended.html).toContain(`/sign-in?next=${encodeURIComponent(path)}`);
	});

	it("shows a case that was filed without the link, and leaves the link as it was", async () => {
		const account = newAccount();
		const prefill = prefillOf(account);
		const link = await makeLink(partner, { prefill });
		const browsing = await startedBy(account, link);
		const { read, sign } = await toSign(browsing);
		const fields = {
			step: "sign",
			draft: draftIn(read),
			go: "sign",
			signature: await signed(sign.html, account),
		};
		const all = [
			...Object.entries(fields),
			...ticksIn(read.html).map((tick): [string, string] => ["tick", tick]),
		];
		const alone = await browsing.browser.post("/recover", all);
		const caseId = /rc_[0-9a-f]{32}/.exec(alone.location ?? "")?.[0] ?? "";
		const next = await browsing.browser.get(alone.location ?? "");
		expect(next.html).not.toContain("is told of");
		expect(next.html).not.toContain(host);
		const refused = await browsing.browser.post(browsing.path, all);
		expect(refused.status).toBe(400);
		expect(refused.html).toContain(`${host} does not hear of it by this link`);
		expect(refused.html).toContain(`href="/cases/${caseId}"`);
		expect(await linkOf(partner, link.linkId)).toMatchObject({ status: "started", caseId: null });
		// The link is of no use to the case's page, with its cookie and without.
		const nextPath = `/recover/next/${caseId}?link=${link.linkId}`;
		expect((await browsing.browser.get(nextPath)).html).not.toContain("is told of");
		browsing.browser.cookies.delete(`__Host-link-${link.linkId}`);
		const unknown = await browsing.browser.get(nextPath);
		expect(unknown.html).not.toContain("is told of");
		expect(unknown.html).not.toContain(host);
	});

	it("leads a link for an estate to the terms, and keeps its cases out of pages without it", async () => {
		const estate = await makeLink(partner, { kind: "estate" });
		const browser = newBrowser();
		expect(await begin(browser, estate)).toBe(`/estate/terms?link=${estate.linkId}`);
		expect((await browser.get(`/recover?link=${estate.linkId}`)).location).toBe(
			`/estate/terms?link=${estate.linkId}`,
		);
		// Without the address of the link nothing is filed through it.
		expect((await browser.get("/recover")).html).not.toContain(host);
	});
});

describe("accepting the terms through a link", () => {
	/** Follows the redirect that puts the message into the address. */
	async function openTerms({ browser, path }: Awaited<ReturnType<typeof startedBy>>) {
		const { location } = await browser.get(path);
		const page = await browser.get(location ?? "");
		const accept = async (account: PrivateKeyAccount) =>
			browser.post(location ?? "", {
				...hiddenFields(page.html),
				signature: await signed(page.html, account),
			});
		return { page, location, accept };
	}

	it("asks an owner again who has accepted them without the link", async () => {
		const account = newAccount();
		const browser = newBrowser();
		await signIn(browser, account);
		const alone = await openTerms({ browser, path: "/estate/terms" } as Awaited<
			ReturnType<typeof startedBy>
		>);
		expect((await alone.accept(account)).location).toBe("/estate");
		expect(alone.page.html).not.toContain(host);
		const link = await makeLink(partner, { kind: "estate" });
		const { accept } = await openTerms(await startedBy(account, link));
		expect((await accept(account)).location).toContain("/estate/accepted");
		expect(await linkOf(partner, link.linkId)).toMatchObject({
			status: "used",
			ownerAddress: account.address,
		});
	});

	it("asks for the owner that the link locks, and says so of one that it does not lock", async () => {
		const owner = newAddress();
		const locked = await makeLink(partner, {
			...{ kind: "estate", prefill: { ownerAddress: owner }, locked: ["ownerAddress"] },
		});
		const { browser, path, post } = await startedBy(newAccount(), locked);
		const page = await browser.get(path);
		expect(page.html).toContain("works with that account only");
		expect(page.html).toContain(owner);
		expect(messageIn(page.html)).toBe("");
		expect((await post({ nonce: "0x", signature: "0x" })).status).toBe(400);
		const free = await makeLink(partner, { kind: "estate", prefill: { ownerAddress: owner } });
		const { page: other } = await openTerms(await startedBy(newAccount(), free));
		expect(other.html).toContain("You are signed in with another account");
		expect(messageIn(other.html)).not.toBe("");
	});

	it("says that another browser has taken the link over, and accepts nothing", async () => {
		const account = newAccount();
		const link = await makeLink(partner, { kind: "estate" });
		const { accept } = await openTerms(await startedBy(account, link));
		await begin(newBrowser(), link, { takeOver: "yes" });
		expect((await accept(account)).html).toContain("was started in another browser");
		expect(await linkOf(partner, link.linkId)).toMatchObject({ status: "started", ownerAddress: null });
	});
});
