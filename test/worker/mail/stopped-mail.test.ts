// An address that bounced or complained (mail.md "Bounces"): its owner sees it, and confirms it anew.
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { configOf } from "../../../src/config/config.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import { createSuppressions, type Suppression } from "../../../src/mail/suppressions.d1.ts";
import { newDeveloper, withKey } from "../../support/auth/accounts.ts";
import {
	codeTo,
	confirmedDeveloper,
	fetchLocal,
	localSession,
	mailsTo,
	send,
} from "../../support/service/local-mail.ts";

const suppressions = createSuppressions(env.DB, createPeppers(configOf(env).peppers));

async function stopped(account: { email: string }, because: Suppression["because"]) {
	await suppressions.suppress(account.email, because, Date.UTC(2026, 10, 20));
	return { ...account, session: await localSession(account) };
}

type Headers = Record<string, string>;
const me = async (headers: Headers) => (await send("/auth/me", { method: "GET", headers })).body;
const askForCode = (headers: Headers) => send("/auth/email-confirmation/request", { headers });
const confirm = (headers: Headers, code: string) =>
	send("/auth/email-confirmation", { headers, body: { code } });
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

describe("a confirmed address whose reader complained", () => {
	it("gets no mail, and its owner sees why on the account's page", async () => {
		const { email, session } = await stopped(await confirmedDeveloper(), "complained");
		expect(await me(session)).toMatchObject({
			mailStopped: { because: "complained", since: "2026-11-20T00:00:00.000Z", canBeLifted: true },
		});
		expect(await mailsTo(email)).toEqual([]);
		const cookie = `access_token=${session.Authorization?.split(" ")[1]}`;
		const html = await (await fetchLocal("/developers/account", { headers: { Cookie: cookie } })).text();
		expect(html).toContain("On 20 November 2026 somebody who reads this address reported our mail");
		expect(html).toContain('href="/developers/account/confirm"');
	});

	it("takes mail again after its owner has sent the code, which ends no session and no key", async () => {
		const developer = await withKey(await confirmedDeveloper());
		const { email, session } = await stopped(developer, "complained");
		const second = await localSession(developer);
		expect((await askForCode(session)).body).toEqual({ confirmation: "sent" });
		expect((await askForCode(session)).body).toEqual({ confirmation: "on_its_way" });
		const code = await codeTo(email);
		expect(await subjectsTo(email)).toEqual(["Your code to get mail again"]);
		expect((await confirm(session, code)).status).toBe(200);
		expect(await me(second)).toMatchObject({ mailStopped: null });
		const withPair = await send("/recovery-cases", { method: "GET", headers: developer.keyPair });
		expect(withPair.status).toBe(200);
		await send("/auth/api-keys", { headers: session, body: { label: "k" } });
		await vi.waitFor(async () => expect(await subjectsTo(email)).toContain("A new API key"));
		expect((await askForCode(session)).body).toEqual({ confirmation: "confirmed" });
	});
});

describe("an address that was never confirmed", () => {
	it.each(["complained", "suppressed"] as const)(
		"and whose mail was %s gets no second mail, whoever asks",
		async (because) => {
			const { email, session } = await stopped(await newDeveloper(), because);
			expect(await me(session)).toMatchObject({ mailStopped: { because, canBeLifted: false } });
			expect(await askForCode(session)).toMatchObject({
				status: 403,
				body: { error: { code: "FORBIDDEN" } },
			});
			expect(await mailsTo(email)).toEqual([]);
		},
	);

	it("and that bounced is confirmed by the code once its mailbox works", async () => {
		const { email, session } = await stopped(await newDeveloper(), "bounced");
		await askForCode(session);
		expect((await confirm(session, await codeTo(email))).status).toBe(200);
		const user = await me(session);
		expect([user.mailStopped, user.emailConfirmedAt]).toEqual([null, expect.any(String)]);
	});
});
