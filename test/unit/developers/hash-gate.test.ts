// auth.md "Wallet sessions".
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHashGate } from "../../../src/developers/passwords/hash-gate.ts";

const timers = { now: Date.now, wait: async (ms: number) => void (await sleep(ms)), runLater: () => {} };

let networks = 0;
/** A login from a network of its own. */
const newClient = () => ({ network: `network ${++networks}`, isLogin: true });

const busyFor = (milliseconds: number) => {
	const end = performance.now() + milliseconds;
	while (performance.now() < end);
};

describe("the queue of the hash gate", () => {
	it("runs one hash at a time in order of arrival, with time for others in between", async () => {
		const gate = createHashGate(timers);
		const seen: (number | "other")[] = [];
		const others = setInterval(() => seen.push("other"), 1);
		const work = (index: number) => () => {
			busyFor(20);
			seen.push(index);
			return index;
		};
		const results = await Promise.all(
			Array.from({ length: 6 }, (_, index) => gate.run(newClient(), work(index))),
		);
		clearInterval(others);
		expect(results).toEqual([0, 1, 2, 3, 4, 5].map((value) => ({ kind: "done", value })));
		const merged = seen.filter((entry, index) => entry !== "other" || seen[index - 1] !== "other");
		const between = merged.slice(merged.indexOf(0), merged.indexOf(5) + 1);
		expect(between).toEqual([0, "other", 1, "other", 2, "other", 3, "other", 4, "other", 5]);
	});

	it("rejects callers beyond 48, and admits them again once there is room", async () => {
		const gate = createHashGate(timers);
		const results = await Promise.all(Array.from({ length: 54 }, () => gate.run(newClient(), () => "hash")));
		expect(results.filter(({ kind }) => kind === "done")).toHaveLength(48);
		const busy = results.filter((result) => result.kind === "busy");
		expect(busy).toEqual(
			Array.from({ length: 6 }, () => ({ kind: "busy", by: "service", retryAfterSeconds: 5 })),
		);
		expect(await gate.run(newClient(), () => "again")).toEqual({ kind: "done", value: "again" });
	});

	it("tells rejected callers to wait as long as the queue takes at the pace of the last hash", async () => {
		let clock = 0;
		const gate = createHashGate({
			now: () => clock,
			wait: async (ms) => {
				await sleep(0);
				clock += ms;
			},
			runLater: () => {},
		});
		await gate.run(newClient(), () => {
			clock += 170;
		});
		const queued = Array.from({ length: 48 }, () => gate.run(newClient(), () => "hash"));
		// 48 turns of 170 ms and a pause of 340 ms.
		expect(await gate.run(newClient(), () => "hash")).toEqual({
			kind: "busy",
			by: "service",
			retryAfterSeconds: 25,
		});
		await Promise.all(queued);
	});

	it("admits 24 callers of one network, and leaves the rest of the queue to others", async () => {
		const gate = createHashGate(timers);
		const flood = Array.from({ length: 30 }, () => gate.run({ network: "a", isLogin: true }, () => "hash"));
		const other = await gate.run({ network: "b", isLogin: true }, () => "other");
		expect(other).toEqual({ kind: "done", value: "other" });
		const results = await Promise.all(flood);
		expect(results.filter(({ kind }) => kind === "done")).toHaveLength(24);
		for (const result of results.slice(24)) expect(result).toMatchObject({ kind: "busy", by: "network" });
	});

	it.each([
		["the networks of an IPv6 /48", (at: number) => `2001:db8:7:${at.toString(16)}::/64`],
		["the addresses of an IPv4 /24", (at: number) => `203.0.113.${at}`],
	])("admits 32 callers of %s together, and leaves the rest of the queue to others", async (_, networkOf) => {
		const gate = createHashGate(timers);
		const flood = Array.from({ length: 60 }, (_, at) =>
			gate.run({ network: networkOf(at), isLogin: true }, () => "hash"),
		);
		const other = await gate.run({ network: "2001:db8:8:0::/64", isLogin: true }, () => "other");
		expect(other).toEqual({ kind: "done", value: "other" });
		const results = await Promise.all(flood);
		expect(results.filter(({ kind }) => kind === "done")).toHaveLength(32);
		for (const result of results.slice(32)) expect(result).toMatchObject({ kind: "busy", by: "network" });
	});

	it("lets a login wait for one registration at most, whoever registers", async () => {
		const gate = createHashGate(timers);
		const seen: string[] = [];
		const registrations = Array.from({ length: 26 }, (_, index) =>
			gate.run({ network: `r${index}`, isLogin: false }, () => seen.push("registration")),
		);
		const login = gate.run({ network: "owner", isLogin: true }, () => seen.push("login"));
		await Promise.all([...registrations, login]);
		expect(seen.indexOf("login")).toBeLessThanOrEqual(1);
		expect(seen.filter((entry) => entry === "registration")).toHaveLength(24);
	});

	it("gives a registration its turn after three logins", async () => {
		const gate = createHashGate(timers);
		const seen: string[] = [];
		const login = (index: number) =>
			gate.run({ network: `l${index}`, isLogin: true }, () => seen.push("login"));
		const all = [0, 1].map(login);
		all.push(gate.run({ network: "new", isLogin: false }, () => seen.push("registration")));
		all.push(...[2, 3, 4, 5].map(login));
		await Promise.all(all);
		expect(seen).toEqual(["login", "login", "login", "registration", "login", "login", "login"]);
	});

	it("continues after a hash that throws", async () => {
		const gate = createHashGate(timers);
		const failing = gate.run(newClient(), () => {
			throw new Error("broken");
		});
		const next = gate.run(newClient(), () => "next");
		await expect(failing).rejects.toThrow("broken");
		expect(await next).toEqual({ kind: "done", value: "next" });
	});

	it("continues without a request that was cancelled during its turn", async () => {
		let clock = 0;
		const never = new Promise<void>(() => {});
		let waits = 0;
		const gate = createHashGate({
			now: () => clock,
			// The first caller's first timer never fires: its request is gone.
			wait: async (ms) => {
				if (waits++ === 0) return never;
				await sleep(1);
				clock += Math.max(ms, 1) * 100;
			},
			runLater: () => {},
		});
		void gate.run(newClient(), () => "gone");
		await sleep(1);
		expect(waits).toBe(1);
		expect(await gate.run(newClient(), () => "alive")).toEqual({ kind: "done", value: "alive" });
	});

	it("queues a request again whose timer was late, after it was taken for a cancelled one", async () => {
		let clock = 0;
		let isLate = false;
		let wake = () => {};
		const gate = createHashGate({
			now: () => clock,
			wait: async (ms) => {
				if (isLate) return new Promise((resolve) => (wake = resolve));
				await sleep(1);
				clock += Math.max(ms, 1) * 100;
			},
			runLater: () => {},
		});
		await gate.run(newClient(), () => (clock += 10));
		isLate = true;
		const late = gate.run(newClient(), () => "late");
		isLate = false;
		expect(await gate.run(newClient(), () => "alive")).toEqual({ kind: "done", value: "alive" });
		wake();
		expect(await late).toEqual({ kind: "done", value: "late" });
	});
});

const HASH_MS = 30;

describe("the pause of the hash gate", () => {
	beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
	afterEach(() => void vi.useRealTimers());

	const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
	const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

	/** An isolate with a gate. A hash takes its time and lets no timer fire meanwhile. */
	function isolate(hashMs = HASH_MS) {
		const gate = createHashGate({ now: Date.now, wait, runLater: () => {} });
		const startedAt: number[] = [];
		const hash = () => {
			startedAt.push(Date.now());
			vi.setSystemTime(Date.now() + hashMs);
		};
		return {
			startedAt,
			/** Milliseconds from each hash's end to the next one's start. */
			pauses: () => startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0) - hashMs),
			logIn: () => gate.run(newClient(), hash),
			register: () => gate.run({ ...newClient(), isLogin: false }, hash),
		};
	}

	it("does not delay a lone login, neither the first nor one after a while", async () => {
		const { logIn, startedAt } = isolate();
		const first = Date.now();
		void logIn();
		await pass(2_000);
		const second = Date.now();
		void logIn();
		await pass(0);
		expect(startedAt).toEqual([first, second]);
	});

	it("is as long where a registration and a login follow each other", async () => {
		const { logIn, register, pauses } = isolate();
		for (let index = 0; index < 3; index++) void register();
		for (let index = 0; index < 7; index++) void logIn();
		await pass(2_000);
		expect(pauses()).toHaveLength(9);
		for (const pause of pauses()) expect(pause).toBeGreaterThanOrEqual(2 * HASH_MS);
	});

	it("is twice as long as the hash before it", async () => {
		const { logIn, pauses } = isolate();
		for (let login = 0; login < 8; login++) void logIn();
		await pass(1_000);
		expect(pauses()).toHaveLength(7);
		for (const pause of pauses()) {
			expect(pause).toBeGreaterThanOrEqual(2 * HASH_MS);
			expect(pause).toBeLessThanOrEqual(2 * HASH_MS + 10);
		}
	});

	it("spares a request that takes less than two hashes a second hash", async () => {
		const { logIn, startedAt } = isolate();
		for (let login = 0; login < 8; login++) void logIn();
		const met: number[] = [];
		/** Reads in steps of 10 ms, as a request that waits for bindings. */
		const read = async () => {
			const from = Date.now();
			for (let step = 0; step < 5; step++) await wait(10);
			met.push(startedAt.filter((at) => at >= from && at < Date.now()).length);
		};
		for (let ms = 0; ms < 600; ms += 5) {
			void read();
			await pass(5);
		}
		await pass(200);
		expect(startedAt).toHaveLength(8);
		expect(met.length).toBeGreaterThan(100);
		expect(Math.max(...met)).toBe(1);
	});

	it("is a second at most, so that logins go on where hashes are slow", async () => {
		const { logIn, pauses } = isolate(3_000);
		void logIn();
		void logIn();
		await pass(10_000);
		expect(pauses()[0]).toBeGreaterThanOrEqual(1_000);
		expect(pauses()[0]).toBeLessThanOrEqual(1_010);
	});

	it("ends if the clock is set back", async () => {
		const { logIn, startedAt } = isolate();
		void logIn();
		await pass(5);
		vi.setSystemTime(Date.now() - 3_600_000);
		void logIn();
		await pass(10);
		expect(startedAt).toHaveLength(2);
	});
});
