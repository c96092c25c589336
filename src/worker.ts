/** Entry point: hands requests, queue batches and the clock to those who handle them. */
import { createApp } from "./app.ts";
import { reindexJobsIn } from "./recovery/adapters/reindex-jobs.d1.ts";
import { continueReindex } from "./recovery/reindex.ts";
import { unconfirmedEventsIn } from "./webhooks/adapters/events.d1.ts";
import { consumerPorts } from "./webhooks/adapters/wire-consumer.ts";
import { consumeCaseEvents } from "./webhooks/consumer.ts";
import { sweepUnconfirmedEvents } from "./webhooks/sweep.ts";

export { Account } from "../durable/account/account.ts";
export { LoginGuard } from "../durable/login-guard/login-guard.ts";
export { RecoveryCase } from "../durable/recovery-case/recovery-case.ts";
export { WebhookEndpoint } from "../durable/webhook-endpoint/webhook-endpoint.ts";

const app = createApp();

export default {
	fetch: app.fetch,

	async queue(batch, env) {
		await consumeCaseEvents(batch, consumerPorts(env));
	},

	async scheduled(controller, env) {
		await sweepUnconfirmedEvents(controller.scheduledTime, unconfirmedEventsIn(env.DB), (pointers) =>
			env.CASE_EVENTS.sendBatch(pointers.map((body) => ({ body }))).then(() => {}),
		);
		await continueReindex(controller.scheduledTime, reindexJobsIn(env.DB), (caseId) =>
			env.RECOVERY_CASES.getByName(caseId).rewriteCopies(),
		);
	},
} satisfies ExportedHandler<Env>;
