/**
 * Webhooks beside Node, BullMQ and Redis, which sign and post the same to the same receiver: how many are
 * delivered for as long as events come, what one costs, and how soon the first byte is there when nothing else
 * goes on. Twice: from the endpoint's object on, which is what a sender is, and the whole way from a case's move
 * over outbox, queue and consumer, of which the rival has nothing. An event that is lost or comes twice ends it.
 */
import { type Bullmq, startBullmq } from "../fixtures/bullmq.ts";
import { type OurSenders, startOurSenders, type WebhookSender } from "../fixtures/webhooks.ts";
import { type Benchmark, type Figure, type Goal, isHeld, type RunOptions } from "../harness/benchmark.ts";
import { idleLatency, type Sustained, sustain } from "../harness/deliveries.ts";
import { type Receiver, startReceiver } from "../harness/receiver.ts";
import { median } from "../harness/stats.ts";

const RIVAL = "Node + BullMQ + Redis";
/** What it is fastest with, of 6, 16, 32, 64 and 128. */
const RIVAL_CONCURRENCY = 32;

/** A round is counted in events: all of them are made before the first one is committed. */
const EVENTS_PER_SECOND = 750;
const LATENCY_EVENTS = 50;

const SIDES = ["fromEndpoint", "fromCase", "bullmq"] as const;
type Senders = Record<(typeof SIDES)[number], WebhookSender>;
type Round<T> = Record<(typeof SIDES)[number], T>;

async function withSenders<T>(
	say: RunOptions["say"],
	work: (senders: Senders, receiver: Receiver) => Promise<T>,
): Promise<T> {
	const receiver = await startReceiver();
	let ours: OurSenders | undefined;
	let bullmq: Bullmq | undefined;
	try {
		ours = await startOurSenders(receiver.url);
		const { fromEndpoint, fromCase } = ours;
		const { secret } = fromEndpoint;
		bullmq = await startBullmq({ target: receiver.url, secret, concurrency: RIVAL_CONCURRENCY }, say);
		return await work({ fromEndpoint, fromCase, bullmq }, receiver);
	} finally {
		await Promise.all([ours?.side.stop(), bullmq?.stop(), receiver.stop()]);
	}
}

export const webhooks: Benchmark = {
	name: "webhooks",
	run: ({ rounds, seconds, say }) =>
		withSenders(say, async (senders, receiver) => {
			const events = Math.ceil(EVENTS_PER_SECOND * seconds);
			const rates: Round<Sustained>[] = [];
			const latencies: Round<number>[] = [];
			for (let round = 0; round <= rounds; round++) {
				say(round === 0 ? "webhooks: warming up" : `webhooks: round ${round} of ${rounds}`);
				const rate = await inTurn(senders, (sender) => sustain(sender, receiver, events));
				const latency = await inTurn(senders, (sender) => idleLatency(sender, receiver, LATENCY_EVENTS));
				if (round === 0) continue;
				rates.push(rate);
				latencies.push(latency);
			}
			return [
				rateFigure("webhook: an endpoint's event to delivered, sustained and signed", "fromEndpoint", rates),
				rateFigure("webhook: a case's move to delivered, sustained and signed", "fromCase", rates),
				latencyFigure(
					"webhook: an endpoint's answer to the receiver's first byte, idle",
					"fromEndpoint",
					latencies,
				),
				latencyFigure("webhook: a case's answer to the receiver's first byte, idle", "fromCase", latencies),
			];
		}),
};

/** Each once, in an order that is shuffled in each round. */
async function inTurn<T>(
	senders: Senders,
	measure: (sender: WebhookSender) => Promise<T>,
): Promise<Round<T>> {
	const order = SIDES.map((side) => ({ side, at: Math.random() })).sort((a, b) => a.at - b.at);
	const round: Partial<Round<T>> = {};
	for (const { side } of order) round[side] = await measure(senders[side]);
	return round as Round<T>;
}

type Ours = Exclude<(typeof SIDES)[number], "bullmq">;

function rateFigure(operation: string, side: Ours, rounds: readonly Round<Sustained>[]): Figure {
	const ratios = rounds.map((round) => round[side].rate / round.bullmq.rate);
	const cpuRatio = median(rounds.map((round) => round[side].cpuMs / round.bullmq.cpuMs));
	const cpuGoal: Goal = { atMost: 0.75 };
	const goal: Goal = { atLeast: 1 };
	const shown = (of: keyof Round<Sustained>) => {
		const middle = (key: keyof Sustained) => median(rounds.map((round) => round[of][key]));
		return `${middle("rate").toFixed(0)}/s, ${middle("cpuMs").toFixed(2)} ms`;
	};
	return {
		...figureOf({ operation, ratios, goal, ours: shown(side), theirs: shown("bullmq"), details: rounds }),
		cpuRatio,
		cpuGoal,
		held: isHeld(median(ratios), goal) && isHeld(cpuRatio, cpuGoal),
	};
}

function latencyFigure(operation: string, side: Ours, rounds: readonly Round<number>[]): Figure {
	const ratios = rounds.map((round) => round[side] / round.bullmq);
	const shown = (of: keyof Round<number>) => `${median(rounds.map((round) => round[of])).toFixed(2)} ms`;
	const goal: Goal = { atMost: 2 };
	return figureOf({ operation, ratios, goal, ours: shown(side), theirs: shown("bullmq"), details: rounds });
}

function figureOf({
	ratios,
	...rest
}: Pick<Figure, "operation" | "goal" | "ours" | "theirs" | "details"> & { ratios: number[] }): Figure {
	const ratio = median(ratios);
	const spread: [number, number] = [Math.min(...ratios), Math.max(...ratios)];
	const held = isHeld(ratio, rest.goal);
	return { ...rest, rival: RIVAL, ratio, spread, cpuRatio: null, cpuGoal: null, held };
}
