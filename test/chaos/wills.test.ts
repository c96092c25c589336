// estates.md "POST …/will".
/** Documents on the disk of a real service: sealed, complete after a kill, and absent after an interrupted upload. */
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { until } from "../../scripts/until.ts";
import { hashRecoveryIntent } from "../../src/recovery/intent/typed-data.ts";
import { type Service, startService } from "../support/service/service.ts";
import { registerPartner, type ServicePartner } from "../support/service/service-client.ts";
import { newCaseBody, newIntent } from "../support/signing/signing.ts";
import { formOf, jsonOf, sha256Of, willFields } from "../support/signing/will-signing.ts";
import { pdfFile } from "../support/storage/pdf-files.ts";

const MARK = `the-cat-gets-it-all-${crypto.randomUUID()}`;
const WILL = new TextEncoder().encode(`My last will: ${MARK}\n`.repeat(2000));

let stateDir: string;
let service: Service;
let partner: ServicePartner;

beforeAll(async () => {
	stateDir = await mkdtemp(join(tmpdir(), "replevin-wills-"));
	service = await startService({ stateDir });
	partner = await registerPartner(service.url);
});
afterAll(async () => {
	await service?.stop();
	await rm(stateDir, { recursive: true, force: true });
});

const newOwner = () => privateKeyToAccount(generatePrivateKey());
const willPath = ({ address }: PrivateKeyAccount) => `/estate-profiles/${address}/will`;
const text = { bytes: WILL, type: "text/plain", name: `${MARK}.txt` };

async function lodge(owner: PrivateKeyAccount): Promise<Response> {
	const fields = await willFields(owner, { service: service.url, bytes: WILL, mimeType: "text/plain" });
	return partner.send(willPath(owner), jsonOf(fields, text));
}

const challengeResponse = z.object({ message: z.string() });
const caseResponse = z.object({
	caseId: z.string(),
	documents: z.array(z.object({ documentId: z.string(), sha256: z.string() })),
});
const sessionResponse = z.object({ accessToken: z.string() });

async function sessionOf(owner: PrivateKeyAccount): Promise<{ Authorization: string }> {
	const challenge = await partner.send("/auth/wallet/challenge", { address: owner.address, chainId: 1 });
	const { message } = challengeResponse.parse(await challenge.json());
	const signature = await owner.signMessage({ message });
	const opened = await partner.send("/auth/wallet/session", { message, signature });
	return { Authorization: `Bearer ${sessionResponse.parse(await opened.json()).accessToken}` };
}

const read = async (owner: PrivateKeyAccount) =>
	fetch(`${service.url}/api/v1${willPath(owner)}`, { headers: await sessionOf(owner) });

/** The files of all objects in the simulated bucket. */
const blobs = () => globSync(join(stateDir, "v3/r2/*/blobs/*"));

it("a stored will is nowhere on the disk in plain, and is returned byte for byte after a restart", async () => {
	const owner = newOwner();
	expect((await lodge(owner)).status).toBe(201);
	expect(blobs()).toHaveLength(1);
	await service.stop();
	const files = globSync(join(stateDir, "**"), { withFileTypes: true }).filter((file) => file.isFile());
	expect(files.length).toBeGreaterThan(5);
	const spelt = [MARK, Buffer.from(MARK).toString("base64").slice(0, 24), Buffer.from(MARK).toString("hex")];
	for (const file of files) {
		const bytes = readFileSync(join(file.parentPath, file.name));
		for (const mark of spelt) expect([file.name, bytes.includes(mark)]).toEqual([file.name, false]);
	}
	service = await startService({ stateDir });
	partner = partner.at(service.url);
	const response = await read(owner);
	expect(response.status).toBe(200);
	expect(sha256Of(new Uint8Array(await response.arrayBuffer()))).toBe(sha256Of(WILL));
});

/** Sends the head and a part of the body, then closes the connection. */
function sendAndCut(path: string, headers: Record<string, string>, body: Uint8Array): Promise<void> {
	const { hostname, port } = new URL(service.url);
	const lines = [`POST /api/v1${path} HTTP/1.1`, `Host: ${hostname}:${port}`];
	for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
	return new Promise((resolve, reject) => {
		const socket = connect(Number(port), hostname, () => {
			socket.write(`${lines.join("\r\n")}\r\n\r\n`);
			socket.write(body, () => setTimeout(() => socket.destroy(), 100));
		});
		socket.on("error", reject);
		socket.on("close", () => resolve());
	});
}

it("an interrupted upload leaves nothing, and the next one is accepted", async () => {
	const owner = newOwner();
	const session = await sessionOf(owner);
	const fields = await willFields(owner, { service: service.url, bytes: WILL, mimeType: "text/plain" });
	const form = new Response(formOf(fields, text));
	const type = form.headers.get("content-type") ?? "";
	const body = new Uint8Array(await form.arrayBuffer());
	const before = blobs();
	for (const share of [0, 0.1, 0.5, 0.99]) {
		const part = body.subarray(0, Math.floor(body.length * share));
		const head = { ...session, "Content-Type": type };
		await sendAndCut(willPath(owner), { ...head, "Content-Length": String(body.length) }, part);
		const chunk = Buffer.concat([Buffer.from(`${(part.length + 1).toString(16)}\r\n`), part]);
		await sendAndCut(willPath(owner), { ...head, "Transfer-Encoding": "chunked" }, chunk);
	}
	expect((await read(owner)).status).toBe(404);
	expect(blobs()).toEqual(before);
	expect((await lodge(owner)).status).toBe(201);
});

it("an upload during a kill is stored completely or not at all", async () => {
	const owners = Array.from({ length: 24 }, newOwner);
	const lodged = new Set<PrivateKeyAccount>();
	const intent = newIntent();
	const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
	const { caseId } = caseResponse.parse(await filed.json());
	const exhibits = Array.from({ length: 12 }, (_, at) =>
		pdfFile({ text: `Exhibit ${at}`, attachment: "x".repeat(50_000) }),
	);
	const add = (bytes: Uint8Array) => {
		const file = { bytes, type: "application/pdf", name: "exhibit.pdf" };
		const path = `/recovery-cases/${hashRecoveryIntent(intent)}/documents`;
		return partner.send(path, jsonOf({ title: "Exhibit" }, file));
	};
	const added = new Set<string>();
	const runtime = service.workerdPid();
	let isKilled = false;
	const killWhenBegun = () => {
		if (isKilled || lodged.size < 6 || added.size < 3) return;
		isKilled = true;
		process.kill(runtime, "SIGKILL");
	};
	const lodging = owners.map(async (owner) => {
		if ((await lodge(owner)).status === 201) lodged.add(owner);
		killWhenBegun();
	});
	const adding = exhibits.map(async (bytes) => {
		if ((await add(bytes)).status === 201) added.add(sha256Of(bytes));
		killWhenBegun();
	});
	await Promise.allSettled([...lodging, ...adding]);
	await service.killTree();
	service = await startService({ stateDir });
	partner = partner.at(service.url);
	expect(isKilled).toBe(true);
	for (const owner of owners) {
		await until(async () => (await read(owner)).status < 500, 20_000);
		const response = await read(owner);
		const bytes = new Uint8Array(await response.arrayBuffer());
		if (lodged.has(owner) || response.status === 200) expect(sha256Of(bytes)).toBe(sha256Of(WILL));
		else expect(response.status).toBe(404);
	}
	const documentsNow = async () =>
		caseResponse.parse(await (await partner.send(`/recovery-cases/${caseId}`)).json()).documents;
	const survived = await documentsNow();
	expect(survived.map(({ sha256 }) => sha256)).toEqual(expect.arrayContaining([...added]));
	// A second upload of all documents: the case already has some of them, and accepts the others now.
	for (const bytes of exhibits) expect([200, 201]).toContain((await add(bytes)).status);
	const documents = await documentsNow();
	expect(documents.slice(0, survived.length)).toEqual(survived);
	expect(documents.map(({ sha256 }) => sha256).sort()).toEqual(exhibits.map(sha256Of).sort());
	for (const { documentId, sha256 } of documents) {
		const response = await partner.send(`/recovery-cases/${caseId}/documents/${documentId}`);
		expect(sha256Of(new Uint8Array(await response.arrayBuffer()))).toBe(sha256);
	}
});
