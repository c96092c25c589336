/** Entry point: hands requests, queue batches and the clock to those who handle them. */
import { createApp } from "./app.ts";
import { runEveryMinute } from "./scheduled.ts";
import { deadLettersIn } from "./webhooks/adapters/dead-letters.d1.ts";
import { consumerPorts } from "./webhooks/adapters/wire-consumer.ts";
import { consumeCaseEvents } from "./webhooks/consumer.ts";
import { storeDeadLetters } from "./webhooks/dead-letter-consumer.ts";

export { Account } from "../durable/account/account.ts";
export { LoginGuard } from "../durable/login-guard/login-guard.ts";
export { RecoveryCase } from "../durable/recovery-case/recovery-case.ts";
export { WebhookEndpoint } from "../durable/webhook-endpoint/webhook-endpoint.ts";

/** As in wrangler.toml. */
const DEAD_LETTER_QUEUE = "case-events-dlq";

const app = createApp();

export default {
	fetch: app.fetch,

	async queue(batch, env) {
		if (batch.queue === DEAD_LETTER_QUEUE) await storeDeadLetters(batch, deadLettersIn(env.DB));
		else await consumeCaseEvents(batch, consumerPorts(env));
	},

	async scheduled(controller, env) {
		await runEveryMinute(controller.scheduledTime, env);
	},
} satisfies ExportedHandler<Env>;
