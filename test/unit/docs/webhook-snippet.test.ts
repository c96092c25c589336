// webhooks.md "The request".
/** The function of docs/webhooks.md that receivers copy lets nothing pass that the service did not sign. */
import { createHmac } from "node:crypto";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it, vi } from "vitest";
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

it("the receiver of the quick start tells a sample from an event", async () => {
	const [{ code = "" } = {}] = readSection("docs/guides/quick-start.md", "The first webhook", "js");
	const sdk = pathToFileURL(join(import.meta.dirname, "../../../sdk/src/webhooks.ts")).href;
	const handler = code
		.replace("@replevin/sdk/webhooks", sdk)
		.replace("createServer(async", "export const receive = (async")
		.replace(/\.listen\(.*\);/, ";");
	const { receive } = await import(`data:text/javascript,${encodeURIComponent(handler)}`);
	vi.stubEnv("WEBHOOK_SECRET", SECRET);
	const log = vi.spyOn(console, "log").mockImplementation(() => {});
	const writeHead = vi.fn(() => ({ end: () => {} }));
	for (const data of [{ caseId: "rc_1" }, { caseId: "rc_0", test: true }]) {
		const body = JSON.stringify({ id: "evt_1", type: "recovery_case.created", data });
		const timestamp = String(Math.floor(Date.now() / 1000));
		const mac = createHmac("sha256", Buffer.alloc(32, 7))
			.update(`evt_1.${timestamp}.${body}`)
			.digest("base64");
		const headers = {
			"webhook-id": "evt_1",
			"webhook-timestamp": timestamp,
			"webhook-signature": `v1,${mac}`,
		};
		await receive(Object.assign(Readable.from([Buffer.from(body)]), { headers }), { writeHead });
	}
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
	expect(writeHead.mock.calls).toEqual([[204], [204]]);
	expect(log.mock.calls).toEqual([
		["verified", "recovery_case.created", "rc_1"],
		["sample", "recovery_case.created"],
	]);
});
