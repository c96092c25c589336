/**
 * Webhooks beside Node, BullMQ and Redis, which sign and post the same to the same receiver: how many are
 * delivered for as long as events come, what one costs, and how soon the first byte is there when nothing else
 * goes on. Twice: from the endpoint's object on, which is what a sender is, and the whole way from a case's move
 * over outbox, queue and consumer, of which the rival has nothing. And beside two rivals: one posts with `fetch`,
 * as most do and we do, the other with undici's `request`, the cheapest that Node has. An event that is lost or
 * comes twice ends it.
 */
import { median } from "../../scripts/stats.ts";
import { type Bullmq, type BullmqOptions, startBullmq } from "../fixtures/bullmq.ts";
import { type WebhookSender, withOurSenders } from "../fixtures/webhooks.ts";
import { type Benchmark, type Figure, figureOf } from "../harness/benchmark.ts";
import { idleLatency, type Sustained, sustain } from "../harness/deliveries.ts";
import { inShuffledOrder } from "../harness/pair.ts";
import type { Receiver } from "../harness/receiver.ts";

/** What it is fastest with, of 6, 16, 32, 64 and 128. */
const RIVAL_CONCURRENCY = 32;

/**
 * Events that one request commits at an endpoint, and at its rival: the queue hands our endpoints 12 to 22 at once when
 * it is under this load. A case has one at a time.
 */
const LOT = 10;

/** A round is counted in events: all of them are made before the first one is committed. */
const EVENTS_PER_SECOND = 750;
const LATENCY_EVENTS = 50;

const RATES = {
	endpoint: { operation: "webhook: an endpoint's events to delivered, ten at once, sustained and signed" },
	case: { operation: "webhook: a case's move to delivered, sustained and signed" },
} as const;
const LATENCIES = {
	endpoint: { operation: "webhook: an endpoint's response to the receiver's first byte, idle" },
	case: { operation: "webhook: a case's response to the receiver's first byte, idle" },
} as const;
const RIVALS = {
	fetch: "Node + BullMQ + Redis, fetch",
	undici: "Node + BullMQ + Redis, undici",
} as const;

type Our = keyof typeof RATES;
type Rival = keyof typeof RIVALS;
type Senders = Record<Our | Rival, WebhookSender>;
/** What is measured: a sender, and for the rates how many events come at once. */
type Subject = { sender: Our | Rival; lot: number };
type Round<T> = Map<string, T>;
type Work<T> = (senders: Senders, receiver: Receiver) => Promise<T>;

const LOTS: Record<Our, number> = { endpoint: LOT, case: 1 };
const PAIRS = (Object.keys(RIVALS) as Rival[]).flatMap((rival) =>
	(Object.keys(RATES) as Our[]).map((our) => ({ our, rival, lot: LOTS[our] })),
);
const nameOf = ({ sender, lot }: Subject) => `${sender} ${lot}`;
const subjectsOf = (pairs: typeof PAIRS): Subject[] => {
	const all = pairs.flatMap(({ our, rival, lot }) => [our, rival].map((sender) => ({ sender, lot })));
	return [...new Map(all.map((subject) => [nameOf(subject), subject])).values()];
};
const AT_ONCE = subjectsOf(PAIRS);
const ONE_BY_ONE = subjectsOf(PAIRS.map((pair) => ({ ...pair, lot: 1 })));

async function withSenders<T>(work: Work<T>): Promise<T> {
	return withOurSenders(async ({ endpoint, case: whole }, receiver) => {
		const rivals: Bullmq[] = [];
		const common = { target: receiver.url, secret: endpoint.secret, concurrency: RIVAL_CONCURRENCY };
		const start = async (client: BullmqOptions["client"]) => {
			const rival = await startBullmq({ ...common, client });
			rivals.push(rival);
			return rival;
		};
		try {
			const [fetch, undici] = [await start("fetch"), await start("undici")];
			return await work({ endpoint, case: whole, fetch, undici }, receiver);
		} finally {
			await Promise.all(rivals.map((rival) => rival.stop()));
		}
	});
}

export const webhooks: Benchmark = {
	name: "webhooks",
	callOnce: () =>
		withOurSenders(async ({ endpoint, case: whole }, receiver) => {
			for (const sender of [endpoint, whole]) await sustain(sender, receiver, 1, 1);
		}),
	run: ({ rounds, seconds, say }) =>
		withSenders(async (senders, receiver) => {
			const events = Math.ceil(EVENTS_PER_SECOND * seconds);
			const rates: Round<Sustained>[] = [];
			const latencies: Round<number>[] = [];
			for (let round = 0; round <= rounds; round++) {
				say(round === 0 ? "webhooks: warming up" : `webhooks: round ${round} of ${rounds}`);
				const rate = await inTurn(AT_ONCE, ({ sender, lot }) =>
					sustain(senders[sender], receiver, events, lot),
				);
				const latency = await inTurn(ONE_BY_ONE, ({ sender }) =>
					idleLatency(senders[sender], receiver, LATENCY_EVENTS),
				);
				if (round === 0) continue;
				rates.push(rate);
				latencies.push(latency);
			}
			return [
				...PAIRS.map((pair) => rateFigure(pair, rates)),
				...PAIRS.map((pair) => latencyFigure(pair, latencies)),
			];
		}),
};

/** Each once, in an order that is shuffled in each round. */
async function inTurn<T>(
	subjects: readonly Subject[],
	measure: (subject: Subject) => Promise<T>,
): Promise<Round<T>> {
	const calls = subjects.map((subject) => [nameOf(subject), () => measure(subject)]);
	return new Map(Object.entries(await inShuffledOrder<string, T>(Object.fromEntries(calls))));
}

function measured<T>(round: Round<T>, subject: Subject): T {
	const found = round.get(nameOf(subject));
	if (found === undefined) throw new Error(`${nameOf(subject)} was not measured`);
	return found;
}

function rateFigure(
	{ our, rival, lot }: (typeof PAIRS)[number],
	rounds: readonly Round<Sustained>[],
): Figure {
	const all = (sender: Our | Rival, key: keyof Sustained) =>
		rounds.map((round) => measured(round, { sender, lot })[key]);
	const ratiosOf = (key: keyof Sustained) =>
		rounds.map(
			(round) => measured(round, { sender: our, lot })[key] / measured(round, { sender: rival, lot })[key],
		);
	const shown = (of: Our | Rival) => {
		const middle = (key: keyof Sustained) => median(all(of, key));
		return `${middle("rate").toFixed(0)}/s, ${middle("cpuMs").toFixed(2)} ms`;
	};
	return figureOf({
		...RATES[our],
		rival: RIVALS[rival],
		ours: shown(our),
		theirs: shown(rival),
		...{ ratios: ratiosOf("rate"), goal: { atLeast: 1 } },
		...{ cpuRatios: ratiosOf("cpuMs"), cpuGoal: { atMost: 0.75 } },
		details: rounds.map((round) => Object.fromEntries(round)),
	});
}

function latencyFigure({ our, rival }: (typeof PAIRS)[number], rounds: readonly Round<number>[]): Figure {
	const all = (sender: Our | Rival) => rounds.map((round) => measured(round, { sender, lot: 1 }));
	const ratios = all(our).map((ours, at) => ours / (all(rival)[at] ?? Number.NaN));
	const shown = (of: Our | Rival) => `${median(all(of)).toFixed(2)} ms`;
	return figureOf({
		...LATENCIES[our],
		rival: RIVALS[rival],
		ours: shown(our),
		theirs: shown(rival),
		...{ ratios, goal: { atMost: 2 } },
		details: rounds.map((round) => Object.fromEntries(round)),
	});
}
