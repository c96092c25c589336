// webhooks.md "Where requests may go".
// `POST /webhook-endpoints` rejects invalid fields by name, and creates nothing.
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { callOn } from "../../support/contract/openapi-client.ts";
import { errorOf } from "../../support/contract/worker-client.ts";
import { newPartner } from "../recovery/support.ts";
import { PATH, rowsOf, URL_OF_NOBODY } from "./endpoint-calls.ts";

it.each([
	["http://hooks.example.com", "https"],
	["https://10.0.0.1/hook", "private"],
	["https://replevin.test/api/v1/events", "itself"],
])("rejects %j as a URL and says why", async (url, why) => {
	const partner = await newPartner();
	const error = await errorOf(await partner.send(PATH, { url }));
	expect(error).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR" });
	expect(error.details).toEqual([
		{ field: "url", rule: "not_allowed", message: expect.stringContaining(why) },
	]);
	expect(await rowsOf(partner)).toEqual([]);
});

it.each(["http://localhost:3000/hook", "http://127.0.0.1/hook", "https://[::1]/hook", "https://0x7f.1/hook"])(
	"accepts %s only if local webhooks are allowed",
	async (url) => {
		const partner = await newPartner();
		const app = createApp();
		const guarded = callOn(async (request) => app.fetch(request, { ...env, ALLOW_LOCAL_WEBHOOKS: "false" }));
		const { status, body } = await guarded("POST", PATH, { body: { url }, headers: partner.headers });
		expect([status, body.error.details[0].field]).toEqual([400, "url"]);
		expect(await rowsOf(partner)).toEqual([]);
		expect((await partner.send(PATH, { url })).status).toBe(201);
	},
);

it.each<[string, string, object]>([
	["url", "too long", { url: `https://hooks.example.com/${"a".repeat(2048)}` }],
	["description", "too long", { description: "a".repeat(257) }],
	["description", "of two lines", { description: "two\nlines" }],
	["description", "empty", { description: "" }],
	["eventTypes", "none", { eventTypes: [] }],
	["eventTypes", "twice", { eventTypes: ["recovery_case.created", "recovery_case.created"] }],
	["eventTypes.0", "unknown", { eventTypes: ["*"] }],
])("rejects an endpoint and names its field %s: %s", async (field, _, body) => {
	const partner = await newPartner();
	const error = await errorOf(await partner.send(PATH, { url: URL_OF_NOBODY, ...body }));
	expect(error).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR" });
	expect(error.details?.map((detail) => detail.field)).toEqual([field]);
	expect(await rowsOf(partner)).toEqual([]);
});
