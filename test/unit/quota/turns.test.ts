// auth.md "Other limits".
/** Heavy work of an isolate: how many requests run at once, who is next, and what becomes of lost ones. */
import { beforeEach, describe, expect, it } from "vitest";
import { createTurns, type Turns } from "../../../src/quota/turns.ts";

let time: number;
let timers: { at: number; resolve: () => void }[];
let turns: Turns;
/** Names of the works that run now, and of all that have begun. */
let running: string[];
let begun: string[];
let ends: Map<string, () => void>;

beforeEach(() => {
	time = 1_800_000_000_000;
	timers = [];
	running = [];
	begun = [];
	ends = new Map();
	turns = createTurns({
		now: () => time,
		wait: (milliseconds) =>
			new Promise((resolve) => timers.push({ at: time + milliseconds, resolve: () => resolve() })),
		runLater: () => {},
	});
});

/** Lets the timers of the next milliseconds ring. */
async function pass(milliseconds: number): Promise<void> {
	const end = time + milliseconds;
	while (time < end) {
		time = Math.min(end, time + 10);
		const due = timers.filter(({ at }) => at <= time);
		timers = timers.filter(({ at }) => at > time);
		for (const { resolve } of due) resolve();
		await settle();
	}
}

const settle = async () => {
	for (let count = 0; count < 10; count++) await Promise.resolve();
};

/** Work that runs until `end(name)`. */
const ask = (network: string, name: string) =>
	turns.run(network, () => {
		running.push(name);
		begun.push(name);
		return new Promise<string>((resolve) => {
			ends.set(name, () => {
				running = running.filter((other) => other !== name);
				resolve(name);
			});
		});
	});

async function end(name: string): Promise<void> {
	ends.get(name)?.();
	await settle();
	await pass(20);
}

const names = (count: number, prefix: string) =>
	Array.from({ length: count }, (_, index) => `${prefix}${index}`);

describe("turns for heavy work", () => {
	it("return the work's result, and pass on its error", async () => {
		expect(await turns.run("a", async () => 7)).toEqual({ kind: "done", value: 7 });
		await expect(turns.run("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
		expect(await turns.run("a", async () => 8)).toEqual({ kind: "done", value: 8 });
	});

	it("run two at once, and the next when one ends", async () => {
		for (const name of names(5, "a")) void ask("a", name);
		await pass(100);
		expect(running).toEqual(["a0", "a1"]);
		await end("a0");
		expect(running).toEqual(["a1", "a2"]);
	});

	it("go to the network that had none for longest, so that many requests of one delay no other", async () => {
		for (const name of names(20, "a")) void ask("a", name);
		await pass(20);
		void ask("b", "b0");
		void ask("b", "b1");
		void ask("c", "c0");
		for (const name of ["a0", "a1", "b0", "c0"]) await end(name);
		expect(begun.slice(2)).toEqual(["b0", "c0", "a2", "b1"]);
	});

	it("are not given to the 25th request of a network, which delays no other network", async () => {
		for (const name of names(24, "a")) void ask("a", name);
		expect(await ask("a", "one more")).toMatchObject({ kind: "no_turn", by: "network" });
		void ask("b", "b0");
		await end("a0");
		expect(running).toContain("b0");
	});

	it("are not given to any request once 64 wait, and say when to try again", async () => {
		for (const name of names(64, "")) void ask(`network ${Number(name) % 4}`, name);
		expect(await ask("another", "one more")).toEqual({
			kind: "no_turn",
			by: "service",
			retryAfterSeconds: 4,
		});
	});

	it("pass over a request that polls no more", async () => {
		for (const name of names(2, "a")) void ask("a", name);
		void ask("b", "lost");
		await settle();
		const lost = timers.splice(-1);
		expect(lost).toHaveLength(1);
		void ask("b", "b1");
		await pass(5_010);
		await end("a0");
		expect(begun).toEqual(["a0", "a1", "b1"]);
	});

	it("are free again thirty seconds after work began whose request was lost", async () => {
		for (const name of names(2, "a")) void ask("a", name);
		await pass(20);
		const waiting = ask("b", "b0");
		await pass(29_900);
		expect(running).not.toContain("b0");
		await pass(200);
		expect(running).toContain("b0");
		await end("b0");
		expect(await waiting).toEqual({ kind: "done", value: "b0" });
	});
});
