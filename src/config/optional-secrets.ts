/** Secrets that a service need not have. They have no default in wrangler.toml, because a secret cannot replace one. */
export const OPTIONAL_SECRETS: readonly string[] = ["METRICS_TOKEN"];
