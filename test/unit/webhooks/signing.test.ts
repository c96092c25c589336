// webhooks.md "The request".
// The signatures are verified with Node's crypto and with Standard Webhooks' own verifier, not with the code under test.
import { createHmac, timingSafeEqual } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
	formatSecret,
	importSigningKey,
	SECRET_BYTES,
	type SignedEvent,
	secretBytesOf,
	webhookHeaders,
} from "../../../src/webhooks/delivery/signing.ts";

const NOW_SECONDS = 1_795_253_400;
const bytesOf = (seed: number) => Uint8Array.from({ length: SECRET_BYTES }, (_, i) => (seed + i * 37) % 256);
const SECRET_TEXT = `whsec_${Buffer.from(bytesOf(250)).toString("base64")}`;
const OTHER_SECRET_TEXT = `whsec_${Buffer.from(bytesOf(3)).toString("base64")}`;

const EVENT: SignedEvent = {
	eventId: "evt_0a1b2c3d4e5f60718293a4b5c6d7e8f9",
	body: '{"id":"evt_0a1b2c3d4e5f60718293a4b5c6d7e8f9","data":{"note":"Erbfall Müller 👩\u200D👧"}}',
};

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["Date"], now: NOW_SECONDS * 1000 });
});
afterEach(() => {
	vi.useRealTimers();
});

async function headersOf(
	event: SignedEvent = EVENT,
	{ secrets = [SECRET_TEXT], timestampSeconds = NOW_SECONDS, brand = "Replevin" } = {},
): Promise<Record<string, string>> {
	const keys = await Promise.all(secrets.map((secret) => importSigningKey(secretBytesOf(secret))));
	return await webhookHeaders(event, { brand, timestampSeconds, keys });
}

/** Verifies the service's own form as a receiver does: any of the signatures may be by its secret. */
function isGenuine(headers: Record<string, string>, body: string, secret: string): boolean {
	const key = Buffer.from(secret.replace("whsec_", ""), "base64");
	const signed = `${headers["Replevin-Webhook-Timestamp"]}.${body}`;
	const expected = Buffer.from(`v1=${createHmac("sha256", key).update(signed).digest("hex")}`);
	return (headers["Replevin-Webhook-Signature"] ?? "").split(",").some((signature) => {
		const actual = Buffer.from(signature);
		return actual.length === expected.length && timingSafeEqual(actual, expected);
	});
}

const verifyStandard = (headers: Record<string, string>, body: string, secret: string) =>
	new Webhook(secret).verify(body, headers);

describe("webhook secrets", () => {
	test("formats a secret as its prefix and padded base64", () => {
		expect(SECRET_BYTES).toBe(32);
		expect(formatSecret(bytesOf(250))).toBe(SECRET_TEXT);
		expect(formatSecret(new Uint8Array(32).fill(0xfb))).toBe(
			"whsec_+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/s=",
		);
		expect(formatSecret(new Uint8Array(32))).toBe(`whsec_${"A".repeat(43)}=`);
	});

	test("parses a secret to the bytes that it was formatted from", () => {
		fc.assert(
			fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
				expect(secretBytesOf(formatSecret(bytes))).toEqual(Uint8Array.from(bytes));
			}),
		);
	});

	test("formats only the view of a longer buffer", () => {
		const view = new Uint8Array(96).fill(7).subarray(32, 64);
		expect(secretBytesOf(formatSecret(view))).toEqual(new Uint8Array(32).fill(7));
	});

	test.each([0, 31, 33, 64])("rejects a secret of %i bytes", (length) => {
		expect(() => formatSecret(new Uint8Array(length))).toThrow(RangeError);
	});

	test.each([
		["nothing", ""],
		["no prefix", SECRET_TEXT.slice(6)],
		["another prefix", SECRET_TEXT.replace("whsec_", "whpk_")],
		["a prefix in capitals", SECRET_TEXT.replace("whsec_", "WHSEC_")],
		["no padding", SECRET_TEXT.slice(0, -1)],
		["two of padding", `${SECRET_TEXT}=`],
		["base64url", `whsec_${"-_".repeat(21)}A=`],
		["31 bytes", `whsec_${Buffer.alloc(31).toString("base64")}`],
		["33 bytes", `whsec_${Buffer.alloc(33).toString("base64")}`],
		["bits that no byte has", `whsec_${"A".repeat(42)}B=`],
		["a space before", ` ${SECRET_TEXT}`],
		["a line break after", `${SECRET_TEXT}\n`],
	])("rejects a secret with %s", (_, secret) => expect(() => secretBytesOf(secret)).toThrow(TypeError));

	test("keeps an invalid secret out of the error message", () => {
		const broken = SECRET_TEXT.slice(0, -1);
		expect(() => secretBytesOf(broken)).toThrow("a webhook secret is whsec_ and base64 of 32 bytes");
	});

	test("imports a key that signs and cannot be exported", async () => {
		const key = await importSigningKey(bytesOf(1));
		expect(key).toMatchObject({ type: "secret", extractable: false, usages: ["sign"] });
		expect(key.algorithm).toEqual({ name: "HMAC", hash: { name: "SHA-256" }, length: 256 });
		await expect(crypto.subtle.exportKey("raw", key)).rejects.toThrow();
	});
});

describe("webhook headers", () => {
	test("have the instance's brand in their names", async () => {
		const headers = await headersOf(EVENT, { brand: "Acme-Probate" });
		expect(Object.keys(headers)).toEqual([
			"Content-Type",
			"User-Agent",
			"Acme-Probate-Webhook-Id",
			"Acme-Probate-Webhook-Timestamp",
			"Acme-Probate-Webhook-Signature",
			"webhook-id",
			"webhook-timestamp",
			"webhook-signature",
		]);
		expect(headers["User-Agent"]).toBe("Acme-Probate-Webhooks/1");
	});

	test("are valid HTTP headers", async () => {
		const headers = await headersOf(EVENT, { secrets: [SECRET_TEXT, OTHER_SECRET_TEXT] });
		const sent = new Headers(headers);
		for (const [name, value] of Object.entries(headers)) expect(sent.get(name)).toBe(value);
	});

	test("are rejected without a key", async () => {
		await expect(headersOf(EVENT, { secrets: [] })).rejects.toThrow(RangeError);
	});

	test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY])(
		"are rejected for the timestamp %d",
		async (timestampSeconds) => {
			await expect(headersOf(EVENT, { timestampSeconds })).rejects.toThrow(RangeError);
		},
	);
});

describe("signatures during a rotation", () => {
	const secrets = [SECRET_TEXT, OTHER_SECRET_TEXT];

	test("both forms have both signatures, the newest secret's first", async () => {
		const both = await headersOf(EVENT, { secrets });
		const newest = await headersOf(EVENT, { secrets: [SECRET_TEXT] });
		const older = await headersOf(EVENT, { secrets: [OTHER_SECRET_TEXT] });
		const name = "Replevin-Webhook-Signature";
		expect(both[name]).toBe(`${newest[name]},${older[name]}`);
		expect(both["webhook-signature"]).toBe(`${newest["webhook-signature"]} ${older["webhook-signature"]}`);
	});

	test.each(secrets)("verify with either secret (%#)", async (secret) => {
		const headers = await headersOf(EVENT, { secrets });
		expect(isGenuine(headers, EVENT.body, secret)).toBe(true);
		expect(verifyStandard(headers, EVENT.body, secret)).toEqual(JSON.parse(EVENT.body));
	});
});

test("both verifiers accept any id, body and secret", async () => {
	const secret = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => formatSecret(bytes));
	const text = fc.oneof(fc.string({ unit: "binary" }), fc.json());
	await fc.assert(
		// The id may have any characters, and the code cuts it off by bytes.
		fc.asyncProperty(
			fc.string({ unit: "grapheme", minLength: 1 }),
			text,
			secret,
			async (eventId, body, own) => {
				const headers = await headersOf({ ...EVENT, eventId, body }, { secrets: [own] });
				expect(isGenuine(headers, body, own)).toBe(true);
				new Webhook(own).verify(body, headers, { jsonParse: false });
			},
		),
	);
});
