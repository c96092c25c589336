// webhooks.md "The request".
/** The function of docs/webhooks.md that receivers copy lets nothing pass that the service did not sign. */
import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { readSection } from "../../support/docs/run-section.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const BODY = '{"id":"evt_1"}';

type Headers = Record<string, string | undefined>;
let verifyWebhook: (rawBody: string, headers: Headers, secret: string) => unknown;

beforeAll(async () => {
	const [{ code = "" } = {}] = readSection("docs/webhooks.md", "Verify a delivery", "js");
	({ verifyWebhook } = await import(`data:text/javascript,${encodeURIComponent(code)}`));
});

function signedHeaders(secret = SECRET): Headers {
	const timestamp = String(Math.floor(Date.now() / 1000));
	const key = Buffer.from(secret.replace("whsec_", ""), "base64");
	const mac = createHmac("sha256", key).update(`${timestamp}.${BODY}`).digest("hex");
	return {
		"replevin-webhook-id": "evt_1",
		"replevin-webhook-timestamp": timestamp,
		"replevin-webhook-signature": `v1=${mac}`,
	};
}

describe("the check of a delivery", () => {
	it("returns a signed event", () => {
		expect(verifyWebhook(BODY, signedHeaders(), SECRET)).toEqual({ id: "evt_1" });
	});

	it.each([
		["without a header", {}],
		["with a wrong signature", { ...signedHeaders(), "replevin-webhook-signature": "v1=00" }],
		["without a signature", { ...signedHeaders(), "replevin-webhook-signature": undefined }],
		[
			"with neither signature nor id",
			{ "replevin-webhook-timestamp": signedHeaders()["replevin-webhook-timestamp"] },
		],
		["with another id", { ...signedHeaders(), "replevin-webhook-id": "evt_2" }],
		["of another time", { ...signedHeaders(), "replevin-webhook-timestamp": "1700000000" }],
	])("throws for a request %s", (_, headers) => {
		expect(() => verifyWebhook(BODY, headers, SECRET)).toThrow();
	});

	it.each(["", "whsec_"])("throws if the secret is %j, which everybody knows", (secret) => {
		expect(() => verifyWebhook(BODY, signedHeaders(secret), secret)).toThrow("secret");
	});
});
