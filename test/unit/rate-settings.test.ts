// auth.md "Rate limits".
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { RATE_SETTINGS, resolveSettings } from "../../scripts/start/settings.ts";

const { ratelimits, vars } = unstable_readConfig({ config: "wrangler.toml" }) as unknown as {
	ratelimits: { name: keyof typeof RATE_SETTINGS; simple: { limit: number; period: number } }[];
	vars: Record<string, string>;
};

test("callers are told what the bindings are set to", () => {
	expect(ratelimits.map(({ name }) => name).sort()).toEqual(Object.keys(RATE_SETTINGS).sort());
	for (const { name, simple } of ratelimits) {
		expect(simple, name).toEqual({ limit: Number(vars[RATE_SETTINGS[name]]), period: 60 });
	}
});

test("a local service has a hundred times as much, unless it is told otherwise", () => {
	const env = { LOGIN_RATE_PER_MINUTE: "3" };
	const settings = resolveSettings({ toml: vars, devVars: {}, env, secrets: [], url: "http://127.0.0.1:1" });
	expect(settings).toMatchObject({
		PUBLIC_RATE_PER_MINUTE: "6000",
		LOGIN_RATE_PER_MINUTE: "3",
		CREDENTIAL_RATE_PER_MINUTE: "60000",
	});
});

test("a local service reads a secret that may be left out from the environment", () => {
	const env = { METRICS_TOKEN: "a".repeat(32), HOME: "/root" };
	const settings = resolveSettings({ toml: vars, devVars: {}, env, secrets: [], url: "http://127.0.0.1:1" });
	expect(settings.METRICS_TOKEN).toBe(env.METRICS_TOKEN);
	expect(settings).not.toHaveProperty("HOME");
});
