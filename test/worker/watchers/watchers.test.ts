// Addresses that are told of the cases of an account, or of one case (mail.md "Watchers"), over the API, with the platform's binding.
// Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { configOf } from "../../../src/config/config.ts";
import { continueMails, wireSuppressions } from "../../../src/mail/wire.ts";
import { runEveryMinute } from "../../../src/scheduled.ts";
import { continueWatchers } from "../../../src/watchers/wire.ts";
import { newReviewer } from "../../support/auth/accounts.ts";
import { captureMail } from "../../support/service/captured-mail.ts";
import { claimant, newIntent } from "../../support/signing/signing.ts";
import { newWallet, newWalletSession } from "../access/support.ts";
import { added } from "../recovery/document-support.ts";
import { decide } from "../recovery/review-support.ts";
import { eventsOf, eventually, newPartner, type Partner } from "../recovery/support.ts";

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

const { sent, settingsWith, mailsTo, subjectsTo, codeTo, clear } = captureMail();
const settings = settingsWith();
const app = createApp();
let networks = 0;
let addresses = 0;
let partner: Partner;
beforeAll(async () => {
	partner = await newPartner();
});
beforeEach(async () => {
	clear();
	await env.DB.batch(["mails", "watchers"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
});

type Sent = { method?: string; body?: unknown; headers?: Record<string, string> };

async function send(path: string, { method = "POST", body, headers }: Sent) {
	const context = createExecutionContext();
	const request = new Request(`${env.BASE_URL}/api/v1${path}`, {
		method,
		headers: {
			"Content-Type": "application/json",
			"CF-Connecting-IP": `14.0.${++networks}.1`,
			...headers,
		},
		...(method === "POST" && { body: JSON.stringify(body) }),
	});
	const response = await app.fetch(request, settings, context);
	await waitOnExecutionContext(context);
	return { status: response.status, body: await response.json<Record<string, never>>() };
}

const newEmail = () => `owner${++addresses}@watch.example.com`;

/** An owner with an address that watches her account. */
async function newOwner() {
	const wallet = newWallet();
	const headers = await newWalletSession(wallet);
	const email = newEmail();
	const { body } = await send("/watchers", { headers, body: { email } });
	expect((await send("/watchers/confirm", { headers, body: { code: await codeTo(email) } })).status).toBe(
		200,
	);
	clear();
	return { wallet, headers, email, watcherId: String(body.watcherId) };
}

/** What is done within a minute. */
async function aMinute(now = Date.now()): Promise<void> {
	await continueWatchers(now, settings, configOf(settings));
	await continueMails(now, settings, configOf(settings));
}

/** A case that names the account, whose event has reached D1. */
async function file(lostAccount: string) {
	const intent = newIntent({ lostAccount: lostAccount as `0x${string}` });
	const { caseId } = await partner.file(intent);
	await eventually(async () => (await eventsOf(caseId)).length > 0);
	return { intent, caseId };
}

describe("an owner who watches her account", () => {
	it("hears of a claim within a minute, of the account alone, and how to object", async () => {
		const owner = await newOwner();
		await file(owner.wallet.address);
		await file(newWallet().address);
		await aMinute();
		expect(subjectsTo(owner.email)).toEqual(["Somebody claims your account"]);
		const [mail] = sent;
		expect(mail?.text).toContain("You can object to the claim until it is carried out, which is");
		expect(mail?.text.toLowerCase()).toContain(`/contest?account=${owner.wallet.address.toLowerCase()}`);
		expect(mail?.html).not.toContain(partner.email);
	});

	it("hears of forty further claims in one mail an hour later", async () => {
		const owner = await newOwner();
		await file(owner.wallet.address);
		await aMinute();
		for (let at = 0; at < 4; at++) await file(owner.wallet.address);
		await aMinute();
		expect(sent).toHaveLength(1);
		await aMinute(Date.now() + HOUR_MS + 60_000);
		expect(sent).toHaveLength(2);
		expect(sent[1]?.text).toContain("This is about 4 claims on the account.");
	});

	it("is told once, however often and at the same time the step runs", async () => {
		const owner = await newOwner();
		await file(owner.wallet.address);
		await Promise.all(Array.from({ length: 5 }, () => aMinute()));
		await aMinute();
		expect(subjectsTo(owner.email)).toHaveLength(1);
	});

	it("hears when the order is attached and verified", async () => {
		const owner = await newOwner();
		const { intent, caseId } = await file(owner.wallet.address);
		await aMinute();
		expect((await partner.attach(intent)).status).toBe(200);
		const decision = { decision: "verify_order" };
		expect((await decide(await newReviewer(), caseId, decision)).status).toBe(200);
		await eventually(async () => (await eventsOf(caseId)).length === 3);
		await aMinute();
		expect(subjectsTo(owner.email).slice(1).sort()).toEqual([
			"A court order for a claim on your account",
			"The court order for a claim on your account was verified",
		]);
	});

	it("is still told of what was filed while the process was down, and not of what was filed before", async () => {
		const wallet = newWallet();
		await file(wallet.address);
		const headers = await newWalletSession(wallet);
		const email = newEmail();
		await send("/watchers", { headers, body: { email } });
		await send("/watchers/confirm", { headers, body: { code: await codeTo(email) } });
		clear();
		await aMinute();
		expect(sent).toEqual([]);
		await file(wallet.address);
		await aMinute(Date.now() + 3 * HOUR_MS);
		expect(subjectsTo(email)).toHaveLength(1);
	});
});

describe("a claimant", () => {
	const DAYS_TO_EXPIRY = configOf(env).caseExpirySeconds / 86_400;

	/** A case, and an address of its claimant that hears of it. */
	async function newClaimant() {
		const { intent, caseId } = await file(newWallet().address);
		const headers = await newWalletSession(claimant);
		const email = newEmail();
		const { status, body } = await send("/watchers", { headers, body: { email, caseId } });
		expect(status).toBe(201);
		await send("/watchers/confirm", { headers, body: { code: await codeTo(email) } });
		return { intent, caseId, headers, email, watcherId: String(body.watcherId) };
	}

	it("hears of each step of her case, and what is missing when it is halted", async () => {
		const { intent, caseId, headers, email } = await newClaimant();
		const reviewer = await newReviewer();
		const step = async (events: number) => {
			await eventually(async () => (await eventsOf(caseId)).length === events);
			await aMinute();
		};
		await aMinute();
		await partner.attach(intent);
		await step(2);
		await decide(reviewer, caseId, { decision: "require_action", statusReason: "documents_missing" });
		await step(3);
		for (let at = 0; at < 2; at++) await added(intent, headers);
		await eventually(async () => {
			const found = env.DB.prepare("SELECT documents FROM recovery_cases WHERE case_id = ?").bind(caseId);
			return (await found.first("documents")) === 2;
		});
		await Promise.all([aMinute(), aMinute()]);
		await decide(reviewer, caseId, { decision: "reject" });
		await step(4);
		expect(subjectsTo(email)).toEqual([
			"Your code to get e-mails",
			"Your recovery is filed",
			"Your recovery goes on",
			"Your recovery is on hold",
			"Your recovery goes on",
			"Your recovery is closed",
		]);
		const halted = sent.find(({ subject }) => subject === "Your recovery is on hold");
		expect(halted?.text).toContain("Add the missing documents");
		// The case has no more news, so its addresses go a week later.
		await continueWatchers(Date.now() + 7 * DAY_MS + 60_000, settings, configOf(settings));
		const { body } = await send(`/watchers?caseId=${caseId}`, { method: "GET", headers });
		expect(body.data).toEqual([]);
	});

	it("is warned once, three days before her case expires", async () => {
		const { email } = await newClaimant();
		await aMinute(Date.now() + (DAYS_TO_EXPIRY - 3) * DAY_MS - HOUR_MS);
		expect(subjectsTo(email)).not.toContain("Your recovery needs a court order soon");
		const due = Date.now() + (DAYS_TO_EXPIRY - 3) * DAY_MS + 60_000;
		await Promise.all(Array.from({ length: 3 }, () => aMinute(due)));
		await aMinute(due + DAY_MS);
		const warned = subjectsTo(email).filter(
			(subject) => subject === "Your recovery needs a court order soon",
		);
		expect(warned).toHaveLength(1);
	});

	it("removes her address at once, and nobody else has one of her case told", async () => {
		const { caseId, intent, headers, email, watcherId } = await newClaimant();
		const stranger = await newWalletSession(newWallet());
		const asked = await send("/watchers", { headers: stranger, body: { email: newEmail(), caseId } });
		expect(asked.status).toBe(404);
		const { results } = await env.DB.prepare("SELECT * FROM watchers").all();
		expect(JSON.stringify(results)).not.toContain(email);
		const removed = await send(`/watchers/${watcherId}`, { method: "DELETE", headers });
		expect(removed.body.removedAt).not.toBeNull();
		await partner.attach(intent);
		await eventually(async () => (await eventsOf(caseId)).length === 2);
		await aMinute();
		expect(subjectsTo(email)).not.toContain("Your recovery goes on");
		expect((await send(`/watchers?caseId=${caseId}`, { method: "GET", headers })).body.data).toEqual([]);
	});
});

it("strangers who claim what they watch from one network leave the day's mails to others", async () => {
	const network = { "CF-Connecting-IP": "15.0.0.1" };
	const stranger = newWallet();
	const headers = { ...(await newWalletSession(stranger)), ...network };
	const email = newEmail();
	await send("/watchers", { headers, body: { email } });
	await send("/watchers/confirm", { headers, body: { code: await codeTo(email) } });
	const { watcher_id } = (await env.DB.prepare("SELECT watcher_id FROM watchers").first()) ?? {};
	const queue = (at: number) =>
		env.DB.prepare(
			"INSERT INTO mails (mail_id, kind, recipient, facts, state, created_at, due_at, expires_at) VALUES (?, 'claim_filed', ?, ?, 'waiting', 1, 1, 8e15)",
		).bind(
			`mail_flood_${at}`,
			watcher_id,
			'{"account":"0x1","chainId":"","cases":"1","earliest":"2026-01-01T00:00:00.000Z"}',
		);
	await env.DB.batch(Array.from({ length: 60 }, (_, at) => queue(at)));
	clear();
	await aMinute();
	expect(mailsTo(email)).toHaveLength(50);
	const owner = await newOwner();
	await file(owner.wallet.address);
	await aMinute();
	expect(subjectsTo(owner.email)).toHaveLength(1);
});

describe("an address", () => {
	it("is mailed nothing but its code before it has confirmed itself, and one code a day, whoever asks", async () => {
		const email = newEmail();
		const [stranger, owner] = [newWallet(), newWallet()];
		const strangers = await newWalletSession(stranger);
		const headers = await newWalletSession(owner);
		for (const asking of [strangers, strangers, headers])
			expect((await send("/watchers", { headers: asking, body: { email } })).status).toBe(201);
		const code = await codeTo(email);
		await file(stranger.address);
		await aMinute();
		expect(subjectsTo(email)).toEqual(["Your code to get e-mails"]);
		// The code that a stranger had mailed confirms the address for its owner's account alone.
		expect((await send("/watchers/confirm", { headers, body: { code } })).status).toBe(200);
		const { body } = await send("/watchers", { method: "GET", headers: strangers });
		expect(body.data).toMatchObject([{ confirmedAt: null }]);
	});

	it("is stored sealed, and shown masked to its own session", async () => {
		const { headers, email } = await newOwner();
		const { body } = await send("/watchers", { method: "GET", headers });
		expect(body.data).toMatchObject([{ email: "o…@w….com", removedAt: null }]);
		const { results } = await env.DB.prepare("SELECT * FROM watchers").all();
		expect(JSON.stringify(results)).not.toContain(email);
	});

	it("is confirmed by no session of another account, and at most two watch one", async () => {
		const [owner, other] = [newWallet(), newWallet()];
		const headers = await newWalletSession(owner);
		const email = newEmail();
		await send("/watchers", { headers, body: { email } });
		const code = await codeTo(email);
		const confirmed = await send("/watchers/confirm", {
			headers: await newWalletSession(other),
			body: { code },
		});
		expect(confirmed.status).toBe(400);
		expect((await send("/watchers", { headers, body: { email: newEmail() } })).status).toBe(201);
		const third = await send("/watchers", { headers, body: { email: newEmail() } });
		expect(third.body).toMatchObject({ error: { details: [{ rule: "quota_full" }] } });
	});

	it("that complained is shown so to its owner, and is told again after she has sent a code", async () => {
		const { wallet, headers, email, watcherId } = await newOwner();
		await wireSuppressions(env, configOf(env)).suppress(email, "complained", Date.now());
		const { body } = await send("/watchers", { method: "GET", headers });
		expect(body.data).toMatchObject([{ mailStopped: { because: "complained", canBeLifted: true } }]);
		await file(wallet.address);
		await aMinute();
		expect(subjectsTo(email)).toEqual([]);
		const resume = () => send(`/watchers/${watcherId}/resume`, { headers });
		expect([(await resume()).status, (await resume()).status]).toEqual([202, 202]);
		const code = await codeTo(email);
		expect(subjectsTo(email)).toEqual(["Your code to get mail again"]);
		const confirmed = await send("/watchers/confirm", { headers, body: { code } });
		expect(confirmed.body).toMatchObject({ mailStopped: null });
		await file(wallet.address);
		await aMinute(Date.now() + 2 * HOUR_MS);
		expect(subjectsTo(email)).toContain("Somebody claims your account");
	});

	it("that is being removed gets no other code, so the mailed one still keeps it", async () => {
		const { headers, email, watcherId } = await newOwner();
		await send(`/watchers/${watcherId}`, { method: "DELETE", headers });
		const code = await codeTo(email);
		await wireSuppressions(env, configOf(env)).suppress(email, "bounced", Date.now());
		await send(`/watchers/${watcherId}/resume`, { headers });
		expect((await send("/watchers/keep", { body: { code } })).status).toBe(200);
	});

	it("is removed after seven days, of which it is told, and stays if somebody has the code of that mail", async () => {
		const owner = await newOwner();
		const { headers, email, watcherId } = owner;
		const removal = { method: "DELETE", headers };
		expect((await send(`/watchers/${watcherId}`, removal)).body.removedAt).not.toBeNull();
		const code = await codeTo(email);
		expect((await send("/watchers/keep", { body: { code } })).status).toBe(200);
		expect((await send("/watchers/keep", { body: { code } })).status).toBe(400);
		await runEveryMinute(Date.now() + 8 * DAY_MS, settings);
		await send(`/watchers/${watcherId}`, removal);
		await file(owner.wallet.address);
		await aMinute();
		expect(subjectsTo(email)).toContain("Somebody claims your account");
		await continueWatchers(Date.now() + 7 * DAY_MS + 1, settings, configOf(settings));
		expect((await send("/watchers", { method: "GET", headers })).body.data).toEqual([]);
	});
});
