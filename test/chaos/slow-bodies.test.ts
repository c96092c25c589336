// Bodies that are slow, cut off or hostile, on real connections: what they hold is bounded, they keep nobody out, and a
// caller who hangs up is no failure of the service (auth.md "Request bodies").
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../scripts/until.ts";
import { beginRequest, type Sending, statusOf } from "../support/service/begin-request.ts";
import { type Service, startService } from "../support/service/service.ts";
import {
	openWalletSession,
	registerPartner,
	type ServicePartner,
} from "../support/service/service-client.ts";
import { jsonOf, willFields } from "../support/signing/will-signing.ts";
import { pdfFile } from "../support/storage/pdf-files.ts";

const MEBIBYTE = 1024 * 1024;
const FORM = "multipart/form-data; boundary=b";
const TYPED_DATA = "/api/v1/typed-data";

const stateDir = mkdtempSync(join(tmpdir(), "replevin-bodies-"));
let service: Service;
let port: number;
let partner: ServicePartner;
beforeAll(async () => {
	service = await startService({ stateDir, env: { BODY_IDLE_SECONDS: "5", BODY_TOTAL_SECONDS: "12" } });
	port = Number(new URL(service.url).port);
	partner = await registerPartner(service.url);
});
afterAll(async () => {
	await service?.stop();
	rmSync(stateDir, { recursive: true, force: true });
});

const errors = () =>
	service
		.output()
		.split("\n")
		.filter((line) => line.includes('"level":"error"'));

const newOwner = () => privateKeyToAccount(generatePrivateKey());

async function lodge(caller: ServicePartner, owner = newOwner()): Promise<number> {
	const bytes = pdfFile();
	const body = jsonOf(await willFields(owner, { service: service.url, bytes }), { bytes });
	return (await caller.send(`/estate-profiles/${owner.address}/will`, body)).status;
}

/** A wallet session costs nothing. */
async function newWallet(): Promise<{ path: string; headers: Record<string, string> }> {
	const owner = newOwner();
	const session = await openWalletSession(partner, { address: owner.address, chainId: 1, signer: owner });
	return { path: `/api/v1/estate-profiles/${owner.address}/will`, headers: session };
}

/** Sends the head and the beginning of a body. */
const begin = (path: string, headers: Record<string, string | number>, beginning: string | Uint8Array) =>
	beginRequest(port, path, headers, beginning);

describe("a caller who hangs up", () => {
	const login = JSON.stringify({ email: "nobody@example.com", password: "correct Horse 7 battery" });
	const chunked = { "Transfer-Encoding": "chunked" };
	const bodies: [string, () => Promise<Sending> | Sending][] = [
		["in a body", () => begin("/api/v1/auth/login", { "Content-Length": 1_000 }, login)],
		["in a body without a length", () => begin("/api/v1/auth/login", chunked, '5\r\n{"a":\r\n')],
		["in a chunk", () => begin("/api/v1/auth/login", chunked, '500\r\n{"a":')],
		["before a body", () => begin("/api/v1/auth/login", { "Content-Length": 1_000 }, "")],
		["in a large body", () => begin(TYPED_DATA, { "Content-Length": 900_000 }, "[".repeat(500_000))],
		[
			"in an upload",
			async () => {
				const { path, headers } = await newWallet();
				const length = { "Content-Type": FORM, "Content-Length": 5 * MEBIBYTE };
				return begin(path, { ...headers, ...length }, new Uint8Array(3 * MEBIBYTE));
			},
		],
		["after a body", () => begin("/api/v1/auth/login", { "Content-Length": login.length }, login)],
		[
			"after an upload",
			async () => {
				const { path, headers } = await newWallet();
				const length = { "Content-Type": FORM, "Content-Length": 5 * MEBIBYTE };
				return begin(path, { ...headers, ...length }, new Uint8Array(5 * MEBIBYTE));
			},
		],
		["in the form of the reset page", () => begin("/developers/reset", { "Content-Length": 100 }, "code=1")],
	];

	it.each(bodies)("%s is no error of the service", async (_, start) => {
		for (const milliseconds of [0, 30, 200]) {
			for (const end of ["destroy", "resetAndDestroy"] as const) {
				const { socket } = await start();
				await wait(milliseconds);
				socket[end]();
			}
		}
		expect((await partner.send("/webhook-endpoints")).status).toBe(200);
		await wait(300);
		expect(errors()).toEqual([]);
	});

	it("leaves the memory of its body to others", async () => {
		for (let count = 0; count < 12; count++) {
			const { path, headers } = await newWallet();
			const length = { "Content-Type": FORM, "Content-Length": 10 * MEBIBYTE };
			const { socket } = begin(path, { ...headers, ...length }, new Uint8Array(9 * MEBIBYTE));
			await until(() => socket.writableLength === 0, 20_000);
			socket.resetAndDestroy();
		}
		const { path, headers } = await newWallet();
		const length = { "Content-Type": FORM, "Content-Length": 10 * MEBIBYTE };
		const whole = begin(path, { ...headers, ...length }, new Uint8Array(10 * MEBIBYTE));
		await until(() => whole.response() !== "", 10_000);
		expect(statusOf(whole)).toBe(400);
		whole.socket.destroy();
	});
});

describe("slow bodies", () => {
	/** The runtime's resident memory. */
	const memoryMib = () => {
		const status = readFileSync(`/proc/${service.workerdPid()}/status`, "utf8");
		return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
	};

	it("of 130 strangers are not held, and keep no developer out", async () => {
		const before = memoryMib();
		const slow = Array.from({ length: 130 }, () =>
			begin(TYPED_DATA, { "Content-Length": MEBIBYTE }, " ".repeat(MEBIBYTE - 1_000)),
		);
		const drip = setInterval(() => {
			for (const { socket } of slow) if (!socket.destroyed) socket.write(" ");
		}, 500);
		try {
			await wait(8_500);
			const startedAt = Date.now();
			expect(await lodge(partner)).toBe(201);
			expect(Date.now() - startedAt).toBeLessThan(5_000);
			// A network's share is 28 MiB, and 1 MiB of JSON counts as four.
			expect(slow.filter(({ isOpen }) => isOpen()).length).toBeLessThanOrEqual(7);
			if (process.platform === "linux") expect(memoryMib() - before).toBeLessThan(150);
			await until(() => slow.every(({ isOpen }) => !isOpen()), 20_000);
		} finally {
			clearInterval(drip);
			for (const { socket } of slow) socket.destroy();
		}
		const statuses = new Set(slow.map(statusOf));
		// A client that is still sending may lose the response.
		statuses.delete(0);
		expect([...statuses].sort()).toEqual([408, 429]);
		expect(slow.find((one) => statusOf(one) === 429)?.response()).toMatch(/your network/);
		expect(slow.find((one) => statusOf(one) === 408)?.response()).toMatch(/longer than 12/);
		expect(errors()).toEqual([]);
	});

	it("that pause end with 408", async () => {
		const startedAt = Date.now();
		const paused = begin("/api/v1/auth/login", { "Content-Length": 1_000 }, "{");
		await paused.closed;
		expect(statusOf(paused)).toBe(408);
		expect(paused.response()).toMatch(/REQUEST_TIMEOUT.*paused for 5 seconds/s);
		expect(Date.now() - startedAt).toBeGreaterThan(4_500);
		expect(Date.now() - startedAt).toBeLessThan(12_000);
	});

	it("of two wallets that announce a large file and stall keep neither developers nor owners out", async () => {
		const length = { "Content-Type": FORM, "Content-Length": 10 * MEBIBYTE };
		const wallets = await Promise.all([1, 2].map(newWallet));
		const stalled = wallets.map(({ path, headers }, at) =>
			begin(
				path,
				{ ...headers, ...length, "CF-Connecting-IP": `203.0.${113 + at}.1` },
				new Uint8Array(9.9 * MEBIBYTE),
			),
		);
		try {
			await until(() => stalled.every(({ socket }) => socket.writableLength === 0), 20_000);
			await wait(1_000);
			const startedAt = Date.now();
			expect(await lodge(partner)).toBe(201);
			const owner = newOwner();
			const session = await openWalletSession(partner, { address: owner.address, chainId: 1, signer: owner });
			const bytes = pdfFile();
			const body = JSON.stringify(
				jsonOf(await willFields(owner, { service: service.url, bytes }), { bytes }),
			);
			const path = `${service.url}/api/v1/estate-profiles/${owner.address}/will`;
			const headers = { ...session, "Content-Type": "application/json" };
			expect((await fetch(path, { method: "POST", headers, body })).status).toBe(201);
			expect(Date.now() - startedAt).toBeLessThan(5_000);
			expect(stalled.every(({ isOpen }) => isOpen())).toBe(true);
		} finally {
			for (const { socket } of stalled) socket.destroy();
		}
	});
});

describe("a JSON upload of many values", () => {
	it("is rejected by its length, or else before it is parsed", async () => {
		const send = async (objects: number) => {
			const { path, headers } = await newWallet();
			const body = `{"x":[${"{},".repeat(objects)}{}]}`;
			const init = { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body };
			const response = await fetch(service.url + path, init);
			return { status: response.status, text: await response.text() };
		};
		const long = await send(350_000);
		expect([long.status, long.text]).toEqual([413, expect.stringContaining("multipart/form-data")]);
		const short = await send(340_000);
		expect([short.status, short.text]).toEqual([400, expect.stringContaining("at most 10000 values")]);
	});
});
