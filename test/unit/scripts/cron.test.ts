// webhooks.md "The way of an event".
// The scheduled handler of a real runtime is called again and again, one at a time, until it is stopped.
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { fireCrons } from "../../../scripts/start/cron.ts";

const INTERVAL_MS = 30;

/** Notes which trigger came and how many were at work; "slow" takes its time. */
const SCRIPT = `
const seen = [];
let working = 0;
let atOnce = 0;
export default {
	fetch: () => Response.json({ seen, atOnce }),
	async scheduled({ cron }) {
		seen.push(cron);
		atOnce = Math.max(atOnce, ++working);
		if (cron === "slow") await new Promise((resolve) => setTimeout(resolve, 5 * ${INTERVAL_MS}));
		working--;
	},
};`;

let runtime: Miniflare;
let firing: { stop(): void } | undefined;

beforeAll(async () => {
	runtime = new Miniflare(
		convertV4MiniflareOptions({ modules: true, script: SCRIPT, cf: false, telemetry: { enabled: false } }),
	);
	await runtime.ready;
});
afterEach(() => {
	firing?.stop();
	vi.restoreAllMocks();
});
afterAll(() => runtime.dispose());

async function noted(): Promise<{ seen: string[]; atOnce: number }> {
	const response = await runtime.dispatchFetch("http://localhost");
	return (await response.json()) as { seen: string[]; atOnce: number };
}

/** Each test has triggers of its own: one that was at work when a test stopped it comes in during the next one. */
const timesOf = async (trigger: string) => (await noted()).seen.filter((cron) => cron === trigger).length;

it("fires every trigger, again and again", async () => {
	firing = fireCrons(["one", "two"], () => runtime, INTERVAL_MS);
	await expect.poll(async () => (await noted()).seen.slice(0, 4)).toEqual(["one", "two", "one", "two"]);
});

it("stops when it is told to", async () => {
	firing = fireCrons(["stopped"], () => runtime, INTERVAL_MS);
	await expect.poll(() => timesOf("stopped")).toBeGreaterThan(0);
	firing.stop();
	// One may be at work.
	await new Promise((resolve) => setTimeout(resolve, 20 * INTERVAL_MS));
	const times = await timesOf("stopped");
	await new Promise((resolve) => setTimeout(resolve, 5 * INTERVAL_MS));
	expect(await timesOf("stopped")).toBe(times);
});

it("waits for the one that is at work", async () => {
	firing = fireCrons(["slow"], () => runtime, INTERVAL_MS);
	await expect.poll(() => timesOf("slow"), { timeout: 5_000 }).toBeGreaterThanOrEqual(3);
	expect((await noted()).atOnce).toBe(1);
});

it("goes on after one that failed, and says so", async () => {
	const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
	let calls = 0;
	const failing = () => {
		calls++;
		if (calls === 1) throw new Error("the runtime is on its way down");
		return runtime;
	};
	firing = fireCrons(["after"], failing, INTERVAL_MS);
	await expect.poll(() => timesOf("after")).toBeGreaterThan(0);
	expect(said.mock.calls.flat().join()).toContain("Scheduled tasks failed: the runtime is on its way down");
});

it("lets the time pass in which there is no runtime", async () => {
	let up = false;
	firing = fireCrons(["up"], () => (up ? runtime : undefined), INTERVAL_MS);
	await new Promise((resolve) => setTimeout(resolve, 3 * INTERVAL_MS));
	expect(await timesOf("up")).toBe(0);
	up = true;
	await expect.poll(() => timesOf("up")).toBeGreaterThan(0);
});
