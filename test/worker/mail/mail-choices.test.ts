// A kind of mail that is not about security (mail.md "Kinds that can be switched off"): what its mails carry, and each way to
// switch it off.
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { createMailRows } from "../../../src/mail/mails.d1.ts";
import {
	confirmedDeveloper,
	fetchLocal,
	localSession,
	mailsTo,
	send,
} from "../../support/service/local-mail.ts";

const KIND = "endpoint_disabled";
const SUBJECT = "A webhook endpoint was disabled";

/** An account that has just logged in, so that a mail of the kind was sent along with that of the log-in. */
async function mailed(account = confirmedDeveloper()) {
	const { developerId, email } = await account;
	const now = Date.now();
	const mailId = `mail_${crypto.randomUUID().replaceAll("-", "")}`;
	const facts = { endpointId: "we_1" };
	await createMailRows(env.DB).queue({
		...{ mailId, kind: KIND, recipient: developerId, facts, now, expiresAt: now + 60_000 },
	});
	const session = await localSession({ email });
	const state = await vi.waitFor(async () => {
		const row = await env.DB.prepare("SELECT state FROM mails WHERE mail_id = ?").bind(mailId).first("state");
		expect(row).not.toBe("waiting");
		return row;
	});
	const mails = await mailsTo(email);
	return {
		developerId,
		email,
		session,
		state,
		mails,
		mail: mails.find(({ subject }) => subject === SUBJECT),
	};
}

const headersOf = (mail: { headers: string } | undefined): Record<string, string> =>
	JSON.parse(mail?.headers ?? "{}");

const addressOf = (mail: { headers: string } | undefined) =>
	headersOf(mail)["List-Unsubscribe"]?.slice(1, -1) ?? "";

/** What a mail program sends: no cookie, no `Origin`. */
const oneClick = (address: string) =>
	fetchLocal(address, { method: "POST", body: new URLSearchParams("List-Unsubscribe=One-Click") });

/** Of the kind alone. */
const choiceOf = async (headers: Record<string, string>) => {
	const { body } = await send("/auth/mails", { method: "GET", headers });
	return (body.data as { kind: string; enabled: boolean }[]).find(({ kind }) => kind === KIND)?.enabled;
};

describe("a mail of a kind that can be switched off", () => {
	it("is ended by the POST of a mail program, and by no GET", async () => {
		const account = await mailed();
		const address = addressOf(account.mail);
		expect(headersOf(account.mail)["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
		expect(account.mail?.text).toContain(address);
		const opened = await fetchLocal(address);
		expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining("<form")]);
		expect(await choiceOf(account.session)).toBe(true);
		for (const body of [new URLSearchParams("List-Unsubscribe=One-Click"), new FormData()]) {
			if (body instanceof FormData) body.set("List-Unsubscribe", "One-Click");
			const response = await fetchLocal(address, { method: "POST", body });
			expect([response.status, response.redirected]).toEqual([200, false]);
		}
		expect(await choiceOf(account.session)).toBe(false);
		const again = await mailed(Promise.resolve({ ...account } as never));
		expect([again.state, again.mails.filter(({ subject }) => subject === SUBJECT)]).toEqual([
			"failed",
			[account.mail],
		]);
	});

	it.each([
		["another account's id", (token: string) => token.replace(/_[0-9a-f]{2}/, "_zz")],
		["another kind", (token: string) => token.replace(KIND, "password_changed")],
		["a MAC with another bit", (token: string) => token.replace(/.$/, (last) => (last === "A" ? "E" : "A"))],
		["half of it", (token: string) => token.slice(0, -10)],
	])("is not ended with %s in its address", async (_, alter) => {
		const { session, mail } = await mailed();
		const address = addressOf(mail);
		const token = address.split("/").at(-1) ?? "";
		const response = await oneClick(address.replace(token, alter(token)));
		expect([response.status, await response.text()]).toEqual([
			400,
			expect.stringContaining("Nothing was switched off"),
		]);
		expect(await choiceOf(session)).toBe(true);
	});

	it("is switched off and on by a form on the account's page", async () => {
		const { session } = await mailed();
		const page = async (fields?: Record<string, string>) => {
			const cookie = `access_token=${session.Authorization?.split(" ")[1]}`;
			const response = await fetchLocal("/developers/account", {
				headers: { Cookie: cookie, Origin: "http://localhost:8787" },
				...(fields && { method: "POST", body: new URLSearchParams(fields) }),
				redirect: "manual",
			});
			return response.text();
		};
		expect(await page()).toContain(`name="mailOff" value="${KIND}"`);
		await page({ mailOff: KIND });
		expect(await page()).toContain(`name="mailOn" value="${KIND}"`);
		await page({ mailOn: KIND });
		expect(await choiceOf(session)).toBe(true);
	});

	it("leaves no choice behind after its account is deleted", async () => {
		const { developerId, mail } = await mailed();
		await env.DB.prepare("DELETE FROM developers WHERE developer_id = ?").bind(developerId).run();
		expect((await oneClick(addressOf(mail))).status).toBe(200);
		const rows = await env.DB.prepare("SELECT * FROM mail_opt_outs WHERE recipient = ?")
			.bind(developerId)
			.all();
		expect(rows.results).toEqual([]);
	});
});

it("a mail about security has no address that ends it, and cannot be switched off", async () => {
	const { session, mails } = await mailed();
	const alarm = mails.find(({ subject }) => subject === "A new device logged in");
	expect(headersOf(alarm)).not.toHaveProperty("List-Unsubscribe");
	const body = { kind: "new_device", enabled: false };
	expect((await send("/auth/mails", { method: "PATCH", headers: session, body })).status).toBe(400);
});
