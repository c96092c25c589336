// What every sender demands, and what each tells of a send (mail.md "Senders").
import { describe, expect, it } from "vitest";
import { createCloudflareMailer } from "../../../src/mail/cloudflare-mailer.ts";
import { checked, type MailMessage, messageFault, type SendResult } from "../../../src/mail/mailer.ts";
import { createResendMailer } from "../../../src/mail/resend-mailer.ts";

const message: MailMessage = {
	to: "ada@example.com",
	from: { email: "mail@replevin.test", name: "Replevin" },
	subject: "A subject",
	html: "<p>Hello</p>",
	text: "Hello",
	headers: { "Auto-Submitted": "auto-generated" },
};

const ONE_CLICK_HEADERS = {
	"List-Unsubscribe": "<https://replevin.test/mail/off/x>",
	"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
};

describe("a message", () => {
	it("that has all it needs passes", () => {
		expect(messageFault(message)).toBeUndefined();
		expect(messageFault({ ...message, headers: ONE_CLICK_HEADERS })).toBeUndefined();
	});

	it.each([
		["two recipients", { to: "ada@example.com, eve@example.com" }],
		["a recipient with a name", { to: "Ada <ada@example.com>" }],
		["no subject", { subject: " " }],
		["a subject of 999 characters", { subject: "a".repeat(999) }],
		["a second header in the subject", { subject: "a\r\nBcc: eve@example.com" }],
		["a second header in the sender's name", { from: { ...message.from, name: "a\nBcc: b" } }],
		["a second header in a header", { headers: { "Content-Language": "en\r\nBcc: b" } }],
		["a header that the platform refuses", { headers: { Bcc: "eve@example.com" } }],
		[
			"one of the two headers for unsubscribing",
			{ headers: { "List-Unsubscribe": "<https://replevin.test/mail/off/x>" } },
		],
		[
			"an address for unsubscribing that is no URL",
			{ headers: { ...ONE_CLICK_HEADERS, "List-Unsubscribe": "<mailto:eve@example.com>" } },
		],
		["no text", { text: "" }],
		["more than 5 MiB", { html: "a".repeat(5 * 2 ** 20) }],
	])("with %s is refused before it reaches the sender", async (_, change) => {
		const never = { isIdempotent: false, send: () => Promise.reject(new Error("sent")) };
		const result = await checked(never).send({ ...message, ...change }, "k");
		expect(result).toMatchObject({ kind: "not_sent", isFinal: true });
		expect(JSON.stringify(result)).not.toMatch(/eve|ada/);
	});
});

describe("the platform's binding", () => {
	const failing = (code?: string) =>
		createCloudflareMailer({
			send: () => Promise.reject(Object.assign(new Error("to ada@example.com"), code && { code })),
		} as unknown as SendEmail);

	it.each<[string | undefined, Partial<SendResult>]>([
		["E_RECIPIENT_SUPPRESSED", { kind: "not_sent", isFinal: true, isSuppressed: true }],
		["E_HEADER_NOT_ALLOWED", { kind: "not_sent", isFinal: true }],
		["E_DAILY_LIMIT_EXCEEDED", { kind: "not_sent", isFinal: false }],
		["E_DELIVERY_FAILED", { kind: "unknown" }],
		[undefined, { kind: "unknown" }],
	])("that fails with %s", async (code, expected) => {
		const result = await failing(code).send(message, "k");
		expect(result).toMatchObject(expected);
		expect(JSON.stringify(result)).not.toContain("ada@");
	});
});

describe("Resend", () => {
	it("gets the mail's id as its idempotency key, and one recipient", async () => {
		const requests: Request[] = [];
		const mailer = createResendMailer("re_12345678", async (url, init) => {
			requests.push(new Request(url as string, init));
			return new Response("{}");
		});
		expect(await mailer.send(message, "mail_1")).toEqual({ kind: "sent" });
		const [request] = requests;
		expect(request?.headers.get("Idempotency-Key")).toBe("mail_1");
		expect(await request?.json()).toMatchObject({
			to: ["ada@example.com"],
			from: "Replevin <mail@replevin.test>",
		});
	});

	it.each<[number, Partial<SendResult>]>([
		[429, { kind: "not_sent", isFinal: false }],
		[403, { kind: "not_sent", isFinal: false }],
		[422, { kind: "not_sent", isFinal: true }],
		[409, { kind: "unknown" }],
		[500, { kind: "unknown" }],
	])("that responds with %i", async (status, expected) => {
		const mailer = createResendMailer("re_12345678", async () => new Response("{}", { status }));
		expect(await mailer.send(message, "k")).toMatchObject(expected);
	});
});
