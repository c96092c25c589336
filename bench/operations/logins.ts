/**
 * Response times of reads while people log in. A password hash holds the isolate, so a read must not meet two.
 *
 * The figure compares the wait that one read in a hundred exceeds while eight people log in all the time with the same while
 * one person logs in, with a pause after each login. In these pauses every read gets its response, whatever the
 * hash gate does. So that wait is the cost of a single hash, and of the reads that piled up behind it. The longest wait of all
 * is one read, and differs by chance: it is 7 to 30 ms without any login.
 *
 * How many logins finish while one read waits is counted by test/chaos/login-load.test.ts, since a count holds on a
 * busy machine too.
 *
 * The time of a bare hash, in a runtime that does nothing else, is printed beside them.
 */
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { median, percentile } from "../../scripts/stats.ts";
import { apiKeyHeaders, fileCase, post, startService } from "../fixtures/service.ts";
import { type Benchmark, type Figure, figureOf } from "../harness/benchmark.ts";
import { settled } from "../harness/cpu.ts";
import { HttpConnection, requestBytes } from "../harness/http-connection.ts";
import { type Side, startPeer, withSides } from "../harness/side.ts";

const PEOPLE = 8;
/** From one login of a single person to the next, in hashes. */
const HASHES_PER_PAUSE = 2.5;
const PASSWORD = "correct Horse 7 battery";
const HASHES_PER_ROUND = 7;

/**
 * Gets are sent by the clock, and not one after the other: a connection that waits out a hash before it asks
 * again would hardly ever see one.
 */
const GET_CONNECTIONS = 32;
const GETS_PER_SECOND = 80;

/** Waits for seventy hashes against those for thirty: the ones are a little above the others by chance alone. */
const MAX_RATIO = 1.25;

type Latencies = { count: number; p50Ms: number; p99Ms: number; maxMs: number };
type Round = {
	hashMs: number;
	loginMs: number;
	/** Gets without logins, beside one person's, and beside those of all. */
	alone: Latencies;
	besideOne: Latencies;
	besideAll: Latencies;
	loginsPerSecond: number;
};

/** Asks for the same again and again. */
type Asker = { ask(): Promise<number>; close(): void };

export const logins: Benchmark = {
	name: "logins",
	async callOnce(service) {
		const askers = [...(await getters(service)), ...(await peopleOf(service))];
		for (const { ask, close } of askers) await ask().finally(close);
	},
	run: ({ rounds, seconds, say }) =>
		withSides({ service: startService, hasher: () => startPeer("password-hash") }, async (sides) => {
			const { service, hasher } = sides;
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
			return [waitFigure(measured)];
		}),
};

type Sides = { service: Side; hasher: Side; gets: Asker[]; people: Asker[]; hash: Asker };

async function measureRound({ service, hasher, gets, people, hash }: Sides, seconds: number): Promise<Round> {
	const [first] = people as [Asker];
	const hashMs = await medianOf(HASHES_PER_ROUND, hash);
	await settled(hasher.pid);
	const loginMs = await medianOf(HASHES_PER_ROUND, first);
	const alone = await byTheClock(gets, seconds);
	await settled(service.pid);
	const [besideOne] = await Promise.all([
		byTheClock(gets, seconds),
		logInNowAndThen(first, loginMs, seconds),
	]);
	await settled(service.pid);
	let logins = 0;
	const [besideAll] = await Promise.all([
		byTheClock(gets, seconds),
		...people.map((person, at) =>
			logInAllTheTime(person, (at * loginMs) / people.length, seconds, () => logins++),
		),
	]);
	await settled(service.pid);
	return { hashMs, loginMs, alone, besideOne, besideAll, loginsPerSecond: logins / seconds };
}

async function logInNowAndThen({ ask }: Asker, loginMs: number, seconds: number): Promise<void> {
	const stepMs = loginMs * HASHES_PER_PAUSE;
	for (let left = seconds * 1000; left > stepMs; left -= stepMs) {
		const pause = wait(stepMs);
		await ask();
		await pause;
	}
}

/** @param startMs no two people press the button in the same millisecond */
async function logInAllTheTime(
	{ ask }: Asker,
	startMs: number,
	seconds: number,
	responded: () => void,
): Promise<void> {
	const endsAt = performance.now() + seconds * 1000;
	await wait(startMs);
	while (performance.now() < endsAt) {
		await ask();
		responded();
	}
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
	const at = (share: number) => percentile(latencies, share);
	return { count: latencies.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

async function getters(service: Side): Promise<Asker[]> {
	const headers = await apiKeyHeaders(service);
	const url = new URL(`/api/v1/recovery-cases/${await fileCase(service, headers)}`, service.url);
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

/** @throws Error with every response that is no 2xx: a figure with errors in it is no figure */
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

function waitFigure(rounds: readonly Round[]): Figure {
	const ms = (of: (round: Round) => number) => median(rounds.map(of)).toFixed(1);
	const shown = (of: (round: Round) => Latencies) =>
		(["p50Ms", "p99Ms", "maxMs"] as const).map((key) => ms((round) => of(round)[key])).join(" / ");
	return figureOf({
		operation: "wait of 99 in 100 gets while people log in",
		rival: `one person; a bare hash ${ms(({ hashMs }) => hashMs)} ms; p50 / p99 / max of gets alone ${shown(({ alone }) => alone)} ms; ${ms((round) => round.loginsPerSecond)} logins/s`,
		ours: `${shown(({ besideAll }) => besideAll)} ms`,
		theirs: `${shown(({ besideOne }) => besideOne)} ms`,
		ratios: rounds.map(({ besideAll, besideOne }) => besideAll.p99Ms / besideOne.p99Ms),
		goal: { atMost: MAX_RATIO },
		details: rounds,
	});
}
