/** Measures a sender of webhooks: its rate and its latency. A lost event voids the measurement. */
import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { median } from "../../scripts/stats.ts";
import { BRAND, type Commit, type WebhookSender } from "../fixtures/webhooks.ts";
import { clockMs } from "./clock.ts";
import { cpuSeconds, settled } from "./cpu.ts";
import { HttpConnection } from "./http-connection.ts";
import type { Receiver } from "./receiver.ts";
import type { Received, Sample } from "./serve-receiver.ts";

const CONNECTIONS = 16;
/** Events committed and not delivered yet. Commits pause while a sender falls behind. */
const MAX_BACKLOG = 500;
const STALLED_MS = 30_000;
const PAUSE_MS = 40;

export type Sustained = {
	/** Events per second, from the first commit's response to the last delivery. */
	rate: number;
	/** CPU time of all processes of the sender per event, in milliseconds. */
	cpuMs: number;
};

/**
 * Commits events as fast as the sender accepts them, and waits until each is delivered once.
 * @param lot events per commit
 */
export async function sustain(
	sender: WebhookSender,
	receiver: Receiver,
	count: number,
	lot: number,
): Promise<Sustained> {
	const commits = await sender.commits(count, lot);
	await allSettled(sender);
	await receiver.take();
	const cpuBefore = cpuOf(sender);
	const firstCommitMs = await pushAll(sender, receiver, commits);
	await arrived(receiver, count);
	// A duplicate arrives a little later.
	await allSettled(sender);
	const cpu = cpuOf(sender) - cpuBefore;
	const received = await receiver.take();
	check(sender, commits, received);
	const lastMs = received.arrivals.reduce((last, [, at]) => Math.max(last, at), 0);
	return { rate: (count * 1000) / (lastMs - firstCommitMs), cpuMs: (cpu * 1000) / count };
}

/** Median milliseconds from the commit's response to the receiver's first byte, one event at a time. */
export async function idleLatency(sender: WebhookSender, receiver: Receiver, count: number): Promise<number> {
	const commits = await sender.commits(count, 1);
	await allSettled(sender);
	await receiver.take();
	const connection = await HttpConnection.open(sender.url);
	const respondedAt = new Map<string, number>();
	for (const [at, { eventIds, request }] of commits.entries()) {
		await wait(PAUSE_MS);
		await commit(connection, sender, request);
		for (const eventId of eventIds) respondedAt.set(eventId, clockMs());
		await arrived(receiver, at + 1);
	}
	connection.close();
	await allSettled(sender);
	const received = await receiver.take();
	check(sender, commits, received);
	return median(received.arrivals.map(([id, at]) => at - (respondedAt.get(id) ?? Number.NaN)));
}

async function allSettled({ pids }: WebhookSender): Promise<void> {
	for (const pid of pids) await settled(pid);
}

const cpuOf = ({ pids }: WebhookSender) => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);

/** @returns the time of the first commit's response */
async function pushAll(
	sender: WebhookSender,
	receiver: Receiver,
	commits: readonly Commit[],
): Promise<number> {
	let next = 0;
	let sent = 0;
	let firstMs = Number.POSITIVE_INFINITY;
	await Promise.all(
		Array.from({ length: CONNECTIONS }, async () => {
			const connection = await HttpConnection.open(sender.url);
			for (let one = commits[next++]; one; one = commits[next++]) {
				sent += one.eventIds.length;
				while (sent - receiver.count() > MAX_BACKLOG) await wait(1);
				await commit(connection, sender, one.request);
				firstMs = Math.min(firstMs, clockMs());
			}
			connection.close();
		}),
	);
	return firstMs;
}

async function commit(connection: HttpConnection, sender: WebhookSender, request: Buffer): Promise<void> {
	const { status, body } = await connection.send(request);
	if (status !== 200) throw new Error(`${sender.name}: ${status} ${body.toString("utf8").slice(0, 500)}`);
}

async function arrived(receiver: Receiver, count: number): Promise<void> {
	let known = -1;
	for (let deadline = 0; receiver.count() < count; await wait(1)) {
		if (receiver.count() !== known) {
			known = receiver.count();
			deadline = clockMs() + STALLED_MS;
		}
		if (clockMs() > deadline) throw new Error(`only ${known} of ${count} events arrived`);
	}
}

/** @throws Error if an event is missing, duplicated or unknown, or a signature is wrong */
function check({ name, secret }: WebhookSender, commits: readonly Commit[], received: Received): void {
	const { arrivals, duplicates, samples } = received;
	const expected = new Set(commits.flatMap(({ eventIds }) => eventIds));
	const strangers = arrivals.filter(([id]) => !expected.has(id)).length;
	if (duplicates > 0 || strangers > 0 || arrivals.length !== expected.size) {
		const counts = `${arrivals.length} of ${expected.size} events, ${duplicates} twice, ${strangers} others`;
		throw new Error(`${name} delivered ${counts}`);
	}
	if (samples.length === 0 || !samples.every((sample) => isSigned(sample, secret))) {
		throw new Error(`${name} sent a signature that is not right`);
	}
}

function isSigned({ headers, body }: Sample, secret: string): boolean {
	const key = Buffer.from(secret.slice("whsec_".length), "base64");
	const mac = (content: string) => createHmac("sha256", key).update(content).digest();
	const own = (header: string) => headers[`${BRAND.toLowerCase()}-webhook-${header}`];
	const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": standard } = headers;
	return (
		own("id") === id &&
		own("signature") === `v1=${mac(`${own("timestamp")}.${body}`).toString("hex")}` &&
		standard === `v1,${mac(`${id}.${timestamp}.${body}`).toString("base64")}`
	);
}
