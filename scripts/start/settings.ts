import type { V4WorkerOptions } from "miniflare";
import { OPTIONAL_SECRETS } from "../../src/config/optional-secrets.ts";
import { DEFAULT_BUDGETS } from "../../src/quota/budget-table.ts";

export type Settings = NonNullable<V4WorkerOptions["bindings"]>;

/** Values of the Worker's variables on this machine. */
export interface SettingSources {
	/** wrangler.toml's `[vars]`. */
	toml: Settings;
	/** `.dev.vars`. */
	devVars: Record<string, string>;
	/** This process's environment. */
	env: Record<string, string | undefined>;
	/** Secrets that wrangler.toml requires. */
	secrets: readonly string[];
	/** Where the service listens. */
	url: string;
}

/** All clients of a local service share one address, so the limits per address are raised. */
const LOCAL_RATE_FACTOR = 100;

/** Likewise for the budgets that all identities of a network share. */
function networkBudgets(): string {
	const raised = Object.entries(DEFAULT_BUDGETS).map(([resource, { amounts }]) => [
		resource,
		Object.fromEntries(
			Object.entries(amounts)
				.filter(([identity]) => identity === "free_network" || identity === "developer_network")
				.map(([identity, amount]) => [identity, amount * LOCAL_RATE_FACTOR]),
		),
	]);
	return JSON.stringify(Object.fromEntries(raised));
}

/** The rate-limiting bindings and the settings with their limits. */
export const RATE_SETTINGS = {
	PUBLIC_RATE_LIMIT: "PUBLIC_RATE_PER_MINUTE",
	LOGIN_RATE_LIMIT: "LOGIN_RATE_PER_MINUTE",
	CREDENTIAL_RATE_LIMIT: "CREDENTIAL_RATE_PER_MINUTE",
} as const;

/** Takes each setting from the environment, else `.dev.vars`, else the local default, else wrangler.toml. */
export function resolveSettings({ toml, devVars, env, secrets, url }: SettingSources): Settings {
	const rates = Object.values(RATE_SETTINGS).map((name) => [
		name,
		String(Number(toml[name]) * LOCAL_RATE_FACTOR),
	]);
	const local = {
		BASE_URL: url,
		ALLOW_LOCAL_WEBHOOKS: "true",
		CHALLENGE_PERIOD_SECONDS: "0",
		BUDGETS: networkBudgets(),
		...Object.fromEntries(rates),
	};
	const settings: Settings = { ...toml, ...local, ...devVars };
	for (const name of new Set([...Object.keys(settings), ...secrets, ...OPTIONAL_SECRETS])) {
		if (env[name] !== undefined) settings[name] = env[name];
	}
	return settings;
}
