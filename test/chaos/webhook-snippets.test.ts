/** The code of docs/webhooks.md works: an endpoint is registered, and its receiver accepts what the service signed only. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keyPairHeaders } from "../support/auth/credentials.ts";
import { readSection, runSection } from "../support/docs/run-section.ts";
import { type Service, startService } from "../support/service/service.ts";
import { issueKey, registerDeveloper } from "../support/service/service-client.ts";

let folder: string;
let service: Service;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "replevin-webhooks-"));
	service = await startService({ stateDir: join(folder, "state") });
});
afterAll(async () => {
	await service?.stop();
	await rm(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, "close");
	return port;
}

/** The receiver of the document, with what it has written. */
async function startReceiver(port: number, secret: string) {
	for (const heading of ["Verify a delivery", "Receive"] as const) {
		const [block] =
			heading === "Receive"
				? readSection("docs/webhooks.md", "Receive", "js")
				: readSection("docs/webhooks.md", "Verify a delivery", "js");
		const [, name = ""] = /^\/\/ (\S+)\n/.exec(block?.code ?? "") ?? [];
		await writeFile(join(folder, name), (block?.code ?? "").replace("9000", String(port)));
	}
	const child = spawn(process.execPath, ["receive.mjs"], {
		cwd: folder,
		env: { ...process.env, WEBHOOK_SECRET: secret },
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
	const url = `http://127.0.0.1:${port}/hooks`;
	await expect
		.poll(
			() =>
				fetch(url).then(
					() => true,
					() => false,
				),
			{ timeout: 20_000 },
		)
		.toBe(true);
	return {
		url,
		output: () => output,
		stop: async () => {
			child.kill();
			await once(child, "exit");
		},
	};
}

it("registers an endpoint whose receiver accepts a sample, and rejects a forged or changed one", async () => {
	const port = await freePort();
	const key = await issueKey(service.url, await registerDeveloper(service.url));
	const { code, stdout } = await runSection("docs/webhooks.md", "Register an endpoint", {
		cwd: folder,
		env: { KEY: `x-api-key: ${key.apiKey}`, SECRET: `x-api-secret: ${key.apiSecret}` },
		replace: { "http://127.0.0.1:8787": service.url, "9000": String(port) },
	});
	expect(code).toBe(0);
	const { endpointId, secret } = JSON.parse(stdout) as { endpointId: string; secret: string };
	const receiver = await startReceiver(port, secret);
	try {
		const path = `${service.url}/api/v1/webhook-endpoints/${endpointId}/test`;
		const answer = await fetch(path, { method: "POST", headers: keyPairHeaders(key) });
		expect(await answer.json()).toMatchObject({ delivered: true, attempt: { httpStatus: 204 } });
		expect(receiver.output()).toContain("recovery_case.created");
		const headers = {
			"replevin-webhook-id": "evt_1",
			"replevin-webhook-timestamp": String(Math.floor(Date.now() / 1000)),
			"replevin-webhook-signature": `v1=${"0".repeat(64)}`,
		};
		const forged = await fetch(receiver.url, { method: "POST", headers, body: '{"id":"evt_1"}' });
		expect(forged.status).toBe(400);
		expect(receiver.output()).toContain("The signature does not fit the body.");
	} finally {
		await receiver.stop();
	}
});
