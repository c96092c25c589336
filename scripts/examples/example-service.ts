/**
 * The built Worker in the local runtime, with a chain and a receiver of webhooks beside it. Differs from `npm start` in
 * that its settings are fixed, its queue retries at once, and the story may run SQL as an operator does.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { V4WorkerOptions } from "miniflare";
import { privateKeyToAccount } from "viem/accounts";
import { startPaymentChain } from "../../test/support/chain/execution-chain.ts";
import { testSecrets } from "../../test/support/service/secrets.ts";
import { startReceiver } from "../../test/support/webhooks/webhook-receiver.ts";
import { openRuntime } from "../start/open-runtime.ts";
import { withinAMinute } from "./recorder.ts";

/** Where the service of the examples says that it is. */
export const BASE_URL = "https://replevin.example";

const FIXED_SETTINGS = {
	...testSecrets,
	BASE_URL,
	PASSKEYS_REQUIRED_FROM: "never",
	CHALLENGE_PERIOD_SECONDS: "0",
	RELEASE_CHALLENGE_SECONDS: "0",
	CONFIRMATIONS: "0",
	ALLOW_LOCAL_WEBHOOKS: "true",
	MAIL_SENDER: "cloudflare",
	MAIL_FROM: "mail@replevin.example",
	OPERATOR_NAME: "Example Recovery Ltd",
	OPERATOR_CONTACT: "https://replevin.example/contact",
};

/** Of the reviewer who approves a recovery on the chain. */
export const reviewerWallet = privateKeyToAccount(`0x${"51".repeat(32)}`);

/** A dead-letter message keeps its event until a reviewer requeues it. */
const UNDELIVERED = `SELECT 1 FROM events WHERE confirmed_at IS NULL AND developer_id IS NOT NULL AND event_id NOT IN
	(SELECT event_id FROM dead_letters WHERE event_id IS NOT NULL AND requeued_at IS NULL)`;

const CONFIRMED =
	"SELECT COUNT(*) AS count FROM events WHERE confirmed_at IS NOT NULL AND developer_id IS NOT NULL";

/** The name of the receiver that gets every event. */
export const HOOK = "replevin";

export type ExampleService = Awaited<ReturnType<typeof startExampleService>>;

export async function startExampleService() {
	const stateDir = await mkdtemp(join(tmpdir(), "replevin-examples-"));
	const [chain, receiver] = await Promise.all([startPaymentChain(), startReceiver()]);
	const RPC_URLS = JSON.stringify({ [chain.chainId]: chain.url });
	const MODULE_REVIEWERS = JSON.stringify({ [chain.chainId]: [reviewerWallet.address] });
	const miniflare = await openRuntime({
		stateDir,
		settings: ({ vars }) => ({ ...vars, ...FIXED_SETTINGS, RPC_URLS, MODULE_REVIEWERS }),
		onLog: (level, message) => process.stderr.write(`${level} ${message}\n`),
		change: (worker) => ({
			queueConsumers: withoutRetryDelay(worker),
			ratelimits: withoutLimits(worker),
		}),
	});
	const url = (await miniflare.ready).origin;
	const sql = async (query: string, ...values: (string | number)[]): Promise<unknown[]> => {
		const database = await miniflare.getD1Database("DB");
		const { results } = await database
			.prepare(query)
			.bind(...values)
			.all();
		return results;
	};
	return {
		url,
		chain,
		receiver,
		sql,
		/** What the service does every minute. This runtime fires no cron trigger itself. */
		async passMinute(): Promise<void> {
			const worker = await miniflare.getWorker();
			await worker.scheduled({ cron: "* * * * *" });
		},
		/** Resolves when every event was delivered, so that the next call meets the same service in each run. */
		async quiet(): Promise<void> {
			await withinAMinute(async () => {
				const [confirmed] = await sql(CONFIRMED);
				return (
					(await sql(UNDELIVERED)).length === 0 &&
					receiver.eventIds(HOOK).size >= Number(Object(confirmed).count)
				);
			}, "every event is delivered");
		},
		async stop(): Promise<void> {
			await miniflare.dispose();
			await Promise.all([chain.stop(), receiver.stop()]);
			await rm(stateDir, { recursive: true, force: true });
		},
	};
}

/** A message that keeps failing becomes a dead-letter message within a second. */
function withoutRetryDelay({ queueConsumers = {} }: V4WorkerOptions): V4WorkerOptions["queueConsumers"] {
	return Object.fromEntries(
		Object.entries(queueConsumers).map(([queue, options]) => [queue, { ...Object(options), retryDelay: 0 }]),
	);
}

/** The whole story comes from one address, within a minute. */
function withoutLimits({ ratelimits = {} }: V4WorkerOptions): V4WorkerOptions["ratelimits"] {
	return Object.fromEntries(
		Object.entries(ratelimits).map(([name, { simple, ...rest }]) => [
			name,
			{ ...rest, simple: { ...simple, limit: 1_000_000 } },
		]),
	);
}
