// operations.md "Health".
// The parts of the health that need no binding: chains' nodes, and the bound on what callers may cause.
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { checkNodes } from "../../src/health/check-health.ts";
import { shareResult } from "../../src/health/shared-result.ts";

const servers: Server[] = [];
afterEach(() => {
	vi.restoreAllMocks();
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

/** @returns the URL of a node that responds so, with a key in its path */
async function node(respond: RequestListener): Promise<string> {
	const server = createServer(respond);
	servers.push(server);
	await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-key`;
}

const result = (value: unknown) => JSON.stringify({ jsonrpc: "2.0", id: 1, result: value });
const refused = JSON.stringify({
	jsonrpc: "2.0",
	id: 1,
	error: { code: -32000, message: "no such secret-key" },
});

describe("the health of chains' nodes", () => {
	it.each<[string, RequestListener, string | undefined]>([
		["that serves its chain", (_, response) => response.end(result("0x2105")), undefined],
		["of another chain", (_, response) => response.end(result("0x1")), "the node serves another chain"],
		["with an error", (_, response) => response.end(refused), "the node responded with error -32000"],
		[
			"with status 500",
			(_, response) => response.writeHead(500).end(),
			"the node responded with HTTP status 500",
		],
		[
			"with a long response",
			(_, response) => response.end("x".repeat(5000)),
			"the node's response is too large",
		],
		["that is silent", () => {}, "the node did not respond in time"],
	])("a node %s", async (_, respond, reason) => {
		const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
		const url = await node(respond);
		const timeoutMs = reason?.includes("in time") ? 200 : 10_000;
		const states = await checkNodes(new Map([[8453, url]]), timeoutMs);
		expect(states).toEqual({ "8453": reason ? "failing" : "ok" });
		const logged = warn.mock.calls.map(([line]) => JSON.parse(String(line)));
		const line = { level: "warn", event: "health", part: "rpc", chainId: 8453, reason };
		expect(logged).toEqual(reason ? [line] : []);
		expect(JSON.stringify(logged)).not.toMatch(/secret-key|127\.0\.0\.1/);
	});

	it("a failing node says nothing about the others", async () => {
		vi.spyOn(console, "warn").mockImplementation(() => {});
		const good = await node((_, response) => response.end(result("0x1")));
		const nodes = new Map([
			[1, good],
			[10, "http://127.0.0.1:1/"],
		]);
		expect(await checkNodes(nodes, 10_000)).toEqual({ "1": "ok", "10": "failing" });
	});
});

describe("a shared result", () => {
	it("is made by another caller when the first one fails or never ends", async () => {
		const attempts = [
			() => Promise.reject(new Error("failed")),
			() => new Promise<string>(() => {}),
			async () => "made",
		];
		const read = shareResult(() => attempts.shift()?.() ?? Promise.resolve("more"), {
			keptMs: () => 10_000,
			limitMs: 60,
		});
		await expect(read()).rejects.toThrow("failed");
		void read();
		expect(await read()).toBe("made");
	});

	it("is made by one caller at a time after another took over", async () => {
		const ends: ((value: string) => void)[] = [];
		const work = () => new Promise<string>((end) => ends.push(end));
		const read = shareResult(work, { keptMs: () => 0, limitMs: 200 });
		const slow = read();
		const takenOver = read();
		await vi.waitFor(() => expect(ends).toHaveLength(2));
		ends[0]?.("late");
		expect(await slow).toBe("late");
		const third = read();
		await new Promise((done) => setTimeout(done, 60));
		expect(ends).toHaveLength(2);
		ends[1]?.("made");
		expect(await takenOver).toBe("made");
		await vi.waitFor(() => expect(ends).toHaveLength(3));
		ends[2]?.("third");
		expect(await third).toBe("third");
	});
});
