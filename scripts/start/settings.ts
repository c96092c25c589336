import type { V4WorkerOptions } from "miniflare";

export type Settings = NonNullable<V4WorkerOptions["bindings"]>;

/** What the Worker's variables are on this machine. */
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

/** Each setting from the environment, else `.dev.vars`, else the local default, else wrangler.toml. */
export function resolveSettings({ toml, devVars, env, secrets, url }: SettingSources): Settings {
	const local = { BASE_URL: url, CHALLENGE_PERIOD_SECONDS: "0" };
	const settings: Settings = { ...toml, ...local, ...devVars };
	for (const name of new Set([...Object.keys(settings), ...secrets])) {
		if (env[name] !== undefined) settings[name] = env[name];
	}
	return settings;
}
