// A stranger who wants to fill a mailbox with codes, or to use up its owner's (mail.md "Codes of an address").
import { env } from "cloudflare:workers";
import { beforeEach, expect, it, vi } from "vitest";
import { configOf } from "../../../src/config/config.ts";
import { wireSuppressions } from "../../../src/mail/wire.ts";
import { newDeveloper, newEmail } from "../../support/auth/accounts.ts";
import { PASSWORD } from "../../support/auth/credentials.ts";
import { captureMail } from "../../support/service/captured-mail.ts";
import { confirmedDeveloper, send as sendTo } from "../../support/service/local-mail.ts";
import { newWallet, newWalletSession } from "../access/support.ts";

type Headers = Record<string, string>;

const { settingsWith, mailsTo, codeTo, clear } = captureMail();
const settings = settingsWith();
beforeEach(clear);

const send = (path: string, headers: Headers, body: object = {}, method = "POST") =>
	sendTo(path, { headers, body, method, settings });
const watch = (headers: Headers, email: string) => send("/watchers", headers, { email });
const newSession = () => newWalletSession(newWallet());
const changeTo = ({ headers }: { headers: Headers }, email: string) =>
	send("/auth/email-change/request", headers, { newEmail: email, currentPassword: PASSWORD });
const requestConfirmation = (headers: Headers) => send("/auth/email-confirmation/request", headers);
const confirmAccount = async (headers: Headers, email: string) =>
	send("/auth/email-confirmation", headers, { code: await codeTo(email) });

/** Until the address is free. */
async function deleteAccount({ headers, email }: { headers: Headers; email: string }): Promise<void> {
	expect((await send("/auth/me", headers, { password: PASSWORD }, "DELETE")).status).toBe(200);
	const found = env.DB.prepare("SELECT 1 FROM developers WHERE email = ?").bind(email);
	await vi.waitFor(async () => expect(await found.first()).toBeNull());
}

it("removes an address and adds it again: one mail, whose code serves its owner", async () => {
	const email = newEmail();
	for (let at = 0; at < 5; at++) {
		const headers = await newSession();
		const { body } = await watch(headers, email);
		expect((await send(`/watchers/${body.watcherId}`, headers, {}, "DELETE")).status).toBe(200);
	}
	const owner = await newSession();
	await watch(owner, email);
	expect((await send("/watchers/confirm", owner, { code: await codeTo(email) })).status).toBe(200);
	expect(mailsTo(email)).toHaveLength(1);
});

it("adds the address to twenty accounts at once: one mail", async () => {
	const email = newEmail();
	const wallets = await Promise.all(Array.from({ length: 20 }, newSession));
	const added = await Promise.all(wallets.map((headers) => watch(headers, email)));
	expect(added.map(({ status }) => status)).toEqual(Array(20).fill(201));
	await codeTo(email);
	expect(mailsTo(email)).toHaveLength(1);
});

it("registers the address, deletes the account and registers it again: one mail, whose code serves its owner", async () => {
	const email = newEmail();
	for (let at = 0; at < 3; at++) {
		const account = await newDeveloper({ email });
		await requestConfirmation(account.headers);
		await deleteAccount(account);
	}
	const { headers } = await newDeveloper({ email });
	expect((await requestConfirmation(headers)).body).toEqual({ confirmation: "on_its_way" });
	expect((await confirmAccount(headers, email)).status).toBe(200);
	expect(mailsTo(email)).toHaveLength(1);
});

it("asks from one account after another to change to the address: one mail", async () => {
	const email = newEmail();
	for (let at = 0; at < 3; at++) {
		const account = await confirmedDeveloper();
		expect((await changeTo(account, email)).status).toBe(202);
		await deleteAccount(account);
	}
	await codeTo(email);
	expect(mailsTo(email)).toHaveLength(1);
});

it("asks for each kind of code: one mail, whose code serves its owner for another kind", async () => {
	const email = newEmail();
	await watch(await newSession(), email);
	await changeTo(await confirmedDeveloper(), email);
	const { headers } = await newDeveloper({ email });
	expect((await requestConfirmation(headers)).body).toEqual({ confirmation: "on_its_way" });
	expect((await confirmAccount(headers, email)).status).toBe(200);
	expect(mailsTo(email)).toHaveLength(1);
});

it("uses up the day's confirmations: the owner of an account still sets a new password", async () => {
	const { email } = await newDeveloper();
	const ask = (path: string, headers: Headers, body: object) =>
		sendTo(path, { headers, body, settings: settingsWith({ BUDGETS: '{"mailed_codes":{"service":1}}' }) });
	const strangers = [newEmail(), newEmail()] as const;
	for (const stranger of strangers) await ask("/watchers", await newSession(), { email: stranger });
	await ask("/auth/password-reset/request", {}, { email });
	const body = { token: await codeTo(email), newPassword: "Dolor-sit-amet-8" };
	expect((await ask("/auth/password-reset", {}, body)).status).toBe(200);
	expect(mailsTo(strangers[1])).toEqual([]);
});

it("asks for an address that has complained of our mail: none, and its owner still gets her code", async () => {
	const { headers, email } = await confirmedDeveloper();
	await wireSuppressions(env, configOf(env)).suppress(email, "complained", 1);
	await watch(await newSession(), email);
	await changeTo(await confirmedDeveloper(), email);
	expect(mailsTo(email)).toEqual([]);
	expect((await requestConfirmation(headers)).body).toEqual({ confirmation: "sent" });
	expect((await confirmAccount(headers, email)).status).toBe(200);
});
