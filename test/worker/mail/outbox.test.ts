// The outbox of mail (mail.md "Outbox"), with real rows and a sender that a test controls.
import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { configOf } from "../../../src/config/config.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import { createSealer } from "../../../src/kernel/crypto/sealing.ts";
import { createAddressBook } from "../../../src/mail/address-book.d1.ts";
import { deliverMails, type MailPorts } from "../../../src/mail/deliver-mails.ts";
import type { MailKind } from "../../../src/mail/mail-kinds.ts";
import type { SendResult } from "../../../src/mail/mailer.ts";
import { createMailRows } from "../../../src/mail/mails.d1.ts";
import { createOptOuts } from "../../../src/mail/opt-outs.d1.ts";
import { createSuppressions } from "../../../src/mail/suppressions.d1.ts";
import worker from "../../../src/worker.ts";
import { newDeveloper } from "../../support/auth/accounts.ts";
import { confirmedDeveloper } from "../../support/service/local-mail.ts";

const NOW = 1_000_000_000_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const rows = createMailRows(env.DB);
const sealer = createSealer(configOf(env).keyEncryptionKeys, "watcher-address");
const addressBook = createAddressBook(env.DB, sealer, null);
const suppressions = createSuppressions(env.DB, createPeppers(configOf(env).peppers));

let count = 0;
let sends: string[];
beforeEach(async () => {
	sends = [];
	await env.DB.prepare("DELETE FROM mails").run();
});

const confirmedId = async () => (await confirmedDeveloper()).developerId;

async function queue(kind: MailKind, recipient: string): Promise<string> {
	const mailId = `mail_${++count}`;
	const facts = { pepper: "1", hint: "1234" };
	await rows.queue({ mailId, kind, recipient, facts, now: NOW, expiresAt: NOW + DAY });
	return mailId;
}

const stateOf = async (mailId: string) =>
	env.DB.prepare("SELECT state, attempts FROM mails WHERE mail_id = ?").bind(mailId).first();

/** @param send what the sender does; a thrown error is a process that was killed */
function portsWith(send: () => Promise<SendResult>, changes: Partial<MailPorts> = {}): MailPorts {
	return {
		rows,
		suppressions,
		mailer: {
			isIdempotent: false,
			async send({ to }, key) {
				sends.push(`${key} ${to}`);
				return send();
			},
		},
		findRecipient: addressBook,
		optOuts: createOptOuts(env.DB),
		unsubscribeUrlOf: ({ kind }) => `https://replevin.test/mail/off/${kind}`,
		hasQuota: async () => true,
		codeOf: () => "CODE",
		render: async () => ({ subject: "s", html: "<p>h</p>", text: "t" }),
		from: { email: "from@replevin.test", name: "Replevin" },
		...changes,
	};
}

const sent = async (): Promise<SendResult> => ({ kind: "sent" });
const unclear = async (): Promise<SendResult> => ({ kind: "unknown", reason: "no response" });
const refused = async (): Promise<SendResult> => ({ kind: "not_sent", reason: "busy", isFinal: false });

/** An attempt a day would be due, whatever the pace. */
async function deliverFor(ports: MailPorts, attempts: number): Promise<void> {
	for (let at = 0; at < attempts; at++) await deliverMails(NOW + at * 2 * 60 * MINUTE, ports);
}

describe("a mail", () => {
	it("is sent once, to the address that the account has when it is sent", async () => {
		const developerId = await confirmedId();
		const mailId = await queue("key_issued", developerId);
		await env.DB.prepare("UPDATE developers SET email = 'moved@example.com' WHERE developer_id = ?")
			.bind(developerId)
			.run();
		await deliverFor(portsWith(sent), 3);
		expect(sends).toEqual([`${mailId} moved@example.com`]);
		expect(await stateOf(mailId)).toEqual({ state: "sent", attempts: 1 });
	});

	it("is not queued for an address that has not confirmed itself, unless it has a code", async () => {
		const { developerId } = await newDeveloper();
		await queue("password_changed", developerId);
		const withCode = await queue("reset_password", developerId);
		await deliverFor(portsWith(sent), 1);
		expect(sends.map((send) => send.split(" ")[0])).toEqual([withCode]);
	});

	it.each([
		["an alarm", "password_changed", 2],
		["a receipt", "key_issued", 1],
	] as const)(
		"that is %s, and whose sends all end unclear, is sent at most so often",
		async (_, kind, most) => {
			const mailId = await queue(kind, await confirmedId());
			await deliverFor(portsWith(unclear), 6);
			expect(sends).toHaveLength(most);
			expect(await stateOf(mailId)).toMatchObject({ state: "unknown" });
		},
	);

	it.each([
		["an alarm", "new_device", 2],
		["a receipt", "key_issued", 1],
	] as const)(
		"that is %s is sent at most so often if the process dies in every attempt",
		async (_, kind, most) => {
			await queue(kind, await confirmedId());
			const dying = portsWith(() => Promise.reject(new Error("killed")));
			for (let at = 0; at < 6; at++) {
				await deliverMails(NOW + at * 2 * 60 * MINUTE, dying).catch(() => undefined);
			}
			expect(sends).toHaveLength(most);
		},
	);

	it("is tried again as often as it takes if the sender says that it sent nothing", async () => {
		const mailId = await queue("key_issued", await confirmedId());
		await deliverFor(portsWith(refused), 5);
		expect(sends).toHaveLength(5);
		await deliverMails(NOW + 20 * 60 * MINUTE, portsWith(sent));
		expect(await stateOf(mailId)).toEqual({ state: "sent", attempts: 6 });
	});

	it("is tried again after an unclear attempt if the sender knows a repeated key", async () => {
		const mailId = await queue("key_issued", await confirmedId());
		const ports = portsWith(unclear);
		await deliverFor({ ...ports, mailer: { ...ports.mailer, isIdempotent: true } }, 4);
		expect(sends.map((send) => send.split(" ")[0])).toEqual(Array(4).fill(mailId));
	});

	it("waits longer after each attempt, and is not sent after it has expired", async () => {
		const mailId = await queue("key_issued", await confirmedId());
		const ports = portsWith(refused);
		await deliverMails(NOW, ports);
		await deliverMails(NOW + MINUTE - 1, ports);
		expect(sends).toHaveLength(1);
		await deliverMails(NOW + MINUTE, ports);
		await deliverMails(NOW + 2 * MINUTE, ports);
		expect(sends).toHaveLength(2);
		await deliverMails(NOW + DAY, ports);
		expect(sends).toHaveLength(2);
		expect(await stateOf(mailId)).toMatchObject({ state: "failed" });
	});

	it("waits while the day's quota is used up, and is not counted as sent", async () => {
		const mailId = await queue("key_issued", await confirmedId());
		await deliverFor(portsWith(sent, { hasQuota: async () => false }), 3);
		expect(sends).toEqual([]);
		await deliverMails(NOW + 10 * 60 * MINUTE, portsWith(sent));
		expect(await stateOf(mailId)).toMatchObject({ state: "sent" });
	});

	it("does not count as sent if it could not be made", async () => {
		const mailId = await queue("key_issued", await confirmedId());
		const render = () => Promise.reject(new Error("no pages"));
		for (let at = 0; at < 4; at++) {
			const time = NOW + at * 2 * 60 * MINUTE;
			await expect(deliverMails(time, portsWith(sent, { render }))).rejects.toThrow("no pages");
		}
		await deliverMails(NOW + 12 * 60 * MINUTE, portsWith(sent));
		expect(await stateOf(mailId)).toMatchObject({ state: "sent" });
		expect(sends).toHaveLength(1);
	});

	it("goes to nobody whose address the sender suppresses, from then on", async () => {
		const developerId = await confirmedId();
		const first = await queue("new_device", developerId);
		const refusal: SendResult = { kind: "not_sent", reason: "E", isFinal: true, isSuppressed: true };
		await deliverMails(
			NOW,
			portsWith(async () => refusal),
		);
		const second = await queue("new_device", developerId);
		await deliverFor(portsWith(sent), 2);
		expect(sends.map((send) => send.split(" ")[0])).toEqual([first]);
		expect(await stateOf(second)).toMatchObject({ state: "failed" });
		const { results } = await env.DB.prepare("SELECT * FROM mail_suppressions").all();
		expect(JSON.stringify(results)).not.toContain("@");
	});

	it("does not delay the others by failing", async () => {
		const [broken, good] = [await confirmedId(), await confirmedId()];
		await queue("new_device", broken);
		const mailId = await queue("new_device", good);
		const ports = portsWith(sent, {
			findRecipient: (recipient) =>
				recipient === broken ? Promise.reject(new Error("no")) : addressBook(recipient),
		});
		await expect(deliverMails(NOW, ports)).rejects.toThrow("no");
		expect(await stateOf(mailId)).toMatchObject({ state: "sent" });
	});

	it("is forgotten thirty days after its end", async () => {
		const mailId = await queue("key_issued", await confirmedId());
		await deliverMails(NOW, portsWith(sent));
		await deliverMails(NOW + 30 * DAY, portsWith(sent));
		expect(await stateOf(mailId)).not.toBeNull();
		await deliverMails(NOW + 30 * DAY + 1, portsWith(sent));
		expect(await stateOf(mailId)).toBeNull();
	});
});

describe("a report of the platform", () => {
	const report = (type: string, recipient: string, bounce?: string) => ({
		id: crypto.randomUUID(),
		timestamp: new Date(NOW),
		attempts: 1,
		body: {
			type: `cf.email.sending.message.${type}`,
			payload: { recipient, subject: "Your code", ...(bounce && { bounce: { type: bounce } }) },
		},
	});

	it("of a hard bounce or a complaint suppresses the address; others, and those of another form, do not", async () => {
		const batch = createMessageBatch<unknown>("mail-events", [
			report("bounced", "Hard@example.com", "hard"),
			report("bounced", "soft@example.com", "soft"),
			report("complained", "angry@example.com"),
			report("delivered", "happy@example.com"),
			{ id: "m", timestamp: new Date(NOW), attempts: 1, body: "unreadable" },
		]);
		const context = createExecutionContext();
		await worker.queue(batch, env);
		const { retryMessages, explicitAcks } = await getQueueResult(batch, context);
		expect([retryMessages.length, explicitAcks.length]).toEqual([0, 5]);
		const addresses = ["hard", "soft", "angry", "happy"].map((name) => `${name}@example.com`);
		const suppressed = await Promise.all(addresses.map(suppressions.find));
		expect(suppressed.map((found) => found?.because)).toEqual([
			"bounced",
			undefined,
			"complained",
			undefined,
		]);
	});
});
