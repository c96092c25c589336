/** Handles requests, queue batches and cron. */
import { createApp } from "./app.ts";
import { configOf } from "./config/config.ts";
import { isGenerationRefused } from "./db/build-check.ts";
import { log } from "./kernel/log.ts";
import { consumeMailEvents } from "./mail/mail-events.ts";
import { continueMails, wireSuppressions } from "./mail/wire.ts";
import { runEveryMinute } from "./scheduled.ts";
import { continueWatchedAccounts, continueWatchers } from "./watchers/wire.ts";
import { consumeCaseEvents } from "./webhooks/consumer/consumer.ts";
import { consumerPorts } from "./webhooks/consumer/wire.ts";
import { storeDeadLetters } from "./webhooks/dead-letters/dead-letter-consumer.ts";
import { createDeadLetterRows } from "./webhooks/dead-letters/dead-letters.d1.ts";

export { Account } from "../durable/account/account.ts";
export { LoginGuard } from "../durable/login-guard/login-guard.ts";
export { RecoveryCase } from "../durable/recovery-case/recovery-case.ts";
export { WebhookEndpoint } from "../durable/webhook-endpoint/webhook-endpoint.ts";

/** Their names in wrangler.toml. */
const DEAD_LETTER_QUEUE = "case-events-dlq";
const MAIL_EVENTS_QUEUE = "mail-events";

/** A message without retries left loses nothing, because the outbox keeps every event. */
const RETRY_SECONDS = 60;

const app = createApp();

export default {
	fetch: app.fetch,

	async queue(batch, env) {
		if (await isGenerationRefused(env, `queue ${batch.queue}`))
			return batch.retryAll({ delaySeconds: RETRY_SECONDS });
		if (batch.queue === MAIL_EVENTS_QUEUE)
			await consumeMailEvents(batch, wireSuppressions(env, configOf(env)));
		else if (batch.queue === DEAD_LETTER_QUEUE) await storeDeadLetters(batch, createDeadLetterRows(env.DB));
		else {
			await consumeCaseEvents(batch, consumerPorts(env));
			await tellWatchers(env);
		}
	},

	async scheduled(controller, env) {
		if (await isGenerationRefused(env, "scheduled")) return;
		await runEveryMinute(controller.scheduledTime, env);
	},
} satisfies ExportedHandler<Env>;

/** Tells watchers at once, because an owner may need every hour. The cron handler repeats within a minute what fails here. */
async function tellWatchers(env: Env): Promise<void> {
	try {
		const [now, config] = [Date.now(), configOf(env)];
		await continueWatchedAccounts(now, env);
		if (await continueWatchers(now, env, config)) await continueMails(now, env, config);
	} catch (cause) {
		log.warn("case-events", { cause });
	}
}
