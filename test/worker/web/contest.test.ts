/** `/contest`: owners see what is claimed, and stop it (hosted-app.md "Contest"). */
import { env } from "cloudflare:workers";
import type { PrivateKeyAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import { newDeveloper } from "../../support/auth/accounts.ts";
import { newIntent } from "../../support/signing/signing.ts";
import { newWallet } from "../access/support.ts";
import { eventually, newPartner, type Partner, recordOf } from "../recovery/support.ts";
import { browserWith, signed, signedIn, signingFormOf, wordsOf } from "./wallet-pages.ts";

const nobody = browserWith("");
let partner: Partner;
beforeAll(async () => {
	partner = await newPartner();
});

/** A case that claims this account. */
async function claimed(owner: PrivateKeyAccount, rec: Partial<RecoveryIntent["rec"]> = {}) {
	const intent = newIntent({ lostAccount: owner.address, ...rec });
	const { caseId, jrcHash } = await partner.file(intent);
	const of = String(new URLSearchParams({ account: owner.address, chainId: "8453" }));
	const statusNow = async () => (await recordOf(await partner.send(`/recovery-cases/${caseId}`))).status;
	return { intent, caseId, jrcHash, of, statusNow };
}

/** Index rows like the one of the case, filed a minute later. */
async function copyCase(caseId: string, count: number) {
	const copied = env.DB.prepare(
		`INSERT INTO recovery_cases (case_id, jrc_hash, source, lost_account, recovery_account, chain_id, reason,
			status, created_at, updated_at, version)
		SELECT ?1, ?1, source, lost_account, recovery_account, chain_id, reason, status, created_at + 60000, 1, 1
		FROM recovery_cases WHERE case_id = ?2`,
	);
	const ids = Array.from({ length: count }, () => `rc_${crypto.randomUUID().replaceAll("-", "")}`);
	await env.DB.batch(ids.map((id) => copied.bind(id, caseId)));
}

/** Follows the redirect to the message, which stands in the address. */
async function messageFor(of: string, visitor = nobody) {
	const { status, location } = await visitor.get(`/contest/all?${of}`);
	expect(status).toBe(303);
	expect(location).toMatch(/nonce=0x[0-9a-f]{64}&deadline=\d+$/);
	return visitor.get(location ?? "");
}

it.each([
	["en", "You can sign until the claim is carried out."],
	["es", "Puede firmar mientras la reclamación no se haya ejecutado."],
])(
	"what a contest does is the same sentence on every page that offers one: %s",
	async (language, sentence) => {
		const { of, jrcHash } = await claimed(newWallet());
		const all = await nobody.get(`/contest/all?${of}`);
		for (const path of ["/", "/contest", `/contest/case?${of}&jrcHash=${jrcHash}`, all.location ?? ""]) {
			const { html } = await nobody.get(path, language);
			expect([path, html]).toEqual([path, expect.stringContaining(sentence)]);
			expect(html).not.toMatch(/stops them|moment of execution|stop it with/);
		}
	},
);

describe("the list of claims", () => {
	it("shows anybody the open cases, and only the account's own session who would receive", async () => {
		const owner = newWallet();
		const { intent, caseId, of } = await claimed(owner);
		const recipient = newIntent().rec.recoveryAccount;
		const other = await nobody.get(`/contest?account=${owner.address}&chainId=other&otherChainId=8453`);
		expect(other.html).toContain(caseId);
		const publicly = await nobody.get(`/contest?${of}`);
		expect(publicly.html).toContain(caseId);
		expect(publicly.html.indexOf(caseId)).toBeLessThan(publicly.html.indexOf('id="look-up"'));
		expect(publicly.html.toLowerCase()).not.toContain(recipient.toLowerCase());
		await partner.attach(intent);
		const own = await (await signedIn(owner)).get(`/contest?${of}`);
		expect(own.html).toContain(caseId);
		expect(own.html).toContain("court order attached, not verified yet");
		expect(own.html.toLowerCase()).toContain(recipient.toLowerCase());
		expect(own.html).toMatch(/What it would do<\/dt><dd>Sends .* to 0x/);
		const stranger = await (await signedIn(newWallet())).get(`/contest?${of}`);
		expect(stranger.html.toLowerCase()).not.toContain(recipient.toLowerCase());
	});

	it("shows the claims on every network, and lets the owner contest on each", async () => {
		const owner = newWallet();
		const chains = [8453, 10];
		for (const chainId of chains) {
			await claimed(owner, { chainId });
		}
		const { html } = await nobody.get(`/contest?account=${owner.address}`);
		for (const network of ["Base (chain 8453)", "OP Mainnet (chain 10)"]) {
			expect(html).toContain(`<dd>${network}</dd>`);
			expect(html).toContain(`Object to all of them on ${network}`);
		}
		const none = await nobody.get(`/contest?account=${newWallet().address}`);
		expect(none.html).toContain("Nobody claims this account at the moment.");
		expect(none.html).toContain('action="/contest/all"');
	});

	it("finds the claim among cases that the account itself has filed", async () => {
		const owner = newWallet();
		const { caseId, of } = await claimed(owner);
		const filed = env.DB.prepare(
			`INSERT INTO recovery_cases (case_id, jrc_hash, source, lost_account, recovery_account, chain_id, reason,
				status, created_at, updated_at, version)
			VALUES (?1, ?1, 'api', '0x', ?2, 8453, 'other', 'created', ?3, ?3, 1)`,
		);
		const later = Date.now() + 60_000;
		const ids = Array.from({ length: 100 }, (_, at) => `rc_${String(at).padStart(32, "0")}`);
		await env.DB.batch(ids.map((id) => filed.bind(id, owner.address.toLowerCase(), later)));
		const { html } = await (await signedIn(owner)).get(`/contest?${of}`);
		expect(html).toContain(caseId);
		expect(html).not.toContain("Nobody claims this account");
	});

	it("says what the oldest claim would do, however many were filed after it", async () => {
		const owner = newWallet();
		const { of, caseId } = await claimed(owner);
		await copyCase(caseId, 6);
		const { html } = await (await signedIn(owner)).get(`/contest?${of}`);
		const card = html.split("<article").find((part) => part.includes(`/cases/${caseId}`));
		expect(card).toMatch(/What it would do<\/dt><dd>Sends /);
	});

	it("shows a mistyped address beside its field, with what was typed", async () => {
		const { status, html } = await nobody.get("/contest?account=0x12&chainId=1");
		expect(status).toBe(400);
		expect(html).toMatch(/<input[^>]*value="0x12"[^>]*aria-invalid="true"/);
	});

	it("is written in Spanish for those who ask for it", async () => {
		const { of } = await claimed(newWallet());
		const { html } = await nobody.get(`/contest?${of}`, "es");
		expect(html).toContain("Reclamaciones sobre esta cuenta");
		expect(html).not.toMatch(/Claims on|undefined|filed, waiting/);
	});
});

describe("a contest of all claims", () => {
	it("says every signed field in words, and closes and halts with one pasted signature", async () => {
		const owner = newWallet();
		const lostKey = await claimed(owner);
		const inheritance = await claimed(owner, { reasonForRecovery: "inheritance" });
		const { html } = await messageFor(lostKey.of);
		const { typedData } = signingFormOf(html);
		const words = wordsOf(html);
		expect(typedData.primaryType).toBe("ContestAll");
		expect(words).toContain(typedData.message.account);
		expect(words).toContain(typedData.message.nonce);
		expect(words).toContain(new Date(Number(typedData.message.deadline) * 1000).toISOString());
		expect(words).toContain("Base");
		expect(html).toContain("never closes a case that is filed later");
		expect(html).toMatch(/ends 1 claim about a lost key and puts 1 other claim on hold on Base/);
		const { status, location } = await nobody.post("/contest/all", await signed(html, owner));
		expect([status, location]).toEqual([303, `/contest?${lostKey.of}`]);
		await eventually(async () => (await lostKey.statusNow()) === "rejected");
		await eventually(async () => (await inheritance.statusNow()) === "action_required");
		const done = (await nobody.get(location ?? "")).html;
		expect(done).toContain("The claim that the key was lost is ended.");
		expect(done).toContain("The claim of somebody who says they are your heir is on hold.");
		expect(done).not.toContain("Object to all of them");
		const later = (await nobody.get(location ?? "")).html;
		expect(later, "after a reload").not.toContain("The claim that the key was lost is ended.");
		expect(later).toContain("The account has objected: this claim is on hold");
		expect(later).not.toContain("Object to all of them");
	});

	it("says that claims were stopped also when the same signature is sent twice", async () => {
		const owner = newWallet();
		const lostKey = await claimed(owner);
		const fields = await signed((await messageFor(lostKey.of)).html, owner);
		await nobody.post("/contest/all", fields);
		await eventually(async () => (await lostKey.statusNow()) === "rejected");
		const { location } = await nobody.post("/contest/all", fields);
		const { html } = await nobody.get(location ?? "");
		expect(html).toContain("Claims that the key was lost are ended. Others are on hold");
		expect(html).not.toContain("There was no open claim");
	});

	it("counts no claims where the list has further pages", async () => {
		const owner = newWallet();
		const { of, caseId } = await claimed(owner);
		await copyCase(caseId, 25);
		const { html } = await messageFor(of);
		expect(html).not.toMatch(/ends \d+ claims/);
		const { location } = await nobody.post("/contest/all", await signed(html, owner));
		expect((await nobody.get(location ?? "")).html).toContain("Others are on hold");
	});

	it("shows nothing as done that only an address says, or the note of another page", async () => {
		const { of } = await claimed(newWallet());
		const plain = (await nobody.get(`/contest?${of}`)).html;
		for (const query of ["note=all&cases=7", "note=ended", "done=1", "note=constructor"])
			expect((await nobody.get(`/contest?${of}&${query}`)).html, query).not.toContain("You have objected");
		for (const note of ["ended@%2Festate", "ended", "constructor@%2Fcontest"]) {
			const { html } = await browserWith(`__Host-note=${note}`).get(`/contest?${of}`);
			expect(html, note).toBe(plain);
		}
		const own = await browserWith("__Host-note=ended@%2Fcontest").get(`/contest?${of}`);
		expect(own.html).toContain("This claim is ended.");
		expect(own.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^__Host-note=; .*Max-Age=0/));
	});

	it("names the account that signed instead, and keeps the message", async () => {
		const { of, statusNow } = await claimed(newWallet());
		const { html } = await messageFor(of);
		const other = newWallet();
		const response = await nobody.post("/contest/all", await signed(html, other));
		expect(response.status).toBe(400);
		expect(response.html).toContain(`This signature was made by ${other.address}`);
		expect(signingFormOf(response.html).typedData).toEqual(signingFormOf(html).typedData);
		expect(await statusNow()).toBe("created");
	});

	it("keeps a pasted signature that the service cannot take now", async () => {
		const [owner, visitor] = [newWallet(), browserWith("")];
		const { of } = await claimed(owner);
		for (let sent = 0; sent < 4; sent++) {
			const { html } = await messageFor(of, visitor);
			expect((await visitor.post("/contest/all", await signed(html, owner))).status).toBe(303);
		}
		const fields = await signed((await messageFor(of, visitor)).html, owner);
		const { status, html } = await visitor.post("/contest/all", fields);
		expect([status, html]).toEqual([429, expect.stringMatching(`${fields.signature}\\s*</textarea>`)]);
	});

	it("stands, is seen by its own account alone, and is ended after a second look", async () => {
		const owner = newWallet();
		const { of } = await claimed(owner);
		const { html } = await messageFor(of);
		await nobody.post("/contest/all", await signed(html, owner));
		const browser = await signedIn(owner);
		const digest = /name="digest" value="([^"]*)"/.exec((await browser.get("/contest")).html)?.[1] ?? "";
		expect(digest).toMatch(/^0x[0-9a-f]{64}$/);
		const fields = { digest, account: owner.address, chainId: "8453" };
		const stranger = await signedIn(newWallet());
		expect((await stranger.get("/contest")).html).not.toContain(digest);
		expect((await stranger.post("/contest/end", { ...fields, confirmed: "yes" })).status).toBe(404);
		expect((await browser.post("/contest/end", fields)).html).toContain("Let new claims through again?");
		expect((await browser.get("/contest")).html).toContain(digest);
		const ended = await browser.post("/contest/end", { ...fields, confirmed: "yes" });
		expect(ended.location).toBe(`/contest?chainId=8453&account=${owner.address}`);
		expect((await browser.get("/contest")).html).not.toContain(digest);
	});
});

describe("a contest of one case", () => {
	it("asks for a reason, shows it in the message, and leaves other cases alone", async () => {
		const [owner, browser] = [newWallet(), browserWith("")];
		const [one, other] = [await claimed(owner), await claimed(owner)];
		const path = `/contest/case?${one.of}&jrcHash=${one.jrcHash}`;
		expect((await browser.get(path)).html).toContain("Why do you object?");
		const entries = { account: owner.address, chainId: "8453", jrcHash: one.jrcHash };
		const empty = await browser.post("/contest/case", { ...entries, reason: " " });
		expect([empty.status, empty.html]).toEqual([400, expect.stringContaining('aria-invalid="true"')]);
		const reason = 'I hold the key & "say" so';
		const { html } = await browser.post("/contest/case", { ...entries, reason });
		expect(wordsOf(html)).toContain(reason);
		expect(signingFormOf(html).typedData.message).toMatchObject({ action: "contest", reason });
		const sent = await browser.post("/contest/case", await signed(html, owner));
		expect(sent.status).toBe(303);
		expect([await one.statusNow(), await other.statusNow()]).toEqual(["rejected", "created"]);
	});

	it("shows no message for a case that does not claim the account any more, or never did", async () => {
		const [owner, stranger] = [newWallet(), newWallet()];
		const browser = browserWith("");
		const { jrcHash } = await claimed(owner);
		const entries = { account: owner.address, chainId: "8453", jrcHash, reason: "mine" };
		const wrong = [
			{ ...entries, account: stranger.address },
			{ ...entries, chainId: "1" },
			{ ...entries, jrcHash: `0x${"5e".repeat(32)}` },
		];
		const { html } = await browser.post("/contest/case", entries);
		await browser.post("/contest/case", await signed(html, owner));
		for (const fields of [...wrong, entries]) {
			const refused = await browser.post("/contest/case", fields);
			expect([refused.status, refused.html]).toEqual([400, expect.stringContaining("names no open claim")]);
			expect(refused.html).not.toContain("data-message");
		}
	});
});

it("a developer's session shows no more than no session, and ends no contest", async () => {
	const { token } = await newDeveloper();
	const developer = browserWith(`access_token=${token}`);
	expect((await developer.get("/contest")).html).toContain("Sign in with the account");
	const fields = { digest: `0x${"5f".repeat(32)}`, confirmed: "yes" };
	expect((await developer.post("/contest/end", fields)).status).toBe(401);
});
