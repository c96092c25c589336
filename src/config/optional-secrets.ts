/**
 * Secrets without which the service works. wrangler.toml has no defaults for them, because a secret cannot replace
 * one.
 */
export const OPTIONAL_SECRETS: readonly string[] = ["METRICS_TOKEN", "RESEND_API_KEY"];
