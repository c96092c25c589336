/** Joins webhooks to their bindings. */
import type { Config } from "../../env.ts";

/** What handlers may call about webhooks. */
export type WebhookServices = Record<never, never>;

export function wireWebhooks(_env: Env, _config: Config): WebhookServices {
	return {};
}
