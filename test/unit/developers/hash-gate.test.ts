import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHashGate } from "../../../src/developers/passwords/hash-gate.ts";
import { createRequestsInFlight } from "../../../src/developers/passwords/requests-in-flight.ts";

const timers = { now: Date.now, wait: async (ms: number) => void (await sleep(ms)), runLater: () => {} };

const busyFor = (milliseconds: number) => {
	const end = performance.now() + milliseconds;
	while (performance.now() < end);
};

describe("the hash gate", () => {
	it("runs one at a time in the order of arrival, with room for others in between", async () => {
		const gate = createHashGate(timers);
		const seen: (number | "other")[] = [];
		const others = setInterval(() => seen.push("other"), 1);
		const work = (index: number) => () => {
			busyFor(20);
			seen.push(index);
			return index;
		};
		const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => gate.run(work(index))));
		clearInterval(others);
		expect(answers).toEqual([0, 1, 2, 3, 4, 5].map((value) => ({ kind: "done", value })));
		const merged = seen.filter((entry, index) => entry !== "other" || seen[index - 1] !== "other");
		const between = merged.slice(merged.indexOf(0), merged.indexOf(5) + 1);
		expect(between).toEqual([0, "other", 1, "other", 2, "other", 3, "other", 4, "other", 5]);
	});

	it("turns callers away beyond 24, and takes them again once there is room", async () => {
		const gate = createHashGate(timers);
		const answers = await Promise.all(Array.from({ length: 30 }, () => gate.run(() => "hash")));
		expect(answers.filter(({ kind }) => kind === "done")).toHaveLength(24);
		const busy = answers.filter((answer) => answer.kind === "busy");
		expect(busy).toEqual(Array.from({ length: 6 }, () => ({ kind: "busy", retryAfterSeconds: 6 })));
		expect(await gate.run(() => "again")).toEqual({ kind: "done", value: "again" });
	});

	it("goes on after work that throws", async () => {
		const gate = createHashGate(timers);
		const failing = gate.run(() => {
			throw new Error("broken");
		});
		const next = gate.run(() => "next");
		await expect(failing).rejects.toThrow("broken");
		expect(await next).toEqual({ kind: "done", value: "next" });
	});

	it("goes on without a request that was cut off before it gave its turn back", async () => {
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
		void gate.run(() => "gone");
		await sleep(1);
		expect(waits).toBe(1);
		expect(await gate.run(() => "alive")).toEqual({ kind: "done", value: "alive" });
	});

	it("queues a request again that was only late, and had been taken for one that was cut off", async () => {
		let clock = 0;
		let isLate = false;
		let wake = () => {};
		const gate = createHashGate({
			now: () => clock,
			// One timer is late: by the time it fires, others have gone on without its owner.
			wait: async (ms) => {
				if (isLate) return new Promise((resolve) => (wake = resolve));
				await sleep(1);
				clock += Math.max(ms, 1) * 100;
			},
			runLater: () => {},
		});
		await gate.run(() => "before");
		isLate = true;
		const late = gate.run(() => "late");
		isLate = false;
		expect(await gate.run(() => "alive")).toEqual({ kind: "done", value: "alive" });
		wake();
		expect(await late).toEqual({ kind: "done", value: "late" });
	});
});

const HASH_MS = 200;
const never = new Promise<never>(() => {});

describe("the hash gate beside other requests", () => {
	beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
	afterEach(() => void vi.useRealTimers());

	const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
	const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

	/** An isolate with a gate, whose hashes take their time and let no timer fire meanwhile. */
	function isolate() {
		const requests = createRequestsInFlight(Date.now);
		const gate = createHashGate({ now: Date.now, wait, runLater: () => {}, others: requests });
		const startedAt: number[] = [];
		const hash = () => {
			startedAt.push(Date.now());
			vi.setSystemTime(Date.now() + HASH_MS);
		};
		return {
			requests,
			/** When each hash started. */
			startedAt,
			/** What the second hash waited after the first had ended. */
			gap: () => (startedAt[1] ?? Number.NaN) - (startedAt[0] ?? Number.NaN) - HASH_MS,
			logIn: (before = 0, after = 0) =>
				requests.during(async () => {
					await wait(before);
					const answer = await gate.run(hash);
					await wait(after);
					return answer;
				}),
			turn: () => gate.run(hash),
			get: (ms: number) => requests.during(() => wait(ms)),
		};
	}

	it("starts the hash of a lone login at once, the first and one after a pause", async () => {
		const { logIn, startedAt } = isolate();
		const before = Date.now();
		void logIn();
		await pass(2_000);
		const again = Date.now();
		void logIn();
		await pass(0);
		expect(startedAt).toEqual([before, again]);
	});

	it("starts a hash after another within 25 ms where nobody else is there", async () => {
		const { logIn, gap } = isolate();
		void logIn();
		void logIn();
		await pass(100);
		expect(gap()).toBeLessThanOrEqual(25);
	});

	it.each([
		["is in flight when the hash starts", 0, 100],
		["arrives the moment that the hash is over", 1, 100],
	])("waits for a request that %s", async (_, arrivesAfter, takes) => {
		const { logIn, get, startedAt } = isolate();
		let answeredAt = 0;
		const request = async () => {
			await wait(arrivesAfter);
			await get(takes);
			answeredAt = Date.now();
		};
		void request();
		void logIn();
		void logIn();
		await pass(90);
		expect(startedAt).toHaveLength(1);
		await pass(100);
		expect(startedAt).toHaveLength(2);
		expect(startedAt[1]).toBeGreaterThanOrEqual(answeredAt + 5);
		expect(startedAt[1]).toBeLessThanOrEqual(answeredAt + 15);
	});

	it("waits for one that fails until it has failed", async () => {
		const { logIn, requests, gap } = isolate();
		const failing = requests.during(async () => {
			await wait(100);
			throw new Error("broken");
		});
		const caught = expect(failing).rejects.toThrow("broken");
		void logIn();
		void logIn();
		await pass(200);
		await caught;
		expect(gap()).toBeGreaterThan(100);
		expect(gap()).toBeLessThanOrEqual(120);
	});

	it("is not held back by those that arrive after the hash, however many", async () => {
		const { logIn, get, startedAt } = isolate();
		for (let login = 0; login < 8; login++) void logIn();
		for (let ms = 0; ms < 600; ms += 2) {
			void get(30);
			await pass(2);
		}
		expect(startedAt).toHaveLength(8);
	});

	it("waits for one that is never answered three hashes long, once, and for the next again", async () => {
		const { logIn, requests, startedAt } = isolate();
		const gaps = () => startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0) - HASH_MS);
		// As a slow upload, and as one that the runtime ended where it stood because its client had gone.
		void requests.during(() => never);
		for (let login = 0; login < 4; login++) void logIn();
		await pass(2_000);
		expect(gaps()).toHaveLength(3);
		expect(gaps()[0]).toBeGreaterThan(3 * HASH_MS);
		expect(gaps()[0]).toBeLessThan(3 * HASH_MS + 40);
		expect(Math.max(...gaps().slice(1))).toBeLessThanOrEqual(25);
		void requests.during(() => never);
		void logIn();
		void logIn();
		await pass(800);
		expect(gaps()).toHaveLength(5);
		expect(gaps()[4]).toBeGreaterThan(3 * HASH_MS);
	});

	it("lets logins in parallel go one by one: those that wait hold up nobody, each is answered before the next", async () => {
		const { logIn, startedAt } = isolate();
		const answeredAt: number[] = [];
		const person = async () => {
			await logIn(10, 60);
			answeredAt.push(Date.now());
		};
		for (let login = 0; login < 8; login++) void person();
		await pass(1_000);
		expect(answeredAt).toHaveLength(8);
		for (const [index, at] of startedAt.slice(1).entries()) {
			expect(at).toBeGreaterThanOrEqual(answeredAt[index] ?? Number.NaN);
			expect(at).toBeLessThanOrEqual((answeredAt[index] ?? Number.NaN) + 15);
		}
	});

	it("takes both turns of one request, which does not wait for itself", async () => {
		const { requests, turn, gap } = isolate();
		await Promise.all([requests.during(() => turn().then(turn)), pass(500)]);
		expect(gap()).toBeLessThanOrEqual(25);
	});
});

describe("the requests in flight", () => {
	it("are those that have arrived by then and have no answer; who waits at the gate is none of them", async () => {
		let clock = 10;
		const requests = createRequestsInFlight(() => clock);
		let end = () => {};
		const done = requests.during(() => new Promise<void>((resolve) => (end = resolve)));
		expect([requests.areAnswered(9), requests.areAnswered(10)]).toEqual([true, false]);
		end();
		await done;
		expect(requests.areAnswered(10)).toBe(true);

		clock = 20;
		await requests.during(async () => {
			const goOn = requests.stepAside();
			expect(requests.areAnswered(20)).toBe(true);
			goOn();
			expect(requests.areAnswered(20)).toBe(false);
		});
		expect(requests.areAnswered(20)).toBe(true);
		expect(requests.stepAside()).not.toThrow();
	});

	it("are forgotten after a minute, so that those whose clients went away do not pile up", () => {
		let clock = 0;
		const requests = createRequestsInFlight(() => clock);
		void requests.during(() => never);
		clock = 60_000;
		void requests.during(() => never);
		expect(requests.areAnswered(0)).toBe(false);
		clock = 60_001;
		void requests.during(() => never);
		expect([requests.areAnswered(0), requests.areAnswered(60_000)]).toEqual([true, false]);
		requests.forget(60_000);
		expect([requests.areAnswered(60_000), requests.areAnswered(60_001)]).toEqual([true, false]);
	});
});
