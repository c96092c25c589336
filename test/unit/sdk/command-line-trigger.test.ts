/** sdk.md "Command line": `webhooks trigger` sends a sample to a URL, to an endpoint, or to the listener of a folder. */
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { takeSamples } from "../../../sdk/cli/webhooks/samples.ts";
import { verifyWebhook } from "../../../sdk/src/webhooks.ts";
import { ACCOUNT_EVENT_TYPES, EVENT_TYPES } from "../../../src/protocol/enumerations.ts";
import { accountEvent, caseEvent } from "../../../src/webhooks/delivery/webhook-event.ts";
import { COMMAND_ENV, commandFolder } from "../../support/sdk/run-command.ts";
import { json } from "../../support/sdk/scripted-fetch.ts";

const { folder, write, replevin, remove } = commandFolder();
afterAll(remove);

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const env = { ...COMMAND_ENV, WEBHOOK_SECRET: SECRET };
const config = () => json({ brand: "Replevin" });
const HOOK = "http://localhost:9000/hooks";

describe("to a URL", () => {
	it.each(EVENT_TYPES)("sends %s as the service would, signed and marked as a sample", async (type) => {
		const args = ["webhooks", "trigger", type, "--forward", HOOK, "--reference", "claim-42"];
		const { code, out, sent } = await replevin(args, [config(), new Response("taken")], { env });
		expect(code).toBe(0);
		expect(out).toContain(`${type}  rc_${"0".repeat(32)}  claim-42  -> 200 taken`);
		const [, post] = sent;
		expect(post?.url).toBe(HOOK);
		const verified = await verifyWebhook((await post?.text()) ?? "", post?.headers ?? {}, SECRET);
		const event = caseEvent().parse(verified);
		expect(event).toMatchObject({ type, data: { reference: "claim-42", test: true } });
		expect(event.data.status).toBe(type.slice("recovery_case.".length));
		expect(event.data.txHash === null).toBe(type !== "recovery_case.executed");
	});

	it.each(ACCOUNT_EVENT_TYPES)("sends %s, which has no reference", async (type) => {
		const args = ["webhooks", "trigger", type, "--forward", HOOK];
		const { code, sent } = await replevin(args, [config(), new Response("taken")], { env });
		expect(code).toBe(0);
		const [, post] = sent;
		const verified = await verifyWebhook((await post?.text()) ?? "", post?.headers ?? {}, SECRET);
		expect(accountEvent().parse(verified)).toMatchObject({ type, data: { test: true } });
		expect((await replevin([...args, "--reference", "claim-42"], [], { env })).code).toBe(2);
	});

	it("exits with 1 if the endpoint does not take it", async () => {
		const args = ["webhooks", "trigger", "recovery_case.pending", "--forward", HOOK];
		const rejected = new Response("no", { status: 400 });
		expect(await replevin(args, [config(), rejected], { env })).toMatchObject({
			code: 1,
			out: expect.stringContaining("-> 400 no"),
		});
		expect((await replevin(args, [config()], { env })).out).toContain("-> no response: no network");
	});

	it("needs no AbortSignal.any, which Node.js 20.0 does not have", async () => {
		vi.spyOn(AbortSignal, "any").mockImplementation(() => {
			throw new TypeError("AbortSignal.any is not a function");
		});
		const args = ["webhooks", "trigger", "recovery_case.pending", "--forward", HOOK];
		const { code } = await replevin(args, [config(), new Response("taken")], { env });
		vi.restoreAllMocks();
		expect(code).toBe(0);
	});

	it("takes a reason that the type can have, and no other", async () => {
		const args = (type: string, reason: string) => [
			...["webhooks", "trigger", type, "--reason", reason, "--forward", HOOK, "--json"],
		];
		const halted = args("recovery_case.action_required", "contested");
		const { out } = await replevin(halted, [config(), new Response()], { env });
		expect(JSON.parse(out)).toMatchObject({
			event: { data: { statusReason: "contested" } },
			response: { status: 200 },
		});
		const wrong = await replevin(args("recovery_case.rejected", "contested"), [], { env });
		expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("withdrawn_by_claimant")]);
	});
});

describe("to an endpoint", () => {
	const args = ["webhooks", "trigger", "recovery_case.created", "--endpoint", "we_1"];
	const attempt = { httpStatus: 204, error: null, responseExcerpt: null };

	it("has the service send its sample", async () => {
		const { code, out, sent } = await replevin(args, [json({ eventId: "evt_1", delivered: true, attempt })]);
		expect([code, out]).toEqual([0, "recovery_case.created  evt_1  -> 204"]);
		expect(sent[0]?.url).toContain("/webhook-endpoints/we_1/test");
	});

	it("exits with 1 if the endpoint was not there", async () => {
		const failed = { httpStatus: null, error: "connection_failed", responseExcerpt: null };
		const { code, out } = await replevin(args, [
			json({ eventId: "evt_1", delivered: false, attempt: failed }),
		]);
		expect([code, out]).toEqual([1, "recovery_case.created  evt_1  -> no response: connection_failed"]);
	});

	it.each([["recovery_case.executed"], ["recovery_case.created", "--reference", "claim-42"]])(
		"sends nothing of what the service has no sample of: %s %s",
		async (...given) => {
			const { code, err, sent } = await replevin(["webhooks", "trigger", ...given, "--endpoint", "we_1"]);
			expect([code, sent]).toEqual([2, []]);
			expect(err).toContain("--forward");
		},
	);
});

describe("to the listener", () => {
	const cursor = join(folder, "listen.json");
	const args = ["webhooks", "trigger", "recovery_case.pending", "--cursor", cursor];

	it("exits with 2 where nobody has ever listened", async () => {
		const { code, err } = await replevin(args);
		expect([code, err]).toEqual([2, expect.stringContaining("replevin webhooks listen")]);
	});

	it("hands the sample over once, and leaves nothing", async () => {
		write("listen.json", "{}");
		const noted: string[] = [];
		const triggered = replevin(args, [], { onNote: (line) => noted.push(line) });
		await expect.poll(() => noted).toContain("Waiting up to 20 s for a listener to take the sample.");
		const taken: unknown[] = [];
		await expect
			.poll(() => takeSamples(cursor, async (event) => taken.push(event)).then(() => taken.length))
			.toBe(1);
		const { code, out } = await triggered;
		expect(code).toBe(0);
		expect(out).toContain("-> the listener");
		expect(taken).toMatchObject([{ type: "recovery_case.pending" }]);
		expect(readdirSync(`${cursor}.samples`)).toEqual([]);
	});

	it("does not deliver a sample that a killed command left behind", async () => {
		const file = join(`${cursor}.samples`, `evt_${"0".repeat(32)}.json`);
		writeFileSync(file, "{}");
		utimesSync(file, 1, 1);
		const taken: unknown[] = [];
		await takeSamples(cursor, async (event) => taken.push(event));
		expect([taken, readdirSync(`${cursor}.samples`)]).toEqual([[], []]);
	});

	it("passes over a file that is no event, and removes it", async () => {
		for (const [at, text] of ["{", "3", "{}"].entries())
			writeFileSync(join(`${cursor}.samples`, `evt_${String(at).repeat(32)}.json`), text);
		const taken: unknown[] = [];
		await takeSamples(cursor, async (event) => taken.push(event));
		expect([taken, readdirSync(`${cursor}.samples`)]).toEqual([[], []]);
	});

	it("takes the sample back if the caller gives up", async () => {
		const interrupted = new AbortController();
		const triggered = replevin(args, [], { signal: interrupted.signal });
		await expect.poll(() => readdirSync(`${cursor}.samples`).length).toBe(1);
		interrupted.abort();
		expect((await triggered).code).toBe(130);
		expect(readdirSync(`${cursor}.samples`)).toEqual([]);
	});
});

it.each([
	["an unknown type", ["recovery_case.lost"], "There are: recovery_case.created"],
	["two destinations", ["recovery_case.created", "--forward", HOOK, "--endpoint", "we_1"], "not both"],
	[
		"a URL without the secret of its endpoint",
		["recovery_case.created", "--forward", HOOK],
		"WEBHOOK_SECRET",
	],
	["a secret that is none", ["recovery_case.created", "--forward", HOOK], "whsec_ and base64"],
	["an address that is no URL", ["recovery_case.created", "--forward", "localhost"], "--forward is no URL"],
])("rejects %s", async (_, args, words) => {
	const secret = words.includes("base64") ? "x" : SECRET;
	const given = words.includes("WEBHOOK_SECRET") ? {} : { env: { ...env, WEBHOOK_SECRET: secret } };
	const { code, err, sent } = await replevin(["webhooks", "trigger", ...args], [], given);
	expect([code, sent]).toEqual([2, []]);
	expect(err).toContain(words);
});
