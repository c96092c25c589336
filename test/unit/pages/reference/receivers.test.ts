/** docs-pages.md "Samples": the receivers of webhooks take what the service signs, and nothing else. */
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { referenceOf } from "../../../../scripts/pages/reference/model.ts";
import { readDocument } from "../../../../scripts/pages/reference/reference-pages.ts";
import {
	deliverySample,
	pythonReceiver,
	typescriptReceiver,
} from "../../../../scripts/pages/reference/samples/receivers.ts";
import { examplesOf } from "../../../../scripts/pages/reference/schema.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const document = readDocument(ROOT);
const { webhooks } = referenceOf(document);
const created = document.paths["/webhook-endpoints"]?.post?.responses["201"]?.content?.["application/json"];
const { secret } = Object(examplesOf(created ?? {})[0]?.value) as { secret: string };

const deliveries = webhooks.map(({ type, parameters, example }) => ({
	type,
	headers: Object.fromEntries(
		parameters.map(({ name, example: value }) => [name.toLowerCase(), String(value)]),
	),
	body: JSON.stringify(example),
}));
const [genuine] = deliveries;
if (!genuine) throw new Error("the OpenAPI document has no webhooks");
/** As an endpoint's owner has asked for it, signed at the time of the genuine delivery. */
const sample = signedAsGenuine(JSON.stringify({ ...JSON.parse(genuine.body), data: { test: true } }));

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), "replevin-receivers-"));
});
afterAll(() => {
	rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
});

describe("the receiver in TypeScript", () => {
	it("takes each recorded event at its time, and rejects it a day later or changed", async () => {
		const file = join(folder, "receive.ts");
		const sdk = pathToFileURL(join(ROOT, "sdk/src/webhooks.ts")).href;
		writeFileSync(file, typescriptReceiver.replace("@replevin/sdk/webhooks", sdk));
		const { receive } = (await import(pathToFileURL(file).href)) as {
			receive(request: Request): Promise<Response>;
		};
		vi.stubEnv("WEBHOOK_SECRET", secret);
		vi.spyOn(console, "log").mockImplementation(() => {});
		vi.useFakeTimers({ toFake: ["Date"] });
		const statusOf = async (headers: Record<string, string>, body: string) =>
			(await receive(new Request("https://partner.example/hooks", { method: "POST", headers, body }))).status;
		for (const { headers, body } of deliveries) {
			const time = Number(headers["webhook-timestamp"]) * 1000;
			vi.setSystemTime(time);
			expect(await statusOf(headers, body)).toBe(204);
			expect(await statusOf(headers, body.replace("created", "Created"))).toBe(400);
			vi.setSystemTime(time + 86_400_000);
			expect(await statusOf(headers, body)).toBe(400);
		}
		vi.setSystemTime(Number(sample.headers["webhook-timestamp"]) * 1000);
		const log = vi.spyOn(console, "log").mockClear();
		expect(await statusOf(sample.headers, sample.body)).toBe(204);
		expect(log.mock.calls).toEqual([["sample", genuine.type]]);
	});
});

describe("the receiver in Python", () => {
	it.skipIf(!hasPython())(
		"takes each recorded event at its time, and rejects it a day later or changed",
		() => {
			const main = `${pythonReceiver}
import sys
def status(headers, body, now):
    time.time = lambda: now
    return receive(headers, body.encode())
for one in json.load(sys.stdin):
    now = int(one["headers"]["webhook-timestamp"])
    assert status(one["headers"], one["body"], now) == 204
    assert status(one["headers"], one["body"] + " ", now) == 400
    assert status(one["headers"], one["body"], now + 86400) == 400
`;
			const env = { ...process.env, WEBHOOK_SECRET: secret };
			const input = JSON.stringify([...deliveries, sample]);
			const printed = execFileSync("python3", ["-c", main], { input, env });
			expect(printed.toString().trim().split("\n")).toEqual([
				...deliveries.map(({ type, body }) =>
					// A schedule may have no case, which Python prints as None.
					expect.stringContaining(`${type} ${JSON.parse(body).data.caseId ?? "None"}`),
				),
				`sample ${genuine.type}`,
			]);
		},
	);
});

it("the recorded delivery is a command with every header and the signed bytes", async () => {
	for (const { parameters, example } of webhooks) {
		const command = deliverySample(parameters, example);
		for (const { name, example: value } of parameters) {
			if (value !== undefined) expect(command).toContain(`-H "${name}: ${value}"`);
		}
		expect(command).toContain(`-d '${JSON.stringify(example)}'`);
		execFileSync("bash", ["-n"], { input: command });
	}
});

function signedAsGenuine(body: string) {
	const headers = { ...genuine?.headers };
	const key = Buffer.from(secret.slice("whsec_".length), "base64");
	const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
	headers["webhook-signature"] = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
	return { headers, body };
}

function hasPython(): boolean {
	try {
		execFileSync("python3", ["--version"]);
		return true;
	} catch {
		console.warn("The receiver in Python is not run: python3 is not on this machine.");
		return false;
	}
}
