/**
 * Password hashes beside everything else. Each holds the isolate that all requests run in, so a get must never
 * meet two in a row: the longest that one waits while people log in, beside the time of one hash.
 */
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { newCase } from "../fixtures/cases.ts";
import { apiKeyHeaders, post, startService } from "../fixtures/service.ts";
import { type Benchmark, type Figure, isHeld } from "../harness/benchmark.ts";
import { build } from "../harness/build.ts";
import { settled } from "../harness/cpu.ts";
import { HttpConnection, requestBytes } from "../harness/http-connection.ts";
import { PEERS } from "../harness/paths.ts";
import { type Side, startSide } from "../harness/side.ts";
import { median } from "../harness/stats.ts";

const PEOPLE = 8;
const PASSWORD = "correct Horse 7 battery";
const HASHES_PER_ROUND = 7;

/**
 * Gets are sent by the clock, and not one after the other: a connection that waits out a hash before it asks
 * again would hardly ever see one.
 */
const GET_CONNECTIONS = 16;
const GETS_PER_SECOND = 80;

type Latencies = { count: number; p50Ms: number; p99Ms: number; maxMs: number };
type Round = {
	hashMs: number;
	loginMs: number;
	alone: Latencies;
	beside: Latencies;
	logins: number;
};

/** Asks for the same again and again. */
type Asker = { ask(): Promise<number>; close(): void };

export const logins: Benchmark = {
	name: "logins",
	async run({ rounds, seconds, say }) {
		const service = await startService();
		const hasher = await startSide({
			name: "password-hash",
			build: await build(join(PEERS, "password-hash", "wrangler.toml"), "password-hash.js"),
		});
		try {
			const gets = await getters(service);
			const people = await peopleOf(service);
			const hash = await asker(hasher, () => requestBytes("GET", new URL(hasher.url), {}, undefined));
			const measured: Round[] = [];
			for (let round = 0; round <= rounds; round++) {
				say(round === 0 ? "logins: warming up" : `logins: round ${round} of ${rounds}`);
				const one = await measureRound({ service, hasher, gets, people, hash }, seconds);
				if (round > 0) measured.push(one);
			}
			for (const { close } of [...gets, ...people, hash]) close();
			return [figureOf(measured)];
		} finally {
			await Promise.all([service.stop(), hasher.stop()]);
		}
	},
};

type Sides = { service: Side; hasher: Side; gets: Asker[]; people: Asker[]; hash: Asker };

async function measureRound({ service, hasher, gets, people, hash }: Sides, seconds: number): Promise<Round> {
	const hashMs = await medianOf(HASHES_PER_ROUND, hash);
	await settled(hasher.pid);
	const loginMs = await medianOf(HASHES_PER_ROUND, people[0] as Asker);
	const alone = await byTheClock(gets, seconds);
	await settled(service.pid);
	const endsAt = performance.now() + seconds * 1000;
	let count = 0;
	const busy = people.map(async ({ ask }) => {
		for (; performance.now() < endsAt; count++) await ask();
	});
	const [beside] = await Promise.all([byTheClock(gets, seconds), ...busy]);
	await settled(service.pid);
	return { hashMs, loginMs, alone, beside, logins: count };
}

async function medianOf(times: number, { ask }: Asker): Promise<number> {
	const all: number[] = [];
	while (all.length < times) all.push(await ask());
	return median(all);
}

/** What counts is the time from when a get was due: one that is held up by the one before it is late. */
async function byTheClock(gets: readonly Asker[], seconds: number): Promise<Latencies> {
	const latencies: number[] = [];
	const stepMs = 1000 / GETS_PER_SECOND;
	const start = performance.now();
	await Promise.all(
		gets.map(async ({ ask }, at) => {
			for (let turn = at; turn * stepMs < seconds * 1000; turn += gets.length) {
				const dueAt = start + turn * stepMs;
				const early = dueAt - performance.now();
				if (early > 0) await wait(early);
				const heldUpMs = Math.max(0, -early);
				latencies.push(heldUpMs + (await ask()));
			}
		}),
	);
	latencies.sort((a, b) => a - b);
	const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN;
	return { count: latencies.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

async function getters(service: Side): Promise<Asker[]> {
	const headers = await apiKeyHeaders(service);
	const body = JSON.stringify(await newCase(3));
	const { caseId } = await post(service, "/api/v1/recovery-cases/new-case", body, headers);
	const url = new URL(`/api/v1/recovery-cases/${caseId}`, service.url);
	const request = requestBytes("GET", url, headers, undefined);
	return Promise.all(Array.from({ length: GET_CONNECTIONS }, () => asker(service, () => request)));
}

/** Each with an account, and a new address at every login, as many people at home have. */
async function peopleOf(service: Side): Promise<Asker[]> {
	const url = new URL("/api/v1/auth/login", service.url);
	let addresses = 0;
	const address = () => ({ "CF-Connecting-IP": `198.18.${++addresses >> 8}.${addresses & 255}` });
	const people: Asker[] = [];
	for (let at = 0; at < PEOPLE; at++) {
		const account = JSON.stringify({ email: `person-${at}@example.com`, password: PASSWORD });
		await post(service, "/api/v1/auth/register", account, address());
		people.push(await asker(service, () => requestBytes("POST", url, address(), account)));
	}
	return people;
}

/** @throws Error with every answer that is no 2xx: a figure with errors in it is no figure */
async function asker(side: Side, next: () => Buffer): Promise<Asker> {
	const connection = await HttpConnection.open(side.url);
	return {
		async ask() {
			const start = performance.now();
			const { status, body } = await connection.send(next());
			const ms = performance.now() - start;
			if (status < 200 || status > 299) throw new Error(`${side.name}: ${status} ${body.toString("utf8")}`);
			return ms;
		},
		close: () => connection.close(),
	};
}

function figureOf(rounds: readonly Round[]): Figure {
	const ms = (of: (round: Round) => number) => median(rounds.map(of)).toFixed(1);
	const shown = (of: (round: Round) => Latencies) =>
		(["p50Ms", "p99Ms", "maxMs"] as const).map((key) => ms((round) => of(round)[key])).join(" / ");
	/** How much longer than a get without logins the slowest one took, in hashes. */
	const ratios = rounds.map(({ beside, alone, hashMs }) => (beside.maxMs - alone.p50Ms) / hashMs);
	const ratio = median(ratios);
	const goal = { atMost: 1 };
	return {
		operation: "longest wait of a get while people log in",
		rival: `one hash; p50 / p99 / max of gets alone ${shown((round) => round.alone)} ms`,
		ours: `${shown((round) => round.beside)} ms`,
		theirs: `${ms((round) => round.hashMs)} ms`,
		ratio,
		spread: [Math.min(...ratios), Math.max(...ratios)],
		goal,
		cpuRatio: null,
		cpuGoal: null,
		held: isHeld(ratio, goal),
		details: rounds,
	};
}
