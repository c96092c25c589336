/** sdk.md "Webhooks": attacks on `verifyWebhook`, and what real requests look like. */
import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "../../../sdk/src/webhooks.ts";

const NOW = 1_795_253_433;
const SECRET = `whsec_${randomBytes(32).toString("base64")}`;
const EVENT = { id: "evt_1", type: "recovery_case.created", createdAt: "2026-11-21T09:30:33.000Z", data: {} };
const BODY = JSON.stringify(EVENT);

function sign(secret: string, { id = EVENT.id, timestamp = String(NOW), body = BODY } = {}): string {
	const key = Buffer.from(secret.slice("whsec_".length), "base64");
	return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

const headers = (signature: string, more: object = {}) => ({
	"webhook-id": EVENT.id,
	"webhook-timestamp": String(NOW),
	"webhook-signature": signature,
	...more,
});
const now = NOW * 1000;
const verify = (body: string | Uint8Array, given: object, secret: string | string[] = SECRET) =>
	verifyWebhook(body, given as never, secret, { now });

it("accepts the example of the OpenAPI document", async () => {
	const path = join(import.meta.dirname, "../../../public/api/v1/openapi.json");
	const document = JSON.parse(readFileSync(path, "utf8"));
	const { parameters, requestBody } = document.webhooks["recovery_case.created"].post;
	const created = document.paths["/webhook-endpoints"].post.responses["201"];
	const { secret } = created.content["application/json"].example;
	const given = Object.fromEntries(
		parameters.map(({ name, example }: { name: string; example?: string }) => [name.toLowerCase(), example]),
	);
	const event = requestBody.content["application/json"].example;
	const timestamp = Number(given["webhook-timestamp"]) * 1000;
	expect(await verifyWebhook(JSON.stringify(event), given, secret, { now: timestamp })).toEqual(event);
});

it.each([
	["Node's headers", headers(sign(SECRET))],
	["a Headers object", new Headers(headers(sign(SECRET)))],
	[
		"headers in another letter case",
		{ "Webhook-Id": "evt_1", "Webhook-Timestamp": String(NOW), "Webhook-Signature": sign(SECRET) },
	],
	["header values in lists", { ...headers(""), "webhook-signature": [sign(SECRET)] }],
	["another version's signature beside it", headers(`v2,AAAA ${sign(SECRET)} v1a,x`)],
	[
		"a clock that is five minutes off",
		headers(sign(SECRET, { timestamp: String(NOW - 300) }), { "webhook-timestamp": String(NOW - 300) }),
	],
])("accepts a request with %s", async (_, given) => {
	expect(await verify(BODY, given)).toEqual(EVENT);
	expect(await verify(new TextEncoder().encode(BODY), given)).toEqual(EVENT);
});

it("accepts either secret while one replaces the other", async () => {
	const other = `whsec_${randomBytes(32).toString("base64")}`;
	expect(await verify(BODY, headers(`${sign(other)} ${sign(SECRET)}`))).toEqual(EVENT);
	expect(await verify(BODY, headers(sign(SECRET)), [other, SECRET])).toEqual(EVENT);
});

it.each([
	["a changed body", BODY.replace("created", "executed"), headers(sign(SECRET)), "signature"],
	["another secret", BODY, headers(sign(`whsec_${randomBytes(32).toString("base64")}`)), "signature"],
	["another id", BODY, headers(sign(SECRET), { "webhook-id": "evt_2" }), "signature"],
	["another timestamp", BODY, headers(sign(SECRET), { "webhook-timestamp": String(NOW + 1) }), "signature"],
	["a cut-off signature", BODY, headers(sign(SECRET).slice(0, -8)), "signature"],
	["an empty signature", BODY, headers("v1,"), "signature"],
	["a signature that is no base64", BODY, headers("v1,***"), "signature"],
	["a signature of an unknown version", BODY, headers(sign(SECRET).replace("v1", "v9")), "signature"],
	[
		"an id that the body does not have",
		BODY,
		headers(sign(SECRET, { id: "evt_2" }), { "webhook-id": "evt_2" }),
		"body",
	],
	["a signed body that is no JSON", "{", headers(sign(SECRET, { body: "{" })), "body"],
	["a signed body that is null", "null", headers(sign(SECRET, { body: "null" })), "body"],
	[
		"an old request",
		BODY,
		headers(sign(SECRET, { timestamp: String(NOW - 301) }), { "webhook-timestamp": String(NOW - 301) }),
		"timestamp",
	],
	[
		"a request of the future",
		BODY,
		headers(sign(SECRET, { timestamp: String(NOW + 301) }), { "webhook-timestamp": String(NOW + 301) }),
		"timestamp",
	],
	[
		"a timestamp that is no number",
		BODY,
		headers(sign(SECRET, { timestamp: "1e99" }), { "webhook-timestamp": "1e99" }),
		"headers",
	],
	["no headers", BODY, {}, "headers"],
	["a repeated header", BODY, headers(sign(SECRET), { "webhook-id": ["evt_1", "evt_1"] }), "headers"],
	["a header in two letter cases", BODY, headers(sign(SECRET), { "Webhook-Id": "evt_1" }), "headers"],
])("rejects a request with %s", async (_, body, given, fault) => {
	const error = await verify(body, given).catch((caught) => caught);
	expect(error).toBeInstanceOf(WebhookVerificationError);
	expect(error.fault).toBe(fault);
});

it("names both headers of which the request lacks one", async () => {
	const request = verify(BODY, { "replevin-webhook-id": "evt_1" });
	await expect(request).rejects.toThrow("The header webhook-id is absent or repeated.");
	await expect(request).rejects.toThrow("replevin-webhook-id");
});

it("takes bytes of another realm, as test runners make them", async () => {
	const bytes = runInNewContext("Uint8Array.from(codes).buffer", { codes: [...Buffer.from(BODY)] });
	expect(bytes).not.toBeInstanceOf(ArrayBuffer);
	expect(await verify(bytes, headers(sign(SECRET)))).toMatchObject({ id: "evt_1" });
});

it("says what is wrong with a parsed body", async () => {
	await expect(verify(EVENT as never, headers(sign(SECRET)))).rejects.toThrow("switch the JSON parser");
});

it("says so if the secret is a variable that is not set", async () => {
	const request = verifyWebhook(BODY, headers(sign(SECRET)) as never, undefined as never, { now });
	await expect(request).rejects.toThrow("The secret is undefined.");
});

it.each(["", "whsec_", "secret", "whsec_***"])(
	"rejects the secret %j, with which anybody could sign",
	async (secret) => {
		const empty = `v1,${createHmac("sha256", "").update(`evt_1.${NOW}.${BODY}`).digest("base64")}`;
		await expect(verify(BODY, headers(empty), secret)).rejects.toThrow(TypeError);
		await expect(verify(BODY, headers(empty), [])).rejects.toThrow(WebhookVerificationError);
	},
);
