/** sdk.md "Command line": `replevin` against a real service, a real endpoint and a restart. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Replevin, verifyWebhook } from "../../sdk/src/index.ts";
import { type TerminalLine, terminalPicture } from "../support/docs/terminal-picture.ts";
import { commandFolder } from "../support/sdk/run-command.ts";
import { type Service, startService } from "../support/service/service.ts";
import { issueKey, registerDeveloper } from "../support/service/service-client.ts";
import { newCaseBody, newIntent } from "../support/signing/signing.ts";
import { blocksOf, cellOf } from "../support/signing/signing-document.ts";
import { courtOrder, recoveryAccountKey, vectorIntent } from "../support/signing/vectors.ts";

const ROOT = join(import.meta.dirname, "../..");
const MAIN = join(ROOT, "sdk/cli/main.ts");

type Request = { path: string; headers: IncomingHttpHeaders; body: string };

let folder: string;
let service: Service;
let replevin: Replevin;
let developer: { email: string; password: string };
let env: Record<string, string>;
let receiver: Server;
let address: string;
const received: Request[] = [];
const at = (path: string) => received.filter((request) => request.path === path);

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "replevin-listen-"));
	receiver = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		received.push({
			path: request.url ?? "",
			headers: request.headers,
			body: Buffer.concat(chunks).toString(),
		});
		// The response tries to clear the terminal.
		response.writeHead(request.url === "/listener" ? 202 : 204).end("\u001b[2Jtaken");
	}).listen(0, "127.0.0.1");
	await once(receiver, "listening");
	address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
	service = await startService({ stateDir: join(folder, "state") });
	const registered = await registerDeveloper(service.url);
	developer = registered;
	const { apiKey, apiSecret } = await issueKey(service.url, registered);
	replevin = new Replevin({ baseUrl: service.url, apiKey, apiSecret });
	env = { REPLEVIN_URL: service.url, REPLEVIN_API_KEY: apiKey, REPLEVIN_API_SECRET: apiSecret };
});
afterAll(async () => {
	command.remove();
	receiver?.close();
	await service?.stop();
	rmSync(folder, { recursive: true, force: true });
});

const command = commandFolder();
const run = (args: string[], given: { env?: Record<string, string>; answers?: string[] } = {}) =>
	command.replevin(args, [], { env, ...given, fetch });

const file = async () => replevin.cases.create((await newCaseBody(newIntent())) as never);

function start(...args: string[]) {
	const child: ChildProcess = spawn(
		process.execPath,
		["--disable-warning=ExperimentalWarning", MAIN, "webhooks", "listen", ...args],
		{ cwd: folder, env: { ...process.env, ...env } },
	);
	const output = { out: "", err: "" };
	child.stdout?.on("data", (chunk) => (output.out += chunk));
	child.stderr?.on("data", (chunk) => (output.err += chunk));
	const exited = once(child, "exit");
	return {
		output,
		listening: () => expect.poll(() => output.err, { timeout: 30_000 }).toContain("Listening."),
		async interrupt() {
			child.kill("SIGINT");
			return (await exited)[0] as number;
		},
	};
}

it("forwards each new event with the bytes of the webhook, and goes on after a restart", async () => {
	await file();
	const endpoint = await replevin.webhooks.create({ url: `${address}/endpoint` });
	const forward = ["--forward", `${address}/listener`, "--interval", "50"];
	const first = start(...forward);
	await first.listening();
	const { caseId } = await file();
	for (const place of ["/listener", "/endpoint"]) {
		await expect.poll(() => at(place).length, { timeout: 30_000 }).toBeGreaterThan(0);
	}
	const secret = /whsec_\S+/.exec(first.output.err)?.[0] ?? "";
	const [forwarded] = at("/listener");
	const [sent] = at("/endpoint");
	expect(forwarded?.body).toBe(sent?.body);
	const event = await verifyWebhook(forwarded?.body ?? "", forwarded?.headers ?? {}, secret);
	expect(event.data.caseId).toBe(caseId);
	expect(forwarded?.headers["replevin-webhook-id"]).toBe(event.id);
	await expect.poll(() => first.output.out).toContain(`${caseId}  -> 202 \ufffd[2Jtaken`);
	const triggered = await run([
		...["webhooks", "trigger", "recovery_case.executed", "--cursor", join(folder, ".replevin-listen.json")],
	]);
	expect(triggered).toMatchObject({ code: 0, out: expect.stringContaining("-> the listener") });
	const [, sample] = at("/listener");
	const told = await verifyWebhook(sample?.body ?? "", sample?.headers ?? {}, secret);
	expect([told.type, told.data.test]).toEqual(["recovery_case.executed", true]);
	const byService = ["webhooks", "trigger", "recovery_case.created", "--endpoint", endpoint.endpointId];
	expect(await run(byService)).toMatchObject({ code: 0, out: expect.stringContaining("-> 204") });
	expect(at("/endpoint")[1]?.body).toContain('"test":true');
	expect(await first.interrupt()).toBe(130);

	await replevin.webhooks.delete(endpoint.endpointId);
	const missed = await file();
	env.WEBHOOK_SECRET = secret;
	const second = start(...forward, "--json");
	await expect.poll(() => at("/listener").length, { timeout: 30_000 }).toBe(3);
	const [, , later] = at("/listener");
	const next = await verifyWebhook(later?.body ?? "", later?.headers ?? {}, secret);
	expect(next.data.caseId).toBe(missed.caseId);
	await expect.poll(() => second.output.out).toContain('"status":202');
	expect(JSON.parse(second.output.out).event).toEqual(next);
	// It may be in use elsewhere, and what is printed is logged.
	expect(second.output.err).toContain("that of WEBHOOK_SECRET");
	expect(second.output.err).not.toContain(secret);
	expect(await second.interrupt()).toBe(130);
});

it("outlives a restart of the service, and an endpoint that is away", async () => {
	const listener = start(
		"--forward",
		"http://127.0.0.1:9/none",
		"--cursor",
		"other.json",
		"--interval",
		"50",
	);
	await listener.listening();
	const port = Number(new URL(service.url).port);
	await service.killTree();
	service = await startService({ stateDir: join(folder, "state"), port });
	const { caseId } = await file();
	await expect.poll(() => listener.output.out, { timeout: 30_000 }).toContain(`${caseId}  -> no response: `);
	expect(await listener.interrupt()).toBe(130);
});

it("files a case, attaches its order and withdraws it, and repeats the first two without harm", async () => {
	const key = command.write("claimant.key", recoveryAccountKey);
	const intent = command.write("intent.json", JSON.stringify(newIntent()));
	const order = command.write("order.json", JSON.stringify(courtOrder));
	const signed = await run(["sign", intent, "--key", key]);
	const filing = ["cases", "file", intent, "--signature", signed.out, "--json"];
	const [filed, again] = [await run(filing), await run(filing)];
	expect([filed.code, again.code]).toEqual([0, 0]);
	expect(JSON.parse(again.out)).toEqual(JSON.parse(filed.out));
	const { caseId, status } = JSON.parse(filed.out);
	expect(status).toBe("created");
	const ordering = ["cases", "order", caseId, order, "--key", key];
	for (const { code, out } of [await run(ordering), await run(ordering)])
		expect([code, out]).toEqual([0, expect.stringContaining("status   pending")]);
	expect((await run(["cases", "get", caseId])).out).toContain(`${caseId}  pending`);
	const withdrawing = ["cases", "withdraw", caseId, "--reason", "The key was found", "--key", key];
	expect(await run(withdrawing)).toMatchObject({
		code: 0,
		out: expect.stringContaining("status   rejected (withdrawn_by_claimant)"),
	});
});

it("issues a key in a session of a person, rotates it by itself, and revokes both", async () => {
	const url = { REPLEVIN_URL: service.url };
	const person = { env: url, answers: [developer.email, developer.password] };
	const created = await run(["keys", "create", "--label", "laptop", "--save", "--json"], person);
	const { keyId, file } = JSON.parse(created.out);
	expect([created.code, statSync(file).mode & 0o777]).toEqual([0, 0o600]);
	expect((await run(["cases", "list"], { env: url })).code).toBe(0);
	const rotated = await run(["keys", "rotate", keyId, "--self", "--save", "--json"], { env: url });
	const successor = JSON.parse(rotated.out).keyId;
	expect((await run(["whoami"], { env: url })).code).toBe(0);
	const answers = () => [developer.email, developer.password];
	const listed = await run(["keys", "list"], { env: url, answers: answers() });
	expect(listed.out).toContain(successor);
	const revoked = await run(["keys", "revoke", keyId, "--yes"], { env: url, answers: answers() });
	expect(revoked.out).toContain(`Its successor ${successor} too.`);
	expect((await run(["whoami"], { env: url })).code).toBe(3);
});

it("shows in the README what the commands print", async () => {
	command.write("intent.json", JSON.stringify(vectorIntent));
	command.write("order.json", JSON.stringify(courtOrder));
	command.write("claimant.key", recoveryAccountKey);
	command.write("evidence.json", readFileSync(join(ROOT, "docs/evidence-example.json"), "utf8"));
	command.write("keys.json", blocksOf("The head of a bundle", "json")[0] ?? "");
	const caseId = cellOf("caseId and eventId", "caseId");
	// A developer of its own: the open cases of one on a lost account are limited.
	const { apiKey, apiSecret } = await issueKey(service.url, await registerDeveloper(service.url));
	const own = { REPLEVIN_URL: service.url, REPLEVIN_API_KEY: apiKey, REPLEVIN_API_SECRET: apiSecret };
	const lines: TerminalLine[] = [];
	for (const args of [
		"cases file intent.json --key claimant.key",
		`cases order ${caseId} order.json --key claimant.key`,
		"verify evidence.json --keys keys.json",
	]) {
		const inFolder = args
			.split(" ")
			.map((word) => (/\.(?:json|key)$/.test(word) ? join(command.folder, word) : word));
		const { code, shown } = await run(inFolder, { env: own });
		expect(code).toBe(0);
		lines.push({ text: `$ replevin ${args}`, tone: "command" }, ...shown, { text: "", tone: "plain" });
	}
	const title =
		"A terminal: a case is filed, a court order is attached, and the evidence is verified offline.";
	// `npx vitest run --project chaos test/chaos/sdk-commands.test.ts -u` makes the picture again.
	await expect(terminalPicture(title, lines.slice(0, -1))).toMatchFileSnapshot(
		join(ROOT, "docs/images/terminal.svg"),
	);
});
